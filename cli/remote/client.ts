import { ApiClient } from '../../api/client.ts';
import { visible } from '../../core/text/visible.ts';
import type { Ports } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import type { Fetch } from './retry.ts';

/** The client of a server, with the token of the environment. Refuses what is no address. */
export function clientOf(address: string, env: Ports['env'], fetch: Fetch): ApiClient {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Refusal(visible(`error: ${address} is no address of a server`), 'Such as https://firebreak.example.');
  }
  const token = env['FIREBREAK_TOKEN'] ?? '';
  return new ApiClient({
    address,
    token: token === '' ? null : token,
    // The client knows no platform: what it passes on as a body is what was given to it here.
    fetch: (url, { method, headers, body, redirect }) =>
      fetch(url, { method, headers, redirect, ...(body === undefined ? {} : { body: body as string | FormData }) }),
  });
}
