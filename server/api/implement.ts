import { createHash } from 'node:crypto';
import { Router, json } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { fault } from '../../core/model/problem.ts';
import { needs, principalOf } from '../auth/guard.ts';
import type { Principal } from '../auth/principal.ts';
import { checked } from '../http/checked.ts';
import { Refusal } from '../http/problem.ts';
import type { AnswerDeclaration, Calls, Declaration, Declarations } from './declare.ts';
import { jsonIn, receiverOf } from './receive.ts';
import type { Receive, ReceiveContext } from './receive.ts';

/** What a handler gets, checked and typed by its declaration. */
export interface Call<D extends Declaration> {
  readonly params: Parsed<D['params']>;
  readonly query: Parsed<D['query']>;
  /** Of calls that take JSON alone. */
  readonly body: D extends { body: { json: infer J extends z.ZodType } } ? z.output<J> : undefined;
  /** Receives the body of calls that take files, runs the action on it, and removes the files when it is done. */
  readonly receive: Receive<D>;
  readonly principal: Principal;
  readonly request: Request;
  readonly response: Response;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** For handlers that have written their answer themselves: streams. */
export const SENT = Symbol('sent');

type AnswerAt<S, A extends AnswerDeclaration> = {
  readonly status: S;
  readonly headers?: Readonly<Record<string, string>>;
} & (A extends { json: infer J extends z.ZodType } ? { readonly json: z.input<J> } : { readonly json?: never });

export type Answer<D extends Declaration> =
  | {
      [S in keyof D['answers']]: D['answers'][S] extends AnswerDeclaration ? AnswerAt<S, D['answers'][S]> : never;
    }[keyof D['answers']]
  | typeof SENT;

export type Handlers<D extends Declarations> = {
  readonly [Name in keyof D]: (call: Call<D[Name]>) => Promise<Answer<D[Name]>>;
};

export interface Route {
  readonly name: string;
  readonly declaration: Declaration;
  readonly handle: (call: Call<Declaration>) => Promise<Answer<Declaration>>;
}

export function implement<D extends Declarations>(
  { declarations }: Calls<D>,
  handlers: NoInfer<Handlers<D>>,
): readonly Route[] {
  return Object.entries(declarations).map(([name, declaration]) => {
    // A handler takes what its own declaration gives; `serve` reads the request by that same declaration.
    const handle = handlers[name] as unknown as Route['handle'];
    return { name, declaration, handle };
  });
}

export interface ServeContext extends ReceiveContext {
  /** Counts calls that cost a worker. */
  readonly limitHeavy: RequestHandler;
  /** In tests: an answer that its declaration does not describe becomes a fault of the server. */
  readonly checkAnswers: boolean;
}

const declarationsOfAnswers = new WeakMap<Response, Declaration>();

/** The declaration of the call that a response belongs to, once it is known. */
export function declarationOf(response: Response): Declaration | undefined {
  return declarationsOfAnswers.get(response);
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** A router for all calls; a path that exists answers other methods with 405. */
export function serve(routes: readonly Route[], context: ServeContext): Router {
  const router = Router();
  for (const path of new Set(routes.map(({ declaration }) => declaration.path))) {
    const here = routes.filter(({ declaration }) => declaration.path === path);
    const route = router.route(path);
    for (const one of here) route[one.declaration.method](...handlersOf(one, context));
    const methods = METHODS.filter((method) => here.some(({ declaration }) => declaration.method === method));
    route.all(onlyMethods(methods.map((method) => method.toUpperCase())));
  }
  return router;
}

function handlersOf({ declaration, handle }: Route, context: ServeContext): RequestHandler[] {
  const { needs: scopes, heavy, params, query, body } = declaration;
  const jsonOnly = body?.json !== undefined && body.form === undefined && body.bytes === undefined;
  const known: RequestHandler = (_request, response, next) => {
    declarationsOfAnswers.set(response, declaration);
    next();
  };
  const run: RequestHandler = async (request, response) => {
    const answer = await handle({
      params: params && checked(params, request.params),
      query: query && body?.labels === undefined ? checked(query, { ...request.query }) : undefined,
      body: jsonOnly && body.json ? checked(body.json, jsonIn(request)) : undefined,
      receive: receiverOf(declaration, request, response, context),
      principal: scopes === 'nobody' ? (undefined as never) : principalOf(request),
      request,
      response,
    } as unknown as Call<Declaration>);
    if (answer !== SENT) send(request, response, declaration, answer, context.checkAnswers);
  };
  return [
    known,
    ...(scopes === 'nobody' ? [] : [needs(...scopes)]),
    ...(heavy ? [context.limitHeavy] : []),
    ...(body?.json ? [json({ limit: context.limits.maxJsonBytes, strict: false })] : []),
    run,
  ];
}

interface Written {
  readonly status: number | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

function send(request: Request, response: Response, declaration: Declaration, answer: Written, check: boolean): void {
  const status = Number(answer.status);
  if (check) mustFit(declaration, status, answer.json);
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  response.status(status);
  if (answer.json === undefined) {
    response.end();
    return;
  }
  const text = JSON.stringify(answer.json);
  if (declaration.method === 'get' && status === 200) {
    const hasOwn = declaration.answers[status]?.headers?.['ETag'] !== undefined;
    if (!hasOwn) response.setHeader('ETag', `"${hashOf(text)}"`);
    if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'private, no-cache');
    if (request.fresh) {
      response.status(304).end();
      return;
    }
  }
  response.type('application/json').send(text);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27);
}

function mustFit({ method, path, answers }: Declaration, status: number, body: unknown): void {
  const declared = answers[status];
  if (declared === undefined) throw new Error(`${method} ${path} does not declare the status ${status}`);
  if (declared.json === undefined) {
    if (body !== undefined) throw new Error(`${method} ${path} declares no JSON for ${status}`);
    return;
  }
  const parsed = declared.json.safeParse(JSON.parse(JSON.stringify(body)));
  if (!parsed.success) throw new Error(`${method} ${path} ${status}: ${parsed.error.message}`);
}

function onlyMethods(allowed: readonly string[]): RequestHandler {
  return (request, response) => {
    response.setHeader('Allow', allowed.join(', '));
    throw new Refusal(
      fault('method-not-allowed', { facts: { method: request.method, allowed: allowed.join(' or ') } }),
    );
  };
}
