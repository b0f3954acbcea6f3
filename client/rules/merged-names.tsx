import type { Comparison } from '../../core/diff/comparison.ts';
import { visible } from '../../core/text/visible.ts';
import { grouped, plural } from '../../core/words/numbers.ts';
import { Dialog } from '../parts/dialog.tsx';

const GROUPS = 200;
const SPELLINGS = 20;

/** Names that became one, with the rules that did it and what they weigh. */
export function MergedNamesDialog(props: {
  readonly comparison: Comparison;
  /** Undoes one group: a rule is written, tried and shown first. Null where no rules can be tried. */
  readonly onKeepApart: ((names: readonly string[]) => void) | null;
  readonly onClose: () => void;
}) {
  const { normalization, valueType } = props.comparison;
  const { merged, reshaped } = normalization;
  const { onKeepApart } = props;
  return (
    <Dialog title="Names that became one" onClose={props.onClose}>
      <p class="hint">Weights are inclusive values as recorded, both sides together, in {visible(valueType.unit)}.</p>
      {reshaped.length > 0 && (
        <ul>
          {reshaped.map(({ rule, action, nodes, weight }) => (
            <li key={rule}>
              {visible(rule)} ({action}): {plural(nodes, 'position')}, {grouped(weight)}
            </li>
          ))}
        </ul>
      )}
      <dl class="audit">
        {merged.slice(0, GROUPS).map(({ name, from, weight, moved }) => (
          <div key={name}>
            <dt>
              {visible(name)} <span class="audit-weight">{grouped(weight)}</span>
              {moved > 0 && <span class="hint"> {grouped(moved)} of it from other spellings</span>}
              {onKeepApart !== null && (
                <button
                  type="button"
                  class="link keep-apart"
                  aria-label={`Keep apart… ${visible(name)}`}
                  onClick={() => {
                    onKeepApart(from.map((spelling) => spelling.name));
                  }}
                >
                  Keep apart…
                </button>
              )}
            </dt>
            {from.slice(0, SPELLINGS).map((spelling) => (
              <dd key={spelling.name}>
                {visible(spelling.name)} <span class="audit-weight">{grouped(spelling.weight)}</span>{' '}
                <span class="audit-rules">{visible(spelling.rules.join(' '))}</span>
              </dd>
            ))}
            {from.length > SPELLINGS && <dd class="hint">and {plural(from.length - SPELLINGS, 'more spelling')}</dd>}
          </div>
        ))}
      </dl>
      {merged.length > GROUPS && <p class="hint">and {plural(merged.length - GROUPS, 'more group')}</p>}
    </Dialog>
  );
}
