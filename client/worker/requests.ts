/** What the thread of the browser is asked for, and what it answers. */
import type { RulesPreview } from '../../pipeline/preview.ts';
import type { Countable } from '../model/countable.ts';
import type { FileFault, LocalInputs } from './compare-files.ts';
import type { WrittenHere } from './write-report.ts';

/** Questions with what belongs to them. */
export interface Questions {
  readonly compare: { readonly inputs: LocalInputs };
  readonly preview: { readonly inputs: LocalInputs; readonly tried: Pick<LocalInputs, 'rules' | 'without'> };
  /** `comparison` as `encodeComparison` writes it. */
  readonly report: { readonly comparison: Uint8Array; readonly format: WrittenHere };
  /** What the files could be compared by. */
  readonly countable: { readonly inputs: LocalInputs };
  /** The built-in rule packs. */
  readonly packs: { readonly kind?: never };
}

/** Their answers. A comparison comes as `encodeComparison` writes it. */
export interface Answers {
  readonly compare: Uint8Array<ArrayBuffer>;
  readonly preview: RulesPreview;
  readonly countable: Countable;
  readonly report: Blob;
  readonly packs: readonly { readonly name: string; readonly version: string; readonly summary: string }[];
}

export type Question = keyof Questions;
export type ToWorker = { readonly [Q in Question]: { readonly question: Q } & Questions[Q] }[Question];

export type FromWorker =
  | { readonly kind: 'step'; readonly file: string | null }
  | { readonly kind: 'done'; readonly answer: Answers[Question] }
  | { readonly kind: 'failed'; readonly failure: FileFault };
