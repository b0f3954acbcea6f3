import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameIndex, NodeIndex, Profile } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ParsedProfile, ReadContext } from '../importer.ts';
import { Columns, unitOf } from '../json/columns.ts';
import { finishProfile } from '../json/finish.ts';
import { numberOr, textOr } from '../json/shape.ts';
import type { JsonObject, Shape } from '../json/shape.ts';

/**
 * Reads the file format of speedscope: frames that all profiles share, and profiles that are sampled (a stack and a
 * weight each) or evented (frames open and close at a time). Each profile of the file is one recording here, in its order.
 */
export function readSpeedscope(root: unknown, shape: Shape, context: ReadContext): Result<ParsedFile, Fault> {
  const file = shape.object(root);
  const shared = shape.object(file['shared'], 'shared');
  const frames = shape.array(shared['frames'], 'shared', 'frames');
  const list = shape.array(file['profiles'], 'profiles');
  if (shape.ok && list.length === 0) shape.wrong(list, ['profiles'], 'at least one profile');
  const generator = textOr(file['exporter'], null);
  const profiles: ParsedProfile[] = [];
  for (const [index, value] of list.entries()) {
    const entry = shape.object(value, 'profiles', index);
    const reader = new ProfileReader(entry, index, frames, shape, context);
    const profile = reader.read(generator);
    if (!profile.ok) return profile;
    profiles.push({
      name: list.length > 1 ? textOr(entry['name'], `${index + 1}`) : null,
      side: 'single',
      profile: profile.value,
    });
  }
  const wrong = shape.fault;
  return wrong === null ? ok({ profiles }) : err(wrong);
}

class ProfileReader {
  readonly #entry: JsonObject;
  readonly #path: readonly ['profiles', number];
  readonly #frames: readonly unknown[];
  readonly #shape: Shape;
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #columns: Columns;
  readonly #problems = new ProblemLog();
  readonly #made = new Map<number, FrameIndex>();

  constructor(entry: JsonObject, index: number, frames: readonly unknown[], shape: Shape, context: ReadContext) {
    this.#entry = entry;
    this.#path = ['profiles', index];
    this.#frames = frames;
    this.#shape = shape;
    this.#context = context;
    this.#builder = new ProfileBuilder(0, context.limits);
    this.#columns = new Columns(this.#builder);
  }

