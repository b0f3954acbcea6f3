import { expect, test } from 'vitest';
import { walkedFolders } from './walk-folders.ts';
import type { Entry } from './walk-folders.ts';

function file(path: string, error: Error | null = null): Entry {
  const name = path.split('/').at(-1) ?? '';
  return {
    isFile: true,
    isDirectory: false,
    name,
    fullPath: `/${path}`,
    file(done, failed) {
      if (error === null) done(new File(['x'], name));
      else failed(error);
    },
  };
}

/** A folder whose reader gives two entries at a time. */
function folder(path: string, entries: readonly Entry[]): Entry {
  const waiting = [...entries];
  return {
    isFile: false,
    isDirectory: true,
    name: path.split('/').at(-1) ?? '',
    fullPath: `/${path}`,
    createReader: () => ({ readEntries: (done) => done(waiting.splice(0, 2)) }),
  };
}

test('folders are walked to the end, sorted by path with numbers by value', async () => {
  const runs = [10, 2, 1, 3].map((run) => file(`all/runs/${run}.folded`));
  const { files, unreadable } = await walkedFolders([
    folder('all', [folder('all/runs', runs), file('all/notes.txt'), file('all/.DS_Store'), folder('all/empty', [])]),
    file('alone.svg'),
  ]);
  expect(files.map(({ path }) => path)).toEqual([
    'all/notes.txt',
    'all/runs/1.folded',
    'all/runs/2.folded',
    'all/runs/3.folded',
    'all/runs/10.folded',
    'alone.svg',
  ]);
  expect(unreadable).toEqual([]);
});

test('what cannot be read is listed with the reason, and the rest is there', async () => {
  const denied = Object.assign(new Error('denied'), { name: 'NotReadableError' });
  const broken: Entry = {
    ...folder('all/broken', []),
    createReader: () => ({ readEntries: (_done, failed) => failed(new Error('no such device')) }),
  };
  const { files, unreadable } = await walkedFolders([
    folder('all', [file('all/a'), broken, file('all/secret', denied)]),
  ]);
  expect(files.map(({ path }) => path)).toEqual(['all/a']);
  expect(unreadable.map(({ path }) => path)).toEqual(['all/broken', 'all/secret']);
  expect(unreadable[0]?.reason).toBe('no such device');
  expect(unreadable[1]?.reason).toContain('permissions');
});

test('a deep tree needs no stack', async () => {
  let deep: Entry = file(`${'d/'.repeat(20_000)}f`);
  for (let depth = 20_000; depth > 0; depth--) deep = folder('d', [deep]);
  expect((await walkedFolders([deep])).files.length).toBe(1);
});
