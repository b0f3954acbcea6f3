import { parseJson } from '../json/document.ts';
import type { Detection, Head } from '../importer.ts';
import { MetricCollector } from './collector.ts';
import type { MetricsImporter } from './metrics-importer.ts';
import { err } from '../../core/result.ts';

/** `tps=1571.07`, `latency_p95: 1.96 ms`: a line a number; the same name again is a repeat. */
export const keyValueImporter: MetricsImporter = {
  id: 'key-value',
  title: 'numbers by name (name=value)',
  detect({ text, complete }: Head): Detection {
    const lines = text.split(/\r?\n/);
    if (!complete) lines.pop();
    const rows = lines.filter((line) => !isBlank(line));
    if (rows.length === 0 || rows.some((line) => !ROW.test(line.trim()))) {
      return { verdict: 'no', because: 'not every line is a name, = or :, and a number' };
    }
    return { verdict: 'unsure', because: 'every line is a name, = or :, and a number' };
  },
  parse(text) {
    const collector = new MetricCollector();
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (isBlank(line)) continue;
      const found = ROW.exec(line.trim());
      if (found === null) {
        collector.problems.add('warning', 'metrics-row-odd', { line: index + 1, seen: line, expected: 'name=number' });
        continue;
      }
      const [, name = '', value, unit = ''] = found;
      collector.addText(name, UNITS.get(unit) ?? (unit === '' ? 'count' : unit), value, index + 1);
    }
    return collector.finish(null);
  },
};

const ROW = /^([A-Za-z_][\w.%-]{0,199})\s*[=:]\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?:\s*([A-Za-z%/]{1,20}))?$/;
const UNITS: ReadonlyMap<string, string> = new Map([
  ['ms', 'milliseconds'],
  ['s', 'seconds'],
  ['us', 'microseconds'],
  ['ns', 'nanoseconds'],
  ['B', 'bytes'],
  ['/s', 'per second'],
  ['%', 'percent'],
]);

function isBlank(line: string): boolean {
  return line.trim() === '' || line.trimStart().startsWith('#');
}

/** An object of numbers, of lists of numbers (repeats), and of such objects (names joined by a point). */
export const jsonNumbersImporter: MetricsImporter = {
  id: 'json-numbers',
  title: 'numbers by name (JSON)',
  detect({ text, bytes, complete }: Head): Detection {
    const no = { verdict: 'no', because: 'no JSON object of numbers' } as const;
    if (!complete || !text.trimStart().startsWith('{')) return no;
    const parsed = parseJson(bytes);
    if (!parsed.ok) return no;
    const { numbers, others, tables } = numbersIn(parsed.value.root);
    // A list of objects or lists is a table of something else: a profile, a verdict.
    if (numbers.length === 0 || others > numbers.length || tables > 0) return no;
    return { verdict: 'unsure', because: `a JSON object with ${numbers.length} numbers` };
  },
  parse(text) {
    const parsed = parseJson(new TextEncoder().encode(text));
    if (!parsed.ok) return err(parsed.error);
    const collector = new MetricCollector();
    const { numbers, others } = numbersIn(parsed.value.root);
    for (const [name, value] of numbers) collector.add(name, 'count', value);
    if (others > 0) collector.problems.add('note', 'metrics-json-others', { count: others });
    return collector.finish(null);
  },
};

const MAX_DEPTH = 4;

/** Leaves of the root object, breadth first; deeper ones than MAX_DEPTH and what is no number are counted only. */
function numbersIn(root: unknown): {
  readonly numbers: readonly (readonly [string, number])[];
  readonly others: number;
  /** Lists with something else than numbers and texts in them. */
  readonly tables: number;
} {
  const numbers: (readonly [string, number])[] = [];
  let others = 0;
  let tables = 0;
  let level: (readonly [name: string, value: unknown])[] = isObject(root) ? Object.entries(root) : [];
  for (let depth = 0; level.length > 0; depth++) {
    const next: (readonly [string, unknown])[] = [];
    for (const [name, value] of level) {
      if (typeof value === 'number' && Number.isFinite(value)) numbers.push([name, value]);
      else if (depth === MAX_DEPTH) others++;
      else if (Array.isArray(value)) {
        const elements: readonly unknown[] = value;
        if (elements.some((element) => typeof element === 'object' && element !== null)) tables++;
        else for (const element of elements) next.push([name, element]);
      } else if (isObject(value))
        for (const [key, inner] of Object.entries(value)) next.push([`${name}.${key}`, inner]);
      else others++;
    }
    level = next;
  }
  return { numbers, others, tables };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
