import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProfileBuilder } from '../model/builder.ts';
import { profileOf } from '../model/profile-of.ts';
import { nodeName } from '../model/profile.ts';
import type { Profile } from '../model/profile.ts';
import { totalOf } from '../model/totals.ts';
import { validateProfile } from '../model/validate.ts';
import { summarizeAudits } from './audit.ts';
import { compileRules } from './compile.ts';
import { normalizeProfile } from './normalize-profile.ts';
import type { Normalizer } from './normalizer.ts';
import { BUILT_IN_PACKS } from './packs.generated.ts';
import { parseRules } from './parse-rules.ts';
import type { RuleLevel } from './rule.ts';

function builtIn(level: RuleLevel | 'none' = 'default'): Normalizer {
  const compiled = compileRules(BUILT_IN_PACKS, { level });
  if (!compiled.ok) throw new Error(compiled.error.code);
  return compiled.value;
}

/** A normalizer of one pack with these rules, as a user would write them. */
function userRules(rules: string): Normalizer {
  const parsed = parseRules(`{ pack: mine, version: '1', rules: [${rules}] }`);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const compiled = compileRules([], { level: 'default', userPacks: [{ ...parsed.value, hash: 'h' }] });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  return compiled.value;
}

function normalized(profile: Profile, rules: Normalizer) {
  const made = normalizeProfile(profile, rules);
  if (!made.ok) throw new Error(made.error.code);
  expect(validateProfile(made.value.profile)).toBeNull();
  return made.value;
}

/** Stacks with their self values, sorted, as folded text. */
function folded(profile: Profile): string[] {
  const paths: string[] = [''];
  const lines: string[] = [];
  for (let node = 0; node < profile.nodes.length; node++) {
    const above = node === 0 ? '' : paths[profile.nodes.parent[node]!]!;
    paths[node] = above === '' ? nodeName(profile, node) : `${above};${nodeName(profile, node)}`;
    const self = profile.values[0]![node]!;
    if (self !== 0) lines.push(`${paths[node]} ${self}`);
  }
  return lines.sort();
}

const after = (text: string, rules: Normalizer) => folded(normalized(profileOf(text), rules).profile);

test('spellings of one function become one frame, and their stacks one stack', () => {
  const text = 'conn-1;do_command(THD*);a.isra.0 3 / conn-2;do_command(THD *);a 4 / conn-1;do_command;a.cold;b 1';
  expect(after(text, builtIn())).toEqual(['conn;do_command;a 7', 'conn;do_command;a;b 1']);
});

test('level none gives the profile back as it is', () => {
  const profile = profileOf('a+0x1;b_[k] 1');
  expect(normalized(profile, builtIn('none')).profile).toBe(profile);
});

test('drop: what the frame called, and its own value, belong to its caller', () => {
  const rules = userRules("{ id: d, match: { name: '^wrap' }, drop: true }");
  expect(after('a;wrap1;wrap2;b 1 / a;wrap1 2 / wrap3 4 / wrap3;c 8', rules)).toEqual([' 4', 'a 2', 'a;b 1', 'c 8']);
});

test('collapse direct: only a frame right below itself', () => {
  const rules = userRules('{ id: c, match: { names: [r] }, collapse: direct }');
  expect(after('a;r;r;r;b 1 / a;r;x;r 2 / a;r 4', rules)).toEqual(['a;r 4', 'a;r;b 1', 'a;r;x;r 2']);
});

test('collapse cyclic: a frame anywhere below itself continues the outer one', () => {
  const rules = userRules('{ id: c, match: { names: [eval, apply] }, collapse: cyclic }');
  expect(after('a;eval;apply;eval;apply;b 1 / a;eval;eval 2 / a;eval;x;eval;y 4', rules)).toEqual([
    'a;eval 2',
    'a;eval;apply;b 1',
    'a;eval;y 4',
  ]);
});

