import type { AnswerOf, ApiFault, CallName } from '../../api/client.ts';
import type { Operations } from '../../api/generated.ts';
import type { Result } from '../../core/result.ts';
import { visible } from '../../core/text/visible.ts';
import type { Ports } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { clientOf } from './client.ts';
import { networkWords } from './retry.ts';

export type TicketAnswer = Operations['getTicket']['answer']['value'];
type DeliveredAnswer = Operations['postToTicket']['answer']['value'];
export type PreviewAnswer = Extract<DeliveredAnswer, { readonly preview: true }>;
export type PostedAnswer = Extract<DeliveredAnswer, { readonly preview: false }>;
export type CompareRequest = Operations['compareTicket']['input']['body']['json'];

/** What the command needs done, here on the data folder or by a server. */
export interface TicketWork {
  show(reference: string): Promise<TicketAnswer>;
  /** Gives the id of the comparison. */
  compare(request: CompareRequest): Promise<{ readonly ticket: TicketAnswer; readonly comparison: string }>;
  preview(reference: string, comparison: string): Promise<PreviewAnswer>;
  post(reference: string, comparison: string): Promise<PostedAnswer>;
}

/** The same by a server, with the trackers that are configured there. Nothing is sent twice: the server sees to that. */
export function ticketsOfServer(address: string, { env, fetch }: Ports): TicketWork {
  const client = clientOf(address, env, fetch);

  async function called<Name extends CallName>(name: Name, input: Operations[Name]['input']): Promise<AnswerOf<Name>> {
    const answer: Result<AnswerOf<Name>, ApiFault> = await client.call(name, input);
    if (answer.ok) return answer.value;
    throw refusalOf(answer.error, address);
  }
  async function delivered(id: string, ref: string, preview: boolean): Promise<DeliveredAnswer> {
    return (await called('postToTicket', { params: { id }, body: { json: { ref, preview } } })).value;
  }
  return {
    show: async (ref) => (await called('getTicket', { query: { ref } })).value,
    compare: async (json) => {
      const { ticket, comparison } = (await called('compareTicket', { body: { json } })).value;
      return { ticket, comparison: comparison.id };
    },
    preview: async (reference, comparison) => (await delivered(comparison, reference, true)) as PreviewAnswer,
    post: async (reference, comparison) => (await delivered(comparison, reference, false)) as PostedAnswer,
  };
}

function refusalOf(fault: ApiFault, address: string): Refusal {
  switch (fault.kind) {
    case 'problem': {
      const { detail, advice } = fault.problem;
      return new Refusal(visible(`error: ${detail}`), advice === null ? null : visible(advice));
    }
    case 'unreachable':
      return new Refusal(visible(`error: ${address}: ${networkWords(fault.cause)}`));
    default:
      return new Refusal(visible(`error: ${address} does not answer as a server of Firebreak does (${fault.status})`));
  }
}
