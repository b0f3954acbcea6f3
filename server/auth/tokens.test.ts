import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../store/open.ts';
import type { OpenStore } from '../store/open.ts';
import { tokensOfFolder } from './folder.ts';
import { Tokens } from './tokens.ts';
import type { NewToken } from './tokens.ts';

const DAY = 86_400_000;
const READER: NewToken = { name: 'reader', scopes: ['read'], project: null, expiresInDays: 10 };

let folder: string;
let store: OpenStore;
let now: number;
let tokens: Tokens;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firebreak-tokens-'));
  const opened = await openStore(folder);
  if (!opened.ok) throw new Error(opened.error.code);
  store = opened.value;
  now = Date.UTC(2026, 0, 1);
  tokens = new Tokens({ tokens: store.tokens, clock: { now: () => now } });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a token', () => {
  test('is known while it lasts', async () => {
    const { token } = await tokens.create(READER);
    expect(token).toMatch(/^fb_[0-9a-f]{32}_[A-Za-z0-9_-]{43}$/);
    expect(await tokens.holder(token)).toMatchObject({
      auth: 'token',
      name: 'reader',
      scopes: ['read'],
      project: null,
    });
    now += 10 * DAY - 1;
    expect(await tokens.holder(token)).not.toBeNull();
    now += 1;
    expect(await tokens.holder(token)).toBeNull();
  });

  test('of another spelling is none', async () => {
    const { token } = await tokens.create(READER);
    const last = token.endsWith('A') ? 'B' : 'A';
    for (const other of ['', 'fb_', token.slice(0, -1), `${token}A`, `${token.slice(0, -1)}${last}`, `x${token}`]) {
      expect(await tokens.holder(other), other).toBeNull();
    }
  });

  test('is kept nowhere: neither in the database nor in its log', async () => {
    const { token } = await tokens.create({ ...READER, name: 'searched for' });
    const rotated = await tokens.rotate(token.slice(3, 35), { overlapSeconds: 60 });
    const session = await tokens.signIn(token);
    const secrets = [token, rotated?.token ?? '', session?.cookie ?? ''].map((text) => text.slice(-43));
    let seen = '';
    for (const file of await readdir(folder)) {
      if (file.startsWith('firebreak.sqlite')) seen += await readFile(join(folder, file), 'latin1');
    }
    expect(seen).toContain('searched for');
    for (const secret of secrets) {
      expect(secret).toHaveLength(43);
      expect(seen).not.toContain(secret);
    }
  });

  test('when it was last used is written once a minute at most', async () => {
    const { row, token } = await tokens.create(READER);
    const lastUse = async () => (await store.tokens.token(row.id))?.lastUsedAt ?? null;
    expect(await lastUse()).toBeNull();
    const first = now;
    await tokens.holder(token);
    now += 59_999;
    await tokens.holder(token);
    expect(await lastUse()).toBe(first);
    now += 1;
    await tokens.holder(token);
    expect(await lastUse()).toBe(first + 60_000);
  });
});

describe('rotation', () => {
  test('the old secret is good for the overlap, and the one before it no longer', async () => {
    const { row, token: first } = await tokens.create({ ...READER, expiresInDays: null });
    const second = (await tokens.rotate(row.id, { overlapSeconds: 60 }))?.token ?? '';
    expect(await tokens.holder(first)).not.toBeNull();
    expect(await tokens.holder(second)).not.toBeNull();
    const third = (await tokens.rotate(row.id, { overlapSeconds: 60 }))?.token ?? '';
    expect(await tokens.holder(first)).toBeNull();
    expect(await tokens.holder(second)).not.toBeNull();
    now += 60_000;
    expect(await tokens.holder(second)).toBeNull();
    expect(await tokens.holder(third)).not.toBeNull();
    expect(await tokens.rotate('0'.repeat(32), { overlapSeconds: 0 })).toBeNull();
  });

  test('without overlap the old one ends at once, and so do its sessions; the end may be moved', async () => {
    const { row, token } = await tokens.create(READER);
    const cookie = (await tokens.signIn(token))?.cookie ?? '';
    expect(await tokens.visitor(cookie)).not.toBeNull();
    const rotated = await tokens.rotate(row.id, { overlapSeconds: 0, expiresInDays: 20 });
    expect(rotated?.row.expiresAt).toBe(now + 20 * DAY);
    expect(await tokens.holder(token)).toBeNull();
    expect(await tokens.visitor(cookie)).toBeNull();
  });
});

describe('a session', () => {
  test('lasts a week, or until its token ends, or until somebody signs out', async () => {
    const { token } = await tokens.create({ ...READER, expiresInDays: null });
    const signedIn = await tokens.signIn(token);
    const cookie = signedIn?.cookie ?? '';
    expect(signedIn?.principal.expiresAt).toBe(now + 7 * DAY);
    expect(await tokens.visitor(cookie)).toMatchObject({ auth: 'session', scopes: ['read'] });
    now += 7 * DAY;
    expect(await tokens.visitor(cookie)).toBeNull();
    const other = (await tokens.signIn(token))?.cookie ?? '';
    await tokens.signOut(other);
    expect(await tokens.visitor(other)).toBeNull();
    const { row, token: short } = await tokens.create({ ...READER, expiresInDays: 1 });
    expect((await tokens.signIn(short))?.principal.expiresAt).toBe(now + DAY);
    const removed = (await tokens.signIn(short))?.cookie ?? '';
    await store.tokens.remove(row.id);
    expect(await tokens.visitor(removed)).toBeNull();
  });

  test('is not given for a token that cannot read', async () => {
    const { token } = await tokens.create({ ...READER, scopes: ['upload'] });
    await expect(tokens.signIn(token)).rejects.toMatchObject({ fault: { code: 'token-scope' } });
    expect(await tokens.signIn('fb_nonsense')).toBeNull();
  });
});

describe('the command line', () => {
  test('makes tokens beside a running server, which knows them at once', async () => {
    // The store is open, as of a server.
    const beside = await tokensOfFolder(folder);
    if (!beside.ok) throw new Error(beside.error.code);
    const { token, row } = await beside.value.tokens.create({ ...READER, scopes: ['admin'] });
    await beside.value.close();
    now = Date.now();
    expect(await tokens.holder(token)).toMatchObject({ scopes: ['admin'] });
    expect(await tokens.haveAdmin()).toBe(true);
    await store.tokens.remove(row.id);
    expect(await tokens.haveAdmin()).toBe(false);
  });

  test('makes the data folder when there is no server yet', async () => {
    const fresh = join(folder, 'fresh');
    const opened = await tokensOfFolder(fresh);
    if (!opened.ok) throw new Error(opened.error.code);
    const { token } = await opened.value.tokens.create(READER);
    await opened.value.close();
    const again = await tokensOfFolder(fresh);
    if (!again.ok) throw new Error(again.error.code);
    expect(await again.value.tokens.holder(token)).not.toBeNull();
    await again.value.close();
  });
});
