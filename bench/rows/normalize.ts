import { compileRules } from '../../core/normalize/compile.ts';
import { BUILT_IN_PACKS } from '../../core/normalize/packs.generated.ts';
import { timedInProcess } from '../measure.ts';
import { manyNames } from '../names.ts';
import type { Row } from '../row.ts';

const NAMES = 1_000_000;

/** Distinct names at the default level on one core, nothing remembered from before, a tenth of them demangled. */
export const normalizeRow: Row = {
  id: 'norm',
  work: `normalize ${NAMES.toLocaleString('en')} distinct names`,
  async run() {
    const names = manyNames(NAMES, 0.1);
    const timing = await timedInProcess(3, () => {
      const compiled = compileRules(BUILT_IN_PACKS, { level: 'default' });
      if (!compiled.ok) throw new Error(compiled.error.code);
      for (const name of names) compiled.value.name(name);
    });
    return [{ what: 'a tenth mangled', ...timing, peer: null, goalSeconds: 3 }];
  },
};
