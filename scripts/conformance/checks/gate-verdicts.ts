import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, listOf, objectOf, textOf, textsOf } from '../json.ts';
import type { Json } from '../json.ts';
import { judged } from '../product.ts';
import type { Judged } from '../product.ts';
import { shown } from '../record.ts';
import type { Recorder } from '../record.ts';
import { runsIn } from './gate.ts';
import { checkMentions } from './words.ts';

/** Names of verdicts in the facts and here. */
const OUTCOMES: Readonly<Record<string, string>> = { fail: 'regression' };

/**
 * `gates`: the verdict on the runs of two folders under the rules of `gate_file`. Numbers and names are looked for in the
 * rows of the verdict; exit codes and words belong to the command line.
 */
export async function checkGates(record: Recorder, expected: Json, folder: string): Promise<void> {
  if (expected['gates'] === undefined) return;
  const rules = objectOf(
    JSON.parse(readFileSync(join(folder, textOf(expected['gate_file'], 'gate_file')), 'utf8')),
    'gate',
  );
  for (const entry of listOf(expected['gates'], 'gates')) {
    const facts = objectOf(entry, 'a gate');
    const base = facts['base'] === null ? [] : await runsIn(join(folder, textOf(facts['base'], 'base')));
    const head = await runsIn(join(folder, textOf(facts['head'], 'head')));
    const judge = () =>
      judged(base, head, { fraction: Number(rules['fail_above']) / 100, least: Number(rules['min_samples_per_run']) });
    const within = record.within(`gates[${String(facts['base'])} ${String(facts['head'])}]`);
    checkVerdict(within, facts, judge());
    if (expected['deterministic'] !== undefined) {
      within.that('deterministic', JSON.stringify(judge()) === JSON.stringify(judge()), () => 'two runs differ');
    }
  }
}

function checkVerdict(record: Recorder, facts: Json, { outcome, rows, obstacles }: Judged): void {
  for (const [name, value] of entriesOf(facts, 'a gate')) {
    if (name === 'base' || name === 'head') continue;
    if (name === 'verdict') {
      const wanted = OUTCOMES[textOf(value, 'verdict')] ?? value;
      record.that(
        name,
        outcome === wanted,
        () => `expected ${String(wanted)}, got ${outcome}: ${shown([rows, obstacles])}`,
      );
    } else if (name === 'must_mention') {
      const text = rows.map((row) => `${row.name} ${row.base} ${row.head} ${(row.delta * 100).toFixed(1)}`).join('\n');
      checkMentions(record, name, value, `${text}\n${obstacles.join('\n')}`);
    } else if (name === 'not_reported_as_regressed') {
      const failed = rows.filter(({ status }) => status === 'failed').map((row) => row.name);
      const wrong = textsOf(value, name).filter((path) => failed.includes(path.split(';').at(-1) ?? ''));
      record.that(name, wrong.length === 0, () => shown(wrong));
    } else if (name === 'exit_zero' || name === 'baseline_must_not_be_created') {
      record.notYet(name, 'waits for the gate of the command line');
    } else record.notYet(name, 'no check is written for this fact');
  }
}
