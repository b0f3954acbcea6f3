/** Labels of bars: cut in their middle so that both ends of a name show. */
import { columnsOf, fitMiddle } from '../../core/text/visible.ts';
import type { FlameSizes } from './flame-view.ts';

/** Free pixels on both sides of a label together. */
export const LABEL_MARGINS = 8;
const NARROWEST_LABEL = 35;

/** The part of `label` that fits into a bar of this width; empty when none does. */
export function fitLabel(label: string, pixels: number, { letter }: FlameSizes): string {
  if (pixels < NARROWEST_LABEL) return '';
  const columns = Math.floor((pixels - LABEL_MARGINS) / letter);
  return columnsOf(label) <= columns ? label : fitMiddle(label, columns);
}
