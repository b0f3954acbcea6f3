import { fault } from '../../core/model/problem.ts';
import { Refusal } from '../http/problem.ts';

/** `push.v1.PushRequest` in the binary form of protocol buffers, which agents written in Go and Rust send. */
export interface PushedSeries {
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly profiles: readonly Uint8Array[];
}

/** Reads a request. Fields that are not known are left alone, as protocol buffers want it. */
export function pushedIn(bytes: Uint8Array): readonly PushedSeries[] {
  return messagesIn(bytes, 1).map((series) => ({
    labels: messagesIn(series, 1).map((pair) => ({ name: textIn(pair, 1), value: textIn(pair, 2) })),
    profiles: messagesIn(series, 2).flatMap((sample) => messagesIn(sample, 1)),
  }));
}

function textIn(message: Uint8Array, field: number): string {
  return new TextDecoder().decode(messagesIn(message, field).at(-1));
}

/** Values of a field that are bytes, texts or messages. */
function messagesIn(message: Uint8Array, wanted: number): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = message[at++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw broken();
  };
  const skip = (length: number): Uint8Array => {
    const end = at + length;
    if (end > message.length) throw broken();
    const part = message.subarray(at, end);
    at = end;
    return part;
  };
  while (at < message.length) {
    const tag = varint();
    switch (tag % 8) {
      case 0:
        varint();
        break;
      case 1:
        skip(8);
        break;
      case 2: {
        const part = skip(varint());
        if (Math.floor(tag / 8) === wanted) found.push(part);
        break;
      }
      case 5:
        skip(4);
        break;
      default:
        throw broken();
    }
  }
  return found;
}

function broken(): Refusal {
  return new Refusal(fault('request-malformed', { facts: { where: '', what: 'not a message of push.v1' } }));
}
