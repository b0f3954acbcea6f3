import type { Ports } from '../ports.ts';
import type { CiFacts } from './environment.ts';

/** Where the commit that is judged comes from, as far as git here knows. */
export interface Ancestry {
  readonly commit: string | null;
  readonly branch: string | null;
  readonly baseBranch: string | null;
  /** Null: not known, and `missing` says why. */
  readonly forkPoint: string | null;
  /** First-parent history of the fork point, itself first. */
  readonly ancestors: readonly string[];
  readonly missing: string | null;
}

/** What the server takes. */
const MOST_ANCESTORS = 1_000;

/**
 * Asks git for the fork point: of a branch the commit that it was made from (`git merge-base`), on the base branch itself the
 * commit before. Where git cannot tell (no repository, a shallow one) it is what the CI's variables say.
 */
export async function ancestryOf(facts: CiFacts, ports: Ports): Promise<Ancestry> {
  const git = async (...args: readonly string[]): Promise<string | null> => {
    const { code, out } = await ports.execute('git', args);
    const text = out.trim();
    return code === 0 && text !== '' ? text : null;
  };
  const commitOf = (name: string) => git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);

  const here = await commitOf('HEAD');
  const branch = facts.branch ?? (here === null ? null : await git('branch', '--show-current'));
  const baseBranch =
    facts.baseBranch ?? facts.defaultBranch ?? (here === null ? null : await mainBranch(git, commitOf));
  const known = { commit: facts.commit ?? here, branch: ownName(branch, baseBranch, facts), baseBranch };
  const giveUp = (missing: string): Ancestry => ({
    ...known,
    forkPoint: facts.baseCommit,
    ancestors: facts.baseCommit === null ? [] : [facts.baseCommit],
    missing,
  });
  if (here === null) return giveUp('there is no git repository here');

  const onBase = facts.pullRequest === null && branch !== null && branch === baseBranch;
  const tip = onBase || baseBranch === null ? null : await tipOf(baseBranch, commitOf);
  const forkPoint = onBase
    ? await commitOf('HEAD~1')
    : ((tip === null ? null : await git('merge-base', tip, 'HEAD')) ??
      (facts.baseCommit === null ? null : await git('merge-base', facts.baseCommit, 'HEAD')));
  if (forkPoint === null) {
    const shallow = (await git('rev-parse', '--is-shallow-repository')) === 'true';
    return giveUp(
      shallow
        ? 'this clone is shallow: fetch the whole history'
        : onBase
          ? 'this is the first commit'
          : `git knows no common commit with ${baseBranch === null ? 'a base branch' : `branch ${baseBranch}`}`,
    );
  }
  const history = await git('rev-list', '--first-parent', `--max-count=${MOST_ANCESTORS}`, forkPoint);
  return { ...known, forkPoint, ancestors: history?.split('\n') ?? [forkPoint], missing: null };
}

/**
 * A fork's pull request may come from a branch that is called as the main branch here is. Under that name its profiles would
 * be taken for those of the main branch.
 */
function ownName(
  branch: string | null,
  baseBranch: string | null,
  { pullRequest, defaultBranch }: CiFacts,
): string | null {
  if (pullRequest === null || branch === null) return branch;
  return branch === baseBranch || branch === defaultBranch ? `pull/${pullRequest}` : branch;
}

/** The branch of the remote goes before a local one, which may be old. */
async function tipOf(branch: string, commitOf: (name: string) => Promise<string | null>): Promise<string | null> {
  return (await commitOf(`refs/remotes/origin/${branch}`)) ?? (await commitOf(`refs/heads/${branch}`));
}

async function mainBranch(
  git: (...args: readonly string[]) => Promise<string | null>,
  commitOf: (name: string) => Promise<string | null>,
): Promise<string | null> {
  const remote = await git('symbolic-ref', '--short', 'refs/remotes/origin/HEAD');
  if (remote !== null) return remote.replace(/^origin\//, '');
  for (const name of ['main', 'master']) if ((await tipOf(name, commitOf)) !== null) return name;
  return null;
}
