/** Rules of names for comparisons in this browser. They are kept in it, so that the next visit has them. */
import { ok } from '../../core/result.ts';
import type { RulesDesk } from '../rules/rules-desk.ts';
import { keep, kept } from '../state/kept.ts';
import type { LocalInputs } from '../worker/compare-files.ts';
import { askThread } from './local-thread.ts';

const KEY = 'firebreak.rules';

/** Their text; empty: none. */
export function localRules(): string {
  return kept(KEY) ?? '';
}

export function localDesk(inputs: LocalInputs): RulesDesk {
  return {
    keptBy: 'browser',
    async read() {
      const packs = await askThread('packs', {}).result;
      return packs.ok
        ? ok({ packs: [...packs.value], text: localRules(), hash: null, without: inputs.without })
        : packs;
    },
    preview: (tried) => askThread('preview', { inputs, tried }).result,
    save(text) {
      keep(KEY, text);
      return Promise.resolve(ok(null));
    },
  };
}
