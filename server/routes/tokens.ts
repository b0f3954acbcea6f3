import { TOKENS } from '../api/tokens.ts';
import { implement } from '../api/implement.ts';
import type { NewTokenAnswer, TokenAnswer } from '../auth/contract.ts';
import { mustSee } from '../auth/guard.ts';
import type { TokenRow, TokenStore } from '../auth/ports.ts';
import type { Principal } from '../auth/principal.ts';
import { prefixOf } from '../auth/secret.ts';
import type { Issued, Tokens } from '../auth/tokens.ts';
import { fault } from '../../core/model/problem.ts';
import { Refusal } from '../http/problem.ts';
import { notFound } from '../http/not-found.ts';
import type { Clock } from '../ports.ts';

/** `/tokens`. An administrator of one project sees and makes tokens of that project alone. */
export function tokenRoutes(ports: { readonly tokens: TokenStore; readonly clock: Clock }, tokens: Tokens) {
  const shown = (row: TokenRow) => tokenAnswerOf(row, ports.clock.now());
  const issued = ({ row, token }: Issued): NewTokenAnswer => ({ ...shown(row), token });

  async function rowOf(id: string, principal: Principal): Promise<TokenRow> {
    const row = await ports.tokens.token(id);
    if (row === null) throw notFound('token', id);
    mustSee(principal, row.project, 'token', id);
    return row;
  }

  return implement(TOKENS, {
    async listTokens({ principal }) {
      const rows = await ports.tokens.tokens(principal.project ?? undefined);
      return { status: 200, json: { tokens: rows.map(shown) } };
    },
    async createToken({ body, principal }) {
      const { project } = principal;
      if (project !== null && body.project !== null && body.project !== project) {
        throw new Refusal(fault('token-project', { facts: { project, what: `the project ${body.project}` } }));
      }
      return { status: 201, json: issued(await tokens.create({ ...body, project: body.project ?? project })) };
    },
    async readToken({ params, principal }) {
      return { status: 200, json: shown(await rowOf(params.id, principal)) };
    },
    async rotateToken({ params, body, principal }) {
      await rowOf(params.id, principal);
      const rotated = await tokens.rotate(params.id, body);
      if (rotated === null) throw notFound('token', params.id);
      return { status: 200, json: issued(rotated) };
    },
    async revokeToken({ params, principal }) {
      await rowOf(params.id, principal);
      if ((await ports.tokens.remove(params.id)) === 'missing') throw notFound('token', params.id);
      return { status: 204 };
    },
  });
}

function tokenAnswerOf(row: TokenRow, now: number): TokenAnswer {
  const { id, name, scopes, project, createdAt, expiresAt, lastUsedAt, oldUntil } = row;
  return {
    id,
    prefix: prefixOf(id),
    name,
    scopes: [...scopes],
    project,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: timeOf(expiresAt),
    lastUsedAt: timeOf(lastUsedAt),
    oldSecretUntil: oldUntil !== null && oldUntil > now ? timeOf(oldUntil) : null,
  };
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
