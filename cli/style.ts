import pc from 'picocolors';
import { PLAIN } from '../render/text.ts';
import type { TextStyle } from '../render/text.ts';
import type { Ports } from './ports.ts';

/** Colours for a terminal that wants them (NO_COLOR and pipes do not). Yellow and blue, as in the picture. */
export function styleOf({ colour }: Ports): TextStyle {
  if (!colour) return PLAIN;
  const { bold, yellow, blue } = pc.createColors(true);
  return { strong: bold, growth: yellow, shrinkage: blue };
}
