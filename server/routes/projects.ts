import { fault } from '../../core/model/problem.ts';
import { readProjectConfig } from '../../pipeline/index.ts';
import { implement } from '../api/implement.ts';
import { PROJECTS } from '../api/verdicts.ts';
import { mustSee } from '../auth/guard.ts';
import type { Baseline } from '../baselines/choose.ts';
import type { Trends } from '../baselines/trends.ts';
import type { Verdicts } from '../baselines/verdicts.ts';
import { Refusal } from '../http/problem.ts';
import type { Ports } from '../ports.ts';

/** `/projects`: what there is, what a verdict would be judged against, settings, trends. */
export function projectRoutes({ projects }: Ports, verdicts: Verdicts, trends: Trends) {
  return implement(PROJECTS, {
    async listProjects({ principal }) {
      const rows = (await projects.projects()).filter(
        ({ name }) => principal.project === null || name === principal.project,
      );
      const shown = rows.map(({ newestAt, ...row }) => ({ ...row, newestAt: new Date(newestAt).toISOString() }));
      return { status: 200, json: { projects: shown } };
    },
    async listBranches({ params, principal }) {
      mustSee(principal, params.project, 'project');
      const rows = await projects.branches(params.project);
      const shown = rows.map(({ newestAt, ...row }) => ({ ...row, newestAt: new Date(newestAt).toISOString() }));
      return { status: 200, json: { branches: shown } };
    },
    async findBaseline({ params, query, principal }) {
      mustSee(principal, params.project, 'project');
      const head = await verdicts.headOf([query.head]);
      if (head.project !== params.project)
        throw new Refusal(fault('profile-unknown', { facts: { ids: [query.head] } }));
      const { branch, forkPoint } = query;
      const asked = branch !== undefined ? { branch } : forkPoint !== undefined ? { forkPoint, ancestors: [] } : null;
      const baseline = await verdicts.baselineOf(head, asked);
      const { commit, benchmark } = head;
      const shown = { commit, branch: head.branch, benchmark: Object.fromEntries(benchmark) };
      return { status: 200, json: { head: shown, baseline: baselineAnswerOf(baseline) } };
    },
    async readSettings({ params: { project }, principal }) {
      mustSee(principal, project, 'project');
      return { status: 200, json: { project, ...(await verdicts.settingsOf(project)) } };
    },
    async replaceSettings({ params: { project }, body, principal }) {
      mustSee(principal, project, 'project');
      const read = body.config === null ? null : readProjectConfig(body.config);
      if (read !== null && !read.ok) throw new Refusal(read.error);
      await projects.setSettings(project, body);
      return { status: 200, json: { project, ...body } };
    },
    async readTrend({ params: { project }, query, principal }) {
      mustSee(principal, project, 'project');
      return { status: 200, json: await trends.of(project, query) };
    },
  });
}

function baselineAnswerOf({ rule, commit, distance, profiles, because }: Baseline) {
  const shown = profiles.map(({ id, fileName, format }) => ({ id, fileName, format }));
  return { rule, commit, distance, profiles: shown, because };
}
