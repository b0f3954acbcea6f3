import type { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { ValueType } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { lineAt, wholeText } from '../bytes/whole-text.ts';
import type { ParsedFile, ParsedProfile, ReadContext } from '../importer.ts';
import { ScriptReader } from './calls.ts';
import type { Literal } from './calls.ts';
import { readFacts } from './facts.ts';
import type { PageFacts } from './facts.ts';
import { FrameTree } from './frames.ts';

/** Where the data begins: the first call with a number in it; a definition has a name there. */
const FIRST_CALL = /(?<![\w$.])[fun]\(\s{0,100}\d/g;
const CALL = /[fun]\(/y;
const DIFFERENCE = /d\s{0,9}=\s{0,9}/y;

/**
 * Reads the data of the page's script: `f(level,left,width,type,'title')` of 2.x, or packed names in `cpool` with
 * `f(key,level,left,width)`, `u(key,width)` (one level up, same left edge) and `n(key,width)` (right neighbour), where
 * `key` is name << 3 | type, `left` counts from the frame before, and a width that is left out is that of the frame before.
 */
export function parsePage(bytes: Uint8Array, context: ReadContext): Result<ParsedFile, Fault> {
  const decoded = wholeText(bytes);
  if (!decoded.ok) return decoded;
  const text = decoded.value;
  const poolStart = /\bcpool\s*=\s*\[/.exec(text);
  const reader = new ScriptReader(text, poolStart === null ? 0 : poolStart.index + poolStart[0].length);
  const names = poolStart === null ? null : unpacked(reader);
  FIRST_CALL.lastIndex = reader.at;
  const first = reader.fault === null ? FIRST_CALL.exec(text) : null;
  if (reader.fault !== null) return err(reader.fault);
  if (first === null) return err(noFrames(text));
  const facts = readFacts(text.slice(0, poolStart?.index ?? first.index));
  reader.at = first.index;
  const tree = new FrameTree(facts, context.limits);
  const calls = new Calls(reader, tree, names, facts);
  calls.read();
  const found = reader.fault ?? tree.fault;
  if (found !== null) return err(found);
  return finished(tree, facts, context);
}

function noFrames(text: string): Fault {
  if (/<\/html>\s*$/i.test(text)) return fault('async-html-no-frames', { expected: 'f(0,0,…' });
  return fault('async-html-truncated', { line: lineAt(text, text.length), expected: 'the frames, and </html>' });
}

/** Each name begins with the number of characters that it shares with the one before, as a character from the blank on. */
function unpacked(reader: ScriptReader): string[] {
  const names = reader.texts(']');
  reader.skip(';');
  if (!reader.text.startsWith('unpack(', reader.at)) return names;
  for (let i = 1; i < names.length; i++) {
    const packed = names[i] ?? '';
    const shared = packed.charCodeAt(0) - 32;
    const before = names[i - 1] ?? '';
    if (!(shared >= 0 && shared <= before.length)) {
      reader.fail(`names packed by what they share with the one before (name ${i})`);
      return names;
    }
    names[i] = before.slice(0, shared) + packed.slice(1);
  }
  return names;
}

/** The calls one after another, with the state that later calls refer to. */
class Calls {
  readonly #reader: ScriptReader;
  readonly #tree: FrameTree;
  readonly #names: readonly string[] | null;
  readonly #facts: PageFacts;
  readonly #args: Literal[] = [];
  #level = 0;
  #left = 0;
  #width = 0;
  #difference: number | null = null;

  constructor(reader: ScriptReader, tree: FrameTree, names: readonly string[] | null, facts: PageFacts) {
    this.#reader = reader;
    this.#tree = tree;
    this.#names = names;
    this.#facts = facts;
    this.#difference = facts.isDifferential ? 0 : null;
  }

  read(): void {
    const reader = this.#reader;
    while (reader.fault === null && this.#tree.fault === null) {
      reader.skip(';');
      const start = reader.at;
      CALL.lastIndex = start;
      DIFFERENCE.lastIndex = start;
      if (CALL.test(reader.text)) {
        reader.at += 2;
        reader.args(this.#args);
        if (reader.fault === null) this.#call(reader.text[start] ?? '', start);
      } else if (this.#facts.isDifferential && DIFFERENCE.test(reader.text)) {
        reader.at = DIFFERENCE.lastIndex;
        this.#setDifference();
      } else {
        this.#end();
        return;
      }
    }
  }

  #setDifference(): void {
    const literal = this.#reader.literal();
    if (typeof literal === 'number') this.#difference = literal;
    else if (literal !== null) this.#difference = null;
  }

  /** What follows the frames is the rest of the script; another frame in it would mean that something was not understood. */
  #end(): void {
    const { text, at } = this.#reader;
    FIRST_CALL.lastIndex = at;
    if (FIRST_CALL.test(text)) this.#reader.fail('f(…), u(…) or n(…)');
    else if (!/<\/script\s*>/i.test(text.slice(at))) {
      this.#reader.at = text.length;
      this.#reader.fail('</script> after the frames');
    }
    this.#tree.end(() => lineAt(text, at));
  }

  #call(name: string, start: number): void {
    const args = this.#args;
    const title = this.#names === null ? this.#quotedCall(name) : this.#packedCall(name);
    if (title === null) {
      this.#reader.at = start;
      this.#reader.fail(this.#names === null ? "f(level,left,width,type,'name')" : 'a frame whose name is in cpool');
      return;
    }
    const { text } = this.#reader;
    this.#tree.add({
      level: this.#level,
      left: this.#left,
      width: this.#width,
      type: this.#names === null ? Number(args[3]) : Number(args[0]) & 7,
      title,
      difference: this.#difference,
      line: () => lineAt(text, start),
    });
  }

  #quotedCall(name: string): string | null {
    const [level, left, width, type, title] = this.#args;
    if (name !== 'f' || typeof level !== 'number' || typeof left !== 'number') return null;
    if (typeof width !== 'number' || typeof type !== 'number' || typeof title !== 'string') return null;
    this.#level = level;
    this.#left = left;
    this.#width = width;
    return title;
  }

  #packedCall(name: string): string | null {
    const args = this.#args;
    const key = args[0];
    if (typeof key !== 'number' || key < 0 || !args.every((arg) => typeof arg === 'number')) return null;
    const widthAt = name === 'f' ? 3 : 1;
    const [, level, left] = args;
    if (name === 'f') {
      if (typeof level !== 'number' || typeof left !== 'number') return null;
      this.#level = level;
      this.#left += left;
    } else if (name === 'u') this.#level += 1;
    else this.#left += this.#width;
    const width = args[widthAt];
    if (typeof width === 'number' && width !== 0) this.#width = width;
    return this.#names?.[Math.floor(key / 8)] ?? null;
  }
}

