import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { loading } from '../state/comparison.ts';
import { page } from '../state/route.ts';
import { STEPS } from './steps.ts';
import './tour.css';
import { tourStep } from './tour-state.ts';

/** Pixels between the box and what it is about. */
const GAP = 10;
const BOX_HEIGHT = 190;

interface Place {
  readonly top: number;
  readonly left: number;
}

/** One step beside what it is about. The page stays usable all the while; Escape ends the tour. */
export function Tour() {
  const at = tourStep.value;
  const isReady = page.value.name === 'comparison' && loading.value.stage === 'ready';
  const box = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  const place = useSignal<Place | null>(null);
  const step = at === null ? undefined : STEPS[at];
  const end = () => {
    tourStep.value = null;
    if (before.current instanceof HTMLElement) before.current.focus();
  };

  useEffect(() => {
    before.current = document.activeElement;
  }, []);

  // After the paint: the page below may be drawn by the same change, and later.
  useEffect(() => {
    const target = step === undefined || !isReady ? null : document.querySelector(step.target);
    if (!(target instanceof HTMLElement)) {
      place.value = null;
      return undefined;
    }
    target.classList.add('tour-target');
    target.scrollIntoView({ block: 'center', behavior: isCalm() ? 'auto' : 'smooth' });
    const follow = () => {
      place.value = placeBeside(target.getBoundingClientRect());
    };
    follow();
    box.current?.focus({ preventScroll: true });
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', follow);
    return () => {
      target.classList.remove('tour-target');
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', follow);
    };
  }, [step, isReady]);

  // Elsewhere there is nothing to show.
  useEffect(() => {
    if (at !== null && page.value.name !== 'comparison') tourStep.value = null;
  }, [page.value.name]);

  if (at === null || step === undefined || !isReady) return null;
  const isLast = at === STEPS.length - 1;
  const go = (by: number) => {
    const next = at + by;
    if (next >= STEPS.length) end();
    else tourStep.value = Math.max(0, next);
  };
  return (
    <section
      ref={box}
      class="tour"
      role="dialog"
      aria-modal="false"
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
      tabIndex={-1}
      style={place.value === null ? {} : { top: `${place.value.top}px`, left: `${place.value.left}px` }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') end();
        else if (event.key === 'ArrowRight') go(1);
        else if (event.key === 'ArrowLeft') go(-1);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <h2 id="tour-title">{step.title}</h2>
      <p id="tour-text">{step.text}</p>
      <div class="tour-foot">
        <span class="hint">
          {at + 1} of {STEPS.length}
        </span>
        <button type="button" class="quiet" onClick={end}>
          End the tour
        </button>
        {at > 0 && (
          <button
            type="button"
            onClick={() => {
              go(-1);
            }}
          >
            Back
          </button>
        )}
        <button
          type="button"
          class="primary"
          onClick={() => {
            go(1);
          }}
        >
          {isLast ? 'Done' : 'Next'}
        </button>
      </div>
    </section>
  );
}

function isCalm(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Below the target, above it, or over its lower end where it fills the window. */
function placeBeside(target: DOMRect): Place {
  const { clientWidth } = document.documentElement;
  const width = Math.min(420, clientWidth - 2 * GAP);
  const left = Math.max(GAP, Math.min(target.left, clientWidth - width - GAP));
  const lowest = window.innerHeight - BOX_HEIGHT - GAP;
  const below = target.bottom + GAP;
  const above = target.top - BOX_HEIGHT - GAP;
  const top = below <= lowest ? below : above >= GAP ? above : lowest;
  return { top: Math.max(GAP, top), left };
}
