/** Labels of bars: cut in their middle so that both ends of a name show. */
import { fitMiddle } from '../../core/text/visible.ts';
import type { FlameSizes } from './flame-view.ts';

/** Free pixels on both sides of a label together. */
export const LABEL_MARGINS = 8;
const NARROWEST_LABEL = 35;

/** More labels than any picture has. */
const MOST_KEPT = 20_000;

/** Labels of one drawer: those that were cut for a picture are mostly those of the next one. */
export class KeptLabels {
  readonly #kept = new Map<string, { readonly columns: number; readonly fitted: string }>();

  /** As `fitLabel`. */
  fit(label: string, pixels: number, sizes: FlameSizes): string {
    if (pixels < NARROWEST_LABEL) return '';
    const columns = columnsIn(pixels, sizes);
    const kept = this.#kept.get(label);
    if (kept?.columns === columns) return kept.fitted;
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const fitted = fitMiddle(label, columns);
    this.#kept.set(label, { columns, fitted });
    return fitted;
  }
}

/** The part of `label` that fits into a bar of this width; empty when none does. */
export function fitLabel(label: string, pixels: number, sizes: FlameSizes): string {
  return pixels < NARROWEST_LABEL ? '' : fitMiddle(label, columnsIn(pixels, sizes));
}

function columnsIn(pixels: number, { letter }: FlameSizes): number {
  return Math.floor((pixels - LABEL_MARGINS) / letter);
}
