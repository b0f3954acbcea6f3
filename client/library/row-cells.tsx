import { plural, sizeInWords } from '../../core/words/numbers.ts';
import { visible } from '../../core/text/visible.ts';
import type { Comparison, Profile } from '../../api/generated.ts';
import { Link } from '../parts/link.tsx';
import { Name } from '../parts/name.tsx';
import { SIDE_WORDS } from '../state/chosen-files.ts';
import type { Side } from '../state/chosen-files.ts';
import { comparisonPath } from '../state/route.ts';
import { groupKeyOf, runWords, sharedLabels, titleOf } from './groups.ts';
import { toggleGroup } from './list.ts';
import type { ListRow } from './list.ts';
import { pick, pickGroup, pickedOf, sideOf } from './picked.ts';

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export function timeInWords(iso: string): string {
  return times.format(new Date(iso));
}

/** Buttons in cells are for the pointer: the keys of the grid do the same, and the tab key leaves the list at once. */
const NO_STOP = { type: 'button', tabIndex: -1 } as const;

export function ProfileCells(props: {
  readonly profile: Profile;
  readonly isMember: boolean;
  readonly onMore: () => void;
}) {
  const { profile, isMember, onMore } = props;
  const { fileName, labels, facts, bytes, createdAt, deletedUntil, metrics } = profile;
  const name = fileName ?? profile.id.slice(0, 8);
  const side = sideOf(profile.id);
  const words = isMember ? runWords(labels) : titleOf(Object.entries(labels));
  return (
    <>
      <div role="gridcell" class="cell-pick">
        {deletedUntil === undefined && (
          <PickButtons
            side={side}
            of={name}
            onPick={(to) => {
              pick(to, [pickedOf(profile)]);
            }}
          />
        )}
      </div>
      <div role="gridcell" class="cell-name">
        <button {...NO_STOP} class="link row-name" onClick={onMore}>
          <Name text={name} />
        </button>
        <span class="row-facts">
          {words !== '' && <span class="row-labels">{visible(words)}</span>}
          <span>{facts.format}</span>
          <span>{sizeInWords(bytes)}</span>
          {metrics.length > 0 && <span>with metrics</span>}
          {facts.problems.length > 0 && <span class="row-warning">{plural(facts.problems.length, 'note')}</span>}
        </span>
      </div>
      <When createdAt={createdAt} deletedUntil={deletedUntil} />
      <MoreButton of={name} onMore={onMore} />
    </>
  );
}

export function GroupCells(props: {
  readonly row: Extract<ListRow, { readonly kind: 'group' }>;
  readonly onMore: () => void;
}) {
  const { row, onMore } = props;
  const { key, members, isOpen } = row;
  const title = titleOf(sharedLabels(key));
  const sides = new Set(members.map(({ id }) => sideOf(id)));
  const [side = null] = sides.size === 1 ? sides : [];
  return (
    <>
      <div role="gridcell" class="cell-pick">
        {members[0]?.deletedUntil === undefined && (
          <PickButtons
            side={side}
            of={`all runs of ${title}`}
            onPick={(to) => {
              void pickGroup(to, key);
            }}
          />
        )}
      </div>
      <div role="gridcell" class="cell-name">
        <button
          {...NO_STOP}
          class="link row-name"
          aria-expanded={isOpen}
          onClick={() => {
            toggleGroup(key);
          }}
        >
          <span class="opener" aria-hidden="true">
            {isOpen ? '▾' : '▸'}
          </span>
          <span class="row-title">{visible(title)}</span>
        </button>
        <span class="row-facts">
          <strong>{plural(members.length, 'run')}</strong>
          <span>{[...new Set(members.map(({ facts }) => facts.format))].join(', ')}</span>
          <span>{sizeInWords(members.reduce((sum, { bytes }) => sum + bytes, 0))}</span>
        </span>
      </div>
      <When createdAt={members[0]?.createdAt ?? ''} deletedUntil={members[0]?.deletedUntil} />
      {members[0]?.deletedUntil === undefined ? (
        <MoreButton of={`all runs of ${title}`} onMore={onMore} />
      ) : (
        <div role="gridcell" class="cell-more" />
      )}
    </>
  );
}

