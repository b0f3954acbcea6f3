import { setTimeout as sleep } from 'node:timers/promises';
import { BugzillaTracker } from './bugzilla.ts';
import { Client } from './client.ts';
import type { Wire } from './client.ts';
import type { TrackerEntry } from './config.ts';
import { GitHubTracker } from './github.ts';
import { GitLabTracker } from './gitlab.ts';
import { JiraTracker } from './jira.ts';
import { RedmineTracker } from './redmine.ts';
import { nodeSend } from './send.ts';
import type { Tracker } from './tracker.ts';

/** The network and the system's clock. */
export const NODE_WIRE: Wire = {
  send: nodeSend,
  wait: async (milliseconds) => {
    await sleep(milliseconds);
  },
  now: () => Date.now(),
};

/** The tracker of a configuration entry. */
export function openTracker(entry: TrackerEntry, wire: Wire): Tracker {
  const { name, kind, mediaHosts, allowPrivate, token } = entry;
  const credentials = credentialsOf(entry);
  const secrets = [token, ...Object.values(credentials)].flatMap((text) => [text, text.replace(/^\w+ /, '')]);
  const client = new Client({ name, base: apiBase(entry), credentials, secrets, mediaHosts, allowPrivate }, wire);
  switch (kind) {
    case 'jira-cloud':
      return new JiraTracker(name, 'cloud', client);
    case 'jira-dc':
      return new JiraTracker(name, 'dc', client);
    case 'github':
      return new GitHubTracker(name, client);
    case 'gitlab':
      return new GitLabTracker(name, client);
    case 'redmine':
      return new RedmineTracker(name, entry.markup ?? 'textile', client);
    case 'bugzilla':
      return new BugzillaTracker(name, client);
  }
}

/** GitHub's API has a host of its own, or a path on a company's server. */
function apiBase({ kind, url }: TrackerEntry): URL {
  if (kind !== 'github') return new URL(`${url}/`);
  return new URL(url === 'https://github.com' ? 'https://api.github.com/' : `${url}/api/v3/`);
}

function credentialsOf({ kind, token, email = '' }: TrackerEntry): Readonly<Record<string, string>> {
  switch (kind) {
    case 'jira-cloud':
      return { authorization: `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}` };
    case 'jira-dc':
      return { authorization: `Bearer ${token}` };
    case 'github':
      return { authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' };
    case 'gitlab':
      return { 'private-token': token };
    case 'redmine':
      return { 'x-redmine-api-key': token };
    case 'bugzilla':
      return { 'x-bugzilla-api-key': token };
  }
}
