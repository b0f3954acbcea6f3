/** Profiles that no two uploads share: a body of folded stacks with a first line of their own. */

/** A linear congruential generator: the same numbers in every run. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const PARTS = ['handle', 'parse', 'lookup', 'btr_cur', 'row_sel', 'log_write', 'buf_page', 'mtr_commit', 'trx', 'net'];

/** Folded stacks of about so many bytes: depths and names as a database server has them. */
export function foldedOf(bytes: number, seed: number): string {
  const random = randomOf(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const lines: string[] = [];
  let length = 0;
  while (length < bytes) {
    const depth = 8 + pick(24);
    const frames = ['main', 'do_command'];
    for (let level = 2; level < depth; level++) frames.push(`${PARTS[pick(PARTS.length)]}_${level}_${pick(6)}`);
    const line = `${frames.join(';')} ${1 + pick(900)}`;
    lines.push(line);
    length += line.length + 1;
  }
  return `${lines.join('\n')}\n`;
}

/** The same stacks as another upload. */
export function variant(folded: string, number: number): string {
  return `main;upload_${number} 1\n${folded}`;
}
