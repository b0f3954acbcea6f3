import { forgetMove } from '../state/part.ts';
import { pointAt } from '../state/pointed.ts';
import type { View } from '../state/route.ts';

/** The filters of stacks that take a name. */
export const FILTERS = [
  { id: 'only', label: 'Only stacks with', hint: 'Keeps the stacks that contain a function with this in its name' },
  { id: 'without', label: 'No stacks with', hint: 'Leaves out the stacks that contain one' },
  { id: 'hide', label: 'Hide frames', hint: 'These frames go away; their own samples count for their callers' },
] as const;

/** Everything that narrows the graph, switched off. */
export const NO_FILTERS = { only: '', without: '', hide: '', recursion: 'keep', joined: '' } as const;

/** Other stacks make another tree, in which the present zoom means nothing. */
export function refocused(change: Partial<View>): Partial<View> {
  forgetMove();
  pointAt(null);
  return { ...change, focus: null, part: null };
}
