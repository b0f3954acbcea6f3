import type { Request, RequestHandler } from 'express';
import { fault } from '../../core/model/problem.ts';
import { Refusal } from '../http/problem.ts';
import type { Exposure } from '../http/security.ts';
import { notFound } from '../http/not-found.ts';
import type { Scope } from './contract.ts';
import { SESSION_COOKIE, cookieIn } from './cookie.ts';
import { ANYBODY, may, sees } from './principal.ts';
import type { Principal } from './principal.ts';
import type { Tokens } from './tokens.ts';

/** What a request said about who sends it. `refused`: something that is not good, or not any more. */
type Identity = Principal | 'refused' | 'nobody';

const identities = new WeakMap<Request, Identity>();

/** Finds out who asks; `needs` decides what that is worth. Where only this machine reaches the server, nobody is asked. */
export function identify(exposure: Exposure, tokens: Tokens): RequestHandler {
  return async (request, _response, next) => {
    identities.set(request, exposure === 'loopback' ? ANYBODY : await identityOf(request, tokens));
    next();
  };
}

async function identityOf(request: Request, tokens: Tokens): Promise<Identity> {
  const given = request.headers.authorization;
  if (given !== undefined) {
    const token = /^Bearer +(\S{1,200}) *$/i.exec(given)?.[1];
    return (token === undefined ? null : await tokens.holder(token)) ?? 'refused';
  }
  const cookie = cookieIn(request, SESSION_COOKIE);
  if (cookie === null) return 'nobody';
  return (await tokens.visitor(cookie)) ?? 'refused';
}

/** Lets a request through when its sender has one of the scopes. Without scopes, whoever is known may pass. */
export function needs(...scopes: readonly Scope[]): RequestHandler {
  return (request, _response, next) => {
    const principal = principalOf(request);
    if (scopes.length > 0 && !scopes.some((scope) => may(principal, scope))) throw outOfScope(principal, scopes);
    next();
  };
}

/** The same for what only the content of a request tells. */
export function mustHave(principal: Principal, ...scopes: readonly Scope[]): void {
  if (!scopes.some((scope) => may(principal, scope))) throw outOfScope(principal, scopes);
}

function outOfScope({ scopes }: Principal, needed: readonly Scope[]): Refusal {
  return new Refusal(fault('token-scope', { facts: { needed: [...needed], has: [...scopes] } }));
}

/** Who sent the request; refuses when that is not known. */
export function principalOf(request: Request): Principal {
  const identity = identities.get(request) ?? 'nobody';
  if (identity === 'nobody') throw new Refusal(fault('token-missing'));
  if (identity === 'refused') throw new Refusal(fault('token-refused'));
  return identity;
}

/** What lies in another project is not there for a token of one project. */
export function mustSee(principal: Principal, project: string | null, what: string, id?: string): void {
  if (!sees(principal, project)) throw notFound(what, id);
}

/** For what all projects share. */
export function mustBeForAll({ project }: Principal): void {
  if (project !== null)
    throw new Refusal(fault('token-project', { facts: { project, what: 'what all projects share' } }));
}

/** The project that a list is about: the one asked for, or that of the token; undefined for all. */
export function projectAsked(principal: Principal, wanted: string | undefined): string | undefined {
  if (wanted !== undefined) mustSee(principal, wanted, 'project');
  return wanted ?? principal.project ?? undefined;
}

/** Labels of an upload with the project of the token; another project's is refused. */
export function placed(principal: Principal, labels: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const { project } = principal;
  const given = labels.get('project');
  if (project === null || given === project) return labels;
  if (given !== undefined) {
    throw new Refusal(fault('token-project', { facts: { project, what: `the project ${given}` } }));
  }
  return new Map([...labels, ['project', project]]);
}
