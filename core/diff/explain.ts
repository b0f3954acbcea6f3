import { chainOf } from './chain.ts';
import { cellsOf, sumOver } from './cells.ts';
import type { CellRanges } from './cells.ts';
import { removeChange, restOf, sharesOf } from './condition.ts';
import type { Cells } from './condition.ts';
import type { EvidenceLevel, Explanation, RegionKind } from './comparison.ts';
import { REGION_KINDS, edgesOf, emptyMasses, measure } from './regions.ts';
import type { EdgeIndex, Region, RegionMasses } from './regions.ts';
import { labelled } from './labels.ts';
import { conditionalRuns } from './run-shares.ts';
import type { RegionRuns, RegionTest } from './run-shares.ts';
import { angle, angleError, excess } from './shares.ts';
import type { SideNoise } from './shares.ts';
import { joinShifts } from './shifts.ts';
import { BASE, HEAD } from '../tree/union.ts';
import type { UnionTree } from '../tree/union.ts';

/** Rounds of the scan, and so the most explanations: no more than a reader takes in. */
const ROUNDS = 8;
/** Regions that moved by less than half a point are not looked at. */
const MIN_DELTA = 0.005;
/** Standard errors taken off the angle when ranking. */
const RANKING_Z = 1;
/** A region and its complement are the same statement; of two such readings the growth is shown. */
const GROWTH_PREFERENCE = 1.03;
const KIND_PREFERENCE: Readonly<Record<RegionKind, number>> = { N: 1, S: 0.999, F: 0.998, G: 0.997, E: 0.996 };
/** Scores and masses closer than this are ties: it is above the rounding of any sum here. */
const TIE = 1e-11;
/** A region with more than this on both sides is a frame around everything, such as `main`: never tested (DIFF-SPEC 11). */
const AROUND = 0.98;
/** A share this close to 1 leaves nothing outside. */
const WHOLE = 1 - 1e-9;

export interface ScanRules {
  readonly base: SideNoise;
  readonly head: SideNoise;
  readonly level: EvidenceLevel;
  /** Growth and shrinkage alike: the list of the swapped sides is then the exact mirror. */
  readonly neutral?: boolean;
  /** q of the regions from their runs (DIFF-SPEC 3.3); asked once, with all regions, when both sides have 3 runs. */
  readonly regionTest?: RegionTest;
}

interface Candidate extends Region {
  readonly base: number;
  readonly head: number;
  readonly score: number;
  readonly z: number;
  /** One side has nothing outside the region, so the rest has no ratio: picked only when no other region is left. */
  readonly whole: boolean;
}

/**
 * The regions that explain the change from base to head, strongest first, at most eight (DIFF-SPEC 5): pick the region
 * with the largest angle beyond its noise, take its change out, look again. Empty when a side has no samples.
 * O(nodes + edges) a round.
 */
export function explain(tree: UnionTree, rules: ScanRules): readonly Explanation[] {
  return scan(tree, rules).explanations;
}

export interface Scan {
  readonly explanations: readonly Explanation[];
  /** Shares of the self cells with the changes of all explanations taken out; null when a side has no samples. */
  readonly rest: Cells | null;
  /** Edges of the tree, for who looks at the regions again; null when a side has no samples. */
  readonly edges: EdgeIndex | null;
}

