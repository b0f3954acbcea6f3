import type { Colouring } from '../flame/paint.ts';
import type { View } from '../state/route.ts';
import type { Pane } from '../state/scene.ts';

/** One side alone is coloured by names, a difference by its points, unless another colouring was chosen. */
export function colouringOf({ colour, show }: Pick<View, 'colour' | 'show'>, { isSingle }: Pane): Colouring {
  if (colour !== 'auto') return colour;
  return isSingle && show !== 'both' ? 'name' : 'points';
}
