import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { LocalNote } from '../local/local-note.tsx';
import { Link } from '../parts/link.tsx';
import type { Analysis } from '../model/analysis.ts';
import { ProblemBox } from '../parts/problem-box.tsx';
import { loading, reload, source } from '../state/comparison.ts';
import { shownAnalysis } from '../state/scene.ts';
import { AlignmentList } from './alignment-list.tsx';
import { Explanations } from './explanations.tsx';
import { FunctionTable } from './function-table.tsx';
import { GateVerdict } from './gate-verdict.tsx';
import { GraphPanel } from './graph-panel.tsx';
import { InputNotes } from './input-notes.tsx';
import { MetricsTable } from './metrics-table.tsx';
import { Rules } from './rules.tsx';
import { RulesChanged } from '../rules/rules-changed.tsx';
import { SubsystemBars } from '../subsystems/subsystem-bars.tsx';
import { Totals } from './totals.tsx';

export function ComparePage() {
  const state = loading.value;
  const headline = state.stage === 'ready' ? state.analysis.words.headline : null;
  useEffect(() => {
    document.title = headline === null ? 'Firebreak' : `${headline.slice(0, 120)} · Firebreak`;
    return () => {
      document.title = 'Firebreak';
    };
  }, [headline]);
  switch (state.stage) {
    case 'loading':
      return (
        <section class="compare loading" aria-busy="true">
          <h1>Loading the comparison…</h1>
          <progress aria-label="Loading" />
        </section>
      );
    case 'failed':
      return (
        <section class="compare">
          <h1>This comparison cannot be shown</h1>
          <ProblemBox problem={state.problem} />
          <p class="actions">
            <button type="button" onClick={reload}>
              Try again
            </button>
            {source.value?.kind !== 'embedded' && (
              <>
                <Link to="/">Compare other profiles</Link>
                <Link to="/library?kind=comparisons">Look in the library</Link>
              </>
            )}
          </p>
        </section>
      );
    case 'ready':
  }
  const { analysis } = state;
  const shown = shownAnalysis.value ?? analysis;
  return (
    <section class="compare" key={analysis.id}>
      <h1>{headline}</h1>
      <div class="sides">
        <Totals comparison={analysis.comparison} />
        <Rules comparison={analysis.comparison} />
        <p class="totals-line">
          {[analysis.words.waiting, analysis.words.sides, analysis.words.evidence, ...analysis.words.notes]
            .filter((sentence) => sentence !== null)
            .join(' ')}
        </p>
      </div>
      <LocalNote />
      <RulesChanged />
      <InputNotes comparison={analysis.comparison} />
      <MetricsTable words={analysis.words.metrics} />
      <Explanations analysis={analysis} />
      <GraphPanel analysis={analysis} />
      {analysis.picture === null ? (
        <BelowGraph analysis={analysis} shown={shown} />
      ) : (
        <p class="hint" role="status">
          The table of functions follows: the comparison is still arriving.
        </p>
      )}
    </section>
  );
}

/** What stands below the graph, and nobody sees first: made when the graph is on the screen. */
function BelowGraph({ analysis, shown }: { readonly analysis: Analysis; readonly shown: Analysis }) {
  const isTime = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      isTime.value = true;
    });
    return () => clearTimeout(timer);
  }, []);
  if (!isTime.value) return null;
  return (
    <>
      <GateVerdict analysis={analysis} />
      <SubsystemBars analysis={analysis} />
      <AlignmentList analysis={analysis} />
      <FunctionTable key={shown.key} analysis={shown} />
    </>
  );
}
