import { InvalidArgumentError, Option } from 'commander';
import type { NormalizationLevel } from '../core/diff/comparison.ts';
import { LEVELS } from '../core/normalize/rule.ts';

/** Options that several commands have, spelled once. */
export const levelOption = (flags = '--level <level>', description = 'how far names are made equal') =>
  new Option(flags, description).choices([...LEVELS]);

export const valueTypeOption = () =>
  new Option('--value-type <name>', 'which column to use of a file that has several, such as cpu or alloc_space');

export const sideOption = () =>
  new Option('--side <side>', 'which side to use of a file that is itself a comparison').choices(['base', 'head']);

export const recordingOption = () =>
  new Option(
    '--recording <name>',
    'which recording to use of a file that holds several: its name, or #2 for the second',
  );

export const keepIdleOption = () => new Option('--keep-idle', 'count idle stacks too');

export const jsonOption = () => new Option('--json', 'print JSON instead of text');

export const quietOption = () => new Option('-q, --quiet', 'no notes and warnings on standard error');

/** A whole number from `least` on. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(
        `It must be a whole number from ${least}${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ' on'}.`,
      );
    }
    return value;
  };
}

export type Level = NormalizationLevel;
