/**
 * The page's side of the HTTP API (docs/api.md). Every call answers with a value: the result, or the problem that the
 * server told, which carries its own sentence, position and advice.
 */
import type { NormalizationLevel } from '../../core/diff/comparison.ts';
import { decodeComparison } from '../../core/wire/comparison.ts';
import type { Comparison } from '../../core/diff/comparison.ts';
import { err, ok } from '../../core/result.ts';
import { isServerAway } from '../state/server-away.ts';
import { isSignInNeeded } from '../state/sign-in-needed.ts';
import type { Result } from '../../core/result.ts';
import type { ComparisonAnswer, PreviewAnswer, ProblemAnswer, RulesAnswer } from '../../server/contract.ts';

export const API = '/api/v1';

/** What the page uses of a problem+json answer. `file`, `seen` and `detail` hold hostile text. */
export type ApiProblem = Pick<
  ProblemAnswer,
  'title' | 'detail' | 'code' | 'file' | 'position' | 'column' | 'seen' | 'expected' | 'advice'
>;

export type StoredComparison = ComparisonAnswer;
export type StoredInput = Pick<ComparisonAnswer['base'][number], 'id'>;

export type UploadProgress =
  | { readonly stage: 'sending'; readonly sent: number; readonly total: number }
  | { readonly stage: 'comparing' };

export interface Upload<T = StoredComparison> {
  readonly result: Promise<Result<T, ApiProblem>>;
  readonly cancel: () => void;
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
  return sendForm(`${API}/comparisons`, form, onProgress, answerOf);
}

/** Sends a form and tells how much of it is sent; `read` makes the result of status and body. */
export function sendForm<T>(
  url: string,
  form: FormData,
  onProgress: (progress: UploadProgress) => void,
  read: (status: number, body: string) => Result<T, ApiProblem>,
): Upload<T> {
  // fetch cannot tell how much it has sent.
  const request = new XMLHttpRequest();
  const result = new Promise<Result<T, ApiProblem>>((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress({ stage: 'sending', sent: loaded, total });
    });
    request.upload.addEventListener('load', () => {
      onProgress({ stage: 'comparing' });
    });
    request.addEventListener('load', () => {
      resolve(read(request.status, request.responseText));
    });
    request.addEventListener('error', () => {
      resolve(err(unreachable()));
    });
    request.addEventListener('abort', () => {
      resolve(err(problem('cancelled', 'Cancelled', 'It was cancelled; nothing was stored.')));
    });
    request.open('POST', url);
    request.send(form);
  });
  return {
    result,
    cancel() {
      request.abort();
    },
  };
}

/** Compares profiles that the server has, under other rules or with the sides exchanged. */
export function compareStored(
  base: readonly StoredInput[],
  head: readonly StoredInput[],
  level: NormalizationLevel,
  without: readonly string[],
): Promise<Result<StoredComparison, ApiProblem>> {
  return ask(`${API}/comparisons`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ base: idsOf(base), head: idsOf(head), level, without }),
  });
}

/** Inputs and rules of a comparison, without its result. */
export function storedComparison(id: string): Promise<Result<StoredComparison, ApiProblem>> {
  return ask(`${API}/comparisons/${encodeURIComponent(id)}?result=none`);
}

/** The rules of the project, and the packs that there are. */
export function projectRules(): Promise<Result<RulesAnswer, ApiProblem>> {
  return askFor(`${API}/rules`, undefined, isRulesAnswer);
}

/** Stores rules; `replacing` is the hash of those that were read, so that nobody's change is overwritten. */
export function saveProjectRules(text: string, replacing: string | null): Promise<Result<RulesAnswer, ApiProblem>> {
  const guard: Record<string, string> =
    replacing === null ? { 'if-none-match': '*' } : { 'if-match': `"${replacing}"` };
  const headers = { 'content-type': 'application/json', ...guard };
  return askFor(`${API}/rules`, { method: 'PUT', headers, body: JSON.stringify({ text }) }, isRulesAnswer);
}

/** What rules would change in a comparison, compared with those of today. */
export function previewRules(
  { base, head, level, valueType, without }: StoredComparison,
  tried: { readonly rules: string; readonly without: readonly string[] },
  signal: AbortSignal,
): Promise<Result<PreviewAnswer, ApiProblem>> {
  const inputs = { base: idsOf(base), head: idsOf(head), level, valueType, without };
  return askFor(
    `${API}/rules/preview`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...inputs, rules: tried.rules, triedWithout: tried.without }),
      signal,
    },
    (answer): answer is PreviewAnswer => typeof answer === 'object' && answer !== null && 'before' in answer,
  );
}

function isRulesAnswer(answer: unknown): answer is RulesAnswer {
  return typeof answer === 'object' && answer !== null && 'packs' in answer;
}

function idsOf(inputs: readonly StoredInput[]): readonly string[] {
  return inputs.map(({ id }) => id);
}

export function exampleComparison(): Promise<Result<StoredComparison, ApiProblem>> {
  return ask(`${API}/example`);
}

/** The whole result of a comparison, decoded and checked. */
export async function comparisonData(id: string): Promise<Result<Comparison, ApiProblem>> {
  try {
    const response = await fetch(`${API}/comparisons/${encodeURIComponent(id)}/data`);
    if (!response.ok) return err(problemOf(response.status, await response.text()));
    const decoded = decodeComparison(new Uint8Array(await response.arrayBuffer()));
    if (decoded.ok) return decoded;
    return err(unreadable(decoded.error.code));
  } catch {
    return err(unreachable());
  }
}

/** Asks the server; `isAnswer` looks at what came, since it may be another server or a proxy that answers. */
export async function askFor<T>(
  url: string,
  init: RequestInit | undefined,
  isAnswer: (answer: unknown) => answer is T,
): Promise<Result<T, ApiProblem>> {
  try {
    const response = await fetch(url, init);
    return answerIn(response.status, await response.text(), isAnswer);
  } catch {
    return err(unreachable());
  }
}

export function answerIn<T>(
  status: number,
  body: string,
  isAnswer: (answer: unknown) => answer is T,
): Result<T, ApiProblem> {
  if (status < 200 || status >= 300) return err(problemOf(status, body));
  const answer = parsed(body);
  return isAnswer(answer) ? ok(answer) : err(unreadable('bad-answer'));
}

async function ask(url: string, init?: RequestInit): Promise<Result<StoredComparison, ApiProblem>> {
  try {
    const response = await fetch(url, init);
    return answerOf(response.status, await response.text());
  } catch {
    return err(unreachable());
  }
}

function answerOf(status: number, body: string): Result<StoredComparison, ApiProblem> {
  if (status < 200 || status >= 300) return err(problemOf(status, body));
  const answer = parsed(body) as StoredComparison | null;
  if (answer !== null && typeof answer.id === 'string') return ok(answer);
  return err(unreadable('bad-answer'));
}

/** A problem+json body; what is not one (a proxy's error page) becomes a problem that names the status. */
function problemOf(status: number, body: string): ApiProblem {
  if (status === 401) isSignInNeeded.value = true;
  const told = parsed(body) as Partial<ApiProblem> | null;
  if (told !== null && typeof told === 'object' && typeof told.detail === 'string') {
    const {
      title = '',
      detail,
      code = '',
      file = null,
      position = null,
      column = null,
      seen = null,
      expected = null,
      advice = null,
    } = told;
    return { title, detail, code, file, position, column, seen, expected, advice };
  }
  return problem('http-status', 'Request failed', `The server answered with status ${status}.`);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function unreadable(code: string): ApiProblem {
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
