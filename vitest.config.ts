import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', 'dist/**'];

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['**/*.test.ts'],
          exclude: [...never, 'client/e2e/**'],
          testTimeout: 30_000,
          // Starting a server takes a second, and as long as it likes on a machine that does other things.
          hookTimeout: 120_000,
        },
      },
      {
        // These start a real browser and a real server: one file at a time, after the unit tests.
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['client/e2e/**/*.e2e.test.ts'],
          exclude: never,
          maxWorkers: 1,
          fileParallelism: false,
          // A slow machine is no failure: what is polled for may take as long as a test may.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    coverage: { include: ['core/**', 'parsers/**', 'render/**', 'pipeline/**', 'server/**', 'cli/**', 'client/**'] },
  },
});
