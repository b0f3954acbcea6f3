/**
 * Text files arrive in what the tool at hand writes: UTF-8 with a byte order mark, or UTF-16 from a PowerShell
 * redirection. This stage hands plain UTF-8 on and leaves everything else, binary formats above all, as it is.
 */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Decides from the first bytes. UTF-16 without a mark is told by its zero bytes, which plain text does not have. */
export function encodingOf(start: Uint8Array): { readonly encoding: Encoding; readonly markBytes: number } {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: 'utf-8', markBytes: 3 };
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: 'utf-16le', markBytes: 2 };
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: 'utf-16be', markBytes: 2 };
  if (alternates(start, 1)) return { encoding: 'utf-16le', markBytes: 0 };
  if (alternates(start, 0)) return { encoding: 'utf-16be', markBytes: 0 };
  return { encoding: 'utf-8', markBytes: 0 };
}

/** True when every other byte from `from` is zero and the ones between are not, over the first bytes. */
function alternates(start: Uint8Array, from: number): boolean {
  const length = Math.min(start.length, 64) & ~1;
  if (length < 16) return false;
  for (let i = 0; i < length; i++) if ((start[i] === 0) !== (i % 2 === from)) return false;
  return true;
}

export async function* toUtf8(chunks: AsyncIterable<Uint8Array>, start: Uint8Array): AsyncGenerator<Uint8Array> {
  const { encoding, markBytes } = encodingOf(start);
  let skip = markBytes;
  const decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    const from = Math.min(skip, chunk.length);
    skip -= from;
    const rest = from === 0 ? chunk : chunk.subarray(from);
    if (rest.length === 0) continue;
    yield decoder === null ? rest : encoder.encode(decoder.decode(rest, { stream: true }));
  }
  const last = decoder?.decode() ?? '';
  if (last !== '') yield encoder.encode(last);
}
