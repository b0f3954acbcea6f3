import { ProfileBuilder } from '../../core/model/builder.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import { err } from '../../core/result.ts';
import { jsonImporter } from '../json/importer.ts';
import { walkTree } from '../json/tree.ts';
import { countedSamples, onlyProfile } from '../text/finish.ts';

/** What `+RTS -pj` writes: cost centres, and a tree of `{id, entries, alloc, ticks, children}`. */
export const ghcProfJsonImporter = jsonImporter({
  id: 'ghc-prof-json',
  title: 'GHC time and allocation report as JSON',
  recognise: (sketch) =>
    sketch.has('rts_arguments', 'tick_interval', 'cost_centres') ? 'its names are those of a GHC report' : null,
  read(root, shape, context) {
    const file = shape.object(root);
    const builder = new ProfileBuilder(2, context.limits);
    const frames = new Map<number, FrameIndex>();
    const centres = shape.array(file['cost_centres'], 'cost_centres');
    for (const [at, entry] of centres.entries()) {
      const centre = shape.object(entry, 'cost_centres', at);
      const name = shape.text(centre['label'], 'cost_centres', at, 'label');
      const module = shape.text(centre['module'], 'cost_centres', at, 'module');
      const place = typeof centre['src_loc'] === 'string' ? /^(.+?):[\d(]/.exec(centre['src_loc'])?.[1] : undefined;
      const id = shape.number(centre['id'], 'cost_centres', at, 'id');
      frames.set(id, builder.frame(name, { module, file: place ?? null }));
    }
    const unknown = () => builder.frame('[unknown]');
    walkTree(
      file['profile'],
      { path: ['profile'], childrenKey: 'children' },
      shape,
      context,
      builder,
      (value) => frames.get(shape.number(value['id'], 'profile', 'id')) ?? unknown(),
      ({ value, node }) => {
        builder.addSelf(node, shape.count(value['ticks'], 'profile', 'ticks'), 0);
        builder.addSelf(node, shape.count(value['alloc'], 'profile', 'alloc'), 1);
      },
    );
    const interval = shape.count(file['tick_interval'], 'tick_interval');
    const ticks = shape.count(file['total_ticks'], 'total_ticks');
    if (shape.fault !== null) return err(shape.fault);
    return onlyProfile(
      builder,
      {
        valueTypes: [
          { name: 'ticks', unit: 'samples', sampling: countedSamples(builder) },
          { name: 'allocated', unit: 'bytes', sampling: null },
        ],
        period: interval > 0 ? { value: interval, unit: 'microseconds' } : null,
        durationSeconds: (ticks * interval) / 1e6,
        source: { fileName: context.fileName, format: 'ghc-prof-json', generator: 'GHC', sha256: null },
      },
      { lines: 0, expected: 'ticks or allocated bytes in the tree' },
    );
  },
});
