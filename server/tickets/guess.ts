/**
 * Which files on a ticket are of the good side and which of the bad one: a guess, with its reason, that a person can
 * change. From words in names, versions, commit ids, and the lines of the ticket that speak of a file. Pure.
 */
export interface Candidate {
  /** Hostile text. */
  readonly name: string;
  readonly kind: 'profile' | 'metrics';
  /** How much of the recording the format keeps: of two forms of one recording the higher one is compared. */
  readonly detail: number;
}

export type Side = 'base' | 'head';

export interface Guess {
  /** Null: nothing says so. */
  readonly side: Side | null;
  /** A sentence without a full stop. Holds hostile text. */
  readonly why: string;
  /** Whether the file takes part when nobody says otherwise. */
  readonly chosen: boolean;
}

const WORDS: ReadonlyMap<string, Side> = new Map([
  ...[
    'good',
    'base',
    'baseline',
    'before',
    'old',
    'fast',
    'faster',
    'reference',
    'ref',
    'orig',
    'original',
    'unpatched',
  ].map((word) => [word, 'base'] as const),
  ...['bad', 'head', 'after', 'new', 'slow', 'slower', 'regression', 'regressed', 'regressing', 'patched'].map(
    (word) => [word, 'head'] as const,
  ),
]);

/** Said of a commit or a file in running text; stronger than single words, so looked for first. */
const PHRASES: readonly { readonly pattern: RegExp; readonly side: Side }[] = [
  { pattern: /\bfirst bad commit\b|\bregress(?:ed|ion|es)?\b|\bculprit\b/i, side: 'head' },
  { pattern: /\blast good commit\b|\bparent commit\b|\bwithout the (?:patch|change|commit)\b/i, side: 'base' },
  { pattern: /\bwith the (?:patch|change|commit)\b/i, side: 'head' },
];

const VERSION = /(?<![\d.])v?(\d{1,4}(?:\.\d{1,4}){1,3})(?![\d]|\.\d)/;
const COMMIT = /(?<![0-9a-z])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])([0-9a-f]{7,40})(?![0-9a-z])/i;
/** Lines longer than this are logs, not talk. */
const LONGEST_LINE = 500;

/** One guess for each candidate, in order. `text` is what people wrote on the ticket. */
export function guessSides(candidates: readonly Candidate[], text: string): readonly Guess[] {
  const lines = text.split(/\r?\n/).filter((line) => line.length <= LONGEST_LINE);
  const found = candidates.map(({ name }) => byName(name) ?? byText(name, lines));
  byVersion(candidates, found);
  byRemaining(candidates, found);
  const chosen = choose(candidates, found);
  return candidates.map((_, at) => ({
    side: found[at]?.side ?? null,
    why: found[at]?.why ?? 'nothing on the ticket says which side it is',
    chosen: chosen.has(at),
  }));
}

interface Found {
  readonly side: Side;
  readonly why: string;
}

/** `bad-run2.svg`: the one side that its words name. */
function byName(name: string): Found | null {
  return oneSide(wordsOf(name), (word) => `its name says "${word}"`);
}

/** A line that names the file, or the commit in its name, and one side. */
function byText(name: string, lines: readonly string[]): Found | null {
  const commit = COMMIT.exec(name)?.[1]?.toLowerCase();
  const mentions = (line: string) =>
    line.includes(name) || (commit !== undefined && line.toLowerCase().includes(commit.slice(0, 7)));
  for (const line of lines.filter(mentions)) {
    const phrase = PHRASES.find(({ pattern }) => pattern.test(line));
    if (phrase !== undefined) return { side: phrase.side, why: `the ticket says "${line.trim().slice(0, 120)}"` };
    const said = oneSide(wordsOf(line.replaceAll(name, ' ')), () => `the ticket says "${line.trim().slice(0, 120)}"`);
    if (said !== null) return said;
  }
  return null;
}

function oneSide(words: readonly string[], why: (word: string) => string): Found | null {
  let found: Found | null = null;
  for (const word of words) {
    const side = WORDS.get(word);
    if (side === undefined) continue;
    if (found !== null && found.side !== side) return null;
    found ??= { side, why: why(word) };
  }
  return found;
}

