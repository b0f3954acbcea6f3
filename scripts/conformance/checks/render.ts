import { SaxesParser } from 'saxes';
import { entriesOf, objectOf, textsOf } from '../json.ts';
import type { Json } from '../json.ts';
import { command, hasImporter, mainColumn, readPath, readText } from '../product.ts';
import type { Recorder } from '../record.ts';
import { shown } from '../record.ts';
import { stacksOf } from '../tree.ts';
import { troubleWhenOpened } from './opened.ts';

/** What an output is made with: `-o` of the command line. `html` is the self-contained page. */
const ENDINGS: Readonly<Record<string, string>> = {
  svg: 'out.svg',
  html: 'out.html',
  markdown: 'out.md',
  json: 'out.json',
};

/** `outputs` and `labels`: the file against itself, in every form that is named. */
export async function checkOutputs(record: Recorder, expected: Json, path: string | undefined): Promise<void> {
  if (expected['outputs'] === undefined && expected['labels'] === undefined) return;
  if (path === undefined) {
    record.notYet('outputs', 'no check is written for outputs of several files');
    return;
  }
  for (const [name, facts] of entriesOf(expected['outputs'] ?? {}, 'outputs')) {
    const within = record.within(`outputs.${name}`);
    const text = await outputOf(path, ENDINGS[name] ?? `out.${name}`);
    if (text === null) within.notYet('written', `diff has no output in this form: ${name}`);
    else await checkOutput(within, objectOf(facts, name), text, path);
  }
  const svg = await outputOf(path, 'out.svg');
  if (expected['labels'] !== undefined && svg !== null)
    checkLabels(record.within('labels'), objectOf(expected['labels'], 'labels'), svg);
}

async function outputOf(path: string, file: string): Promise<string | null> {
  const { files } = await command('diff', '--level', 'none', path, path, '-o', file);
  return files.get(file) ?? null;
}

async function checkOutput(record: Recorder, facts: Json, text: string, path: string): Promise<void> {
  for (const [name, value] of Object.entries(facts)) {
    if (name === 'must_not_contain') {
      for (const bad of textsOf(value, name))
        record.that(`must_not_contain[${bad}]`, !text.includes(bad), () => excerptAt(text, bad));
    } else if (name === 'well_formed_xml') record.that(name, xmlFault(text) === null, () => xmlFault(text) ?? '');
    else if (name === 'one_table_row_per_frame') checkRows(record, text, path);
    else if (name === 'round_trip') await checkRoundTrip(record, path);
    else if (name === 'no_dialog_when_opened_and_hovered') await checkOpened(record, name, text);
    else record.notYet(name, 'no check is written for this fact');
  }
}

async function checkOpened(record: Recorder, name: string, text: string): Promise<void> {
  const trouble = await troubleWhenOpened(text);
  if (trouble === null) record.notYet(name, 'needs Chromium');
  else record.that(name, trouble.length === 0, () => shown(trouble));
}

function excerptAt(text: string, bad: string): string {
  const at = text.indexOf(bad);
  return text.slice(Math.max(0, at - 40), at + bad.length + 40);
}

function xmlFault(text: string): string | null {
  const parser = new SaxesParser();
  let first: string | null = null;
  parser.on('error', (error) => {
    first ??= error.message;
  });
  parser.write(text).close();
  return first;
}

/** Every row of each Markdown table has as many cells as its head: no name breaks out of its row or cell. */
function checkRows(record: Recorder, text: string, path: string): void {
  const tables = text
    .split(/\n\n+/)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.map((row) => row.replace(/\\./g, '').split('|').length));
  record.that(
    'one_table_row_per_frame',
    tables.some((cells) => cells.length > 2) && tables.every((cells) => new Set(cells).size === 1),
    () => `cells by row of ${path}: ${shown(tables)}`,
  );
}

/** The product's own picture of the profile gives the same stacks back, apart from control characters. */
async function checkRoundTrip(record: Recorder, path: string): Promise<void> {
  if (!hasImporter(['svg'])) {
    record.notYet('round_trip', 'no importer for svg');
    return;
  }
  const picture = await command('convert', '--to', 'svg', path);
  const [before, after] = [await readPath(path), await readText(picture.out)];
  if (!before.ok || !after.ok) {
    record.fail('round_trip', [before, after].map((reading) => (reading.ok ? '' : reading.said)).join(' '));
    return;
  }
  const listed = (reading: typeof before) =>
    stacksOf(mainColumn(reading))
      .map(({ frames, self }) => `${frames.join(';')} ${self}`)
      .filter((line) => !/[\p{Cc}\u2400-\u241f\ufffd]/u.test(line))
      .sort();
  const [given, read] = [listed(before), listed(after)];
  const missing = given.filter((line) => !read.includes(line));
  record.that('round_trip', missing.length === 0, () => `missing: ${shown(missing)}; there is ${shown(read)}`);
}

function checkLabels(record: Recorder, facts: Json, svg: string): void {
  const labels = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, label]) => label ?? '');
  for (const name of Object.keys(facts)) {
    if (name === 'no_lone_surrogate')
      record.that(name, !labels.some((label) => /\p{Surrogate}/u.test(label)), () => shown(labels));
    else if (name === 'no_broken_utf8') record.that(name, !svg.includes('\ufffd'), () => excerptAt(svg, '\ufffd'));
    else if (name === 'right_to_left_mark_is_isolated_or_escaped') {
      const bare = labels.filter((label) => /[\u202a-\u202e]/.test(label.replace(/[\u2066-\u2068].*?\u2069/g, '')));
      record.that(name, bare.length === 0, () => shown(bare));
    } else record.notYet(name, 'no check is written for this fact');
  }
}
