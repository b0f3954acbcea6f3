import type { Fault } from '../core/model/problem.ts';
import { visible } from '../core/text/visible.ts';
import { wordsOf } from '../core/words/faults.ts';
import type { Result } from '../core/result.ts';

/** Ends a command with exit code 2: bad input or usage, with the sentence and the advice to print. */
export class Refusal extends Error {
  readonly advice: string | null;

  /** `sentence` begins with the file, or with `error: `. */
  constructor(sentence: string, advice: string | null = null) {
    super(sentence);
    this.advice = advice;
  }
}

/** The value, or a refusal that names the file: "bad.svg: line 12: …". */
export function orRefuse<T>(result: Result<T, Fault>, where: string | null): T {
  if (result.ok) return result.value;
  const { sentence, advice } = wordsOf(result.error);
  throw new Refusal(visible(`${where ?? 'error'}: ${sentence}`), advice);
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'the file may not be read or written by this user',
  EPERM: 'the file may not be read or written by this user',
  EISDIR: 'this is a folder, not a file',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
};

/** Runs `work`; what the system says about a file becomes a refusal that names the file. */
export async function onFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const words = Object.hasOwn(FILE_ERRORS, code) ? FILE_ERRORS[code] : undefined;
    if (words === undefined) throw error;
    throw new Refusal(visible(`${path}: ${words}`));
  }
}
