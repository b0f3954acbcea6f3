/** Columns of the function table: what they are called, and what stands in their cells, on the page and in a copy. */
import type { Comparison } from '../../core/diff/comparison.ts';
import { costCell, pointsCell, probabilityCell, ratioCell, shareCell } from './format.ts';
import type { Change, FrameFacts } from './facts.ts';

export const COLUMN_IDS = [
  'name',
  'module',
  'baseTotal',
  'headTotal',
  'totalPoints',
  'totalRatio',
  'interval',
  'q',
  'baseSelf',
  'headSelf',
  'selfPoints',
  'selfRatio',
  'selfQ',
  'baseCost',
  'headCost',
  'costRatio',
  'state',
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

/** Shown unless others are chosen. */
const USUAL: readonly ColumnId[] = [
  'name',
  'baseTotal',
  'headTotal',
  'totalPoints',
  'totalRatio',
  'baseSelf',
  'headSelf',
  'selfPoints',
  'selfRatio',
  'state',
];

/** Columns of an absolute view. */
const COST: readonly ColumnId[] = ['baseCost', 'headCost', 'costRatio'];

export interface Column {
  readonly id: ColumnId;
  /** Head of the column, beside its neighbours. */
  readonly text: string;
  /** Name by itself. */
  readonly full: string;
  readonly hint: string;
  /** CSS pixels; the name takes what is left. */
  readonly width: number;
}

const COLUMNS: readonly Column[] = [
  { id: 'name', text: 'Function', full: 'function', hint: 'by name', width: 220 },
  { id: 'module', text: 'module', full: 'module', hint: 'library or program, where the file says it', width: 130 },
  {
    id: 'baseTotal',
    text: 'total good',
    full: 'total good',
    hint: 'share of stacks with the function, good',
    width: 100,
  },
  { id: 'headTotal', text: 'bad', full: 'total bad', hint: 'share of stacks with the function, bad', width: 76 },
  {
    id: 'totalPoints',
    text: 'points',
    full: 'total points',
    hint: 'difference of the total shares in percentage points',
    width: 84,
  },
  {
    id: 'totalRatio',
    text: 'ratio',
    full: 'total ratio',
    hint: 'total share in bad divided by total share in good',
    width: 76,
  },
  {
    id: 'interval',
    text: '95 % interval',
    full: 'total points, 95 % interval',
    hint: 'where the difference of the total shares lies with 95 % confidence, in points',
    width: 150,
  },
  { id: 'q', text: 'q', full: 'total q', hint: 'q of the difference of the total shares', width: 84 },
  {
    id: 'baseSelf',
    text: 'self good',
    full: 'self good',
    hint: 'share of stacks that end in the function, good',
    width: 100,
  },
  { id: 'headSelf', text: 'bad', full: 'self bad', hint: 'share of stacks that end in the function, bad', width: 76 },
  {
    id: 'selfPoints',
    text: 'points',
    full: 'self points',
    hint: 'difference of the self shares in percentage points',
    width: 84,
  },
  {
    id: 'selfRatio',
    text: 'ratio',
    full: 'self ratio',
    hint: 'self share in bad divided by self share in good',
    width: 76,
  },
  { id: 'selfQ', text: 'self q', full: 'self q', hint: 'q of the difference of the self shares', width: 84 },
  { id: 'baseCost', text: 'cost good', full: 'cost good', hint: 'absolute cost of the function, good', width: 100 },
  { id: 'headCost', text: 'bad', full: 'cost bad', hint: 'absolute cost of the function, bad', width: 84 },
  {
    id: 'costRatio',
    text: 'ratio',
    full: 'cost ratio',
    hint: 'absolute cost in bad divided by that in good',
    width: 84,
  },
  { id: 'state', text: 'state', full: 'state', hint: 'state of the total share', width: 88 },
];

/** All columns, in their order. The name is always shown. */
export const CHOOSABLE = COLUMNS.filter(({ id }) => id !== 'name' && !COST.includes(id));

/** The columns of an address: ids with dots between; null for the usual ones. Those of cost stand where cost is shown. */
export function columnsOf(text: string | null, hasCost = false): readonly Column[] {
  const wanted: readonly string[] = text === null ? USUAL : ['name', ...text.split('.')];
  return COLUMNS.filter(({ id }) => (COST.includes(id) ? hasCost : wanted.includes(id)));
}

/** What `columnsOf` reads. */
export function columnsText(ids: readonly ColumnId[]): string | null {
  const chosen = COLUMN_IDS.filter((id) => id !== 'name' && !COST.includes(id) && ids.includes(id));
  const text = chosen.join('.');
  return text === USUAL.slice(1).join('.') ? null : text;
}

/** The text of a cell; names and modules as they are, which may be hostile. */
export function cellText(id: ColumnId, func: number, facts: FrameFacts, { functions }: Comparison): string {
  const { total, self, absolute } = facts;
  switch (id) {
    case 'name':
      return facts.name;
    case 'module':
      return facts.module ?? '';
    case 'baseTotal':
      return shareCell(total.baseShare);
    case 'headTotal':
      return shareCell(total.headShare);
    case 'totalPoints':
      return pointsCell(total.points);
    case 'totalRatio':
      return ratioCell(total);
    case 'interval': {
      const [low, high] = [functions.low[func] ?? Number.NaN, functions.high[func] ?? Number.NaN];
      return Number.isNaN(low) || Number.isNaN(high) ? '–' : `${pointsCell(low * 100)} to ${pointsCell(high * 100)}`;
    }
    case 'q':
      return probabilityCell(functions.q[func] ?? Number.NaN);
    case 'baseSelf':
      return shareCell(self.baseShare);
    case 'headSelf':
      return shareCell(self.headShare);
    case 'selfPoints':
      return pointsCell(self.points);
    case 'selfRatio':
      return ratioCell(self);
    case 'selfQ':
      return probabilityCell(functions.selfQ[func] ?? Number.NaN);
    case 'baseCost':
      return absolute === null ? '–' : costCell(absolute.base);
    case 'headCost':
      return absolute === null ? '–' : costCell(absolute.head);
    case 'costRatio':
      return absolute === null ? '–' : ratioCell(absolute);
    case 'state':
  }
  return facts.state;
}

/** The change that a column of points is about, to colour it; null for other columns. */
export function changeIn(id: ColumnId, { total, self }: FrameFacts): Change | null {
  return id === 'totalPoints' ? total : id === 'selfPoints' ? self : null;
}