  read(generator: string | null): Result<Profile, Fault> {
    const shape = this.#shape;
    const unit = unitOf(shape.text(this.#entry['unit'], ...this.#path, 'unit'));
    const { type } = this.#entry;
    if (type === 'sampled') this.#readSampled(unit);
    else if (type === 'evented') this.#readEvented(unit);
    else shape.wrong(type, [...this.#path, 'type'], '"sampled" or "evented"');
    const facts = {
      durationSeconds: this.#duration(unit),
      problems: this.#problems.list(),
    };
    return finishProfile(
      { builder: this.#builder, columns: this.#columns, format: 'speedscope', facts, generator },
      shape,
      this.#context,
    );
  }

  #readSampled(unit: string): void {
    const shape = this.#shape;
    const samples = shape.array(this.#entry['samples'], ...this.#path, 'samples');
    const weights = shape.array(this.#entry['weights'], ...this.#path, 'weights');
    if (samples.length !== weights.length) {
      shape.wrong(
        weights,
        [...this.#path, 'weights'],
        `${samples.length} weights, one a sample; there are ${weights.length}`,
      );
    }
    const column = this.#columns.column(nameOf(unit), unit, unit === 'samples' ? 'weights' : 'records');
    for (const [index, sample] of samples.entries()) {
      const path = [...this.#path, 'samples', index];
      const stack = shape.array(sample, ...path);
      let node = ROOT;
      for (const [depth, frame] of stack.entries()) node = this.#builder.child(node, this.#frame(frame, path, depth));
      const weight = shape.number(weights[index], ...this.#path, 'weights', index);
      if (weight < 0) {
        const place = shape.firstPlace('speedscope-negative-weights', ...this.#path, 'weights', index);
        this.#problems.add('warning', 'speedscope-negative-weights', place);
      }
      this.#columns.add(node, weight, column);
      shape.depth(stack.length, this.#context.limits, ...path);
      shape.stop(this.#builder.overflow);
      if (!shape.ok) return;
    }
  }

  /** Time goes to the stack that is open; where frames close out of order, to the one that stays open. */
  #readEvented(unit: string): void {
    const shape = this.#shape;
    const events = shape.array(this.#entry['events'], ...this.#path, 'events');
    const column = this.#columns.column(nameOf(unit), unit, 'weights');
    const open: { readonly frame: number; readonly node: NodeIndex }[] = [];
    let last: number | null = null;
    for (const [index, value] of events.entries()) {
      const path = [...this.#path, 'events', index];
      const event = shape.object(value, ...path);
      const at = shape.number(event['at'], ...path, 'at');
      const frame = shape.index(event['frame'], this.#frames.length, 'shared.frames', ...path, 'frame');
      if (at < (last ?? at)) shape.wrong(at, [...path, 'at'], `a time that is not before ${last}`);
      const node = open.at(-1)?.node ?? ROOT;
      if (open.length > 0 && last !== null) this.#columns.add(node, at - last, column);
      last = at;
      if (event['type'] === 'O') {
        open.push({ frame, node: this.#builder.child(node, this.#frame(frame, path, 'frame')) });
      } else if (event['type'] !== 'C') shape.wrong(event['type'], [...path, 'type'], '"O" or "C"');
      else if (open.at(-1)?.frame === frame) open.pop();
      else
        shape.wrong(
          frame,
          [...path, 'frame'],
          open.length === 0
            ? 'no end, for no frame is open'
            : `the end of frame ${open.at(-1)?.frame}, which was opened last`,
        );
      shape.depth(open.length, this.#context.limits, ...path);
      shape.stop(this.#builder.overflow);
      if (!shape.ok) return;
    }
    if (open.length > 0) this.#closeAtEnd(open, last ?? 0, column);
  }

  #closeAtEnd(open: readonly { readonly node: NodeIndex }[], last: number, column: number): void {
    const end = numberOr(this.#entry['endValue'], last);
    const place = this.#shape.firstPlace('speedscope-unclosed', ...this.#path);
    this.#problems.add('warning', 'speedscope-unclosed', { ...place, count: open.length });
    this.#columns.add(open.at(-1)?.node ?? ROOT, Math.max(0, end - last), column);
  }

  #frame(index: unknown, path: readonly (string | number)[], key: string | number): FrameIndex {
    const at = this.#shape.index(index, this.#frames.length, 'shared.frames', ...path, key);
    const known = this.#made.get(at);
    if (known !== undefined) return known;
    const where = ['shared', 'frames', at];
    const entry = this.#shape.object(this.#frames[at], ...where);
    const name = this.#shape.text(entry['name'], ...where, 'name');
    const line = numberOr(entry['line'], 0);
    const frame = this.#builder.frame(name, {
      file: textOr(entry['file'], null),
      line: line > 0 ? Math.trunc(line) : 0,
    });
    this.#made.set(at, frame);
    return frame;
  }

  #duration(unit: string): number | null {
    const factor = SECONDS.get(unit);
    const span = numberOr(this.#entry['endValue'], 0) - numberOr(this.#entry['startValue'], 0);
    return factor === undefined || span <= 0 ? null : span * factor;
  }
}

const SECONDS: ReadonlyMap<string, number> = new Map([
  ['seconds', 1],
  ['milliseconds', 1e-3],
  ['microseconds', 1e-6],
  ['nanoseconds', 1e-9],
]);

function nameOf(unit: string): string {
  if (unit === 'samples') return 'samples';
  return SECONDS.has(unit) ? 'time' : unit;
}