test('keep: names stay as recorded before any pack, so a group that was merged comes apart', () => {
  const parsed = parseRules(
    `{ pack: mine, version: '1', rules: [
      { id: apart, level: syntax, match: { names: ['read(int)'] }, keep: true },
      { id: all, match: { name: read }, rename: got },
    ] }`,
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const userPacks = [{ ...parsed.value, hash: 'h' }];
  const rules = compileRules(BUILT_IN_PACKS, { level: 'default', userPacks });
  if (!rules.ok) throw new Error(rules.error.code);
  const made = normalized(profileOf('main;read(int) 3 / main;read(long) 4'), rules.value);
  expect(folded(made.profile)).toEqual(['main;got 4', 'main;read(int) 3']);
});

test('reroot above: stacks begin at the outermost match', () => {
  const rules = userRules('{ id: r, match: { names: [start_thread] }, reroot: above }');
  expect(after('mysqld;clone3;start_thread;a 1 / mariadbd;start_thread;b;start_thread;c 2 / main;d 4', rules)).toEqual([
    'main;d 4',
    'start_thread;a 1',
    'start_thread;b;start_thread;c 2',
  ]);
});

test('reroot below: stacks end at the match, which takes their values', () => {
  const rules = userRules('{ id: r, match: { names: [write] }, reroot: below }');
  expect(after('a;write;k1;k2 1 / a;write;k3 2 / a;write 4 / a;b 8', rules)).toEqual(['a;b 8', 'a;write 7']);
});

test('split: a name becomes several frames', () => {
  const rules = userRules("{ id: s, match: { name: '^wait/' }, split: '/' }");
  expect(after('wait/synch/mutex 3 / wait/synch/cond 4 / other 1', rules)).toEqual([
    'other 1',
    'wait;synch;cond 4',
    'wait;synch;mutex 3',
  ]);
});

test('position and depth: root, leaf, at most so deep', () => {
  const root = userRules("{ id: r, match: { name: '-[0-9]+$', position: root }, rename: '' }");
  expect(after('a-1;b-1 1 / a-2;b-2 1', root)).toEqual(['a;b-1 1', 'a;b-2 1']);
  const leaf = userRules('{ id: l, match: { names: [x], position: leaf }, drop: true }');
  expect(after('a;x 1 / b;x;c 2', leaf)).toEqual(['a 1', 'b;x;c 2']);
  const deep = userRules('{ id: d, match: { names: [x], maxDepth: 2 }, drop: true }');
  expect(after('x;x;x;a 1', deep)).toEqual(['x;a 1']);
});

test('patterns of users are RE2 and their groups can be used', () => {
  const rules = userRules("{ id: g, match: { name: '^(\\w+)_v([0-9])$' }, rename: '$1' }");
  expect(after('f_v1 1 / f_v2 2', rules)).toEqual(['f 3']);
});

test('annotations become the kind, tags come by normalized name', () => {
  const { profile, tags } = normalized(profileOf('row_purge_step(que_thr_t*);schedule_[k] 1'), builtIn());
  expect(Array.from(profile.frames.kind)).toEqual([0, 2]);
  expect(tags.get('row_purge_step')).toEqual(['innodb.purge']);
  expect(tags.get('schedule')).toEqual(['kernel.scheduler']);
});

test('integers past 2^53 stay exact', () => {
  const builder = new ProfileBuilder(1);
  const big = 2n ** 60n + 1n;
  builder.addSelfExact(builder.stack([builder.frame('a.isra.0')]), big);
  builder.addSelfExact(builder.stack([builder.frame('a.cold')]), 2n);
  const source = { fileName: null, format: 'test', generator: null, sha256: null };
  const made = builder.finish({ valueTypes: [{ name: 'x', unit: 'count', sampling: null }], source });
  if (!made.ok) throw new Error(made.error.code);
  const { profile } = normalized(made.value, builtIn());
  expect(profile.exactValues[0]?.[1]).toBe(big + 2n);
  expect(totalOf(profile)).toBe(big + 2n);
});

test('the audit leads every name back, and says what one became with the other side', () => {
  const base = normalized(profileOf('a;SyS_futex 5 / b.isra.0;b.isra.0 2'), builtIn()).audit;
  const head = normalized(profileOf('a;__x64_sys_futex 7'), builtIn()).audit;
  expect(base.origins.get('sys_futex')).toEqual(
    new Map([['SyS_futex', { rules: ['linux-kernel/old-system-call'], weight: 5 }]]),
  );
  // Recursion counts once.
  expect(base.origins.get('b')?.get('b.isra.0')?.weight).toBe(2);
  const summary = summarizeAudits(base, [base, head]);
  const [merged] = summary.merged;
  expect(merged).toMatchObject({ name: 'sys_futex', weight: 12, moved: 12 });
  expect(merged?.from).toEqual([
    { name: 'SyS_futex', rules: ['linux-kernel/old-system-call'], weight: 5 },
    { name: '__x64_sys_futex', rules: [expect.stringMatching(/^linux-kernel\//)], weight: 7 },
  ]);
  expect(summary.merged).toHaveLength(1);
  expect(summary.rewritten).toBe(3);
  expect(summary.packs.map(({ name }) => name)).toContain('innodb');
});

test('the audit says what structural rules moved', () => {
  const rules = userRules('{ id: d, match: { names: [w] }, drop: true }');
  const { audit } = normalized(profileOf('a;w;b 3 / c;w 4'), rules);
  expect(audit.reshaped).toEqual([{ rule: 'mine/d', action: 'drop', nodes: 2, weight: 7 }]);
});

test('a stack of 100,000 frames needs no stack of ours', () => {
  const deep = profileOf(`${Array.from({ length: 100_000 }, (_, i) => `f${i % 7}.isra.0`).join(';')} 1`);
  const rules = userRules("{ id: c, match: { name: '^f' }, collapse: cyclic }");
  expect(normalized(deep, builtIn()).profile.nodes.length).toBe(100_001);
  expect(normalized(deep, rules).profile.nodes.length).toBe(8);
});

test.each([
  `${'a<'.repeat(50_000)}${'>'.repeat(50_000)}`,
  `a${'.cold'.repeat(50_000)}`,
  `a${'('.repeat(50_000)}`,
  `a${'_[k]'.repeat(50_000)}`,
  'A::operator()'.repeat(50_000),
])('a hostile name is read to its end: %.12s', (hostile) => {
  expect(builtIn('aggressive').name(hostile, { depth: 1 }).name.length).toBeLessThanOrEqual(hostile.length);
});

// Names like those of real profiles: roots of names with what compilers and tools put around them.
const core = fc.constantFrom(
  'f',
  'trx_purge',
  'ns::A::f',
  'ns::A<true>::f',
  'A<B<int>, std::allocator<int> >::g',
  'std::vector<int, std::allocator<int> >::push_back',
  '(anonymous namespace)::h',
  'operator new',
  'A::operator<< <int>',
  'A::operator()',
  'org/acme/Job$$Lambda$14/0x0000000800c03000.run',
  'a.(*T).M',
  'core::ptr::drop_in_place',
  '[unknown]',
  '0x7f12',
  '__x64_sys_futex',
  '__GI___libc_malloc',
);
const end = fc.constantFrom('', '()', '(int, A<B> const&) const', '(int,', '.isra.0', '.cold', '@plt', '+0x1f', '_[k]');
const name = fc
  .tuple(core, fc.array(end, { maxLength: 4 }), fc.constantFrom('', 'int ', 'mysqld`', '0x1f in ', '*'))
  .map(([middle, ends, start]) => start + middle + ends.join(''));
const odd = fc.string({ unit: fc.constantFrom(...'ab:<>()[]{}.@+ ,$_~*&`0#-oi'.split('')), maxLength: 24 });
const stack = fc.tuple(fc.array(fc.oneof(name, odd), { minLength: 1, maxLength: 6 }), fc.nat(1000));

function built(stacks: readonly (readonly [readonly string[], number])[]): Profile {
  const builder = new ProfileBuilder(1);
  for (const [frames, value] of stacks) builder.addSelf(builder.stack(frames.map((one) => builder.frame(one))), value);
  const source = { fileName: null, format: 'test', generator: null, sha256: null };
  const made = builder.finish({ valueTypes: [{ name: 'samples', unit: 'samples', sampling: null }], source });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

test.each(['syntax', 'default', 'aggressive'] as const)('laws at level %s', (level) => {
  const rules = builtIn(level).forLanguage('native');
  fc.assert(
    fc.property(fc.array(stack, { maxLength: 8 }), (stacks) => {
      const profile = built(stacks);
      const once = normalized(profile, rules).profile;
      expect(totalOf(once)).toBe(totalOf(profile));
      // Order of the samples does not matter.
      expect(folded(normalized(built([...stacks].reverse()), rules).profile)).toEqual(folded(once));
    }),
    { seed: 17, numRuns: 300 },
  );
});

test.each(['syntax', 'default', 'aggressive'] as const)('normalizing twice changes nothing at level %s', (level) => {
  const rules = builtIn(level);
  fc.assert(
    fc.property(name, (one) => {
      const once = rules.name(one).name;
      expect(rules.name(once).name).toBe(once);
    }),
    { seed: 23, numRuns: 3000 },
  );
});
