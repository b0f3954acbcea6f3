import { expect, it } from 'vitest';
import { fuzzApi } from './run.ts';

it('no request makes the server fail', { timeout: 240_000 }, async () => {
  const { findings, operations, statuses } = await fuzzApi({ seed: 7, count: 600 });
  expect(findings).toEqual([]);
  expect(operations).toBeGreaterThan(30);
  expect(statuses.get(200) ?? 0).toBeGreaterThan(20);
});
