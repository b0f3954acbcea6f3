import { ProblemBox } from '../parts/problem-box.tsx';
import { source } from '../state/comparison.ts';
import { isTourStarting, startTour, tourProblem } from './tour-state.ts';

/** The tour again, for whoever wants it; a report in one file has no server to ask for the example. */
export function TourButton({ onStart }: { readonly onStart: () => void }) {
  if (source.value?.kind === 'embedded') return null;
  const start = async () => {
    await startTour();
    if (tourProblem.peek() === null) onStart();
  };
  return (
    <div class="tour-button">
      <button type="button" disabled={isTourStarting.value} onClick={() => void start()}>
        Take the tour over the example
      </button>
      {tourProblem.value !== null && <ProblemBox problem={tourProblem.value} />}
    </div>
  );
}
