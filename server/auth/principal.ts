import { SCOPES } from './contract.ts';
import type { Scope } from './contract.ts';

/** Who is asking, and what they may. */
export interface Principal {
  readonly auth: 'none' | 'token' | 'session';
  /** Null for `none`. */
  readonly tokenId: string | null;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  /** Null: all projects. */
  readonly project: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number | null;
}

/** Everybody who reaches a server that only its own machine reaches. */
export const ANYBODY: Principal = {
  auth: 'none',
  tokenId: null,
  name: null,
  scopes: SCOPES,
  project: null,
  expiresAt: null,
};

export function may({ scopes }: Principal, scope: Scope): boolean {
  return scopes.includes('admin') || scopes.includes(scope);
}

/** Whether a thing of this project (null: of several) is there for them at all. */
export function sees({ project }: Principal, of: string | null): boolean {
  return project === null || project === of;
}
