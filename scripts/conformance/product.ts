/** The one place where the checks touch the product: what exists of it, and what not yet. */
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from '../../cli/program.ts';
import { BASE, HEAD } from '../../core/tree/union.ts';
import type { Comparison, Explanation } from '../../core/diff/comparison.ts';
import { nodeStates } from '../../core/diff/node-states.ts';
import { compileRules } from '../../core/normalize/compile.ts';
import type { Audit } from '../../core/normalize/audit.ts';
import { normalizeProfile } from '../../core/normalize/normalize-profile.ts';
import type { NormalizedProfile } from '../../core/normalize/normalize-profile.ts';
import type { Normalizer } from '../../core/normalize/normalizer.ts';
import { BUILT_IN_PACKS } from '../../core/normalize/packs.generated.ts';
import { LANGUAGES } from '../../core/normalize/rule.ts';
import type { Language } from '../../core/normalize/rule.ts';
import { UnionPaths } from './tree.ts';
import { wordsOf } from '../../core/words/faults.ts';
import { compareRuns, readFile } from '../../pipeline/index.ts';
import type { ByteSource } from '../../pipeline/index.ts';
import type { ParsedProfile } from '../../parsers/importer.ts';
import type { Problem } from '../../core/model/problem.ts';
import type { Profile } from '../../core/model/profile.ts';
import { IMPORTERS } from '../../parsers/registry.ts';

export interface Accepted {
  readonly ok: true;
  /** Id of the importer. */
  readonly format: string;
  readonly because: string;
  readonly profiles: readonly ParsedProfile[];
  /** Everything that is said about the file, in words, one sentence a line. */
  readonly said: string;
}

export interface Refused {
  readonly ok: false;
  readonly code: string;
  readonly said: string;
}

export type Reading = Accepted | Refused;

/** Reads a file as every front end does; refusals and problems come in the words that users see. */
export function readPath(path: string): Promise<Reading> {
  return readBytes(createReadStream(path), basename(path));
}

async function readBytes(source: ByteSource, fileName: string | null): Promise<Reading> {
  const result = await readFile(source, { fileName });
  if (!result.ok) return { ok: false, code: result.error.code, said: sentence(result.error) };
  const { format, because, file } = result.value;
  const problems = new Set(file.profiles.flatMap(({ profile }) => profile.problems));
  return { ok: true, format, because, profiles: file.profiles, said: [...problems].map(sentence).join('\n') };
}

/** The same for text in memory. */
export function readText(text: string): Promise<Reading> {
  return readBytes([Buffer.from(text, 'utf8')], null);
}

function sentence(fault: Problem | Parameters<typeof wordsOf>[0]): string {
  const words = wordsOf(fault);
  return words.advice === null ? words.sentence : `${words.sentence} ${words.advice}`;
}

export function hasImporter(ids: readonly string[]): boolean {
  return IMPORTERS.some((importer) => ids.includes(importer.id));
}

/** The profile that a plain question ("what is the total?") is about: of a differential file, the new side. */
export function mainProfile(reading: Accepted): Profile {
  const chosen = reading.profiles.find(({ side }) => side === 'head') ?? reading.profiles[0];
  if (chosen === undefined) throw new Error('a file was accepted without a profile');
  return chosen.profile;
}

export function sideProfile(reading: Accepted, side: 'base' | 'head'): Profile | null {
  return reading.profiles.find((parsed) => parsed.side === side)?.profile ?? null;
}

/** One column of values of one profile of a file, with the names that it goes by. */
export interface Column {
  readonly profile: Profile;
  readonly valueType: number;
  readonly names: readonly string[];
}

export function mainColumn(reading: Accepted): Column {
  const profile = mainProfile(reading);
  return columnOf(profile, profile.defaultValueType, null);
}

export function columnsOf(reading: Accepted): readonly Column[] {
  return reading.profiles.flatMap(({ profile, name }) =>
    profile.valueTypes.map((_, valueType) => columnOf(profile, valueType, name)),
  );
}

function columnOf(profile: Profile, valueType: number, name: string | null): Column {
  const names = [profile.valueTypes[valueType]?.name, name, profile.valueTypes.length === 1 ? profile.event : null];
  return { profile, valueType, names: names.filter((one) => one != null) };
}

