import { sizeInWords } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Faults of trackers (Jira, GitHub, ...) and of tickets in them. */
export const TRACKER_WORDS: Vocabulary = {
  'trackers-unreadable': ({ facts }) => ({
    sentence: `the file of trackers ${String(facts['path'])} cannot be read: ${String(facts['what'])}`,
    advice: 'FIREBREAK_TRACKERS names it; without that it is trackers.yml in the data folder.',
  }),
  'trackers-invalid': ({ facts }) => ({
    sentence: `the file of trackers ${String(facts['path'])} is not as it should be: ${facts['where'] === '' ? '' : `${String(facts['where'])}: `}${String(facts['what'])}`,
    advice: 'docs/tickets.md shows a whole file.',
  }),
  'tracker-secret-missing': ({ facts }) => ({
    sentence: `the token of the tracker ${String(facts['tracker'])} is not in ${String(facts['where'])}`,
    advice: 'Put it into that environment variable or file: one line of printable characters.',
  }),
  'tracker-secret-exposed': ({ facts }) => ({
    sentence: `others can read the token of the tracker ${String(facts['tracker'])} in ${String(facts['path'])}`,
    advice: 'Make it yours alone with chmod 600, and consider the token known to them.',
  }),
  'ticket-reference-unknown': ({ seen, facts }) => ({
    sentence: `"${seen ?? ''}" is no ticket of a configured tracker; ${hasNone(facts['known']) ? 'none is configured' : `these are configured: ${list(facts['known'])}`}`,
    advice: 'Give the address of a ticket, TRACKER:KEY, or its key. docs/tickets.md says how trackers are configured.',
  }),
  'ticket-reference-ambiguous': ({ seen, facts }) => ({
    sentence: `"${seen ?? ''}" can be a ticket of ${list(facts['trackers'])}`,
    advice: 'Write TRACKER:KEY, or list the project under one of them in the file of trackers.',
  }),
  'ticket-not-found': ({ facts }) => ({
    sentence: `${String(facts['tracker'])} has no such ticket or file, or does not show it to this account (status ${String(facts['status'])})`,
  }),
  'ticket-sides-unclear': ({ facts }) => ({
    sentence: `it is not clear which of the files on the ticket are good and which are bad: ${list(facts['files'])}`,
    advice: 'Name them: --good NAME --bad NAME.',
  }),
  'ticket-no-profiles': ({ facts }) => ({
    sentence: `the ticket has ${Number(facts['profiles']) === 1 ? 'one file' : 'no file'} that can be compared; ${String(facts['attachments'])} attached in all`,
    advice: 'Attach flame graphs, folded stacks, perf script output or pprof files of both sides.',
  }),
  'ticket-file-unknown': ({ facts }) => ({
    sentence: `the ticket has no file "${String(facts['name'])}" that can be compared; it has ${list(facts['files'])}`,
  }),
  'ticket-file-skipped': ({ facts }) => ({
    sentence: `not fetched: ${String(facts['why'])}`,
  }),
  'tracker-unauthorised': ({ facts }) => ({
    sentence: `${String(facts['tracker'])} refuses this account (status ${String(facts['status'])})${said(facts['says'])}`,
    advice: 'The administrator has to check the token and what its account may do.',
  }),
  'tracker-refused': ({ facts }) => ({
    sentence: `${String(facts['tracker'])} refuses the request (status ${String(facts['status'])})${said(facts['says'])}`,
  }),
  'tracker-too-large': ({ facts }) => ({
    sentence: `a file is too large for ${String(facts['tracker'])}${said(facts['says'])}`,
  }),
  'tracker-busy': ({ facts }) => ({
    sentence: `${String(facts['tracker'])} asks to wait for another ${String(facts['seconds'])} seconds`,
    advice: 'Run it again later: it goes on where it stopped, and posts nothing twice.',
  }),
  'tracker-failed': ({ facts }) => ({
    sentence: `${String(facts['tracker'])} met a fault of its own (status ${String(facts['status'])})`,
    advice: 'Run it again later: it goes on where it stopped, and posts nothing twice.',
  }),
  'tracker-unreachable': ({ facts }) => ({
    sentence: `${String(facts['tracker'])} (${String(facts['host'])}) gives no answer: ${String(facts['what'])}`,
    advice: 'Run it again later: it goes on where it stopped, and posts nothing twice.',
  }),
  'tracker-address-private': ({ facts }) => ({
    sentence: `${String(facts['host'])} stands for ${String(facts['address'])}, which is no address of the public internet`,
    advice: 'When the tracker is inside your network, its entry needs allowPrivate: true.',
  }),
  'tracker-redirect-refused': ({ facts }) => ({
    sentence: `${String(facts['tracker'])} points to ${String(facts['host'])}, which is not configured`,
    advice: 'Hosts that keep its attachments are listed under mediaHosts.',
  }),
  'tracker-answer-too-large': ({ facts }) => ({
    sentence: `${String(facts['tracker'])} answers with more than ${sizeInWords(Number(facts['maximum']))}`,
  }),
  'tracker-answer-malformed': ({ facts }) => ({
    sentence: `the answer of ${String(facts['tracker'])} is not what its API promises: ${String(facts['what'])}`,
    advice: 'Does the address in the file of trackers belong to a tracker of this kind?',
  }),
  'tracker-no-attachments': ({ facts }) => ({
    sentence: `${String(facts['tracker'])} takes no attachments through its API`,
  }),
  'tracker-cannot-edit': ({ facts }) => ({
    sentence: `the report on the ticket is of an earlier comparison, and ${String(facts['tracker'])} cannot change comments through its API`,
    advice: 'Nothing was posted. The new report can be saved with --save and attached by hand.',
  }),
};

function hasNone(value: unknown): boolean {
  return !Array.isArray(value) || value.length === 0;
}

function list(value: unknown): string {
  return Array.isArray(value) && value.length > 0 ? value.join(', ') : 'none';
}

function said(value: unknown): string {
  return typeof value === 'string' && value !== '' ? `: ${value}` : '';
}
