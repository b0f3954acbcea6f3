import type { CiVerdict } from '../ci-verdict.ts';
import { verdictCodeQuality } from './code-quality.ts';
import { verdictJunit } from './junit.ts';
import { verdictMarkdown } from './markdown.ts';
import { verdictSarif } from './sarif.ts';
import { verdictText } from './text.ts';
import { verdictAnnotations } from './workflow.ts';

export interface VerdictOutputOptions {
  /** Address of the server, for links to the comparison; null: no links. */
  readonly server: string | null;
  /** Line by which a comment is found again; see `verdictMarker`. */
  readonly marker?: string | null;
}

type Writer = (verdict: CiVerdict, options: VerdictOutputOptions) => string;

/** Every form in which a verdict is written, by the name that `--output` takes. */
const WRITERS = {
  text: (verdict, { server }) => verdictText(verdict, server),
  json: (verdict) => `${JSON.stringify(verdict, null, 2)}\n`,
  markdown: (verdict, { server, marker }) => verdictMarkdown(verdict, { server, marker: marker ?? null }),
  junit: (verdict, { server }) => verdictJunit(verdict, server),
  sarif: (verdict, { server }) => verdictSarif(verdict, server),
  codequality: (verdict) => verdictCodeQuality(verdict),
  annotations: (verdict, { server }) => verdictAnnotations(verdict, server),
} satisfies Readonly<Record<string, Writer>>;

export type VerdictFormat = keyof typeof WRITERS;
export const VERDICT_FORMATS = Object.keys(WRITERS) as readonly VerdictFormat[];

/** A verdict in one of the forms. Nothing in it is markup, a command or a link but what is meant to be. */
export function verdictOutput(format: VerdictFormat, verdict: CiVerdict, options: VerdictOutputOptions): string {
  return WRITERS[format](verdict, options);
}
