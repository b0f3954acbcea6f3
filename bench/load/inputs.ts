/** Profiles that no two uploads share: a body of folded stacks with a first line of their own. */

/** A linear congruential generator: the same numbers in every run. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const PARTS = [
  'handle_connection',
  'parse_statement',
  'optimize_join',
  'btr_cur_search',
  'row_search_mvcc',
  'log_write_up_to',
];

/** Which of the callees of a function is called: one most of the time, two others now and then. */
const CALLED = [0.78, 0.94];

/**
 * Folded stacks of about so many bytes. Depth, names and sharing are those of recordings of a database server: a
 * megabyte has some 1,500 stacks, 13,000 nodes of the call tree and 1,000 functions.
 */
export function foldedOf(bytes: number, seed: number): string {
  const random = randomOf(seed);
  const lines: string[] = [];
  let length = 0;
  while (length < bytes) {
    const depth = 8 + Math.floor(random() * 24);
    const frames = ['main', 'do_command'];
    let path = seed;
    for (let level = 2; level < depth; level++) {
      const chosen = random();
      const callee = CALLED.filter((share) => chosen > share).length;
      path = (path * 3 + callee) % 9973;
      frames.push(`${PARTS[path % PARTS.length]}::step_${path % 211}(THD*)`);
    }
    const line = `${frames.join(';')} ${1 + Math.floor(random() * 900)}`;
    lines.push(line);
    length += line.length + 1;
  }
  return `${lines.join('\n')}\n`;
}

/**
 * The same stacks as another upload: a line in front that no other has. Nothing is copied, since whoever asks is on the
 * same cores as the server.
 */
export function variant(folded: Uint8Array, number: number): readonly Uint8Array[] {
  return [Buffer.from(`main;upload_${number} 1\n`), folded];
}
