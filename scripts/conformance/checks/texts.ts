import { join } from 'node:path';
import { textsOf } from '../json.ts';
import type { Json } from '../json.ts';
import { command } from '../product.ts';
import type { Recorder } from '../record.ts';
import { shown } from '../record.ts';
import { diffsOf } from './diff.ts';

/** `output_must_not_contain`, `default_mode`, `must_state_mode`: what `diff` prints for the pairs of a case. */
export async function checkTexts(record: Recorder, expected: Json, folder: string): Promise<void> {
  const pairs = new Map<string, readonly [string, string]>();
  for (const [, diff] of diffsOf(expected)) {
    const [base, head] = [diff['base'], diff['head']];
    if (diff['error'] === true || typeof base !== 'string' || typeof head !== 'string') continue;
    pairs.set(`${base} ${head}`, [join(folder, base), join(folder, head)]);
  }
  for (const [name, [base, head]] of pairs) {
    if (expected['output_must_not_contain'] !== undefined) {
      await checkForbidden(record, name, textsOf(expected['output_must_not_contain'], 'output'), base, head);
    }
    if (expected['default_mode'] !== undefined || expected['must_state_mode'] !== undefined) {
      await checkMode(record, name, expected, base, head);
    }
  }
}

const FILES = ['out.json', 'out.md', 'out.svg', 'out.folded', 'out.txt'] as const;

async function checkForbidden(
  record: Recorder,
  name: string,
  bad: readonly string[],
  base: string,
  head: string,
): Promise<void> {
  for (const file of FILES) {
    const { files, said } = await command('diff', base, head, '--nodes', '-o', file);
    // The script of a picture is code and may hold any of these words.
    const text = (files.get(file) ?? '').replace(/<script[\s\S]*?<\/script>/g, '');
    const found = bad.filter((word) => `${text}\n${said}`.includes(word));
    record.that(`output_must_not_contain[${name}][${file}]`, text !== '' && found.length === 0, () =>
      text === '' ? `nothing was written: ${said}` : `holds ${shown(found)}`,
    );
  }
}

/** Shares are what is compared unless asked otherwise; the text says so, with both totals. */
async function checkMode(record: Recorder, name: string, expected: Json, base: string, head: string): Promise<void> {
  const { out, said } = await command('diff', base, head);
  const text = `${out}\n${said}`;
  if (expected['default_mode'] === 'normalised' || expected['default_mode'] === 'normalized') {
    record.that(`default_mode[${name}]`, /\d ?%/.test(out), () => `no share in: ${out.slice(0, 300)}`);
  } else if (expected['default_mode'] !== undefined) record.notYet('default_mode', 'no check is written for this mode');
  if (expected['must_state_mode'] === true) {
    record.that(
      `must_state_mode[${name}]`,
      /\bshares?\b/i.test(text),
      () => `no word of shares in: ${text.slice(0, 300)}`,
    );
  }
}
