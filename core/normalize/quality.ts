import { frameName } from '../model/profile.ts';
import type { Profile } from '../model/profile.ts';
import { isUnnamed } from './functions.ts';

/** How well the symbols of a profile are known. Shares are 0..1 of the total of the value type, by self value. */
export interface SymbolQuality {
  /** `[unknown]`, `??`, `[mariadbd]`: no function name, at most the module. */
  readonly unknown: number;
  /** Bare addresses. */
  readonly hex: number;
  /** C++ or Rust symbols that were left mangled. */
  readonly mangled: number;
  /** 1 - unknown - hex - mangled. */
  readonly score: number;
  /** Share of the total in stacks with at least one frame that has no name. */
  readonly stacksWithUnnamed: number;
}

export type SymbolState = 'named' | 'unknown' | 'hex' | 'mangled';

export function symbolState(name: string): SymbolState {
  if (/^_{0,2}_[ZR]\w/.test(name)) return 'mangled';
  if (isUnnamed(name)) return name === '[unknown]' || name === '??' || name === '' ? 'unknown' : 'hex';
  return /^\[.+\]$/.test(name) ? 'unknown' : 'named';
}

/** Zero total: score 1, nothing is unknown. Negative values (subtracted profiles) count by their size. */
export function symbolQuality(profile: Profile, valueType = profile.defaultValueType): SymbolQuality {
  const { nodes, frames } = profile;
  const states = Array.from({ length: frames.length }, (_, frame) => symbolState(frameName(profile, frame)));
  const self = profile.values[valueType] ?? new Float64Array(nodes.length);
  const sums = { named: Math.abs(self[0]!), unknown: 0, hex: 0, mangled: 0 };
  const holdsUnnamed = new Uint8Array(nodes.length);
  let stacksWithUnnamed = 0;
  for (let node = 1; node < nodes.length; node++) {
    const state = states[nodes.frame[node]!] ?? 'named';
    const unnamed = state === 'unknown' || state === 'hex';
    holdsUnnamed[node] = unnamed ? 1 : holdsUnnamed[nodes.parent[node]!]!;
    const value = Math.abs(self[node]!);
    sums[state] += value;
    if (holdsUnnamed[node] === 1) stacksWithUnnamed += value;
  }
  const total = sums.named + sums.unknown + sums.hex + sums.mangled;
  const share = (value: number) => (total === 0 ? 0 : value / total);
  return {
    unknown: share(sums.unknown),
    hex: share(sums.hex),
    mangled: share(sums.mangled),
    score: total === 0 ? 1 : sums.named / total,
    stacksWithUnnamed: share(stacksWithUnnamed),
  };
}
