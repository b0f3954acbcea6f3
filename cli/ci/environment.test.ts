import { describe, expect, it } from 'vitest';
import { ciFacts } from './environment.ts';

const GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_REPOSITORY: 'o/r',
  GITHUB_RUN_ID: '17',
};

describe('variables of a CI', () => {
  it('GitHub, a pull request: the commit that was pushed, not the merge commit', () => {
    const event = JSON.stringify({
      pull_request: { number: 12, head: { sha: 'b2' }, base: { sha: 'a1' } },
      repository: { default_branch: 'trunk' },
    });
    const env = {
      ...GITHUB,
      GITHUB_SHA: 'merge',
      GITHUB_REF: 'refs/pull/12/merge',
      GITHUB_REF_NAME: '12/merge',
      GITHUB_HEAD_REF: 'feature',
      GITHUB_BASE_REF: '10.11',
    };
    expect(ciFacts(env, event)).toEqual({
      system: 'GitHub Actions',
      commit: 'b2',
      branch: 'feature',
      baseBranch: '10.11',
      baseCommit: 'a1',
      defaultBranch: 'trunk',
      pullRequest: '12',
      buildUrl: 'https://github.example/o/r/actions/runs/17',
    });
    for (const broken of [null, 'not JSON', '{}', '{"pull_request":7}', '{"pull_request":null}']) {
      expect(ciFacts(env, broken)).toMatchObject({ branch: 'feature', pullRequest: '12' });
    }
  });

  it('GitHub, a push', () => {
    const env = { ...GITHUB, GITHUB_SHA: 'a1', GITHUB_REF_NAME: 'main', GITHUB_HEAD_REF: '', GITHUB_BASE_REF: '' };
    expect(ciFacts(env, '{"repository":{"default_branch":"main"}}')).toMatchObject({
      commit: 'a1',
      branch: 'main',
      baseBranch: null,
      defaultBranch: 'main',
      pullRequest: null,
    });
  });

  it('GitLab, a merge request', () => {
    expect(
      ciFacts({
        GITLAB_CI: 'true',
        CI_COMMIT_SHA: 'b2',
        CI_COMMIT_REF_NAME: 'feature',
        CI_MERGE_REQUEST_IID: '7',
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature',
        CI_MERGE_REQUEST_DIFF_BASE_SHA: 'a1',
        CI_DEFAULT_BRANCH: 'main',
        CI_JOB_URL: 'https://gitlab.example/j/1',
      }),
    ).toEqual({
      system: 'GitLab CI',
      commit: 'b2',
      branch: 'feature',
      baseBranch: 'main',
      baseCommit: 'a1',
      defaultBranch: 'main',
      pullRequest: '7',
      buildUrl: 'https://gitlab.example/j/1',
    });
  });

  it('Jenkins: a multibranch job, and a plain one with the remote before its branch', () => {
    const env = {
      JENKINS_URL: 'https://jenkins.example/',
      GIT_COMMIT: 'b2',
      BUILD_URL: 'https://jenkins.example/job/1/',
    };
    expect(
      ciFacts({ ...env, CHANGE_ID: '9', CHANGE_TARGET: 'main', CHANGE_BRANCH: 'f', BRANCH_NAME: 'PR-9' }),
    ).toMatchObject({
      system: 'Jenkins',
      branch: 'f',
      baseBranch: 'main',
      pullRequest: '9',
    });
    expect(ciFacts({ ...env, GIT_BRANCH: 'origin/release/1' })).toMatchObject({
      branch: 'release/1',
      pullRequest: null,
    });
  });

  it('Buildkite: "false" is no pull request, HEAD no commit', () => {
    const env = { BUILDKITE: 'true', BUILDKITE_COMMIT: 'HEAD', BUILDKITE_BRANCH: 'f', BUILDKITE_PULL_REQUEST: 'false' };
    expect(ciFacts(env)).toMatchObject({ system: 'Buildkite', commit: null, branch: 'f', pullRequest: null });
    expect(ciFacts({ ...env, BUILDKITE_PULL_REQUEST: '4' }).pullRequest).toBe('4');
  });

  it('own variables go before those of any system, and are enough alone', () => {
    expect(ciFacts({ ...GITHUB, GITHUB_SHA: 'a', FIREBREAK_COMMIT: 'b', FIREBREAK_PULL_REQUEST: '3' })).toMatchObject({
      system: 'GitHub Actions',
      commit: 'b',
      pullRequest: '3',
    });
    expect(ciFacts({ FIREBREAK_BRANCH: 'f', FIREBREAK_BASE_BRANCH: 'main' })).toMatchObject({
      system: null,
      branch: 'f',
      baseBranch: 'main',
    });
    expect(ciFacts({ CI: 'true' }).system).toBe('CI');
  });
});
