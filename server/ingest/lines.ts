/** The format `lines`, a stack a line without a count, as folded stacks: each line counts once. */
export async function* asFolded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    const text = lines.map(counted).join('');
    if (text !== '') yield encoder.encode(text);
  }
  const last = counted(rest + decoder.decode());
  if (last !== '') yield encoder.encode(last);
}

function counted(line: string): string {
  const stack = line.trimEnd();
  return stack === '' ? '' : `${stack} 1\n`;
}