/** The default rules on single names, for a profile of this language (null: not known). */
export function nameNormalizer(language: string | null): (name: string) => string {
  const normalizer = rulesFor(LANGUAGES.find((known) => known === language) ?? null);
  return (name) => normalizer.name(name).name;
}

/** The default rules on a whole profile. */
export function normalized(profile: Profile): Profile {
  return normalizedWhole(profile).profile;
}

/** What the default rules made of which name of a profile. */
export function audited(profile: Profile): Audit {
  return normalizedWhole(profile).audit;
}

function normalizedWhole(profile: Profile): NormalizedProfile {
  const result = normalizeProfile(profile, rulesFor(null));
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

function rulesFor(language: Language | null): Normalizer {
  const rules = compileRules(BUILT_IN_PACKS, {
    level: 'default',
    ...(language === null ? {} : { language }),
  });
  if (!rules.ok) throw new Error(rules.error.code);
  return rules.value;
}

export interface Compared {
  /** State of the inclusive value of a path, joined by ";". */
  readonly stateOf: (path: string) => string;
  /** Names and paths of the strongest explanation of growth, and of shrinkage. */
  readonly topRegression: readonly string[];
  readonly topImprovement: readonly string[];
}

/** Compares as the front ends do, with raw names; null with the words of the refusal where they refuse. */
export async function compared(base: Profile, head: Profile): Promise<Compared | { readonly refused: string }> {
  const result = await compareRuns([base], [head], { level: 'none', keepIdle: true });
  if (!result.ok) return { refused: sentence(result.error) };
  const { tree, explanations } = result.value;
  const paths = new UnionPaths(tree);
  const states = nodeStates(result.value);
  const namesOf = (explanation: Explanation | undefined): readonly string[] =>
    explanation === undefined
      ? []
      : [paths.pathOf(explanation.node), paths.pathOf(explanation.focus), tree.functions.names[explanation.func] ?? ''];
  const shrunk = explanations.find(({ headShare, baseShare }) => headShare < baseShare);
  return {
    stateOf: (path) => states(Math.max(0, paths.nodeOf(path))),
    topRegression: namesOf(explanations.find(({ headShare, baseShare }) => headShare > baseShare)),
    topImprovement: shrunk === undefined ? [paths.pathOf(mostShrunk(result.value))] : namesOf(shrunk),
  };
}

/** The node whose share shrank most: growth is ranked first, and what shrank may stand in the tables only. */
function mostShrunk({ tree }: Comparison): number {
  const [base, head] = [tree.sides[BASE], tree.sides[HEAD]];
  const delta = (node: number) =>
    (head?.total[node] ?? 0) / (head?.sum ?? 1) - (base?.total[node] ?? 0) / (base?.sum ?? 1);
  let most = 0;
  for (let node = 1; node < tree.length; node++) if (delta(node) < delta(most)) most = node;
  return most;
}

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly said: string;
  /** What was written to files, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Runs `firebreak ARGS` in this process, without touching its streams or writing files. */
export async function command(...args: readonly string[]): Promise<CommandResult> {
  const out: string[] = [];
  const said: string[] = [];
  const files = new Map<string, string>();
  const text = (data: string | Uint8Array) => (typeof data === 'string' ? data : Buffer.from(data).toString('latin1'));
  const code = await run(args, {
    write: (data) => Promise.resolve(void out.push(text(data))),
    say: (line) => void said.push(line),
    open: (path) => createReadStream(path),
    list: async (path) =>
      existsSync(path) && statSync(path).isDirectory()
        ? readdirSync(path)
            .sort()
            .map((name) => join(path, name))
        : null,
    today: () => '2026-01-01',
    save: (path, chunks) => Promise.resolve(void files.set(path, [...chunks].map(text).join(''))),
    append: (path, more) => Promise.resolve(void files.set(path, (files.get(path) ?? '') + more)),
    colour: false,
    // No command of a case talks to a server or starts a program.
    env: {},
    execute: () => Promise.resolve({ code: null, out: '' }),
    withFolder: (work) => work('.'),
    fetch: () => Promise.reject(new TypeError('no network in a case')),
    wait: () => Promise.resolve(),
    random: () => 0,
  });
  return { code, out: out.join(''), said: said.join('\n'), files };
}
