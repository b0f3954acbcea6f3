/** The comparison that the document holds itself: text of `render/html.ts`, gzip in base64 in an element of its own. */
import type { Comparison } from '../../core/diff/comparison.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { decodeComparison } from '../../core/wire/comparison.ts';
import type { ApiProblem } from '../api/api.ts';
import type { ComparisonSource } from '../state/source.ts';

const ELEMENT = 'firebreak-comparison';

export function embeddedSource(document: Document): ComparisonSource {
  const element = document.getElementById(ELEMENT);
  return {
    id: 'report',
    kind: 'embedded',
    permalink: webAddress(element?.dataset['permalink']),
    comparison: () => unpacked(element?.textContent ?? ''),
    record: null,
    recompare: null,
    countable: null,
    store: null,
    write: null,
    rules: null,
  };
}

/** The address if it is one of the web, whatever was written into the file. */
function webAddress(text: string | undefined): string | null {
  return text !== undefined && /^https?:\/\//i.test(text) ? text : null;
}

async function unpacked(text: string): Promise<Result<Comparison, ApiProblem>> {
  try {
    const packed = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    const decoded = decodeComparison(new Uint8Array(await new Response(stream).arrayBuffer()));
    return decoded.ok ? decoded : err(damaged(decoded.error.code));
  } catch {
    return err(damaged('report-damaged'));
  }
}

function damaged(code: string): ApiProblem {
  return {
    title: 'Unreadable report',
    detail: 'The comparison in this file cannot be read.',
    code,
    file: null,
    position: null,
    column: null,
    seen: null,
    expected: 'the file as Firebreak wrote it, and a browser of 2023 or later',
    advice: 'A mail program or a viewer may have changed the file: download it again, or have the report made again.',
  };
}
