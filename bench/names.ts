/**
 * Names of functions as profiles of a database have them: C++ with arguments and templates, C, libc, the kernel, with
 * clone suffixes and offsets here and there, some of them mangled. All distinct, the same for the same seed.
 */

const SPACES = 'storage net rpc query index cache base util exec plan txn log raft http json mem sched codec'.split(
  ' ',
);
const INNER = ['internal', 'detail', 'impl', 'v2', '(anonymous namespace)', 'async'];
const ADJECTIVES = 'Hash Merge Block Page Tuple Column Row Batch Sorted Lazy Shared Vector Delta Tree Bloom'.split(' ');
const NOUNS = 'Reader Writer Iterator Scanner Builder Executor Manager Pool Decoder Session Cursor Buffer'.split(' ');
const VERBS = 'next seek open close read write append lookup insert erase flush compact decode merge split'.split(' ');
const SUBSYSTEMS = 'ext4 tcp ip sock vfs page folio blk nvme sched rcu skb mm filemap futex kmem_cache'.split(' ');
const SUFFIXES = ['', '', '', '', '', '', '.isra.0', '.constprop.0', '.part.0', '.cold', '+0x1f4', '_[k]'];
const TYPES = [
  'int',
  'unsigned long',
  'std::string',
  'char const*',
  'std::vector<int, std::allocator<int> >',
  'Slice const&',
];
const MANGLED_TYPES = ['i', 'm', 'Ss', 'PKc', 'St6vectorIiSaIiEE', 'RK5Slice'];

export function manyNames(count: number, mangledShare: number): readonly string[] {
  let state = 20_240_611;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return Math.floor(((state >>> 8) / 2 ** 24) * below);
  };
  const pick = (from: readonly string[]): string => from[random(from.length)] ?? '';
  const list = (from: readonly string[], between: string): string =>
    Array.from({ length: random(4) }, () => pick(from)).join(between);
  const sized = (name: string): string => `${name.length}${name}`;
  // The number makes every name another one.
  const className = (n: number): string => `${pick(ADJECTIVES)}${pick(NOUNS)}${n.toString(36)}`;

  const mangled = (n: number): string => {
    const template = random(3) === 0 ? `I${pick(MANGLED_TYPES)}Lb${random(2)}EE` : '';
    const args = list(MANGLED_TYPES, '') || 'v';
    return `_ZN${sized(pick(SPACES))}${sized(className(n))}${template}${sized(pick(VERBS))}E${args}`;
  };
  const readable = (n: number): string => {
    const kind = random(10);
    if (kind < 5) {
      const inner = random(3) === 0 ? `${pick(INNER)}::` : '';
      const template = random(4) === 0 ? `<${pick(TYPES)}, (bool)${random(2)}>` : '';
      return `${pick(SPACES)}::${inner}${className(n)}${template}::${pick(VERBS)}(${list(TYPES, ', ')})`;
    }
    const from = kind < 8 ? SPACES : SUBSYSTEMS;
    return `${pick(from)}_${pick(VERBS)}_${n.toString(36)}_${pick(VERBS)}${pick(SUFFIXES)}`;
  };
  const made = Array.from({ length: count }, (_, n) => (random(1000) < mangledShare * 1000 ? mangled(n) : readable(n)));
  // As a reader gives them: decoded from bytes one by one, not concatenations that are still to be made.
  return made.map((name) => Buffer.from(name, 'latin1').toString('latin1'));
}
