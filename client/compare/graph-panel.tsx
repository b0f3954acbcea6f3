import { useEffect } from 'preact/hooks';
import type { Fault } from '../../core/model/problem.ts';
import { wordsOf } from '../../core/words/faults.ts';
import { grouped, plural } from '../../core/words/numbers.ts';
import type { Analysis } from '../model/analysis.ts';
import { ROOT_LABEL } from '../model/facts.ts';
import { Name } from '../parts/name.tsx';
import { pointed, pointedIn } from '../state/pointed.ts';
import { setView, view } from '../state/route.ts';
import { centre, scale, scene } from '../state/scene.ts';
import type { Pane } from '../state/scene.ts';
import { ActiveFilters } from './active-filters.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { FlamePane, hiddenNodes } from './flame-pane.tsx';
import { factsLine } from './frame-facts.tsx';
import { pageKeys } from './graph-keys.ts';
import { GraphOptions } from './graph-options.tsx';
import { GraphTools } from './graph-tools.tsx';
import { Legend } from './legend.tsx';
import { Found, SearchBar } from './search-bar.tsx';
import { StackDialog, stackShown } from './stack-dialog.tsx';
import { TreeRows } from './tree-rows.tsx';

const PANE_LABELS: Readonly<Record<Pane['id'], string>> = {
  only: 'Differential flame graph',
  base: 'Flame graph of good',
  head: 'Flame graph of bad',
  callers: 'Callers',
  callees: 'Callees',
};

/** The flame graphs of the chosen view with their tools, path, search and legend. */
export function GraphPanel({ analysis }: { readonly analysis: Analysis }) {
  useEffect(pageKeys, []);
  const shown = scene.value;
  const { show } = view.value;
  return (
    <section class="graph" aria-labelledby="graph-head">
      <h2 id="graph-head" class="only-for-readers">
        Flame graph
      </h2>
      <div class="graph-bar">
        <GraphTools comparison={analysis.comparison} />
        <SearchBar />
      </div>
      {scale.value?.ok === false && <NoCost fault={scale.value.error} />}
      <GraphOptions />
      <ActiveFilters analysis={analysis} />
      <div class="graph-path">
        {show === 'callers' ? <Centre analysis={analysis} /> : <Breadcrumbs />}
        <Found analysis={analysis} />
      </div>
      {shown?.kind === 'fault' && (
        <p class="graph-fault" role="alert">
          This view would have more frames than fit into the page ({shown.fault.code}). Under Filters and display, keep
          fewer stacks.
        </p>
      )}
      {shown?.kind === 'waiting' && (
        <p class="graph-waiting" role="status">
          The comparison is still arriving: this view needs all {grouped(analysis.picture?.wholeNodes ?? 0)} frames.
        </p>
      )}
      {shown?.kind === 'panes' &&
        (show === 'rows' ? (
          <TreeRows key={shown.panes[0].analysis.key} pane={shown.panes[0]} />
        ) : (
          <div class={`panes panes-${shown.panes.length}`}>
            {shown.panes.map((pane) => (
              <div class="pane" key={pane.id}>
                {shown.panes.length > 1 && <PaneTitle pane={pane} />}
                <FlamePane pane={pane} label={PANE_LABELS[pane.id]} />
              </div>
            ))}
          </div>
        ))}
      {shown?.kind === 'panes' && <Status panes={shown.panes} />}
      <Legend />
      {stackShown.value !== null && <StackDialog shown={stackShown.value} />}
    </section>
  );
}

/** Why there is no absolute view, and the way back. */
function NoCost({ fault }: { readonly fault: Fault }) {
  const { sentence, advice } = wordsOf(fault);
  return (
    <p class="graph-fault" role="status">
      Shares are shown: {sentence}.{advice === null ? '' : ` ${advice}`}{' '}
      <button
        type="button"
        class="link"
        onClick={() => {
          setView({ per: 'share' });
        }}
      >
        Cost as share
      </button>
    </p>
  );
}

function PaneTitle({ pane }: { readonly pane: Pane }) {
  switch (pane.id) {
    case 'base':
      return (
        <h3 class="pane-title">
          <span class="side-chip side-base">good</span>
        </h3>
      );
    case 'head':
      return (
        <h3 class="pane-title">
          <span class="side-chip side-head">bad</span>
        </h3>
      );
    case 'callers':
      return <h3 class="pane-title">called from</h3>;
    case 'callees':
      return <h3 class="pane-title">calls</h3>;
    case 'only':
  }
  return null;
}

function Centre({ analysis }: { readonly analysis: Analysis }) {
  const func = centre.value;
  if (func === null) return <p class="hint">There is no function.</p>;
  return (
    <p class="centre">
      <span>Callers and callees of</span> <Name text={analysis.func(func).name} />
      <span class="hint"> · choose another one in a graph or in the table</span>
    </p>
  );
}

/** What the frame with the cursor is, in numbers. */
function Status({ panes }: { readonly panes: readonly Pane[] }) {
  const pane = panes.find((one) => pointedIn(one) !== null && (one.id === pointed.value?.pane || panes.length === 1));
  const at = pane === undefined ? panes[0] : pane;
  const node = at === undefined ? null : pointedIn(at);
  return (
    <div class="graph-status">
      {node === null || at === undefined ? (
        <span class="status-frame hint">
          {at?.analysis.picture === null
            ? 'Click or Enter zooms, arrows walk, Ctrl + wheel or drag moves, Esc goes out, ? shows all keys.'
            : 'What can be seen is here; the narrower frames are still arriving, and zooming waits for them.'}
        </span>
      ) : (
        <>
          <p class="status-frame" aria-live="polite">
            <Name text={node === 0 ? ROOT_LABEL : at.analysis.node(node).name} />
            <span class="status-numbers">: {factsLine(at.analysis.node(node))}</span>
          </p>
          {node > 0 && (
            <button
              type="button"
              class="link stack-button"
              onClick={() => {
                stackShown.value = { pane: at, node };
              }}
            >
              Stack as text
            </button>
          )}
        </>
      )}
      {view.value.show !== 'rows' && hiddenNodes.value > 0 && (
        <span class="hint hidden-count">{plural(hiddenNodes.value, 'frame')} too narrow to draw here</span>
      )}
    </div>
  );
}
