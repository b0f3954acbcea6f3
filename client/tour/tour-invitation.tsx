import { ProblemBox } from '../parts/problem-box.tsx';
import { declineTour, isInvited, isTourStarting, startTour, tourProblem } from './tour-state.ts';

/** An offer, at the first visits only; nothing starts by itself. */
export function TourInvitation() {
  if (!isInvited.value) return null;
  return (
    <aside class="tour-invitation" aria-label="Tour">
      <p>
        <span>First time here?</span>
        <button type="button" class="link" disabled={isTourStarting.value} onClick={() => void startTour()}>
          Take the tour
        </button>
        <span class="hint">six steps over a real regression in MariaDB</span>
        <button type="button" class="quiet" aria-label="No tour" onClick={declineTour}>
          ✕
        </button>
      </p>
      {tourProblem.value !== null && <ProblemBox problem={tourProblem.value} />}
    </aside>
  );
}
