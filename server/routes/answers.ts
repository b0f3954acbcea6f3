import type { ComparisonAnswer, ProfileAnswer } from '../contract.ts';
import type { ComparisonRow, ProfileRow, ProfileStore } from '../ports.ts';

/** `created` is said only where something was uploaded or asked for. */
export function profileAnswerOf(row: ProfileRow, created?: boolean): ProfileAnswer {
  return {
    id: row.id,
    ...(created === undefined ? {} : { created }),
    createdAt: new Date(row.createdAt).toISOString(),
    fileName: row.fileName,
    bytes: row.bytes,
    sha256: row.contentHash,
    labels: Object.fromEntries(row.labels),
    metrics: row.metrics.map(({ fileName, sha256, format, generator, metrics }) => ({
      fileName,
      sha256,
      format,
      generator,
      metrics: metrics.map(({ name, unit, values }) => ({ name, unit, values: [...values] })),
    })),
    facts: JSON.parse(row.facts) as ProfileAnswer['facts'],
  };
}

export async function comparisonAnswerOf(
  row: ComparisonRow,
  profiles: ProfileStore,
  created?: boolean,
): Promise<ComparisonAnswer> {
  const inputs = await profiles.profilesById([...row.base, ...row.head]);
  return answerOf(row, inputs, created);
}

export async function comparisonAnswersOf(
  rows: readonly ComparisonRow[],
  profiles: ProfileStore,
): Promise<ComparisonAnswer[]> {
  const inputs = await profiles.profilesById(rows.flatMap(({ base, head }) => [...base, ...head]));
  return rows.map((row) => answerOf(row, inputs));
}

function answerOf(row: ComparisonRow, inputs: ReadonlyMap<string, ProfileRow>, created?: boolean): ComparisonAnswer {
  const inputOf = (id: string) => {
    const profile = inputs.get(id);
    return { id, fileName: profile?.fileName ?? null, format: profile?.format ?? 'unknown' };
  };
  return {
    id: row.id,
    page: `/c/${row.id}`,
    createdAt: new Date(row.createdAt).toISOString(),
    ...(created === undefined ? {} : { created }),
    level: row.level,
    valueType: row.valueType,
    rules: row.rules,
    base: row.base.map(inputOf),
    head: row.head.map(inputOf),
  };
}
