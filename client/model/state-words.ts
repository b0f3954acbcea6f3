import type { State } from '../../core/diff/comparison.ts';
import { LEGEND } from '../../core/words/comparison.ts';

/** What a state means, for tooltip, status line and legend. */
export const STATE_WORDS: Readonly<Record<State, string>> = {
  same: 'same share',
  grew: LEGEND.grew,
  shrank: LEGEND.shrank,
  new: LEGEND.new,
  gone: LEGEND.gone,
  diluted: 'moved only because the rest did',
  undecided: 'undecided: a drawing leaves too much out',
  unseen: 'seen on one side only, too rarely to say more',
};
