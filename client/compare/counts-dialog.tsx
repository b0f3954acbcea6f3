import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Comparison } from '../../core/diff/comparison.ts';
import { visible } from '../../core/text/visible.ts';
import type { ApiProblem } from '../api/api.ts';
import type { Countable } from '../model/countable.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import { recompare, source } from '../state/comparison.ts';

/** Which recording of the files is compared, and by which of its counts; another choice is another comparison. */
export function CountsDialog(props: { readonly comparison: Comparison; readonly onClose: () => void }) {
  const known = useSignal<Countable | null>(null);
  const failure = useSignal<ApiProblem | null>(null);
  const recording = useSignal<string | null>(null);
  const valueType = useSignal(props.comparison.valueType.name);
  const { base, head } = props.comparison;
  const sameWidth = useSignal(false);
  const isWorking = useSignal(false);
  const look = async () => {
    const answer = await source.peek()?.countable?.();
    if (answer === undefined) return;
    if (!answer.ok) failure.value = answer.error;
    else {
      known.value = answer.value;
      recording.value = answer.value.chosen;
      sameWidth.value = answer.value.sameWidth;
    }
  };
  useEffect(() => {
    void look();
  }, []);
  const recordings = known.value?.recordings ?? [];
  /** A drawing leaves narrow frames out; of two that leave out the same there is nothing to choose. */
  const isDrawn = base.pruned !== null || head.pruned !== null;
  const counts = recordings.find(({ name }) => name === recording.value)?.valueTypes ?? [];
  const choose = (name: string) => {
    recording.value = name;
    const there = recordings.find((one) => one.name === name)?.valueTypes ?? [];
    if (!there.includes(valueType.value)) valueType.value = there[0] ?? valueType.value;
  };
  const again = async () => {
    isWorking.value = true;
    failure.value = null;
    const asked = recordings.length > 1 && recording.value !== null ? { recording: recording.value } : {};
    const result = await recompare({ ...asked, valueType: valueType.value, sameWidth: sameWidth.value });
    isWorking.value = false;
    if (result.ok) props.onClose();
    else failure.value = result.error;
  };
  return (
    <Dialog title="What is compared" onClose={props.onClose}>
      {known.value === null && failure.value === null && <p aria-busy="true">Looking at the files…</p>}
      {known.value !== null && recordings.length < 2 && counts.length < 2 && (
        <p>The files hold one recording, with one kind of counts: {visible(valueType.value)}.</p>
      )}
      {(recordings.length > 1 || counts.length > 1) && (
        <p class="hint">As the first file of good has them; every file needs one of the same name.</p>
      )}
      {recordings.length > 1 && (
        <Chosen label="Recording" options={recordings} value={recording.value ?? ''} onChoose={choose} />
      )}
      {counts.length > 1 && (
        <Chosen
          label="Counts"
          options={counts.map((name) => ({ name }))}
          value={valueType.value}
          onChoose={(name) => {
            valueType.value = name;
          }}
        />
      )}
      {known.value !== null && isDrawn && (
        <p class="counts-width">
          <label>
            <input
              type="checkbox"
              checked={sameWidth.value}
              onChange={({ currentTarget }) => {
                sameWidth.value = currentTarget.checked;
              }}
            />
            At the coarser width: without the frames that either drawing leaves out
          </label>
        </p>
      )}
      {failure.value !== null && <ProblemBox problem={failure.value} />}
      {known.value !== null && (recordings.length > 1 || counts.length > 1 || isDrawn) && (
        <p class="actions">
          <button type="button" class="primary" disabled={isWorking.value} onClick={() => void again()}>
            {isWorking.value ? 'Comparing again…' : 'Compare again'}
          </button>
        </p>
      )}
    </Dialog>
  );
}

function Chosen(props: {
  readonly label: string;
  readonly options: readonly { readonly name: string }[];
  readonly value: string;
  readonly onChoose: (name: string) => void;
}) {
  return (
    <p class="counts-choice">
      <label>
        <span>{props.label}</span>
        <select
          value={props.value}
          onChange={({ currentTarget }) => {
            props.onChoose(currentTarget.value);
          }}
        >
          {props.options.map(({ name }) => (
            <option key={name} value={name}>
              {visible(name)}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}
