/** Comparisons that were made in this tab and are nowhere else: they are gone with it. */
import { err, ok } from '../../core/result.ts';
import type { Comparison } from '../../core/diff/comparison.ts';
import { compareFiles, compareStored } from '../api/api.ts';
import type { Upload, UploadProgress } from '../api/api.ts';
import { comparisonPath, localPath } from '../state/route.ts';
import type { ComparisonSource, RecompareChange } from '../state/source.ts';
import type { LocalInputs } from '../worker/compare-files.ts';
import { encodeComparison } from '../../core/wire/comparison.ts';
import { localDesk, localRules } from './local-rules.ts';
import { askThread, compareInThread } from './local-thread.ts';
import type { Work } from './local-thread.ts';

interface Made {
  readonly inputs: LocalInputs;
  readonly comparison: Comparison;
}

/** By number, from 1. */
const made: Made[] = [];

/** Compares files and gives the path of the result, in this tab alone. */
export function compareHere(inputs: LocalInputs, onStep: (file: string | null) => void): Work<string> {
  const { result, cancel } = compareInThread(inputs, onStep);
  return { result: kept(inputs, result, 'nothing'), cancel };
}

async function kept(inputs: LocalInputs, result: Work<Comparison>['result'], view: 'view' | 'nothing') {
  const compared = await result;
  if (!compared.ok) return err(compared.error);
  return ok(localPath(made.push({ inputs, comparison: compared.value }), view));
}

/** Null when the comparison was made in another tab, or before this one was loaded again. */
export function localSource(number: number): ComparisonSource | null {
  const here = made[number - 1];
  if (here === undefined) return null;
  const { inputs, comparison } = here;
  return {
    id: `local-${number}`,
    kind: 'local',
    permalink: null,
    record: null,
    rules: localDesk(inputs),
    write: (format) => askThread('report', { comparison: encodeComparison(comparison), format }).result,
    comparison: () => Promise.resolve(ok(comparison)),
    countable: () => askThread('countable', { inputs }).result,
    recompare(change) {
      const other = changed(inputs, change);
      return kept(other, compareInThread(other, () => undefined).result, 'view');
    },
    store: (onProgress) => stored(inputs, onProgress),
  };
}

function changed(inputs: LocalInputs, { swap, ...change }: RecompareChange): LocalInputs {
  return {
    ...inputs,
    ...change,
    base: swap === true ? inputs.head : inputs.base,
    head: swap === true ? inputs.base : inputs.head,
    // Those of today, as the server takes those of its project.
    rules: localRules(),
  };
}

/** Sends the files; gives the path of the stored comparison, under the same rules. */
function stored(
  { base, head, level, without, valueType, recording, sameWidth }: LocalInputs,
  onProgress: (progress: UploadProgress) => void,
): Upload<string> {
  const upload = compareFiles(base, head, onProgress);
  const path = async () => {
    const answer = await upload.result;
    if (!answer.ok) return err(answer.error);
    const isUsual =
      level === 'default' && without.length === 0 && valueType === null && recording === null && !sameWidth;
    const { value } = answer;
    const inputs = { base: value.base, head: value.head, level, without, valueType, recording, sameWidth };
    const same = isUsual ? answer : await compareStored(inputs);
    return same.ok ? ok(comparisonPath(same.value.id, 'view')) : err(same.error);
  };
  return { result: path(), cancel: upload.cancel };
}
