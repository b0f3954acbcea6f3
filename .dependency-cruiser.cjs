// Which folder may import which. The table of the same rules in words stands in CONTRIBUTING.md.
// Run through scripts/check-boundaries.mjs, which also fails when fewer modules were read than there are files.

const TEST = '\\.(test|testkit)\\.ts$';

/** Folder `from` may import nothing of the project but itself and `to`. */
function only(from, to, more = {}) {
  return {
    name: `${from}-imports`,
    comment: `${from} may import only ${[from, ...to].join(', ')}.`,
    severity: 'error',
    from: { path: `^${from}/`, ...more.from },
    to: {
      path: '^(core|parsers|render|pipeline|api|server|cli|client|bench|scripts)/',
      pathNot: [`^${from}/`, ...to.map((one) => `^${one}`)],
      ...more.to,
    },
  };
}

/** Code outside tests in `from` may use only these packages. */
function packages(from, names) {
  return {
    name: `${from}-packages`,
    comment: `${from} stays pure and small: packages allowed here are ${names.join(', ') || 'none'}.`,
    severity: 'error',
    from: { path: `^${from}/`, pathNot: TEST },
    to: { path: 'node_modules/', pathNot: names.map((name) => `node_modules/${name}/`) },
  };
}

module.exports = {
  forbidden: [
    only('core', []),
    only('parsers', ['core/(model|text)/', 'core/[^/]+\\.ts$'], { from: { pathNot: TEST } }),
    {
      ...only('parsers', ['core/', 'render/']),
      name: 'parsers-tests-imports',
      from: { path: `^parsers/.*${TEST}` },
    },
    only('render', ['core/']),
    only('pipeline', ['core/', 'parsers/', 'render/']),
    only('server', ['core/', 'render/', 'pipeline/'], { from: { pathNot: TEST } }),
    only('api', ['core/']),
    only('cli', ['core/', 'render/', 'pipeline/', 'api/'], {
      from: { pathNot: [TEST, '^cli/commands/(serve|ticket|token)\\.ts$'] },
    }),
    {
      ...only('cli', ['core/', 'render/', 'pipeline/', 'api/', 'server/']),
      name: 'cli-serve-imports',
      comment: 'Only the commands that serve, or work on a data folder, use the server.',
      from: { path: '^cli/commands/(serve|ticket|token)\\.ts$' },
    },
    {
      ...only('client', ['core/', 'api/']),
      name: 'client-imports',
      comment:
        'client may import core and api, and only types of the other folders: check-boundaries.mjs lets those through.',
      from: { path: '^client/', pathNot: [TEST, '^client/worker/', '^client/e2e/'] },
    },
    {
      ...only('client', ['core/', 'parsers/', 'render/', 'pipeline/']),
      name: 'client-worker-imports',
      comment: 'The worker of the page runs the pipeline; it may not reach the server.',
      from: { path: '^client/worker/', pathNot: TEST },
    },

    packages('core', ['re2js', 'yaml']),
    packages('parsers', ['fflate', 'pprof-format', 'saxes']),
    packages('render', ['fflate', 'pprof-format']),
    {
      name: 'runs-in-a-browser',
      comment: 'core, parsers, render and pipeline run in the browser too: Node modules only in pipeline/node-*.ts.',
      severity: 'error',
      from: {
        path: ['^(core|parsers|render|pipeline|api)/', '^client/'],
        pathNot: [TEST, '^pipeline/node-[^/]+\\.ts$', '^client/e2e/', '^client/vite\\.config\\.ts$'],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-test-in-product',
      comment: 'Product code does not import tests or their tools.',
      severity: 'error',
      from: { path: '^(core|parsers|render|pipeline|api|server|cli|client)/', pathNot: [TEST, '^client/e2e/'] },
      to: { path: TEST },
    },
    {
      name: 'no-dev-package-in-product',
      comment: 'Product code uses packages of "dependencies" only.',
      severity: 'error',
      from: {
        path: '^(core|parsers|render|pipeline|api|server|cli|client)/',
        pathNot: [TEST, '^client/e2e/', '^client/vite\\.config\\.ts$'],
      },
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'no-undeclared-package',
      comment: 'A package that package.json does not name may vanish with the next install.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-cycles',
      comment: 'Two modules that import each other are one module, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'The import leads nowhere.',
      severity: 'error',
      from: {},
      // The page of a report is built before the page that imports it, and a fresh checkout has neither.
      to: { couldNotResolve: true, pathNot: '^\\.\\./\\.\\./dist/report/page\\.html\\?raw$' },
    },
    {
      name: 'no-orphans',
      comment: 'A module that imports nothing and that nobody imports.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(core|parsers|render|pipeline|api|server|cli|client)/',
        pathNot: [TEST, '\\.d\\.ts$', '^client/vite\\.config\\.ts$'],
      },
      to: {},
    },
  ],
  options: {
    // TypeScript 7 has no compiler API for dependency-cruiser; without this it reads no module and passes.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage|fixtures)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
