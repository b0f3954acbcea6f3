import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { lineAt } from '../bytes/whole-text.ts';
import type { ReadContext } from '../importer.ts';
import { readLiteral } from './literal.ts';
import { TreeCollector } from './tree.ts';

/** Who made the page, as far as the place of its data tells. */
export type PageKind = 'stackvis' | '0x' | 'd3-flame-graph';

export interface FoundTree {
  readonly kind: PageKind;
  readonly tree: TreeCollector;
  /** Offset behind the literal. */
  readonly end: number;
}

const PLACES: readonly { readonly kind: PageKind; readonly mark: RegExp }[] = [
  { kind: 'stackvis', mark: /\bsvRawData\s{0,20}=\s{0,20}(?=\{)/g },
  { kind: '0x', mark: /(?<![\w$])["']?merged["']?\s{0,20}:\s{0,20}(?=\{\s{0,20}["']?name\b)/g },
  {
    kind: 'd3-flame-graph',
    mark: /[=(:,[]\s{0,200}(?=(?:\[\s{0,200})?\{\s{0,200}["']?(?:n|name|v|value|c|children|l|libtype)["']?\s{0,20}:)/g,
  },
];

/** Libraries in the page hold objects with such keys too: so many are tried, and so often the text is read in all. */
const MAX_ATTEMPTS = 500;
const MAX_READINGS = 4;

/** Finds the literal that is a tree of frames: the first that has names, values and more than one frame. */
export function findTree(text: string, context: ReadContext): Result<FoundTree, Fault> {
  let broken: Fault | null = null;
  let budget = text.length * MAX_READINGS;
  for (const { kind, mark } of PLACES) {
    mark.lastIndex = 0;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const found = mark.exec(text);
      if (found === null) break;
      const start = found.index + found[0].length;
      const tree = new TreeCollector(context.limits);
      tree.rootIsNamed = kind === 'stackvis';
      const { end, fault: wrong } = readLiteral(text, start, tree);
      budget -= end - start;
      if (wrong === null) {
        if (isTree(tree)) return ok({ kind, tree, end });
        mark.lastIndex = Math.max(end, mark.lastIndex);
      } else if (tree.length > 1) {
        broken = wrong;
        // The inside of a broken tree is a tree too, but not the one that was meant.
        break;
      }
      if (budget < 0) break;
    }
    if (broken !== null) return err(broken);
  }
  if (!/<\/html>\s*$/i.test(text))
    return err(fault('html-tree-truncated', { line: lineAt(text, text.length), expected: 'the tree, and </html>' }));
  return err(fault('html-no-tree', { expected: '{name, value, children: […]}' }));
}

function isTree(tree: TreeCollector): boolean {
  return (
    tree.length > 0 &&
    tree.name.every((name) => name !== null) &&
    tree.value.some((value) => value !== null && value > 0)
  );
}
