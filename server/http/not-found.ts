import { fault } from '../../core/model/problem.ts';
import { Refusal } from './problem.ts';

export function notFound(what: string, id?: string): Refusal {
  return new Refusal(fault('not-found', { facts: { what, ...(id === undefined ? {} : { id }) } }));
}
