import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { previewRules, projectRules, saveProjectRules } from '../api/api.ts';
import type { ApiProblem, StoredComparison } from '../api/api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import type { Rules } from '../../api/generated.ts';
import type { RulesPreview } from '../../pipeline/preview.ts';
import { recompare, stored } from '../state/comparison.ts';
import { RulesEditor } from './rules-editor.tsx';
import { RulesPreviewView } from './rules-preview.tsx';

/** Typing pauses this long before the rules are tried. */
const PAUSE_MS = 400;

/** Packs on and off and the rules of the project, tried on the comparison at hand while they are written. */
export function RulesDialog({ onClose }: { readonly onClose: () => void }) {
  const known = stored.value;
  const rules = useSignal<Rules | null>(null);
  const failure = useSignal<ApiProblem | null>(null);
  useEffect(() => {
    const load = async () => {
      const answer = await projectRules();
      if (answer.ok) rules.value = answer.value;
      else failure.value = answer.error;
    };
    void load();
  }, []);
  return (
    <Dialog title="Rules for names" onClose={onClose}>
      {failure.value !== null && <ProblemBox problem={failure.value} />}
      {known === null || rules.value === null ? (
        <p class="hint">Loading…</p>
      ) : (
        <Panel known={known} rules={rules.value} onClose={onClose} />
      )}
    </Dialog>
  );
}

type Tried =
  | { readonly state: 'nothing' | 'waiting' }
  | { readonly state: 'wrong'; readonly fault: ApiProblem }
  | { readonly state: 'done'; readonly preview: RulesPreview };

function Panel({
  known,
  rules,
  onClose,
}: {
  readonly known: StoredComparison;
  readonly rules: Rules;
  readonly onClose: () => void;
}) {
  const text = useSignal(rules.text);
  const without = useSignal<readonly string[]>(known.without);
  const tried = useSignal<Tried>({ state: 'nothing' });
  const isSaving = useSignal(false);
  const failure = useSignal<ApiProblem | null>(null);
  const isTextChanged = text.value !== rules.text;
  const isChanged = isTextChanged || sorted(without.value) !== sorted(known.without);

  useEffect(() => {
    if (!isChanged) {
      tried.value = { state: 'nothing' };
      return undefined;
    }
    tried.value = { state: 'waiting' };
    const control = new AbortController();
    const tryThem = async () => {
      const answer = await previewRules(known, { rules: text.value, without: without.value }, control.signal);
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
    const saved = isTextChanged ? await saveProjectRules(text.value, rules.hash) : null;
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
      <h3>Rules of the project</h3>
      <p class="hint">
        YAML, run after the built-in packs, for every comparison from now on. Comparisons that exist stay as they are.
      </p>
      <RulesEditor
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

function sorted(names: readonly string[]): string {
  return [...names].sort().join(' ');
}
