/**
 * What tools make of their input before they draw or print it. The facts of `truth` are those of the input, so a drawing
 * is compared with the input as the tool has changed it, and only for options that the manifest names for that file.
 */
import { ProfileBuilder } from '../../../core/model/builder.ts';
import { totalOf } from '../../../core/model/totals.ts';
import { ROOT } from '../../../core/model/profile.ts';
import type { Profile } from '../../../core/model/profile.ts';
import { objectOf } from '../json.ts';
import type { Json } from '../json.ts';
import { stacksOf } from '../tree.ts';
import type { Stack } from '../tree.ts';

interface NumberedStack extends Stack {
  readonly self: number;
}

/** Null leaves a stack out. */
type Change = (stack: NumberedStack) => NumberedStack | null;

/** Options of inferno as its tests set them. */
const FACTOR = /^factor = ([\d.]+)$/;
const BASE_FRAMES = /^base = vec!\[(.*)\]$/;
/** Options of flamegraph.pl as the generator's command has them. */
const TOTAL = / --total (\d+) /;

/** What the manifest says about the making of a file: the command of its generator, then the options of its test. */
function optionsOf(json: Json): readonly string[] {
  const value = json['expected_result_of'] ?? [];
  const results = (Array.isArray(value) ? value : [value]).map((one) => objectOf(one, 'expected_result_of'));
  const options = results.flatMap((result) => (Array.isArray(result['options']) ? result['options'] : []));
  const generator = typeof json['generator'] === 'string' ? json['generator'] : '';
  return [generator, ...options.map((option) => String(option).trim())];
}

export function isNegated(json: Json): boolean {
  return optionsOf(json).some((option) => option.includes(' --negate ') || option === 'negate_differentials = true');
}

export function isFlameChart(json: Json): boolean {
  return optionsOf(json).some((option) => option.includes(' --flamechart ') || option === 'flame_chart = true');
}

/** Null when the tool changes nothing. `isReversed`: the stacks are drawn leaf first. */
export function asToolSees(json: Json, isReversed: boolean, input: Profile): Profile | null {
  const options = optionsOf(json);
  const changes = options.flatMap(changesOf);
  if (isReversed) changes.push(({ frames, self }) => ({ frames: frames.toReversed(), self }));
  const total = Number(options.map((option) => TOTAL.exec(option)?.[1]).find((one) => one !== undefined) ?? 0);
  if (changes.length === 0 && total === 0) return null;
  return changed(input, changes, total);
}

/** True when the leaves, or their values by more than a fraction, are not those of the input. */
export function changesLeaves(json: Json, isReversed: boolean): boolean {
  const changes = optionsOf(json).flatMap(changesOf);
  return isReversed || changes.some((change) => change !== withoutFraction);
}

function changesOf(option: string): readonly Change[] {
  const factor = Number(FACTOR.exec(option)?.[1] ?? 1);
  const base = [...(BASE_FRAMES.exec(option)?.[1] ?? '').matchAll(/"([^"]*)"/g)].map(([, name]) => name ?? '');
  if (factor !== 1) return [({ frames, self }) => ({ frames, self: self * factor })];
  if (base.length > 0) return [(stack) => below(base, stack)];
  // Every stack gets a last frame "--", which parts it from the stack of its waker; none of these has a waker.
  if (option.includes(' --colors chain ')) return [({ frames, self }) => ({ frames: [...frames, '--'], self })];
  if (option.startsWith('inferno ')) return [withoutFraction];
  return [];
}

/** inferno cuts the fraction off the count of every line; the inputs with fractions have one line a stack. */
function withoutFraction({ frames, self }: NumberedStack): NumberedStack {
  return { frames, self: Math.trunc(self) };
}

/**
 * `base` of inferno: what stands above the last frame of one of these names is cut off, and stacks without such a frame
 * are left out. The leaf is not looked at, since the tool compares it with its count behind it.
 */
function below(base: readonly string[], { frames, self }: NumberedStack): NumberedStack | null {
  const at = frames.slice(0, -1).findLastIndex((name) => base.includes(name));
  return at < 0 ? null : { frames: frames.slice(at), self };
}

/** `strip_hex` of difffolded: addresses in names become one. */
function withoutAddresses({ frames, self }: NumberedStack): NumberedStack {
  return { frames: frames.map((name) => name.replace(/0x[0-9a-f]+/gi, '0x...')), self };
}

/** An input of inferno's difffolded, as the result has it. */
export function asDifffoldedSees(json: Json, input: Profile): Profile {
  const isStripped = optionsOf(json).some((option) => option.includes('strip_hex: true'));
  return changed(input, isStripped ? [withoutFraction, withoutAddresses] : [withoutFraction], 0);
}

/** `total`: sum that the root is to show, the rest without a stack; 0 leaves it as it is. */
function changed(input: Profile, changes: readonly Change[], total: number): Profile {
  const builder = new ProfileBuilder(1);
  for (const { frames, self } of stacksOf({ profile: input, valueType: input.defaultValueType, names: [] })) {
    let stack: NumberedStack | null = { frames, self: Number(self) };
    for (const change of changes) stack = stack === null ? null : change(stack);
    if (stack !== null) builder.addSelf(builder.stack(stack.frames.map((name) => builder.frame(name))), stack.self);
  }
  if (total > 0) builder.addSelf(ROOT, total - Number(totalOf(input)));
  const finished = builder.finish({
    valueTypes: [{ name: 'samples', unit: 'samples', sampling: null }],
    source: input.source,
  });
  if (!finished.ok) throw new Error(finished.error.code);
  return finished.value;
}
