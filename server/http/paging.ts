import { fault } from '../../core/model/problem.ts';
import type { PageQuery } from '../contract.ts';
import type { PageKey, PageRequest } from '../ports.ts';
import { Refusal } from './problem.ts';

const CURSOR = /^(\d{1,16})\.([0-9a-f]{32})$/;

/** The page that `?limit=&cursor=` mean. It asks for one row more than shown, to know whether another page follows. */
export function pageRequestOf({ limit, cursor }: PageQuery): PageRequest {
  return { limit: limit + 1, after: cursor === undefined ? null : keyOf(cursor) };
}

/** The rows to show, and the cursor of the next page, null on the last. */
export function pageOf<Row extends PageKey>(
  rows: readonly Row[],
  { limit }: PageRequest,
): { readonly rows: readonly Row[]; readonly next: string | null } {
  if (rows.length < limit) return { rows, next: null };
  const shown = rows.slice(0, limit - 1);
  const last = shown.at(-1);
  return { rows: shown, next: last ? Buffer.from(`${last.createdAt}.${last.id}`).toString('base64url') : null };
}

function keyOf(cursor: string): PageKey {
  const parts = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const [, createdAt, id] = parts ?? [];
  if (createdAt === undefined || id === undefined) {
    throw new Refusal(fault('request-malformed', { facts: { where: 'cursor', what: 'not a cursor of this list' } }));
  }
  return { createdAt: Number(createdAt), id };
}
