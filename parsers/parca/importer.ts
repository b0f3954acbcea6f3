import { jsonImporter } from '../json/importer.ts';
import type { JsonObject } from '../json/shape.ts';
import { textOr } from '../json/shape.ts';
import { readValueTree } from '../json/value-tree.ts';

export const parcaImporter = jsonImporter({
  id: 'parca-flamegraph-json',
  title: 'Parca flame graph',
  recognise: (sketch) =>
    sketch.has('flamegraph.root.cumulative') ? 'it has a "flamegraph" with a "cumulative" root' : null,
  read(root, shape, context) {
    const graph = shape.object(shape.object(root)['flamegraph'], 'flamegraph');
    const tree = {
      format: 'parca-flamegraph-json',
      path: ['flamegraph', 'root'],
      childrenKey: 'childrenList',
      valueKey: 'cumulative',
      deltaKey: 'diff',
      // What it counts is not in the file: it may be nanoseconds.
      counts: false,
      isInclusive: true,
      frameOf: parcaFrame,
    };
    return readValueTree(graph['root'], tree, shape, context);
  },
});

/** `google.golang.org/grpc.(*Server).serve /go/pkg/grpc/server.go:821`: a function, then where it is called. */
function parcaFrame(value: JsonObject) {
  const text = textOr(value['fullName'], null) ?? value['name'];
  if (typeof text !== 'string') return null;
  const place = / (\/\S+):(\d+)$/.exec(text);
  if (place === null) return [text, {}] as const;
  return [text.slice(0, place.index), { file: place[1] ?? '', line: Number(place[2]) }] as const;
}
