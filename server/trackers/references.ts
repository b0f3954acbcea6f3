import { fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { TrackerEntry } from './config.ts';
import type { TrackerKind } from './tracker.ts';

/** A ticket of a configured tracker. `key` is in the tracker's own form: MDEV-1, owner/repo#1, group/project!1, 1. */
export interface TicketPlace {
  readonly tracker: TrackerEntry;
  readonly key: string;
}

/** How a kind writes its tickets: as a key, and behind the address of the tracker. */
interface Spelling {
  readonly key: RegExp;
  readonly paths: readonly { readonly pattern: RegExp; readonly key: (parts: readonly string[]) => string }[];
  /** The project that a key belongs to; null: keys do not say. */
  readonly project: (key: string) => string | null;
}

const ISSUE_KEY = /^[A-Z][A-Z0-9_]{0,49}-[1-9]\d{0,9}$/;
const PATH_KEY = /^[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)+[#!][1-9]\d{0,9}$/;
const NUMBER_KEY = /^[1-9]\d{0,9}$/;

const jira: Spelling = {
  key: ISSUE_KEY,
  paths: [
    { pattern: /^\/browse\/([A-Z][A-Z0-9_]*-\d+)\/?$/, key: ([key = '']) => key },
    { pattern: /[?&]selectedIssue=([A-Z][A-Z0-9_]*-\d+)(?:&|$)/, key: ([key = '']) => key },
  ],
  project: (key) => key.slice(0, key.lastIndexOf('-')),
};

const SPELLINGS: Readonly<Record<TrackerKind, Spelling>> = {
  'jira-cloud': jira,
  'jira-dc': jira,
  github: {
    key: /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+#[1-9]\d{0,9}$/,
    paths: [
      {
        pattern: /^\/([A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+)\/(?:issues|pull)\/(\d+)(?:[/?].*)?$/,
        key: ([project = '', number = '']) => `${project}#${number}`,
      },
    ],
    project: (key) => key.slice(0, key.indexOf('#')),
  },
  gitlab: {
    key: PATH_KEY,
    paths: [
      {
        pattern: /^\/(.+?)\/(?:-\/)?(?:issues|work_items)\/(\d+)(?:[/?].*)?$/,
        key: ([project = '', number = '']) => `${project}#${number}`,
      },
      {
        pattern: /^\/(.+?)\/(?:-\/)?merge_requests\/(\d+)(?:[/?].*)?$/,
        key: ([project = '', number = '']) => `${project}!${number}`,
      },
    ],
    project: (key) => key.replace(/[#!]\d+$/, ''),
  },
  redmine: {
    key: NUMBER_KEY,
    paths: [{ pattern: /^\/issues\/(\d+)(?:[/?].*)?$/, key: ([number = '']) => number }],
    project: () => null,
  },
  bugzilla: {
    key: NUMBER_KEY,
    paths: [{ pattern: /^\/(?:show_bug\.cgi\?id=)?(\d+)(?:&.*)?$/, key: ([number = '']) => number }],
    project: () => null,
  },
};

/**
 * The ticket that somebody means by an address, `tracker:KEY`, or a bare key. Faults: `ticket-reference-unknown` (facts
 * known: what is configured), `ticket-reference-ambiguous` (facts trackers).
 */
export function ticketPlace(reference: string, trackers: readonly TrackerEntry[]): Result<TicketPlace, Fault> {
  const text = reference.trim();
  const places = /^https?:\/\//i.test(text) ? byAddress(text, trackers) : byKey(text, trackers);
  const [place] = places;
  if (place === undefined) {
    return err(
      fault('ticket-reference-unknown', {
        seen: text,
        facts: { known: trackers.map(({ name, url }) => `${name} (${url})`) },
      }),
    );
  }
  if (places.length === 1) return ok(place);
  const names = places.map(({ tracker }) => tracker.name);
  return err(fault('ticket-reference-ambiguous', { seen: text, facts: { trackers: names } }));
}

function byAddress(text: string, trackers: readonly TrackerEntry[]): readonly TicketPlace[] {
  if (!URL.canParse(text)) return [];
  const given = new URL(text);
  return trackers.flatMap((tracker) => {
    const base = new URL(tracker.url);
    const folder = base.pathname.replace(/\/$/, '');
    if (given.origin !== base.origin || !given.pathname.startsWith(`${folder}/`)) return [];
    const rest = `${given.pathname.slice(folder.length)}${given.search}`;
    return keysIn(rest, tracker.kind).map((key) => ({ tracker, key }));
  });
}

function keysIn(rest: string, kind: TrackerKind): readonly string[] {
  const spelling = SPELLINGS[kind];
  const keys = spelling.paths.flatMap(({ pattern, key }) => {
    const [, ...parts] = pattern.exec(rest) ?? [];
    return parts.length === 0 ? [] : [key(parts)];
  });
  return [...new Set(keys)].filter((key) => spelling.key.test(key)).slice(0, 1);
}

/** `tracker:KEY` names the tracker. A bare key goes to the tracker that has its project, else to all that could have it. */
function byKey(text: string, trackers: readonly TrackerEntry[]): readonly TicketPlace[] {
  const [, name, named = ''] = /^([a-z][a-z0-9-]*):(.+)$/.exec(text) ?? [];
  const chosen = name === undefined ? trackers : trackers.filter((tracker) => tracker.name === name);
  const key = (name === undefined ? text : named).replace(/^#(?=\d)/, '');
  const fitting = chosen.filter(({ kind }) => SPELLINGS[kind].key.test(key)).map((tracker) => ({ tracker, key }));
  const owners = fitting.filter(({ tracker }) => {
    const project = SPELLINGS[tracker.kind].project(key);
    return project !== null && tracker.projects.some((own) => own.toLowerCase() === project.toLowerCase());
  });
  return owners.length > 0 ? owners : fitting;
}
