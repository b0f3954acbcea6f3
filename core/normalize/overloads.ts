import { FRAME_KINDS, frameModule, frameName } from '../model/profile.ts';
import type { Profile } from '../model/profile.ts';
import { languageOf } from './language.ts';
import type { NormalizedName, Normalizer } from './normalizer.ts';

/**
 * Names (normalized) that stand for several functions in one of these profiles: `String::append(char const*)` and
 * `String::append(String const&)` were recorded from one program, so its source has two functions. They keep their
 * argument lists in all profiles of a comparison. Lists that differ only between profiles do not count: a patch that adds
 * an argument leaves the function what it was.
 */
export function overloadsOf(profiles: readonly Profile[], normalizer: Normalizer): ReadonlySet<string> {
  const overloads = new Set<string>();
  for (const profile of profiles) addOverloads(profile, normalizer, overloads);
  return overloads;
}

function addOverloads(profile: Profile, normalizer: Normalizer, overloads: Set<string>): void {
  const rules = normalizer.forLanguage(normalizer.language ?? languageOf(profile));
  if (!rules.hasOverloads) return;
  /** By normalized name: the first frame that has it with arguments, and from the second on the forms of all. */
  const first = new Map<string, number>();
  const forms = new Map<string, Set<string>>();
  for (let frame = 0; frame < profile.frames.length; frame++) {
    if (!mayHaveArguments(frameName(profile, frame))) continue;
    const made = normalizedFrame(rules, profile, frame);
    if (overloads.has(made.name) || !rules.isOverload(made)) continue;
    const known = first.get(made.name);
    if (known === undefined) {
      first.set(made.name, frame);
      continue;
    }
    const all = forms.get(made.name) ?? new Set([apartFrame(rules, profile, known).name]);
    forms.set(made.name, all);
    const form = apartFrame(rules, profile, frame).name;
    if ([...all].some((other) => !mayBeOne(form, other))) overloads.add(made.name);
    all.add(form);
  }
}

/** Spares other names the work: only these can lose an argument list, written out or mangled. */
function mayHaveArguments(name: string): boolean {
  return name.includes('(') || name.includes('_Z');
}

/** The same, or one is the other cut short: `mysqld_main(int,` may be `mysqld_main(int, char**)`. */
function mayBeOne(a: string, b: string): boolean {
  return a === b || (isCut(a) && b.startsWith(a)) || (isCut(b) && a.startsWith(b));
}

/** Whether a bracket stays open: tools cut names at spaces. */
function isCut(name: string): boolean {
  let open = 0;
  for (const char of name) open += char === '(' ? 1 : char === ')' ? -1 : 0;
  return open > 0;
}

/** The rules asked for a frame of a profile; `depth` and `leaf` only where a rule asks for the place. */
export function normalizedFrame(
  rules: Normalizer,
  profile: Profile,
  frame: number,
  depth = 0,
  leaf = false,
): NormalizedName {
  if (depth !== 0 || leaf) return rules.name(frameName(profile, frame), detailsOf(profile, frame, depth, leaf));
  let known = rules.frames.get(profile.frames);
  if (known === undefined) rules.frames.set(profile.frames, (known = []));
  return (known[frame] ??= rules.name(frameName(profile, frame), detailsOf(profile, frame, 0, false)));
}

/** The same with the argument list. */
export function apartFrame(
  rules: Normalizer,
  profile: Profile,
  frame: number,
  depth = 0,
  leaf = false,
): NormalizedName {
  return rules.apart(frameName(profile, frame), detailsOf(profile, frame, depth, leaf));
}

function detailsOf(profile: Profile, frame: number, depth: number, leaf: boolean) {
  const module = frameModule(profile, frame);
  const kind = FRAME_KINDS[profile.frames.kind[frame]!] ?? 'unknown';
  return module === null && kind === 'unknown' && depth === 0 && !leaf ? undefined : { module, kind, depth, leaf };
}
