import type { FrameKind } from '../model/profile.ts';
import { NAME_FUNCTIONS } from './functions.ts';
import type { NameContext } from './functions.ts';
import { KEY_LENGTH, NameList } from './name-lists.ts';
import type { Pattern } from './patterns.ts';
import { isMark, marksOf } from './prefilter.ts';
import type { Rule, RuleMatch } from './rule.ts';

/** What is known about a frame beside its name. */
export interface FrameContext extends NameContext {
  readonly kind: FrameKind;
  /** Frames from the root, the outermost has 1; 0 when the place is not known. */
  readonly depth: number;
  readonly leaf: boolean;
}

export type CompilePattern = (source: string) => Pattern;

/** A rule that rewrites names, ready to run. */
export interface NameStep {
  readonly rule: Rule;
  /** `pack/id`. */
  readonly id: string;
  /** Names without all of these marks cannot match. */
  readonly marks: number;
  /** Names without at least one of these marks cannot match; 0: no such mark. */
  readonly anyMark: number;
  readonly prefix: string;
  /** By the code of a name's first character (128: any beyond ASCII, and none): whether it can match; null: any can. */
  readonly first: Uint8Array | null;
  /** Names without any of these texts cannot match; empty: no such text. */
  readonly needs: readonly string[];
  /** Conditions beside the name; null when there are none. */
  readonly applies: ((context: FrameContext) => boolean) | null;
  readonly run: (name: string, context: NameContext) => string;
  /** Whether it gives back what it has made, so that it need not be asked again. */
  readonly settles: boolean;
  readonly moduleOf: ((name: string) => string | null) | null;
}

/** A rule that drops, collapses, re-roots, splits or tags, ready to be asked. */
export interface FrameTest {
  readonly rule: Rule;
  readonly id: string;
  readonly matches: (name: string, context: FrameContext) => boolean;
}

export function nameStep(rule: Rule, id: string, compile: CompilePattern): NameStep {
  const applies = conditions(rule.match, compile);
  const common = { rule, id, applies, moduleOf: null, first: null, settles: false };
  const pattern = rule.match?.name === undefined ? null : compile(rule.match.name);
  if (rule.fn !== undefined) {
    const { needs, settles, run } = NAME_FUNCTIONS.get(rule.fn)!;
    const guarded =
      pattern === null ? run : (name: string, c: NameContext) => (pattern.test(name) ? run(name, c) : name);
    return { ...common, ...requirementOf(needs), prefix: '', settles, run: guarded };
  }
  const by = rule.rename ?? '';
  const all = rule.all ?? false;
  if (pattern === null) {
    const list = new NameList(rule.match?.names ?? ['*']);
    return { ...common, marks: 0, anyMark: 0, prefix: '', needs: [], run: (name) => (list.has(name) ? by : name) };
  }
  const { required } = pattern;
  const list = rule.match?.names === undefined ? null : new NameList(rule.match.names);
  const group = rule.moduleGroup;
  return {
    ...common,
    marks: required.marks,
    anyMark: 0,
    prefix: required.prefix,
    first: required.first === '' ? null : firstTable(required.first),
    needs: required.literal === '' || required.literal === required.prefix ? [] : [required.literal],
    run: (name) => (list === null || list.has(name) ? pattern.replace(name, by, all) : name),
    moduleOf: group === undefined ? null : (name) => pattern.group(name, group),
  };
}

function firstTable(chars: string): Uint8Array {
  const table = new Uint8Array(129);
  for (let i = 0; i < chars.length; i++) table[Math.min(chars.charCodeAt(i), 128)] = 1;
  return table;
}

/** One of `needs` must be in the name: as marks where these say all, which costs nothing. */
function requirementOf(needs: readonly string[]): Pick<NameStep, 'marks' | 'anyMark' | 'needs'> {
  const each = needs.map(marksOf);
  if (needs.length > 1 && needs.every(isMark)) {
    return { marks: 0, anyMark: each.reduce((any, marks) => any | marks, 0), needs: [] };
  }
  const marks = each.length === 0 ? 0 : each.reduce((all, one) => all & one);
  return { marks, anyMark: 0, needs: needs.length === 1 && isMark(needs[0]!) ? [] : needs };
}

export function frameTest(rule: Rule, id: string, compile: CompilePattern): FrameTest {
  const applies = conditions(rule.match, compile);
  const pattern = rule.match?.name === undefined ? null : compile(rule.match.name);
  const list = rule.match?.names === undefined ? null : new NameList(rule.match.names);
  return {
    rule,
    id,
    matches: (name, context) =>
      (list === null || list.has(name)) &&
      (applies === null || applies(context)) &&
      (pattern === null || (name.startsWith(pattern.required.prefix) && pattern.test(name))),
  };
}

/** Whether a rule asks for nothing but names, so that one lookup serves all such rules. */
export function isPlainList(match: RuleMatch | undefined): match is RuleMatch & { readonly names: readonly string[] } {
  if (match?.names === undefined || Object.keys(match).length !== 1) return false;
  return match.names.every((name) => !name.endsWith('*') || name.length > KEY_LENGTH);
}

/** Deepest place a rule asks for; 0 when it does not ask. */
export function depthLimitOf({ match }: Rule): number {
  return match?.position === 'root' ? 1 : (match?.maxDepth ?? 0);
}

function conditions(match: RuleMatch | undefined, compile: CompilePattern): NameStep['applies'] {
  if (match === undefined) return null;
  const { kind, position, maxDepth } = match;
  const module = match.module === undefined ? null : compile(match.module);
  const deepest = position === 'root' ? 1 : (maxDepth ?? 0);
  if (kind === undefined && module === null && deepest === 0 && position === undefined) return null;
  return (context) =>
    (kind === undefined || context.kind === kind) &&
    (deepest === 0 || (context.depth > 0 && context.depth <= deepest)) &&
    (position !== 'leaf' || context.leaf) &&
    (module === null || (context.module !== null && module.test(context.module)));
}
