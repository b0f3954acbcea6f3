import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { PrivateAddress, isPublicAddress, publicLookup } from './addresses.ts';
import type { Resolve } from './addresses.ts';
import { AnswerTooLarge, TookTooLong, nodeSend } from './send.ts';
import type { Exchange } from './send.ts';

describe('public addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is one',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    'localhost',
    '',
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('name resolution', () => {
  const resolving = (...addresses: string[]): Resolve => {
    return (_host, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  };
  const lookedUp = (resolve: Resolve, all: boolean) =>
    new Promise((done) => {
      publicLookup(resolve)('x.example', { all }, (error, ...found) => done(error ?? found));
    });

  it('gives public addresses, as it was asked', async () => {
    expect(await lookedUp(resolving('8.8.8.8', '2606:4700::1'), true)).toEqual([
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ],
    ]);
    expect(await lookedUp(resolving('8.8.8.8'), false)).toEqual(['8.8.8.8', 4]);
  });

  it('refuses a name with one address that is not public', async () => {
    expect(await lookedUp(resolving('8.8.8.8', '127.0.0.1'), true)).toBeInstanceOf(PrivateAddress);
    expect(await lookedUp(resolving(), true)).toBeInstanceOf(Error);
  });
});

describe('sending', () => {
  async function onServer<T>(
    answer: (write: (text: string) => void, end: () => void) => void,
    action: (url: URL) => Promise<T>,
  ): Promise<T> {
    const server = createServer((_request, response) => {
      answer(
        (text) => void response.write(text),
        () => void response.end(),
      );
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    try {
      return await action(new URL(`http://localhost:${(server.address() as AddressInfo).port}/`));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
  const get = (url: URL, more: Partial<Exchange> = {}) =>
    nodeSend({
      method: 'GET',
      url,
      headers: {},
      body: null,
      maxBytes: 100,
      milliseconds: 20_000,
      allowPrivate: true,
      ...more,
    });

  it('connects to what the name was resolved to, and to nothing private', async () => {
    let reached = false;
    const answer = (_write: (text: string) => void, end: () => void) => {
      reached = true;
      end();
    };
    await expect(onServer(answer, (url) => get(url, { allowPrivate: false }))).rejects.toBeInstanceOf(PrivateAddress);
    const literal = (url: URL) => get(new URL(url.href.replace('localhost', '127.0.0.1')), { allowPrivate: false });
    await expect(onServer(answer, literal)).rejects.toBeInstanceOf(PrivateAddress);
    expect(reached).toBe(false);
  });

  it('stops reading at its limit, and waiting at its time', async () => {
    const endless = (write: (text: string) => void) => write('x'.repeat(101));
    await expect(onServer(endless, (url) => get(url))).rejects.toBeInstanceOf(AnswerTooLarge);
    await expect(
      onServer(
        () => {},
        (url) => get(url, { milliseconds: 50 }),
      ),
    ).rejects.toBeInstanceOf(TookTooLong);
  });
});