export function ComparisonCells(props: { readonly comparison: Comparison; readonly onMore: () => void }) {
  const { comparison, onMore } = props;
  const { id, base, head, level, createdAt, deletedUntil } = comparison;
  const title = comparisonTitle(comparison);
  return (
    <>
      <div role="gridcell" class="cell-name">
        {deletedUntil === undefined ? (
          <Link class="row-name" to={comparisonPath(id)} isNoStop>
            <Name text={title} />
          </Link>
        ) : (
          <Name text={title} />
        )}
        <span class="row-facts">
          <Inputs side="base" names={base.map(({ fileName }) => fileName)} />
          <Inputs side="head" names={head.map(({ fileName }) => fileName)} />
          {level !== 'default' && <span>names: {level}</span>}
        </span>
      </div>
      <When createdAt={createdAt} deletedUntil={deletedUntil} />
      <MoreButton of={title} onMore={onMore} />
    </>
  );
}

export function comparisonTitle({ name, base, head }: Comparison): string {
  const first = (inputs: Comparison['base']) => inputs[0]?.fileName ?? 'without a name';
  return name ?? `${first(base)} → ${first(head)}`;
}

function Inputs({ side, names }: { readonly side: Side; readonly names: readonly (string | null)[] }) {
  return (
    <span class="row-inputs">
      <span class={`side-chip side-${side}`}>{SIDE_WORDS[side]}</span>{' '}
      {names.length === 1 ? <Name text={names[0] ?? 'without a name'} /> : plural(names.length, 'run')}
    </span>
  );
}

function PickButtons(props: {
  readonly side: Side | null;
  readonly of: string;
  readonly onPick: (side: Side) => void;
}) {
  return (['base', 'head'] as const).map((side) => (
    <button
      key={side}
      {...NO_STOP}
      class={`pick side-${side}`}
      aria-pressed={props.side === side}
      aria-label={`${SIDE_WORDS[side]}: ${props.of}`}
      onClick={() => {
        props.onPick(side);
      }}
    >
      {SIDE_WORDS[side]}
    </button>
  ));
}

function When({ createdAt, deletedUntil }: { readonly createdAt: string; readonly deletedUntil: string | undefined }) {
  return (
    <div role="gridcell" class="cell-when">
      {deletedUntil === undefined ? (
        <time dateTime={createdAt}>{timeInWords(createdAt)}</time>
      ) : (
        <span>restorable until {timeInWords(deletedUntil)}</span>
      )}
    </div>
  );
}

function MoreButton({ of, onMore }: { readonly of: string; readonly onMore: () => void }) {
  return (
    <div role="gridcell" class="cell-more">
      <button {...NO_STOP} class="quiet" aria-label={`Rename, label or delete ${of}`} onClick={onMore}>
        ⋯
      </button>
    </div>
  );
}

/** What a whole row is picked for. */
export function sideOfRow(row: ListRow): Side | null {
  if (row.kind === 'comparison') return null;
  if (row.kind === 'profile') return sideOf(row.profile.id);
  const sides = new Set(row.members.map(({ id }) => sideOf(id)));
  return sides.size === 1 ? ([...sides][0] ?? null) : null;
}

export function pickRow(side: Side, row: ListRow): void {
  if (row.kind === 'group' && row.members[0]?.deletedUntil === undefined) void pickGroup(side, row.key);
  else if (row.kind === 'profile' && row.profile.deletedUntil === undefined) pick(side, [pickedOf(row.profile)]);
}

export function keyOfRow(row: ListRow): string {
  if (row.kind === 'group') return `group ${row.key}`;
  if (row.kind === 'comparison') return row.comparison.id;
  return `${groupKeyOf(row.profile.labels) ?? ''} ${row.profile.id}`;
}