function finished(tree: FrameTree, facts: PageFacts, context: ReadContext): Result<ParsedFile, Fault> {
  const problems = new ProblemLog();
  if (facts.inverted) problems.add('note', 'async-html-inverted');
  if (facts.units === null && !SAMPLED.test(facts.title ?? '') && !IN_BYTES.test(facts.title ?? ''))
    problems.add('note', 'async-html-unit-unsaid', { seen: facts.title });
  if (tree.leftOut > 0) problems.add('note', 'async-html-left-out', { facts: { weight: tree.leftOut } });
  if (tree.base !== null) problems.add('warning', 'async-html-base-partial');
  const profileOf = (builder: ProfileBuilder, side: ParsedProfile['side']): Result<ParsedProfile, Fault> => {
    const profile = builder.finish({
      valueTypes: [valueTypeOf(builder, facts)],
      source: { fileName: context.fileName, format: 'async-profiler-html', generator: 'async-profiler', sha256: null },
      drawing: { title: facts.title, inverted: facts.inverted, frames: tree.frames },
      pruned: tree.leftOut > 0 ? { weight: tree.narrowest, estimated: true } : null,
      problems: problems.list(),
    });
    return profile.ok ? ok({ name: null, side, profile: profile.value }) : profile;
  };
  const head = profileOf(tree.builder, tree.base === null ? 'single' : 'head');
  if (!head.ok) return head;
  if (tree.base === null) return ok({ profiles: [head.value] });
  const base = profileOf(tree.base, 'base');
  return base.ok ? ok({ profiles: [base.value, head.value] }) : base;
}

/** Titles that say what a page without a unit counts. */
const SAMPLED = /^(?:execution samples|cpu profile|wall clock profile)\b/i;
const IN_BYTES = /\(size\)/;

function valueTypeOf(builder: ProfileBuilder, { title, units }: PageFacts): ValueType {
  const unit = units ?? (IN_BYTES.test(title ?? '') ? 'bytes' : 'samples');
  const isSampled = unit === 'samples' && (units !== null || SAMPLED.test(title ?? ''));
  let total = 0;
  for (let node = 0; node < builder.nodeCount; node++) total += builder.selfOf(node as never);
  return {
    name: unit === 'samples' ? 'samples' : (title ?? unit).toLowerCase(),
    unit,
    sampling: isSampled && total > 0 ? { records: total, sumOfSquares: total } : null,
  };
}
