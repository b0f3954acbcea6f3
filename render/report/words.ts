import { plural } from '../../core/words/numbers.ts';
import type { LongBlock } from './blocks.ts';

/** "… and 12 more functions." */
export function moreOf({ left, noun }: LongBlock): string {
  return `… and ${plural(left, noun)}.`;
}
