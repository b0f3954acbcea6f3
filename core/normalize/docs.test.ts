import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileRules } from './compile.ts';
import { BUILT_IN_PACKS } from './packs.generated.ts';

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the transcript of docs/normalization.md is what the rules make of its names', () => {
  const compiled = compileRules(BUILT_IN_PACKS, { level: 'default' });
  if (!compiled.ok) throw new Error(compiled.error.code);
  const rules = compiled.value;
  const made = file('fixtures/examples/names.txt')
    .trimEnd()
    .split('\n')
    .map((raw) => {
      const { name, fired, shape } = rules.name(raw);
      const why = [...fired, ...(shape === null ? [] : [`${shape.rule} (${shape.action})`])].join(' ');
      return [raw, `  ${name}`, `  ${why}`.trimEnd()].join('\n');
    });
  const transcript = /```text\n([\s\S]*?)\n```/.exec(file('docs/normalization.md'))?.[1];
  expect(made).toHaveLength(20);
  expect(transcript).toBe(made.join('\n'));
});
