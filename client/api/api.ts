/**
 * The page's side of the HTTP API (docs/api.md). Every call answers with a value: the result, or the problem that the
 * server told, which carries its own sentence, position and advice.
 */
import { ApiClient, readAnswer } from '../../api/client.ts';
import type { AnswerOf, ApiFault, CallName, CallOptions } from '../../api/client.ts';
import type { Comparison as StoredAnswer, Operations, Problem, Profile, Rules } from '../../api/generated.ts';
import { err, ok } from '../../core/result.ts';
import type { RulesPreview } from '../../pipeline/preview.ts';
import { isServerAway } from '../state/server-away.ts';
import { isSignInNeeded } from '../state/sign-in-needed.ts';
import type { Result } from '../../core/result.ts';

export const API = '/api/v1';

/** What the page uses of a problem+json answer. `file`, `seen` and `detail` hold hostile text. */
export type ApiProblem = Pick<
  Problem,
  'title' | 'detail' | 'code' | 'file' | 'position' | 'column' | 'seen' | 'expected' | 'advice'
>;

export type StoredComparison = StoredAnswer;
export type StoredInput = Pick<StoredAnswer['base'][number], 'id'>;

export type UploadProgress =
  | { readonly stage: 'sending'; readonly sent: number; readonly total: number }
  | { readonly stage: 'comparing' };

export interface Upload<T = StoredComparison> {
  readonly result: Promise<Result<T, ApiProblem>>;
  readonly cancel: () => void;
}

const client = new ApiClient({
  address: '',
  // The client knows no platform: body and signal are what was given to it here.
  fetch: (url, { body, signal, ...init }) =>
    fetch(url, {
      ...init,
      ...(body === undefined ? {} : { body: body as BodyInit }),
      ...(signal === undefined ? {} : { signal: signal as AbortSignal }),
    }),
});

/** The value of an answer of the server, or the problem that it or the way to it has. */
export async function call<Name extends CallName>(
  name: Name,
  input: Operations[Name]['input'],
  options?: CallOptions,
): Promise<Result<AnswerOf<Name>['value'], ApiProblem>> {
  return valueOf<Name>(await client.call(name, input, options));
}

function valueOf<Name extends CallName>(
  answer: Result<AnswerOf<Name>, ApiFault>,
): Result<AnswerOf<Name>['value'], ApiProblem> {
  return answer.ok ? ok(answer.value.value) : err(problemOf(answer.error));
}

/** Sends the files of both sides in one request, so that everything is stored or nothing. Bytes, not parts, are counted. */
export function compareFiles(
  base: readonly File[],
  head: readonly File[],
  onProgress: (progress: UploadProgress) => void,
): Upload {
  const form = new FormData();
  for (const file of base) form.append('base', file, file.name);
  for (const file of head) form.append('head', file, file.name);
  return send('compare', { body: { form } }, onProgress, compared);
}

/** Calls with files, and tells how much of them is sent; `read` takes what is wanted from the answer. */
export function send<Name extends CallName, T>(
  name: Name,
  input: Operations[Name]['input'],
  onProgress: (progress: UploadProgress) => void,
  read: (value: AnswerOf<Name>['value']) => Result<T, ApiProblem>,
): Upload<T> {
  // fetch cannot tell how much it has sent.
  const request = new XMLHttpRequest();
  const { url, method, headers, body } = client.prepare(name, input);
  const result = new Promise<Result<T, ApiProblem>>((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress({ stage: 'sending', sent: loaded, total });
    });
    request.upload.addEventListener('load', () => {
      onProgress({ stage: 'comparing' });
    });
    request.addEventListener('load', () => {
      const told = { get: (header: string) => request.getResponseHeader(header) };
      const answer = valueOf<Name>(readAnswer(name, request.status, request.responseText, told));
      resolve(answer.ok ? read(answer.value) : answer);
    });
    request.addEventListener('error', () => {
      resolve(err(unreachable()));
    });
    request.addEventListener('abort', () => {
      resolve(err(problem('cancelled', 'Cancelled', 'It was cancelled; nothing was stored.')));
    });
    request.open(method, url);
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    request.send(body as XMLHttpRequestBodyInit);
  });
  return {
    result,
    cancel() {
      request.abort();
    },
  };
}

