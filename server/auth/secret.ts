import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Tokens are `fb_` + id + `_` + 256 random bits. The id finds the row; the hash of the whole decides. A plain SHA-256 is
 * enough for a secret that cannot be guessed: there is no dictionary to try.
 */
const TOKEN = /^fb_([0-9a-f]{32})_[A-Za-z0-9_-]{43}$/;

export function newId(): string {
  return randomBytes(16).toString('hex');
}

/** 256 bits, 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenText(id: string, secret: string): string {
  return `${prefixOf(id)}_${secret}`;
}

/** What of a token may be shown. */
export function prefixOf(id: string): string {
  return `fb_${id}`;
}

/** The id in a token; null when it is no token of ours. */
export function idIn(token: string): string | null {
  return TOKEN.exec(token)?.[1] ?? null;
}

/** SHA-256, hex. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Compares two hashes in a time that does not tell how much of them is equal. */
export function sameHash(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  return one.length === other.length && timingSafeEqual(one, other);
}
