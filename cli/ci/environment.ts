/** What the variables of a CI system say about a build. Names of branches are hostile text: anybody may open a request. */
export interface CiFacts {
  /** Name for people; null: no system that is known. */
  readonly system: string | null;
  /** The commit that is judged. */
  readonly commit: string | null;
  readonly branch: string | null;
  /** Branch that a pull request goes to. */
  readonly baseBranch: string | null;
  /** Where a pull request begins, as the system says; git knows better. */
  readonly baseCommit: string | null;
  /** The main branch of the repository. */
  readonly defaultBranch: string | null;
  /** Number of the pull or merge request. */
  readonly pullRequest: string | null;
  readonly buildUrl: string | null;
}

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Facts of the system that runs this process. `event` is the text of the file that GITHUB_EVENT_PATH names, null where there
 * is none. Variables called FIREBREAK_… go before those of any system.
 */
export function ciFacts(env: Env, event: string | null = null): CiFacts {
  const found = SYSTEMS.find(({ is }) => is(env))?.facts(env, event) ?? NOTHING;
  const own = (name: string) => given(env[`FIREBREAK_${name}`]);
  return {
    system: found.system,
    commit: own('COMMIT') ?? found.commit,
    branch: own('BRANCH') ?? found.branch,
    baseBranch: own('BASE_BRANCH') ?? found.baseBranch,
    baseCommit: own('BASE_COMMIT') ?? found.baseCommit,
    defaultBranch: own('DEFAULT_BRANCH') ?? found.defaultBranch,
    pullRequest: own('PULL_REQUEST') ?? found.pullRequest,
    buildUrl: own('BUILD_URL') ?? found.buildUrl,
  };
}

const NOTHING: CiFacts = {
  system: null,
  commit: null,
  branch: null,
  baseBranch: null,
  baseCommit: null,
  defaultBranch: null,
  pullRequest: null,
  buildUrl: null,
};

interface System {
  readonly is: (env: Env) => boolean;
  readonly facts: (env: Env, event: string | null) => CiFacts;
}

const SYSTEMS: readonly System[] = [
  { is: (env) => env['GITHUB_ACTIONS'] === 'true', facts: github },
  { is: (env) => env['GITLAB_CI'] === 'true', facts: gitlab },
  { is: (env) => env['BUILDKITE'] === 'true', facts: buildkite },
  { is: (env) => given(env['JENKINS_URL']) !== null, facts: jenkins },
  { is: (env) => env['CI'] === 'true', facts: () => ({ ...NOTHING, system: 'CI' }) },
];

/**
 * On a pull request GITHUB_SHA is a merge commit that nobody knows by name; the event names the commit that was pushed. What
 * was checked out, and so what was measured, is the merge commit as a rule: its fork point is the tip of the base branch.
 */
function github(env: Env, event: string | null): CiFacts {
  const { pull, defaultBranch } = githubEvent(event);
  const [server, repository, run] = [env['GITHUB_SERVER_URL'], env['GITHUB_REPOSITORY'], env['GITHUB_RUN_ID']].map(
    given,
  );
  return {
    system: 'GitHub Actions',
    commit: pull?.commit ?? given(env['GITHUB_SHA']),
    branch: given(env['GITHUB_HEAD_REF']) ?? given(env['GITHUB_REF_NAME']),
    baseBranch: given(env['GITHUB_BASE_REF']),
    baseCommit: pull?.baseCommit ?? null,
    defaultBranch,
    pullRequest: pull?.number ?? /^refs\/pull\/(\d+)\//.exec(env['GITHUB_REF'] ?? '')?.[1] ?? null,
    buildUrl: server && repository && run ? `${server}/${repository}/actions/runs/${run}` : null,
  };
}

interface GithubEvent {
  readonly pull: {
    readonly commit: string | null;
    readonly baseCommit: string | null;
    readonly number: string | null;
  } | null;
  readonly defaultBranch: string | null;
}

function githubEvent(text: string | null): GithubEvent {
  const event = parsed(text);
  const pull = at(event, 'pull_request');
  const defaultBranch = textAt(event, 'repository', 'default_branch');
  if (pull === undefined) return { pull: null, defaultBranch };
  const number = at(pull, 'number');
  return {
    pull: {
      commit: textAt(pull, 'head', 'sha'),
      baseCommit: textAt(pull, 'base', 'sha'),
      number: typeof number === 'number' ? String(number) : null,
    },
    defaultBranch,
  };
}

function gitlab(env: Env): CiFacts {
  return {
    system: 'GitLab CI',
    // A pipeline of merged results runs on a merge commit; the commit of the branch has a variable of its own there.
    commit: given(env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA']) ?? given(env['CI_COMMIT_SHA']),
    branch: given(env['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME']) ?? given(env['CI_COMMIT_REF_NAME']),
    baseBranch: given(env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME']),
    baseCommit: given(env['CI_MERGE_REQUEST_DIFF_BASE_SHA']),
    defaultBranch: given(env['CI_DEFAULT_BRANCH']),
    pullRequest: given(env['CI_MERGE_REQUEST_IID']),
    buildUrl: given(env['CI_JOB_URL']),
  };
}

function buildkite(env: Env): CiFacts {
  const pull = given(env['BUILDKITE_PULL_REQUEST']);
  const commit = given(env['BUILDKITE_COMMIT']);
  return {
    ...NOTHING,
    system: 'Buildkite',
    // A build that somebody starts by hand says HEAD until it has checked something out.
    commit: commit === 'HEAD' ? null : commit,
    branch: given(env['BUILDKITE_BRANCH']),
    baseBranch: given(env['BUILDKITE_PULL_REQUEST_BASE_BRANCH']),
    defaultBranch: given(env['BUILDKITE_PIPELINE_DEFAULT_BRANCH']),
    pullRequest: pull === 'false' ? null : pull,
    buildUrl: given(env['BUILDKITE_BUILD_URL']),
  };
}

/** CHANGE_… are set by the multibranch plug-in; a plain job has GIT_BRANCH, with the remote before it. */
function jenkins(env: Env): CiFacts {
  return {
    ...NOTHING,
    system: 'Jenkins',
    commit: given(env['GIT_COMMIT']),
    branch:
      given(env['CHANGE_BRANCH']) ??
      given(env['BRANCH_NAME']) ??
      given(env['GIT_BRANCH'])?.replace(/^(?:refs\/remotes\/)?origin\//, '') ??
      null,
    baseBranch: given(env['CHANGE_TARGET']),
    pullRequest: given(env['CHANGE_ID']),
    buildUrl: given(env['BUILD_URL']),
  };
}

function given(value: string | undefined): string | null {
  return value === undefined || value.trim() === '' ? null : value.trim();
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

function textAt(value: unknown, key: string, inner: string): string | null {
  const found = at(at(value, key), inner);
  return typeof found === 'string' ? given(found) : null;
}
