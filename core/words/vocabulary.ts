import type { Fault, Problem } from '../model/problem.ts';

/** What a person reads: what happened and where, then what to do about it. Plain text, hostile excerpts included. */
export interface Words {
  readonly sentence: string;
  readonly advice: string | null;
}

/**
 * Sentences of one area, by code. The position is added by `wordsOf`, so a sentence does not name it. A problem has a
 * `count`, a fault has none.
 */
export type Vocabulary = Readonly<
  Record<
    string,
    (fault: Fault & Partial<Pick<Problem, 'count'>>) => { readonly sentence: string; readonly advice?: string }
  >
>;
