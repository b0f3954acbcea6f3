import { ProfileBuilder } from '../../core/model/builder.ts';
import type { FrameDetails } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { wholeText } from '../bytes/whole-text.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { decodeText } from '../svg/decode.ts';
import { findTree } from './find.ts';
import type { FoundTree, PageKind } from './find.ts';
import type { TreeCollector } from './tree.ts';

/** Names of the box around everything, which is no function. */
const WHOLE = /^(?:all|root|all stacks|total|)$/i;
/** d3-flame-graph adds the values of children to that of their caller when the page asks for it. */
const SELF_VALUES = /\.selfValue\(\s{0,9}(?:true|!0)\s{0,9}\)/;
/** Inclusive fractions less those of their children: what is left below this part of them is rounding. */
const ROUNDING = 1e-9;

/** Reads the tree out of the page's script. */
export function parsePageTree(bytes: Uint8Array, context: ReadContext): Result<ParsedFile, Fault> {
  const decoded = wholeText(bytes);
  if (!decoded.ok) return decoded;
  const text = decoded.value;
  const found = findTree(text, context);
  if (!found.ok) return found;
  if (!/<\/script\s*>/i.test(text.slice(found.value.end)))
    return err(fault('html-tree-truncated', { expected: '</script> after the tree' }));
  return build(text, found.value, context);
}

function build(text: string, { kind, tree, end }: FoundTree, context: ReadContext): Result<ParsedFile, Fault> {
  const { parent, value } = tree;
  const problems = new ProblemLog();
  if (tree.deltas > 0) problems.add('warning', 'html-tree-deltas', { count: tree.deltas });
  if (kind === '0x') problems.add('note', 'html-tree-merged');
  const left = Float64Array.from(value, (own) => own ?? 0);
  const isSelf = SELF_VALUES.test(text) || childrenExceed(tree);
  if (!isSelf) subtractChildren(tree, left);
  const builder = new ProfileBuilder(1, context.limits);
  const nodes = new Int32Array(tree.length);
  for (let at = 0; at < tree.length; at++) {
    const name = tree.name[at] ?? '';
    const outer = parent[at] ?? -1;
    const caller = (outer < 0 ? ROOT : (nodes[outer] ?? 0)) as NodeIndex;
    const isWhole = outer < 0 && WHOLE.test(name);
    const node = isWhole ? ROOT : builder.child(caller, builder.frame(name, detailsOf(tree.library[at] ?? null)));
    nodes[at] = node;
    const self = left[at] ?? 0;
    if (!Number.isFinite(self) || self < 0)
      return err(fault('html-tree-value', { seen: `${name}: ${String(value[at])}`, expected: 'a count of 0 or more' }));
    builder.addSelf(node, self);
    if (builder.overflow !== null) return err(builder.overflow);
  }
  const profile = builder.finish({
    valueTypes: [{ name: 'samples', unit: 'samples', sampling: samplingOf(kind, isSelf, left) }],
    event: /# event : name = ([^\s,\\]{1,100})/.exec(text.slice(end))?.[1] ?? null,
    source: { fileName: context.fileName, format: 'html', generator: generatorOf(kind, text), sha256: null },
    drawing: { title: titleOf(text), inverted: false, frames: tree.length },
    problems: problems.list(),
  });
  return profile.ok ? ok({ profiles: [{ name: null, side: 'single', profile: profile.value }] }) : profile;
}

/** True when some frame has less than its children together: then the values are self values. */
function childrenExceed({ parent, value }: TreeCollector): boolean {
  const sums = childSums(parent, value);
  return value.some((own, at) => own !== null && parent[at] !== -1 && (sums[at] ?? 0) > own * (1 + ROUNDING));
}

/** Inclusive to self values. A root without a value has the sum of its children. */
function subtractChildren({ parent, value }: TreeCollector, left: Float64Array): void {
  const sums = childSums(parent, value);
  for (let at = 0; at < left.length; at++) {
    const own = left[at] ?? 0;
    const self = own - (sums[at] ?? 0);
    const isRounding = Math.abs(self) <= ROUNDING * Math.abs(own) && !Number.isInteger(own);
    left[at] = isRounding || (parent[at] === -1 && self < 0) ? 0 : self;
  }
}

function childSums(parent: readonly number[], value: readonly (number | null)[]): Float64Array {
  const sums = new Float64Array(parent.length);
  for (const [at, outer] of parent.entries()) if (outer >= 0) sums[outer] = (sums[outer] ?? 0) + (value[at] ?? 0);
  return sums;
}

function detailsOf(library: string | null): FrameDetails {
  if (library === null || library === '' || library === 'root') return {};
  return library === 'kernel' ? { kind: 'kernel' } : { module: library };
}

/** perf and 0x count one for each sample; what other pages count is not said. */
function samplingOf(kind: PageKind, isSelf: boolean, self: Float64Array) {
  if (kind === 'stackvis' || (kind === 'd3-flame-graph' && !isSelf)) return null;
  const total = self.reduce((sum, own) => sum + own, 0);
  return total > 0 && Number.isSafeInteger(total) ? { records: total, sumOfSquares: total } : null;
}

function generatorOf(kind: PageKind, text: string): string {
  const isPerf = kind === 'd3-flame-graph' && /<meta name="template_version"/.test(text);
  return isPerf ? 'perf script report flamegraph' : kind;
}

function titleOf(text: string): string | null {
  const title = /<title>([^<]{1,1000})<\/title>/.exec(text)?.[1];
  return title === undefined ? null : decodeText(title, () => {});
}
