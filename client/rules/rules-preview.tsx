import { visible } from '../../core/text/visible.ts';
import { grouped, plural } from '../../core/words/numbers.ts';
import { Name } from '../parts/name.tsx';
import type { RulesPreview } from '../../pipeline/preview.ts';

const NAMES = 30;
const GROUPS = 20;

/** What the rules in the editor would change in this comparison. */
export function RulesPreviewView({ preview }: { readonly preview: RulesPreview }) {
  const { before, after, names, renamed, joined, parted } = preview;
  const isSame = before.headline === after.headline && renamed === 0;
  return (
    <div class="rules-preview">
      <h3>What they change</h3>
      {isSame ? (
        <p class="hint">Nothing: no name of these profiles is spelled in another way.</p>
      ) : (
        <>
          <p>
            {plural(renamed, 'name')} spelled in another way, {plural(joined.length, 'group')} of names become one,{' '}
            {plural(parted.length, 'group')} no longer; {grouped(before.functions)} →{' '}
            {plural(after.functions, 'function')}.
          </p>
          {before.headline === after.headline ? (
            <p class="hint">The diff says the same: {visible(after.headline)}</p>
          ) : (
            <dl class="rules-headlines">
              <dt>Now</dt>
              <dd>{visible(before.headline)}</dd>
              <dt>Then</dt>
              <dd>{visible(after.headline)}</dd>
            </dl>
          )}
          <Explanations preview={preview} />
          <Names names={names} renamed={renamed} />
          <Groups title="Become one" groups={joined} />
          <Groups title="No longer one" groups={parted} />
        </>
      )}
    </div>
  );
}

function Explanations({ preview }: { readonly preview: RulesPreview }) {
  const keyOf = ({ title, change }: RulesPreview['before']['explanations'][number]) => `${title} ${change}`;
  const [now, then] = [preview.before.explanations, preview.after.explanations];
  const lost = now.filter((one) => !then.some((other) => keyOf(other) === keyOf(one)));
  const gained = then.filter((one) => !now.some((other) => keyOf(other) === keyOf(one)));
  if (lost.length === 0 && gained.length === 0) return null;
  return (
    <ul class="rules-explanations">
      {lost.map((one) => (
        <li key={`lost ${keyOf(one)}`} class="lost">
          <span class="only-for-readers">Lost: </span>
          {visible(keyOf(one))}
        </li>
      ))}
      {gained.map((one) => (
        <li key={`gained ${keyOf(one)}`} class="gained">
          <span class="only-for-readers">Gained: </span>
          {visible(keyOf(one))}
        </li>
      ))}
    </ul>
  );
}

function Names({ names, renamed }: Pick<RulesPreview, 'names' | 'renamed'>) {
  if (names.length === 0) return null;
  const shown = names.slice(0, NAMES);
  return (
    <div class="rules-names">
      <table>
        <thead>
          <tr>
            <th scope="col">Now</th>
            <th scope="col">Then</th>
            <th scope="col">Rules</th>
            <th scope="col" class="number">
              Weight
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, before, after, rules, weight }) => (
            <tr key={name}>
              <td title={visible(name)}>
                <Name text={before} />
              </td>
              <td>
                <Name text={after} />
              </td>
              <td>{visible(rules.join(' '))}</td>
              <td class="number">{grouped(weight)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {renamed > shown.length && <p class="hint">and {plural(renamed - shown.length, 'more name')}</p>}
    </div>
  );
}

function Groups({ title, groups }: { readonly title: string; readonly groups: RulesPreview['joined'] }) {
  if (groups.length === 0) return null;
  return (
    <details open>
      <summary>{`${title}: ${plural(groups.length, 'group')}`}</summary>
      <dl class="audit">
        {groups.slice(0, GROUPS).map(({ name, from }) => (
          <div key={name}>
            <dt>{visible(name)}</dt>
            {from.slice(0, GROUPS).map((spelling) => (
              <dd key={spelling}>{visible(spelling)}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
