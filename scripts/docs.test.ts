// The commands that documents show are run as they stand, in a copy of nothing but their own working folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

/** Lines of the `sh` blocks of a document that call the product. `serve` does not end, so it is not among them. */
function commandsOf(document: string): string[] {
  const blocks = readFileSync(join(root, document), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g);
  return [...blocks]
    .flatMap(([, block]) => (block ?? '').split('\n'))
    .filter((line) => line.includes('npx firebreak') && !line.includes('firebreak serve'));
}

const commands = documents.flatMap((document) => commandsOf(document).map((line) => [document, line] as const));
let work = '';

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'firebreak-docs-'));
  symlinkSync(join(root, 'fixtures'), join(work, 'fixtures'));
});

afterAll(() => rmSync(work, { recursive: true, force: true }));

test('documents show commands', () => expect(commands.length).toBeGreaterThan(5));

/** A comment `# exit 1` at the end of a line says which exit code belongs to it; without one it is 0. */
test.each(commands)('%s: %s', (_document, line) => {
  const cli = join(root, 'dist/cli/main.js');
  const expected = Number(/# exit (\d)/.exec(line)?.[1] ?? 0);
  const { status, stderr } = spawnSync('bash', ['-c', line.replaceAll('npx firebreak', `node '${cli}'`)], {
    cwd: work,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([expected, expect.any(String)]);
});

test('links between documents lead somewhere', () => {
  const broken = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target]) => target ?? '')
      .filter((target) => !existsSync(join(root, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  );
  expect(broken).toEqual([]);
});
