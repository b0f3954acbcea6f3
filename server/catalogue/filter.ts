import { projectAsked } from '../auth/guard.ts';
import type { Principal } from '../auth/principal.ts';
import { wordsOf } from './contract.ts';
import type { ListQuery } from './contract.ts';
import type { ListFilter } from './ports.ts';

/** What the query of a list means for who asks. */
export function listFilterOf(query: ListQuery, principal: Principal): ListFilter {
  const { branch, commit, label = [], since, before, text = '', deleted } = query;
  return {
    project: projectAsked(principal, query.project),
    branch,
    commit,
    labels: new Map((typeof label === 'string' ? [label] : label).map(labelOf)),
    since: since === undefined ? undefined : Date.parse(since),
    before: before === undefined ? undefined : Date.parse(before),
    words: wordsOf(text),
    deleted: deleted === 'only',
  };
}

function labelOf(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}
