import { jsonImporter } from '../json/importer.ts';
import type { Shape } from '../json/shape.ts';
import { textOr } from '../json/shape.ts';
import { readValueTree } from '../json/value-tree.ts';

export const d3FlameGraphImporter = jsonImporter({
  id: 'd3-flame-graph',
  title: 'd3-flame-graph tree',
  recognise(sketch) {
    if (sketch.has('children[].name', 'children[].value')) return 'it is a tree of "name", "value" and "children"';
    return sketch.has('c[].n', 'c[].v') ? 'it is a tree of "n", "v" and "c"' : null;
  },
  read(root, shape, context) {
    const keys = isShort(root, shape) ? SHORT : LONG;
    const frameOf = (value: Readonly<Record<string, unknown>>) => {
      const name = value[keys.nameKey];
      const module = textOr(value[keys.moduleKey], null);
      return typeof name === 'string' ? ([name, module === null ? {} : { module }] as const) : null;
    };
    return readValueTree(
      root,
      { format: 'd3-flame-graph', path: [], counts: true, isInclusive: false, frameOf, ...keys },
      shape,
      context,
    );
  },
});

const LONG = { nameKey: 'name', moduleKey: 'libtype', childrenKey: 'children', valueKey: 'value', deltaKey: 'delta' };
/** As `perf script report flamegraph` and minified files have it. */
const SHORT = { nameKey: 'n', moduleKey: 'l', childrenKey: 'c', valueKey: 'v', deltaKey: 'd' };

function isShort(root: unknown, shape: Shape): boolean {
  const file = shape.object(root);
  return file['name'] === undefined && file['n'] !== undefined;
}
