import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound } from '../http/not-found.ts';
import type { Library, Stored, Upload } from '../library.ts';
import type { ComparisonRow, Ports } from '../ports.ts';
import { projectRulesHash } from '../rules.ts';

/** Files of the example's sides under the example folder: the picture, then what the benchmark and the server said. */
const BASE = ['good.svg', 'good.sysbench.txt', 'good.history.csv'] as const;
const HEAD = ['bad.svg', 'bad.sysbench.txt', 'bad.history.csv'] as const;

/** The comparison of the example pair, stored like any other; made when it is not there yet. */
export async function exampleComparison(
  { blobs, profiles }: Pick<Ports, 'blobs' | 'profiles'>,
  library: Library,
  folder: string,
): Promise<Stored<ComparisonRow>> {
  const staged: Upload[] = [];
  try {
    for (const fileName of [...BASE, ...HEAD]) {
      const path = join(folder, fileName);
      await access(path).catch(() => {
        throw notFound('example');
      });
      staged.push({ ...(await blobs.stage(createReadStream(path))), fileName });
    }
    const options = {
      level: 'default',
      valueType: null,
      without: [],
      rulesHash: await projectRulesHash({ profiles }),
    } as const;
    return await library.compareUploads(staged.slice(0, BASE.length), staged.slice(BASE.length), options);
  } finally {
    for (const { path } of staged) await blobs.discard(path);
  }
}
