import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { projectRules } from '../api/api.ts';
import type { ApiProblem } from '../api/api.ts';
import { visible } from '../../core/text/visible.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import type { RulesPreview } from '../../pipeline/preview.ts';
import { recompare } from '../state/comparison.ts';
import { keepApartRule, withKeptApart } from './keep-apart.ts';
import type { KnownRules, RulesDesk } from './rules-desk.ts';
import { RulesEditor } from './rules-editor.tsx';
import { RulesPreviewView } from './rules-preview.tsx';

/** Typing pauses this long before the rules are tried. */
const PAUSE_MS = 400;

interface RulesDialogProps {
  readonly desk: RulesDesk;
  /** Recorded names that became one and shall not: a rule for them is put in front; null for none. */
  readonly apart: readonly string[] | null;
  readonly onClose: () => void;
}

/** Packs on and off and rules of one's own, tried on the comparison at hand while they are written. */
export function RulesDialog({ desk, apart, onClose }: RulesDialogProps) {
  const rules = useSignal<KnownRules | null>(null);
  const failure = useSignal<ApiProblem | null>(null);
  useEffect(() => {
    const load = async () => {
      const answer = await desk.read();
      if (answer.ok) rules.value = answer.value;
      else failure.value = answer.error;
    };
    void load();
  }, []);
  return (
    <Dialog title="Rules for names" onClose={onClose}>
      {failure.value !== null && <ProblemBox problem={failure.value} />}
      {rules.value !== null && <Panel desk={desk} rules={rules.value} apart={apart} onClose={onClose} />}
      {rules.value === null && failure.value === null && <p class="hint">Loading…</p>}
    </Dialog>
  );
}

type Tried =
  | { readonly state: 'nothing' | 'waiting' }
  | { readonly state: 'wrong'; readonly fault: ApiProblem }
  | { readonly state: 'done'; readonly preview: RulesPreview };

function Panel({ desk, rules, apart, onClose }: RulesDialogProps & { readonly rules: KnownRules }) {
  const kept = apart === null ? null : withKeptApart(rules.text, apart);
  const text = useSignal(kept ?? rules.text);
  const without = useSignal<readonly string[]>(rules.without);
  const tried = useSignal<Tried>({ state: 'nothing' });
  const isSaving = useSignal(false);
  const failure = useSignal<ApiProblem | null>(null);
  const isTextChanged = text.value !== rules.text;
  const isChanged = isTextChanged || sorted(without.value) !== sorted(rules.without);

  useEffect(() => {
    if (!isChanged) {
      tried.value = { state: 'nothing' };
      return undefined;
    }
    tried.value = { state: 'waiting' };
    const control = new AbortController();
    const tryThem = async () => {
      const answer = await desk.preview({ rules: text.value, without: without.value }, control.signal);
      if (control.signal.aborted) return;
      tried.value = answer.ok ? { state: 'done', preview: answer.value } : { state: 'wrong', fault: answer.error };
    };
    const timer = setTimeout(() => {
      void tryThem();
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text.value, without.value]);

  const save = async () => {
    isSaving.value = true;
    failure.value = null;
    const saved = isTextChanged ? await desk.save(text.value, rules.hash) : null;
    const result = saved !== null && !saved.ok ? saved : await recompare({ without: without.value });
    isSaving.value = false;
    if (result.ok) onClose();
    else failure.value = result.error;
  };
  const { value: attempt } = tried;
  return (
    <div class="rules-panel">
      <fieldset class="packs">
        <legend>Built-in packs, for this comparison</legend>
        {rules.packs.map(({ name, version, summary }) => (
          <label key={name} title={summary}>
            <input
              type="checkbox"
              checked={!without.value.includes(name)}
              onChange={({ currentTarget }) => {
                const others = without.value.filter((one) => one !== name);
                without.value = currentTarget.checked ? others : [...others, name];
              }}
            />
            <span>{name}</span> <small class="hint">{version}</small>
          </label>
        ))}
      </fieldset>
      <h3>{desk.keptBy === 'project' ? 'Rules of the project' : 'Rules in this browser'}</h3>
      <p class="hint">
        YAML, run after the built-in packs, for every comparison from now on
        {desk.keptBy === 'project' ? '' : ' that is made in this browser'}. Comparisons that exist stay as they are.
      </p>
      {apart !== null && (
        <p class="rules-apart" role="status">
          {kept === null ? (
            <>
              The rules are written so that no line can be put in. Add this one yourself:{' '}
              <code>{visible(keepApartRule(rules.text, apart))}</code>
            </>
          ) : (
            'The first rule keeps these names as they were recorded. Below is what that changes; nothing is saved yet.'
          )}
        </p>
      )}
      {desk.keptBy === 'browser' && <TakeProjectRules onTake={(taken) => (text.value = taken)} />}
      <RulesEditor
        label={desk.keptBy === 'project' ? 'Rules of the project' : 'Rules in this browser'}
        text={text.value}
        fault={attempt.state === 'wrong' ? attempt.fault : null}
        onChange={(next) => {
          text.value = next;
        }}
      />
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={!isChanged || isSaving.value || attempt.state === 'wrong'}
          onClick={() => {
            void save();
          }}
        >
          {isTextChanged ? 'Save and compare again' : 'Compare again'}
        </button>
        <span class="hint" aria-live="polite">
          {attempt.state === 'waiting' ? 'Trying them on this comparison…' : ''}
        </span>
      </div>
      {failure.value !== null && <ProblemBox problem={failure.value} />}
      {attempt.state === 'done' && <RulesPreviewView preview={attempt.preview} />}
    </div>
  );
}

/** Asks the server for the rules of its project; nothing of the files is sent. */
function TakeProjectRules({ onTake }: { readonly onTake: (text: string) => void }) {
  const failure = useSignal<ApiProblem | null>(null);
  const take = async () => {
    const answer = await projectRules();
    failure.value = answer.ok ? null : answer.error;
    if (answer.ok) onTake(answer.value.text);
  };
  return (
    <>
      <p>
        <button type="button" onClick={() => void take()}>
          Take those of the project on the server
        </button>
      </p>
      {failure.value !== null && <ProblemBox problem={failure.value} />}
    </>
  );
}

function sorted(names: readonly string[]): string {
  return [...names].sort().join(' ');
}
