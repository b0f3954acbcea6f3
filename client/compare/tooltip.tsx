import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PointerPlace } from '../flame/flame-view.ts';
import type { Analysis } from '../model/analysis.ts';
import { FrameFactsBox } from './frame-facts.tsx';

export interface Hovered extends PointerPlace {
  readonly node: number;
}

const DISTANCE = 14;

/** Follows the pointer and stays inside the window. */
export function Tooltip({ analysis, at }: { readonly analysis: Analysis; readonly at: Hovered }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { offsetWidth, offsetHeight } = element;
    const fitsRight = at.x + DISTANCE + offsetWidth < window.innerWidth;
    const fitsBelow = at.y + DISTANCE + offsetHeight < window.innerHeight;
    element.style.left = `${Math.max(4, fitsRight ? at.x + DISTANCE : Math.min(at.x - DISTANCE, window.innerWidth - 4) - offsetWidth)}px`;
    element.style.top = `${Math.max(4, fitsBelow ? at.y + DISTANCE : at.y - DISTANCE - offsetHeight)}px`;
  }, [at]);
  return (
    <div ref={box} class="tooltip" aria-hidden="true">
      <FrameFactsBox facts={analysis.node(at.node)} unit={analysis.comparison.valueType.unit} />
    </div>
  );
}
