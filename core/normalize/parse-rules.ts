import { LineCounter, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Node } from 'yaml';
import { FRAME_KINDS } from '../model/profile.ts';
import { fault } from '../model/problem.ts';
import type { Fault } from '../model/problem.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { NAME_FUNCTIONS } from './functions.ts';
import { builtInPattern, userPattern } from './patterns.ts';
import { ACTIONS, LANGUAGES, LEVELS, POSITIONS } from './rule.ts';
import type { RulePackWithExamples } from './rule.ts';

/** What a field holds; one table serves the check of a file and (by a test) the JSON Schema for editors. */
export type Shape =
  | { readonly is: 'text' | 'pattern' | 'flag' | 'count' }
  | { readonly is: 'choice'; readonly of: readonly string[] }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'object'; readonly fields: ReadonlyMap<string, Shape>; readonly required: readonly string[] };

const TEXT: Shape = { is: 'text' };
const LEVEL: Shape = { is: 'choice', of: LEVELS.slice(1) };
const TEXTS: Shape = { is: 'list', of: TEXT };

const MATCH: Shape = {
  is: 'object',
  required: [],
  fields: new Map<string, Shape>([
    ['name', { is: 'pattern' }],
    ['names', TEXTS],
    ['module', { is: 'pattern' }],
    ['kind', { is: 'choice', of: FRAME_KINDS }],
    ['position', { is: 'choice', of: POSITIONS }],
    ['maxDepth', { is: 'count' }],
  ]),
};

const RULE: Shape = {
  is: 'object',
  required: ['id'],
  fields: new Map<string, Shape>([
    ['id', TEXT],
    ['level', LEVEL],
    ['language', { is: 'list', of: { is: 'choice', of: LANGUAGES } }],
    ['match', MATCH],
    ['rename', TEXT],
    ['all', { is: 'flag' }],
    ['kind', { is: 'choice', of: FRAME_KINDS }],
    ['moduleGroup', { is: 'count' }],
    ['fn', { is: 'choice', of: [...NAME_FUNCTIONS.keys()] }],
    ['overloads', { is: 'flag' }],
    ['keep', { is: 'flag' }],
    ['drop', { is: 'flag' }],
    ['collapse', { is: 'choice', of: ['direct', 'cyclic'] }],
    ['reroot', { is: 'choice', of: ['above', 'below'] }],
    ['split', TEXT],
    ['tag', TEXT],
  ]),
};

const EXAMPLE: Shape = {
  is: 'object',
  required: [],
  fields: new Map<string, Shape>([
    ['in', TEXT],
    ['out', TEXT],
    ['tags', TEXTS],
    ['different', TEXTS],
    ['level', LEVEL],
    ['language', { is: 'choice', of: LANGUAGES }],
    ['position', { is: 'choice', of: POSITIONS }],
    ['module', TEXT],
  ]),
};

/** The whole file. */
export const PACK: Shape = {
  is: 'object',
  required: ['pack', 'version', 'rules'],
  fields: new Map<string, Shape>([
    ['pack', TEXT],
    ['version', TEXT],
    ['summary', TEXT],
    ['rules', { is: 'list', of: RULE }],
    ['examples', { is: 'list', of: EXAMPLE }],
  ]),
};

/**
 * Reads a rule file (YAML, or JSON, which is YAML). The first thing wrong is a fault with its line and, in
 * `facts.column`, its column, both from 1:
 *
 * - `rules-syntax`: not YAML. `rules-field`: a field that does not exist. `rules-missing`: one that has to be there.
 * - `rules-value`: of the wrong kind. `rules-pattern`: not a regular expression in RE2 syntax.
 * - `rules-action`: a rule without an action or with several. `rules-match`: an action that must say what it is for.
 * - `rules-duplicate`: an id that is taken.
 *
 * `patterns: 'RegExp'` is for the built-in packs, whose patterns are vetted.
 */
