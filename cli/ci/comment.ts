import type { Ports } from '../ports.ts';
import type { Fetch } from '../remote/retry.ts';
import type { CiFacts, Env } from './environment.ts';

/** Where comments of a pull request are read and written. */
interface Forum {
  /** List of comments; a page of a hundred each. */
  readonly list: string;
  readonly edit: (id: number) => { readonly method: 'PATCH' | 'PUT'; readonly address: string };
  readonly headers: Readonly<Record<string, string>>;
}

/** Comments that are looked through for ours: 3,000. */
const MOST_PAGES = 30;

/**
 * Writes the comment about a pull request, in place of the one that begins with the same marker. The answer says what was
 * done, or why nothing was: a comment that cannot be written is no reason to fail.
 */
export async function writeComment(
  body: string,
  marker: string,
  facts: CiFacts,
  fetch: Fetch,
  ports: Pick<Ports, 'env' | 'fetch'>,
): Promise<{ readonly done: boolean; readonly words: string }> {
  const forum = forumOf(facts, ports.env);
  if (typeof forum === 'string') return { done: false, words: `no comment was written: ${forum}` };
  try {
    const id = await ours(forum, marker, fetch);
    const request = id === null ? { method: 'POST', address: forum.list } : forum.edit(id);
    // A comment that was written although the answer got lost would be there twice.
    const send = id === null ? ports.fetch : fetch;
    const answer = await send(request.address, {
      method: request.method,
      headers: { ...forum.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ body }),
      redirect: 'manual',
    });
    if (!answer.ok) return { done: false, words: `no comment was written: the answer was ${answer.status}` };
    return { done: true, words: id === null ? 'the comment was written' : 'the comment was brought up to date' };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { done: false, words: `no comment was written: ${why}` };
  }
}

function forumOf({ system, pullRequest }: CiFacts, env: Env): Forum | string {
  if (pullRequest === null || !/^\d+$/.test(pullRequest)) return 'this is no pull request';
  const need = (...names: readonly string[]) => names.find((name) => (env[name] ?? '') === '') ?? null;
  if (system === 'GitHub Actions') {
    const missing = need('GITHUB_TOKEN', 'GITHUB_REPOSITORY');
    if (missing !== null) return `${missing} is not set`;
    const api = `${env['GITHUB_API_URL'] ?? 'https://api.github.com'}/repos/${env['GITHUB_REPOSITORY']}/issues`;
    return {
      list: `${api}/${pullRequest}/comments`,
      edit: (id) => ({ method: 'PATCH', address: `${api}/comments/${id}` }),
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${env['GITHUB_TOKEN']}`,
        'x-github-api-version': '2022-11-28',
      },
    };
  }
  if (system === 'GitLab CI') {
    const missing = need('GITLAB_TOKEN', 'CI_API_V4_URL', 'CI_PROJECT_ID');
    if (missing !== null) return `${missing} is not set`;
    const list = `${env['CI_API_V4_URL']}/projects/${env['CI_PROJECT_ID']}/merge_requests/${pullRequest}/notes`;
    return {
      list,
      edit: (id) => ({ method: 'PUT', address: `${list}/${id}` }),
      headers: { 'private-token': env['GITLAB_TOKEN'] ?? '' },
    };
  }
  return 'comments are written on GitHub and GitLab; elsewhere, use -o markdown=FILE';
}

/** Id of the comment that begins with the marker. */
async function ours({ list, headers }: Forum, marker: string, fetch: Fetch): Promise<number | null> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await fetch(`${list}?per_page=100&page=${page}`, { headers, redirect: 'manual' });
    if (!answer.ok) throw new Error(`the comments cannot be listed: the answer was ${answer.status}`);
    const comments: unknown = await answer.json();
    if (!Array.isArray(comments) || comments.length === 0) return null;
    for (const comment of comments as readonly unknown[]) {
      if (typeof comment !== 'object' || comment === null) continue;
      const { id, body } = comment as { readonly id?: unknown; readonly body?: unknown };
      if (typeof id === 'number' && typeof body === 'string' && body.startsWith(marker)) return id;
    }
  }
  return null;
}