/** Profiles that the server has, and how to compare them. */
export interface StoredInputs
  extends Pick<StoredComparison, 'level' | 'without'>,
    Partial<Pick<StoredComparison, 'valueType' | 'recording' | 'force' | 'sameWidth'>> {
  readonly base: readonly StoredInput[];
  readonly head: readonly StoredInput[];
}

/** Compares profiles that the server has, in another way or with the sides exchanged. */
export async function compareStored({
  base,
  head,
  ...options
}: StoredInputs): Promise<Result<StoredComparison, ApiProblem>> {
  const answer = await call('compare', { body: { json: { base: idsOf(base), head: idsOf(head), ...options } } });
  return answer.ok ? compared(answer.value) : answer;
}

/** A job is answered to those alone who do not want to wait, and the page waits. */
function compared(value: AnswerOf<'compare'>['value']): Result<StoredComparison, ApiProblem> {
  return 'level' in value ? ok(value) : err(unreadable('bad-answer'));
}

/** Inputs and rules of a comparison, without its result. */
export function storedComparison(id: string): Promise<Result<StoredComparison, ApiProblem>> {
  return call('getComparison', { params: { id }, query: { result: 'none' } });
}

export function storedProfile(id: string): Promise<Result<Profile, ApiProblem>> {
  return call('getProfile', { params: { id } });
}

/** The rules of the project, and the packs that there are. */
export function projectRules(): Promise<Result<Rules, ApiProblem>> {
  return call('getRules', {});
}

/** Stores rules; `replacing` is the hash of those that were read, so that nobody's change is overwritten. */
export function saveProjectRules(text: string, replacing: string | null): Promise<Result<Rules, ApiProblem>> {
  const headers = replacing === null ? { 'if-none-match': '*' } : { 'if-match': `"${replacing}"` };
  return call('putRules', { headers, body: { json: { text } } });
}

/** What rules would change in a comparison, compared with those of today. */
export function previewRules(
  { base, head, level, valueType, recording, without }: StoredComparison,
  tried: { readonly rules: string; readonly without: readonly string[] },
  signal: AbortSignal,
): Promise<Result<RulesPreview, ApiProblem>> {
  const inputs = { base: idsOf(base), head: idsOf(head), level, valueType, recording, without };
  const json = { ...inputs, rules: tried.rules, triedWithout: tried.without };
  return call('previewRules', { body: { json } }, { signal });
}

function idsOf(inputs: readonly StoredInput[]): readonly string[] {
  return inputs.map(({ id }) => id);
}

export function exampleComparison(): Promise<Result<StoredComparison, ApiProblem>> {
  return call('getExample', {});
}

/** An answer of bytes that has begun to arrive. */
export async function streamed<Name extends CallName>(
  name: Name,
  input: Operations[Name]['input'],
): Promise<Result<Response, ApiProblem>> {
  const { url, method, headers } = client.prepare(name, input);
  try {
    const response = await fetch(url, { method, headers, redirect: 'manual' });
    if (response.ok) return ok(response);
    const refused = valueOf<Name>(readAnswer(name, response.status, await response.text(), response.headers));
    return refused.ok ? err(unreadable('bad-answer')) : refused;
  } catch {
    return err(unreachable());
  }
}

/** Why a call failed, in the server's words where it has told some. */
function problemOf(fault: ApiFault): ApiProblem {
  switch (fault.kind) {
    case 'problem': {
      if (fault.status === 401) isSignInNeeded.value = true;
      const { title, detail, code, file, position, column, seen, expected, advice } = fault.problem;
      return { title, detail, code, file, position, column, seen, expected, advice };
    }
    case 'status':
      if (fault.status === 401) isSignInNeeded.value = true;
      return problem('http-status', 'Request failed', `The server answered with status ${fault.status}.`);
    case 'unreadable':
      return unreadable('bad-answer');
    case 'unreachable':
      return unreachable();
  }
}

export function unreadable(code: string): ApiProblem {
  return problem(
    code,
    'Unreadable answer',
    'The server sent an answer that this page cannot read.',
    'Server and page may be of different versions: reload the page, and restart the server after an update.',
  );
}

export function unreachable(): ApiProblem {
  isServerAway.value = true;
  return problem(
    'unreachable',
    'No answer',
    'The server did not answer.',
    'Check that firebreak serve is running, then try again.',
  );
}

function problem(code: string, title: string, detail: string, advice: string | null = null): ApiProblem {
  return { title, detail, code, file: null, position: null, column: null, seen: null, expected: null, advice };
}
