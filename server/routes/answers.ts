import type { ComparisonAnswer, ProfileAnswer } from '../contract.ts';
import { projectRulesHash, rulesVersion } from '../rules.ts';
import { UNDO_MILLISECONDS } from '../removal.ts';
import type { ComparisonRow, Ports, ProfileRow } from '../ports.ts';

/** `created` is said only where something was uploaded or asked for. */
export function profileAnswerOf(row: ProfileRow, created?: boolean): ProfileAnswer {
  return {
    id: row.id,
    ...(created === undefined ? {} : { created }),
    createdAt: new Date(row.createdAt).toISOString(),
    ...deletedUntil(row),
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

function deletedUntil({ deletedAt }: { readonly deletedAt?: number }) {
  return deletedAt === undefined ? {} : { deletedUntil: new Date(deletedAt + UNDO_MILLISECONDS).toISOString() };
}

type AnswerPorts = Pick<Ports, 'profiles' | 'rules'>;

export async function comparisonAnswerOf(
  row: ComparisonRow,
  ports: AnswerPorts,
  created?: boolean,
): Promise<ComparisonAnswer> {
  const inputs = await ports.profiles.profilesById([...row.base, ...row.head]);
  return answerOf(row, inputs, rulesToday(row, ports, await projectRulesHash(ports)), created);
}

export async function comparisonAnswersOf(
  rows: readonly ComparisonRow[],
  ports: AnswerPorts,
): Promise<ComparisonAnswer[]> {
  const inputs = await ports.profiles.profilesById(rows.flatMap(({ base, head }) => [...base, ...head]));
  const hash = await projectRulesHash(ports);
  return rows.map((row) => answerOf(row, inputs, rulesToday(row, ports, hash)));
}

function rulesToday({ level, without }: ComparisonRow, ports: AnswerPorts, rulesHash: string | null): string {
  return rulesVersion(ports, { level, without, rulesHash });
}

function answerOf(
  row: ComparisonRow,
  inputs: ReadonlyMap<string, ProfileRow>,
  today: string,
  created?: boolean,
): ComparisonAnswer {
  const inputOf = (id: string) => {
    const profile = inputs.get(id);
    return { id, fileName: profile?.fileName ?? null, format: profile?.format ?? 'unknown' };
  };
  return {
    id: row.id,
    page: `/c/${row.id}`,
    createdAt: new Date(row.createdAt).toISOString(),
    ...deletedUntil(row),
    ...(created === undefined ? {} : { created }),
    name: row.name ?? null,
    level: row.level,
    valueType: row.valueType,
    recording: row.recording,
    rules: row.rules,
    rulesToday: today,
    without: [...row.without],
    rulesHash: row.rulesHash,
    force: row.force,
    sameWidth: row.sameWidth,
    base: row.base.map(inputOf),
    head: row.head.map(inputOf),
  };
}