/** Of files that are not known otherwise, the lowest version is good and the highest bad: what is newer is what changed. */
function byVersion(candidates: readonly Candidate[], found: (Found | null)[]): void {
  const versions = candidates.map(({ name }) => VERSION.exec(name)?.[1] ?? null);
  const known = [...new Set(versions.filter((version) => version !== null))].sort(compareVersions);
  const [lowest, highest] = [known[0], known.at(-1)];
  if (lowest === undefined || highest === undefined || lowest === highest) return;
  for (const [at, version] of versions.entries()) {
    if (found[at] !== null || (version !== lowest && version !== highest)) continue;
    const isOld = version === lowest;
    const why = isOld ? `${lowest} is older than ${highest}` : `${highest} is newer than ${lowest}`;
    found[at] = { side: isOld ? 'base' : 'head', why };
  }
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let part = 0; part < Math.max(left.length, right.length); part++) {
    const difference = (left[part] ?? 0) - (right[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Of two profiles, one of which is known, the other one is the other side. */
function byRemaining(candidates: readonly Candidate[], found: (Found | null)[]): void {
  const profiles = candidates.flatMap(({ kind }, at) => (kind === 'profile' ? [at] : []));
  const unknown = profiles.filter((at) => found[at] === null);
  const [known] = profiles.filter((at) => found[at] !== null);
  const [open] = unknown;
  if (profiles.length !== 2 || unknown.length !== 1 || known === undefined || open === undefined) return;
  const other: Side = found[known]?.side === 'base' ? 'head' : 'base';
  found[open] = {
    side: other,
    why: `the other one of two, ${candidates[known]?.name ?? ''}, is the ${other === 'head' ? 'good' : 'bad'} one`,
  };
}

/**
 * Files that belong together: their names without side, version, commit and number are the same (`cpu-good-1.svg`,
 * `cpu-bad-2.svg`, not `offcpu-bad.svg`). The group with most profiles on both sides takes part, and of two forms of one
 * recording (`good.svg`, `good.folded`) the one that keeps more; metrics of a side always.
 */
function choose(candidates: readonly Candidate[], found: readonly (Found | null)[]): ReadonlySet<number> {
  const groups = new Map<string, number[]>();
  for (const [at, { name, kind }] of candidates.entries()) {
    if (kind !== 'profile' || found[at] === null) continue;
    const key = groupOf(name);
    groups.set(key, [...(groups.get(key) ?? []), at]);
  }
  let best: readonly number[] = [];
  for (const group of groups.values()) {
    const kept = withoutOtherForms(group, candidates);
    const sides = new Set(kept.map((at) => found[at]?.side));
    if (sides.size === 2 && kept.length > best.length) best = kept;
  }
  // Two files with nothing in common but that each is of one side.
  if (best.length === 0) {
    const sided = withoutOtherForms([...groups.values()].flat(), candidates);
    if (sided.length === 2 && new Set(sided.map((at) => found[at]?.side)).size === 2) best = sided;
  }
  const metrics = candidates.flatMap(({ kind }, at) => (kind === 'metrics' && found[at] != null ? [at] : []));
  return new Set(best.length === 0 ? [] : [...best, ...metrics]);
}

/** One file for each stem: that of the format which keeps most. */
function withoutOtherForms(group: readonly number[], candidates: readonly Candidate[]): readonly number[] {
  const best = new Map<string, number>();
  for (const at of group) {
    const { name = '', detail = 0 } = candidates[at] ?? {};
    const known = best.get(stemOf(name));
    if (known === undefined || detail > (candidates[known]?.detail ?? 0)) best.set(stemOf(name), at);
  }
  return group.filter((at) => best.get(stemOf(candidates[at]?.name ?? '')) === at);
}

function groupOf(name: string): string {
  const plain = stemOf(name).replace(new RegExp(VERSION, 'g'), ' ').replace(new RegExp(COMMIT, 'gi'), ' ');
  return wordsOf(plain)
    .filter((word) => !WORDS.has(word) && !/^\d+$/.test(word))
    .join(' ');
}

/** The name without its endings: `good.perf.txt.gz` and `good.svg` are forms of `good`. */
function stemOf(name: string): string {
  return name.replace(/(?:\.[A-Za-z][A-Za-z0-9]{0,9}){1,3}$/, '').toLowerCase();
}

/** Words of a name or a line: `badRun2_10.6` gives bad, run, 2, 10, 6. */
function wordsOf(text: string): readonly string[] {
  return text
    .replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
