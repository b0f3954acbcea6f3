import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound } from '../http/not-found.ts';
import type { Library, Stored, Upload } from '../library.ts';
import type { ComparisonRow, Ports } from '../ports.ts';
import { projectRulesHash } from '../rules.ts';

/** The pair of the example, as file names under the example folder. */
const PAIR = { base: 'good.svg', head: 'bad.svg' } as const;

/** The comparison of the example pair, stored like any other; made when it is not there yet. */
export async function exampleComparison(
  { blobs, profiles }: Pick<Ports, 'blobs' | 'profiles'>,
  library: Library,
  folder: string,
): Promise<Stored<ComparisonRow>> {
  const staged: Upload[] = [];
  try {
    for (const fileName of [PAIR.base, PAIR.head]) {
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
    return await library.compareUploads(staged.slice(0, 1), staged.slice(1), options);
  } finally {
    for (const { path } of staged) await blobs.discard(path);
  }
}
