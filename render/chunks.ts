/** Characters that are gathered before they are handed on: a row at a time would cost a write call each. */
const CHUNK_CHARACTERS = 1 << 16;

/** Joins small pieces to pieces worth writing. What is written is never held as a whole. */
export function* inChunks(pieces: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