export function parseRules(
  text: string,
  { patterns = 'RE2' }: { readonly patterns?: 'RE2' | 'RegExp' } = {},
): Result<RulePackWithExamples, Fault> {
  const compile = patterns === 'RE2' ? userPattern : builtInPattern;
  const lines = new LineCounter();
  // Aliases are refused: a few lines of them can stand for gigabytes.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: false });
  const place = (offset: number | undefined) => lines.linePos(offset ?? 0);
  const at = (
    code: string,
    node: { range?: Node['range'] } | null | undefined,
    seen: string | null,
    expected: string,
  ) => {
    const { line, col } = place(node?.range?.[0]);
    return fault(code, { line, seen, expected, facts: { column: col } });
  };
  const [broken] = document.errors;
  if (broken !== undefined) {
    const { line, col } = place(broken.pos[0]);
    return err(fault('rules-syntax', { line, seen: broken.message.split('\n')[0] ?? '', facts: { column: col } }));
  }

  const checked = check(document.contents, PACK, 'a rule pack');
  if (checked !== null) return err(checked);
  const pack = document.toJS({ maxAliasCount: 0 }) as RulePackWithExamples;
  const wrong = checkRules();
  return wrong === null ? ok({ ...pack, summary: pack.summary ?? '', examples: pack.examples ?? [] }) : err(wrong);

  /** A rule file is four levels deep and each level has its shape, so this recursion is as deep as `PACK`. */
  function check(node: unknown, shape: Shape, what: string): Fault | null {
    const here = node as Node | null;
    if (shape.is === 'object') {
      if (!isMap(node)) return at('rules-value', here, shown(node), `${what} as a map`);
      for (const { key, value } of node.items) {
        const name = isScalar(key) ? String(key.value) : '';
        const field = shape.fields.get(name);
        if (field === undefined) return at('rules-field', key as Node, name, [...shape.fields.keys()].join(', '));
        const found = check(value, field, name);
        if (found !== null) return found;
      }
      const missing = shape.required.find((name) => !node.has(name));
      return missing === undefined ? null : at('rules-missing', here, null, missing);
    }
    if (shape.is === 'list') {
      if (!isSeq(node)) return at('rules-value', here, shown(node), `${what} as a list`);
      for (const item of node.items) {
        const found = check(item, shape.of, what);
        if (found !== null) return found;
      }
      return null;
    }
    const value = isScalar(node) ? node.value : undefined;
    if (shape.is === 'flag') return value === true ? null : at('rules-value', here, shown(node), `${what}: true`);
    if (shape.is === 'count') {
      const fine = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
      return fine ? null : at('rules-value', here, shown(node), `${what}: a number from 1`);
    }
    if (typeof value !== 'string') return at('rules-value', here, shown(node), `${what} as text (in quotes)`);
    if (shape.is === 'choice' && !shape.of.includes(value)) return at('rules-value', here, value, shape.of.join(', '));
    if (shape.is === 'pattern') {
      try {
        compile(value);
      } catch (error) {
        return at('rules-pattern', here, value, error instanceof Error ? error.message : 'RE2 syntax');
      }
    }
    return null;
  }

  function checkRules(): Fault | null {
    const ids = new Set<string>();
    for (const [index, rule] of pack.rules.entries()) {
      const node = document.getIn(['rules', index], true) as Node;
      if (ids.has(rule.id)) return at('rules-duplicate', node, rule.id, 'an id that no other rule of the pack has');
      ids.add(rule.id);
      const actions = ACTIONS.filter((action) => rule[action] !== undefined);
      if (actions.length !== 1)
        return at('rules-action', node, actions.join(', ') || null, `one of ${ACTIONS.join(', ')}`);
      const selects = rule.match !== undefined && Object.keys(rule.match).length > 0;
      if (!selects && rule.fn === undefined) return at('rules-match', node, actions[0] ?? null, 'match');
      if (rule.split === '') return at('rules-value', node, '', 'split: a text to cut at');
    }
    return null;
  }
}

function shown(node: unknown): string | null {
  return isScalar(node) ? String(node.value) : null;
}
