import { useSignal } from '@preact/signals';
import type { EvidenceLevel, Explanation, RegionKind } from '../../core/diff/comparison.ts';
import type { ExplanationWords } from '../../core/words/comparison.ts';
import { plural } from '../../core/words/numbers.ts';
import type { Analysis } from '../model/analysis.ts';
import { changeOf } from '../model/facts.ts';
import { pointsCell, ratioCell, shareCell } from '../model/format.ts';
import { Name } from '../parts/name.tsx';
import { looked } from '../state/chain.ts';
import { forgetMove } from '../state/part.ts';
import { pointAt } from '../state/pointed.ts';
import { setView, view } from '../state/route.ts';
import { NO_FILTERS } from './filters.ts';

/** Shown at once; the others are behind a button. */
const FIRST = 3;

const KIND_WORDS: Readonly<Record<RegionKind, string>> = {
  N: 'on this path',
  S: 'its own time on this path',
  F: 'everywhere it is called',
  G: 'its own time, everywhere',
  E: 'called from',
};

/** The ranked regions that explain the change (DIFF-SPEC 5). Choosing one shows it in the graph. */
export function Explanations({ analysis }: { readonly analysis: Analysis }) {
  const isOpen = useSignal(false);
  const { explanations } = analysis.comparison;
  if (explanations.length === 0) {
    return (
      <section class="explanations" aria-labelledby="explanations-head">
        <h2 id="explanations-head">Nothing stands out</h2>
        <p class="hint">
          No part of the code changed beyond noise. More runs a side find smaller changes; the graph and the table show
          all differences.
        </p>
      </section>
    );
  }
  const isConfirmed = explanations.some(({ label }) => label === 'confirmed');
  const shown = isOpen.value ? explanations : explanations.slice(0, FIRST);
  return (
    <section class="explanations" aria-labelledby="explanations-head">
      <h2 id="explanations-head">
        {isConfirmed ? 'What explains the change' : 'Largest differences, none of them confirmed'}
      </h2>
      <ol>
        {shown.map((explanation, i) => (
          <li key={`${explanation.kind}-${explanation.func}-${explanation.node}`}>
            <Card analysis={analysis} explanation={explanation} words={analysis.words.explanations[i]} at={i} />
          </li>
        ))}
      </ol>
      {explanations.length > FIRST && (
        <button
          type="button"
          class="link"
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {isOpen.value ? 'Show fewer' : `Show ${plural(explanations.length - FIRST, 'more', 'more')}`}
        </button>
      )}
    </section>
  );
}

function Card(props: {
  readonly analysis: Analysis;
  readonly explanation: Explanation;
  readonly words: ExplanationWords | undefined;
  readonly at: number;
}) {
  const { analysis, explanation, words, at } = props;
  const { comparison } = analysis;
  const { tree } = comparison;
  const { func, kind, label, undrawn } = explanation;
  const { base: baseShare, head: headShare } = words?.shares ?? { base: 0, head: 0 };
  const nameOf = (index: number) => tree.functions.names[index] ?? '';
  const change = changeOf(comparison, baseShare * (tree.sides[0]?.sum ?? 0), headShare * (tree.sides[1]?.sum ?? 0));
  const look = () => {
    looked.value = at;
  };
  const entryName = explanation.entry === explanation.focus ? null : nameOf(tree.func[explanation.entry] ?? -1);
  return (
    <button
      type="button"
      class={`card ${label}`}
      title={view.value.explained === String(at) ? 'Shown in the graph; again shows all' : 'Show in the graph'}
      aria-pressed={view.value.explained === String(at)}
      onClick={() => {
        if (view.peek().explained === String(at)) setView({ explained: '', mark: null, focus: null }, 'push');
        else showInGraph(analysis, explanation, at);
      }}
      onPointerEnter={look}
      onPointerLeave={lookAway}
      onFocus={look}
      onBlur={lookAway}
    >
      <span class="card-name">
        <Name text={nameOf(func)} />
        <span class="card-where">
          {kind === 'E' ? (
            <>
              called from <Name text={nameOf(explanation.caller)} />
            </>
          ) : entryName === null ? (
            KIND_WORDS[kind]
          ) : (
            <>
              through <Name text={entryName} />
            </>
          )}
        </span>
      </span>
      <span class="card-numbers">
        <span class="side-base-ink">{undrawn === 'base' ? '?' : shareCell(baseShare)}</span>
        <span class="arrow">→</span>
        <span class="side-head-ink">{undrawn === 'head' ? '?' : shareCell(headShare)}</span>
        {undrawn === null ? (
          <>
            <span class={headShare > baseShare ? 'points grew' : 'points shrank'}>
              {pointsCell((headShare - baseShare) * 100)} <small>points</small>
            </span>
            <span class="ratio">{ratioCell(change)}</span>
          </>
        ) : (
          <span class="undrawn">not drawn in {undrawn === 'base' ? 'good' : 'bad'}</span>
        )}
      </span>
      <span class="card-label">
        <span class={`label ${label}`}>{labelWord(label, comparison.evidence.level)}</span>
      </span>
      <span class="card-why">
        {[words?.verdict, words?.beside, words?.chain, words?.shift]
          .filter((part) => part != null)
          .map(asSentence)
          .join(' ')}
      </span>
    </button>
  );
}

function lookAway(): void {
  looked.value = null;
}

function showInGraph(analysis: Analysis, { kind, func, node, entry, focus }: Explanation, at: number): void {
  const isOnePath = kind === 'N' || kind === 'S';
  const { show } = view.peek();
  forgetMove();
  pointAt(isOnePath ? focus : node);
  setView(
    {
      // Its nodes are places in the tree that was compared.
      ...NO_FILTERS,
      show: show === 'inverted' || show === 'callers' ? 'diff' : show,
      part: null,
      focus: isOnePath ? analysis.nodeReference(entry) : null,
      mark: isOnePath ? null : analysis.functionReference(func),
      explained: String(at),
      search: '',
    },
    'push',
  );
}

/** Without sample counts there is no noise to be within. */
function labelWord(label: Explanation['label'], level: EvidenceLevel): string {
  if (level === 'none') return 'no evidence';
  return label === 'noise' ? 'within noise' : label;
}

/** `beside`, `chain` and `shift` are clauses, `verdict` is a sentence already. */
function asSentence(text: string): string {
  const start = /^(?:called here only|with the changes) /.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