/** `explain`, with what is left when everything explained is taken out. */
export function scan(tree: UnionTree, rules: ScanRules): Scan {
  const [base, head] = [tree.sides[BASE], tree.sides[HEAD]];
  if (base === undefined || head === undefined || !(base.sum > 0 && head.sum > 0)) {
    return { explanations: [], rest: null, edges: null };
  }
  const edges = edgesOf(tree);
  const x = { base: sharesOf(base), head: sharesOf(head) };
  const masses: RegionMasses = { base: emptyMasses(tree, edges), head: emptyMasses(tree, edges) };
  const asksTest = rules.regionTest !== undefined && rules.base.runs >= 3 && rules.head.runs >= 3;
  const found: Explanation[] = [];
  const picked: Region[] = [];
  const runs: RegionRuns[] = [];
  let around: Around | null = null;
  let changed: typeof BASE | typeof HEAD | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    // Taking a change out scales the cells of one side only: the other side's masses still hold.
    if (changed !== HEAD) measure(tree, edges, x.base, masses.base);
    if (changed !== BASE) measure(tree, edges, x.head, masses.head);
    around ??= regionsAround(masses);
    const best = strongest(tree, edges, x, masses, around, rules);
    if (best === null) break;
    const cells = cellsOf(tree, edges, best);
    const rest = { base: restOf(x.base, cells), head: restOf(x.head, cells) };
    const complement = complementOf(best, rest);
    const known = picked.findIndex(({ kind, id }) => kind === best.kind && id === best.id);
    if (known === -1) {
      picked.push(best);
      found.push({ ...emitted(tree, edges, masses, cells, best), complement });
      if (asksTest) {
        runs.push({ base: conditionalRuns(base, x.base, cells), head: conditionalRuns(head, x.head, cells) });
      }
    } else found[known] = refined(found[known]!, complement);
    // Nothing outside to scale against.
    if (best.whole || !(rest.base > 0 && rest.head > 0)) break;
    removeChange(x, cells, best, rest);
    changed = best.head > best.base ? HEAD : BASE;
  }
  const labels = labelled(found, rules.level, asksTest ? (rules.regionTest?.(runs) ?? []) : []);
  return { explanations: joinShifts(tree, labels), rest: x, edges };
}

type Around = Readonly<Record<keyof RegionMasses['base'], ReadonlySet<number>>>;

/** The regions around everything, by their unconditional shares. */
function regionsAround({ base, head }: RegionMasses): Around {
  const of = (kind: keyof RegionMasses['base']) => {
    const ids = new Set<number>();
    const [B, H] = [base[kind], head[kind]];
    for (let id = 0; id < B.length; id++) if (B[id]! > AROUND && H[id]! > AROUND) ids.add(id);
    return ids;
  };
  return { N: of('N'), F: of('F'), G: of('G'), E: of('E') };
}

/** The best candidate of all five kinds; null when no region moved by more than its noise. */
function strongest(
  tree: UnionTree,
  edges: EdgeIndex,
  x: Cells,
  { base, head }: RegionMasses,
  around: Around,
  rules: ScanRules,
): Candidate | null {
  let best: Candidate | null = null;
  // The half-point rule stands in the loops: nearly all regions of a big tree end there, most of them because all that
  // they have is less. No cell is negative, so a node has at least what its own cell has.
  const [baseN, headN] = [base.N, head.N];
  for (let node = 1; node < tree.length; node++) {
    const [B, H] = [baseN[node]!, headN[node]!];
    if (B < MIN_DELTA && H < MIN_DELTA) continue;
    if (Math.abs(H - B) >= MIN_DELTA && !around.N.has(node)) {
      best = better(tree, edges, best, candidate('N', node, B, H, rules));
    }
    if (Math.abs(x.head[node]! - x.base[node]!) >= MIN_DELTA && tree.end[node]! > node + 1) {
      best = better(tree, edges, best, candidate('S', node, x.base[node]!, x.head[node]!, rules));
    }
  }
  for (const kind of ['F', 'G', 'E'] as const) {
    const [B, H] = [base[kind], head[kind]];
    for (let id = 0; id < B.length; id++) {
      if (Math.abs(H[id]! - B[id]!) >= MIN_DELTA && !around[kind].has(id)) {
        best = better(tree, edges, best, candidate(kind, id, B[id]!, H[id]!, rules));
      }
    }
  }
  return best;
}

function candidate(kind: RegionKind, id: number, b: number, h: number, rules: ScanRules): Candidate | null {
  // The angle is steepest at 1: what rounding took off there would show.
  const [B, H] = [b >= WHOLE ? 1 : b, h >= WHOLE ? 1 : h];
  const distance = Math.abs(angle(B, H));
  const se = angleError(B, H, rules.base, rules.head);
  const beyond = distance - RANKING_Z * se;
  if (!(beyond > 0)) return null;
  const growth = H > B && rules.neutral !== true ? GROWTH_PREFERENCE : 1;
  const score = beyond * growth * KIND_PREFERENCE[kind];
  return { kind, id, base: B, head: H, score, z: distance / se, whole: B === 1 || H === 1 };
}

