import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { VerdictJson } from '../../../render/verdict-json.ts';
import { entriesOf, listOf, objectOf, textOf, textsOf } from '../json.ts';
import type { Json } from '../json.ts';
import { command } from '../product.ts';
import { shown } from '../record.ts';
import type { Recorder } from '../record.ts';
import { checkMentions } from './words.ts';

/** Names of verdicts in the facts and here. */
const OUTCOMES: Readonly<Record<string, string>> = { fail: 'regression' };

/** `gates`: what `firebreak gate` says about the runs in two folders under the rules of `gate_file`. */
export async function checkGates(record: Recorder, expected: Json, folder: string): Promise<void> {
  if (expected['gates'] === undefined) return;
  const rules = objectOf(
    JSON.parse(readFileSync(join(folder, textOf(expected['gate_file'], 'gate_file')), 'utf8')),
    'gate',
  );
  const thresholds = ['--measure', 'count', '--min-abs', String(rules['fail_above']), '--min-rel', '0'];
  const least = ['--min-samples-per-run', String(rules['min_samples_per_run'])];
  for (const entry of listOf(expected['gates'], 'gates')) {
    const facts = objectOf(entry, 'a gate');
    const baseFolder = facts['base'] === null ? null : join(folder, textOf(facts['base'], 'base'));
    const base = baseFolder === null ? [] : ['--base', baseFolder];
    const head = ['--head', join(folder, textOf(facts['head'], 'head'))];
    const args = ['gate', ...base, ...head, ...thresholds, ...least, '--normalize', 'none'];
    const within = record.within(`gates[${String(facts['base'])} ${String(facts['head'])}]`);
    const files = readdirSync(folder, { recursive: true }).length;
    const told = await command(...args);
    const json = await command(...args, '--json');
    checkVerdict(within, facts, { ...told, verdict: JSON.parse(json.out) as VerdictJson });
    if (facts['baseline_must_not_be_created'] === true) {
      const made = told.files.size + json.files.size + readdirSync(folder, { recursive: true }).length - files;
      const isThere = baseFolder === null || existsSync(baseFolder);
      within.that('baseline_must_not_be_created', made === 0 && isThere, () => `${made} files made`);
    }
    if (expected['deterministic'] !== undefined) {
      const same = (await command(...args)).out === told.out && (await command(...args, '--json')).out === json.out;
      within.that('deterministic', same, () => 'two runs differ');
    }
  }
}

interface Told {
  readonly code: number;
  readonly out: string;
  readonly verdict: VerdictJson;
}

function checkVerdict(record: Recorder, facts: Json, { code, out, verdict }: Told): void {
  for (const [name, value] of entriesOf(facts, 'a gate')) {
    if (name === 'base' || name === 'head' || name === 'baseline_must_not_be_created') continue;
    if (name === 'verdict') {
      const wanted = OUTCOMES[textOf(value, 'verdict')] ?? value;
      record.that(
        name,
        verdict.outcome === wanted,
        () => `expected ${String(wanted)}, got: ${shown(verdict.sentence)}`,
      );
    } else if (name === 'exit_zero') {
      record.that(name, (code === 0) === value, () => `exit code ${code}`);
    } else if (name === 'must_mention') {
      checkMentions(record, name, value, out);
    } else if (name === 'not_reported_as_regressed') {
      const failed = verdict.rows.filter(({ status }) => status === 'failed').map((row) => row.name);
      const wrong = textsOf(value, name).filter((path) => failed.includes(path.split(';').at(-1) ?? ''));
      record.that(name, wrong.length === 0, () => shown(wrong));
    } else record.notYet(name, 'no check is written for this fact');
  }
}
