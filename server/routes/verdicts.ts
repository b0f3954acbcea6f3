import { verdictOutput } from '../../render/verdict/outputs.ts';
import type { VerdictFormat } from '../../render/verdict/outputs.ts';
import { SENT, implement } from '../api/implement.ts';
import { VERDICTS } from '../api/verdicts.ts';
import { mustSee, projectAsked } from '../auth/guard.ts';
import type { Principal } from '../auth/principal.ts';
import type { VerdictAnswer, VerdictReport, WholeVerdict } from '../baselines/contract.ts';
import type { VerdictRow } from '../baselines/ports.ts';
import type { Verdicts } from '../baselines/verdicts.ts';
import { pageOf, pageRequestOf } from '../http/paging.ts';
import { notFound } from '../http/not-found.ts';
import type { Context } from './context.ts';
import { asAttachment } from './send.ts';

const FORMATS: Readonly<Record<VerdictReport, VerdictFormat>> = {
  md: 'markdown',
  txt: 'text',
  json: 'json',
  'junit.xml': 'junit',
  'sarif.json': 'sarif',
  'codequality.json': 'codequality',
};

/** `/verdicts`: judge, list, read, reports. */
export function verdictRoutes({ ports: { projects }, access }: Context, verdicts: Verdicts) {
  async function rowOf(id: string, principal: Principal): Promise<VerdictRow> {
    await access.mustOwn(principal, 'verdict', [id]);
    const row = await projects.verdict(id);
    if (row === null) throw notFound('verdict', id);
    mustSee(principal, row.project, 'verdict', id);
    return row;
  }

  return implement(VERDICTS, {
    async createVerdict({ body, principal }) {
      const named = body.base !== null && 'profiles' in body.base ? body.base.profiles : [];
      await access.mustOwn(principal, 'profile', [...body.head.profiles, ...named]);
      for (const { id, project } of await verdicts.placesOf([...body.head.profiles, ...named])) {
        mustSee(principal, project, 'profile', id);
      }
      const { row, created } = await verdicts.judge(await verdicts.headOf(body.head.profiles), body);
      await access.own(principal, 'verdict', [row.id]);
      const headers = { Location: `/api/v1/verdicts/${row.id}` };
      const json = { ...wholeVerdictOf(row), created };
      return created ? { status: 201, headers, json } : { status: 200, headers, json };
    },
    async listVerdicts({ query, principal }) {
      const { limit, cursor, project, ...filter } = query;
      const page = pageRequestOf({ limit, cursor });
      const wanted = { ...filter, project: projectAsked(principal, project) };
      const { rows, next } = pageOf(await projects.verdictPage(page, wanted), page);
      return { status: 200, json: { verdicts: rows.map(verdictAnswerOf), next } };
    },
    async readVerdict({ params, principal }) {
      return { status: 200, json: wholeVerdictOf(await rowOf(params.id, principal)) };
    },
    async readVerdictReport({ params, principal, request, response }) {
      const verdict = wholeVerdictOf(await rowOf(params.id, principal));
      const server = `${request.protocol}://${request.headers.host ?? ''}`;
      asAttachment(response, `firebreak-verdict-${params.id.slice(0, 8)}.${params.format}`);
      response.setHeader('Cache-Control', 'private, no-cache');
      response.send(Buffer.from(verdictOutput(FORMATS[params.format], verdict, { server })));
      return SENT;
    },
  });
}

/** Without its gate, as lists show it. */
function verdictAnswerOf(row: VerdictRow): VerdictAnswer {
  const { neutralBecause, sentence, benchmark, head, baseline, level, valueType, force, configFrom } = row.summary;
  const { recording = null } = row.summary;
  const { rule, commit, distance, because } = baseline;
  return {
    id: row.id,
    createdAt: new Date(row.createdAt).toISOString(),
    project: row.project,
    verdict: row.verdict,
    neutralBecause,
    sentence,
    head: { commit: row.commit, branch: row.branch, benchmark, profiles: [...head] },
    baseline: { rule, commit, distance, profiles: [...baseline.profiles], because },
    comparison: row.comparison,
    page: row.comparison === null ? null : `/c/${row.comparison}`,
    level,
    valueType,
    recording,
    force,
    configFrom,
  };
}

function wholeVerdictOf(row: VerdictRow): WholeVerdict {
  return { ...verdictAnswerOf(row), gate: JSON.parse(row.gate) as WholeVerdict['gate'] };
}
