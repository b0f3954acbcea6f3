import { decodeText } from '../svg/decode.ts';

/** What the page says around its frames. */
export interface PageFacts {
  readonly title: string | null;
  /** `samples`, `bytes`… as the page prints it after a number; null in versions that call every number samples. */
  readonly units: string | null;
  readonly inverted: boolean;
  /** Frames carry the difference of their self values to another recording. */
  readonly isDifferential: boolean;
  /** Meaning of the frame type numbers: five in version 2.0, seven from 2.8 on. */
  readonly types: 5 | 7;
}

/** Facts from the part of the page before its data. */
export function readFacts(text: string): PageFacts {
  const title = /<h1[^>]{0,200}>([^<]{0,1000})<\/h1>/.exec(text)?.[1];
  const maxDiff = /\bmaxdiff\s*=\s*(-?\d{1,20})\s*;/.exec(text)?.[1];
  return {
    title: title === undefined ? null : decodeText(title, () => {}),
    units: /\bunits\s*=\s*['"]([^'"\n]{1,60})['"]/.exec(text)?.[1] ?? null,
    inverted: /\b(?:inverted|reverse)\s*=\s*true\s*;/.test(text),
    isDifferential: maxDiff !== undefined && !maxDiff.startsWith('-'),
    types: colours(text) === 5 ? 5 : 7,
  };
}

/** Rows of the palette: one a frame type. */
function colours(text: string): number {
  const start = text.search(/\bpalette\s*=\s*\[/);
  if (start < 0) return 0;
  const end = text.indexOf(';', start);
  return text.slice(start, end < 0 ? start + 2000 : Math.min(end, start + 2000)).split('[0x').length - 1;
}