function better(tree: UnionTree, edges: EdgeIndex, best: Candidate | null, made: Candidate | null): Candidate | null {
  return made !== null && (best === null || comesBefore(tree, edges, made, best)) ? made : best;
}

/** Larger score first; ties by kind N S F G E, then larger B + H, then preorder or names (DIFF-SPEC 12.14). */
function comesBefore(tree: UnionTree, edges: EdgeIndex, a: Candidate, b: Candidate): boolean {
  if (a.whole !== b.whole) return b.whole;
  if (Math.abs(a.score - b.score) > TIE) return a.score > b.score;
  if (a.kind !== b.kind) return REGION_KINDS.indexOf(a.kind) < REGION_KINDS.indexOf(b.kind);
  const heavier = a.base + a.head - (b.base + b.head);
  if (Math.abs(heavier) > TIE) return heavier > 0;
  if (a.kind === 'N' || a.kind === 'S') return false;
  const names = tree.functions.names;
  const [nameA, nameB] = [names[functionOf(tree, edges, a)]!, names[functionOf(tree, edges, b)]!];
  if (nameA !== nameB || a.kind !== 'E') return nameA < nameB;
  return names[edges.caller[a.id]!]! < names[edges.caller[b.id]!]!;
}

function functionOf(tree: UnionTree, edges: EdgeIndex, { kind, id }: Region): number {
  if (kind === 'N' || kind === 'S') return tree.func[id]!;
  return kind === 'E' ? edges.callee[id]! : id;
}

function emitted(
  tree: UnionTree,
  edges: EdgeIndex,
  masses: RegionMasses,
  cells: CellRanges,
  best: Candidate,
): Omit<Explanation, 'complement'> {
  const { kind, id, base: B, head: H, score, z } = best;
  const isNode = kind === 'N' || kind === 'S';
  const node = isNode ? id : heaviestNode(tree, cells);
  const chain = kind === 'N' ? chainOf(tree, masses.base.N, masses.head.N, node) : { entry: node, focus: node };
  return {
    kind,
    func: kind === 'N' ? tree.func[chain.focus]! : functionOf(tree, edges, best),
    caller: kind === 'E' ? edges.caller[id]! : -1,
    node,
    ...chain,
    base: B,
    head: H,
    baseShare: shareOfCells(tree, BASE, cells),
    headShare: shareOfCells(tree, HEAD, cells),
    excess: excess(B, H),
    z,
    score,
    label: 'noise',
    q: null,
    shiftWith: null,
    undrawn: null,
    undrawnMost: null,
    shift: null,
  };
}

/** (1 - H) / (1 - B): 0 when head has no rest, 1 when base has none and so no ratio. */
function complementOf({ base, head }: Candidate, rest: { readonly base: number; readonly head: number }): number {
  if (base === 1 || !(rest.base > 0)) return 1;
  return head === 1 ? 0 : Math.max(0, rest.head / rest.base);
}

/**
 * A region that is picked again is no second explanation. When two regions trade places, removing the first as growth
 * beside a rest that kept its proportions goes a little too far, and what is left over shows after the second is removed
 * too. The remainder belongs into the dilution only.
 */
function refined(explanation: Explanation, complement: number): Explanation {
  return { ...explanation, complement: explanation.complement * complement };
}

/** Unconditional share of the region, from the counts that the tables show. */
function shareOfCells(tree: UnionTree, side: number, cells: CellRanges): number {
  const { self, sum } = tree.sides[side]!;
  return sumOver(self, cells) / sum;
}

/** Where to look at an F, G or E region: its outermost node with the largest shares, both sides together. */
function heaviestNode(tree: UnionTree, cells: CellRanges): number {
  const [base, head] = [tree.sides[BASE]!, tree.sides[HEAD]!];
  const shares = (at: number) => base.total[at]! / base.sum + head.total[at]! / head.sum;
  let heaviest = -1;
  for (const node of cells.start) {
    if (tree.outermost[node] === 0) continue;
    if (heaviest === -1 || shares(node) > shares(heaviest)) heaviest = node;
  }
  return heaviest;
}
