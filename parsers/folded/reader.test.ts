import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../core/model/problem.ts';
import { totalOf } from '../../core/model/totals.ts';
import { readFoldedLine } from './line.ts';
import { LIMITS, problemsOf, readChunks, readFolded, singleStacks, stacksOf } from './folded.testkit.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function faultOf(text: string) {
  const result = readChunks(encode(text));
  if (result.ok) throw new Error('it was read');
  return result.error;
}

describe('numbers', () => {
  it('are read as awk and printf write them', () => {
    expect(singleStacks('s;a 1.5\ns;b 2.25\ns;c 1e+03\ns;d .15\ns;e 0\ns;f 12\ns;g 007\n')).toEqual({
      's | a': 1.5,
      's | b': 2.25,
      's | c': 1000,
      's | d': 0.15,
      's | f': 12,
      's | g': 7,
    });
  });

  it('past 2^53 are not rounded', () => {
    const [parsed] = readFolded('s;big 9007199254740993\ns;one 3\n').profiles;
    expect(stacksOf(parsed!.profile)).toEqual(
      new Map([
        ['s | big', 9007199254740993n],
        ['s | one', 3n],
      ]),
    );
    expect(totalOf(parsed!.profile)).toBe(9007199254740996n);
  });

  it('add up to more than 2^53 without rounding', () => {
    const [parsed] = readFolded(`${'s;a 4503599627370497\n'.repeat(3)}s;b 1\n`).profiles;
    expect(totalOf(parsed!.profile)).toBe(13510798882111492n);
  });

  it('that 64 bits do not hold are said and left out', () => {
    const text = `s;a 1\ns;b 1e999\ns;c ${'9'.repeat(30)}\ns;d ${'9'.repeat(1_000_000)}\n`;
    expect(singleStacks(text)).toEqual({ 's | a': 1 });
    expect(problemsOf(text)).toMatchObject({ 'folded-count-too-large': 3, 'folded-lines-skipped': 1 });
  });

  it('that are negative, grouped or missing are counted by kind', () => {
    const text = 's;ok 5\ns;neg -3\ns;nocount\ns;nan NaN\ns;words twelve\ns;loc 1,234\ns;ok 6\n';
    expect(singleStacks(text)).toEqual({ 's | ok': 11 });
    expect(problemsOf(text)).toEqual({
      'folded-negative-count': 1,
      'folded-no-count': 3,
      'folded-grouped-count': 1,
      'folded-lines-skipped': 1,
    });
  });
});

describe('frames', () => {
  it('keep blanks and numbers inside, and lose blanks around', () => {
    expect(
      singleStacks('Thread 1;foo;bar 100\npool;retry 3 250\nmain; serve \t3\nC:\\a b (x86)\\l 2.dll!go 4\n'),
    ).toEqual({
      'Thread 1 | foo | bar': 100,
      'pool | retry 3': 250,
      'main | serve': 3,
      'C:\\a b (x86)\\l 2.dll!go': 4,
    });
  });

  it('that are empty are left out with a warning, and the counts kept', () => {
    const text = 'a;;b 4\na;b; 5\n;a 6\na;b 7\n 30\n;; 1\n';
    expect(singleStacks(text)).toEqual({ 'a | b': 16, a: 6, '[unknown]': 31 });
    expect(problemsOf(text)).toEqual({ 'folded-empty-frame': 6 });
  });

  it('that are blank stay, as unknown symbols; the blank before the count is none of them', () => {
    const text = 'a; ;b 4\na;b 1\na;  5\na; 6\n ;\t;a 7\na; ;  8\n';
    expect(singleStacks(text)).toEqual({
      'a | [unknown] | b': 4,
      'a | b': 1,
      'a | [unknown]': 5,
      a: 6,
      '[unknown] | [unknown] | a': 7,
      'a | [unknown] | [unknown]': 8,
    });
    expect(problemsOf(text)).toEqual({ 'folded-empty-frame': 1, 'folded-blank-frame': 6 });
  });

  it('that are blank stay in a differential file', () => {
    const { profiles } = readFolded('a; ;b 4 5\na;  6 7\na; 1 2\n');
    expect(profiles.map(({ profile }) => Object.fromEntries(stacksOf(profile)))).toEqual([
      { 'a | [unknown] | b': 4, 'a | [unknown]': 6, a: 1 },
      { 'a | [unknown] | b': 5, 'a | [unknown]': 7, a: 2 },
    ]);
  });

  it('may begin with "#"; a comment has a blank after it', () => {
    expect(singleStacks('# by night 5\n#\n#<Module:0x7fb1>.call;run 9\n')).toEqual({
      '#<Module:0x7fb1>.call | run': 9,
    });
  });

  it('keep the semicolons of Java signatures', () => {
    const text =
      'java;a.B.run(Ljava/lang/String;[ILjava/util/Map;)V;leaf(int, char) 3\nx.y()V;z(Lq;)Lr/S;;w 4\nf(a;b) 1\n';
    expect(singleStacks(text)).toEqual({
      'java | a.B.run(Ljava/lang/String;[ILjava/util/Map;)V | leaf(int, char)': 3,
      'x.y()V | z(Lq;)Lr/S; | w': 4,
      'f(a | b)': 1,
    });
  });

  it('are kept at a depth of 100,000, with and without signatures, in little time', () => {
    const plain = Array.from({ length: 100_000 }, (_, i) => `f${i % 50}`);
    const signed = plain.map((name) => `${name}(Lx/Y;)V`);
    for (const frames of [plain, signed]) {
      const [parsed] = readFolded(`${frames.join(';')} 1\n${frames.join(';')};leaf 2\n`).profiles;
      expect(parsed!.profile.nodes.length).toBe(100_002);
      expect(totalOf(parsed!.profile)).toBe(3);
    }
  });

  it('in greater number than allowed are a fault', () => {
    const limits = { ...LIMITS, maxDepth: 3 };
    for (const line of ['a;b;c;d 1', 'a; b;c;d 1']) {
      const result = readChunks(encode(`x 1\n${line}\n`), [], limits);
      expect(result).toMatchObject({ ok: false, error: { code: 'stack-too-deep', position: { line: 2 } } });
    }
  });

  it('with bytes that are not UTF-8 are kept and counted', () => {
    const bytes = new Uint8Array([...encode('main;'), 0xff, 0xfe, ...encode(' 3\n')]);
    const result = readChunks(bytes);
    expect(result.ok && result.value.profiles[0]?.profile.problems.map(({ code }) => code)).toEqual(['invalid-utf8']);
  });

  it('with names of JavaScript properties are names', () => {
    expect([...stacksOf(readFolded('__proto__;constructor 2\ntoString 1\n').profiles[0]!.profile)]).toEqual([
      ['__proto__ | constructor', 2],
      ['toString', 1],
    ]);
  });
});

describe('differential files', () => {
  it('are those whose every line ends in two counts', () => {
    const { profiles } = readFolded('a;b 1 2\n# note\na;c 0 3.5\n\na 4 0\n');
    expect(profiles.map(({ side, profile }) => [side, Object.fromEntries(stacksOf(profile))])).toEqual([
      ['base', { 'a | b': 1, a: 4 }],
      ['head', { 'a | b': 2, 'a | c': 3.5 }],
    ]);
  });

  it('are no longer ones when a line has one count, wherever it stands', () => {
    expect(singleStacks('a;retry 3 250\na;b 7\n')).toEqual({ 'a | retry 3': 250, 'a | b': 7 });
    expect(singleStacks('a;b 7\na;retry 3 250\n')).toEqual({ 'a | retry 3': 250, 'a | b': 7 });
  });

  it('keep counts past 2^53 on either side', () => {
    const { profiles } = readFolded('a 9007199254740993 1\nb 2 9007199254740995\n');
    expect(profiles.map(({ profile }) => totalOf(profile))).toEqual([9007199254740995n, 9007199254740996n]);
  });
});

describe('faults', () => {
  it('say where the first bad line is when none is good', () => {
    expect(faultOf('\n# c\ns;a\ns;b x\n')).toMatchObject({
      code: 'folded-no-stacks',
      position: { line: 3 },
      seen: 's;a',
    });
  });

  it('come for an input over the limit of bytes', () => {
    expect(readChunks(encode('a 1\n'), [], { ...LIMITS, maxBytes: 3 })).toMatchObject({
      ok: false,
      error: { code: 'limit-exceeded' },
    });
  });

  it('come for more nodes than allowed', () => {
    const text = Array.from({ length: 20 }, (_, i) => `main;f${i} 1`).join('\n');
    expect(readChunks(encode(text), [], { ...LIMITS, maxNodes: 10 })).toMatchObject({
      ok: false,
      error: { code: 'limit-exceeded' },
    });
  });
});

/** Both readings of a file by `readFoldedLine` alone, for the twin test. */
function readSlowly(text: string) {
  const problems = new ProblemLog();
  const single = new Map<string, number>();
  const pair = [new Map<string, number>(), new Map<string, number>()] as const;
  let isPair = true;
  let lines = 0;
  const add = (stacks: Map<string, number>, frames: readonly string[], count: number | bigint) => {
    const path = frames.join(' | ');
    stacks.set(path, (stacks.get(path) ?? 0) + Number(count));
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const read = readFoldedLine(line, index + 1, problems);
    if (read === null) continue;
    lines++;
    add(single, read.frames, read.count);
    isPair &&= read.pair !== null;
    if (read.pair === null) continue;
    add(pair[0], read.pair.frames, read.pair.base);
    add(pair[1], read.pair.frames, read.count);
  }
  const sides = isPair ? pair : [single];
  return { lines, sides: sides.map((stacks) => withoutZeros(stacks)), problems };
}

function withoutZeros(stacks: ReadonlyMap<string, number | bigint>): Record<string, number> {
  return Object.fromEntries(
    [...stacks].filter(([, value]) => Number(value) !== 0).map(([path, v]) => [path, Number(v)]),
  );
}

const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'bb', 'main', 'abcdefgh', 'größe', 'λ', '中', '🔥') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '\t', 'a b', ' x', 'y ', '\u00a0', '\u2003z', '#', '# c', '12', '1.', '.5'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('f()', 'f(int)', 'g(Lx/Y;)V', 'h(', '(', 'i(a;b)', 'j()Lq;', '\u001b', '-1'),
  },
);
const count = fc.oneof(
  { weight: 5, arbitrary: fc.nat(1000).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('0', '1.5', '1e3', '007', '-2', '1,234', 'x', '', '999999999999999', '5 6') },
);
const line = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 6 }), fc.constantFrom(' ', ' ', ' ', '  ', '\t'), count)
  .map(([frames, blank, number]) => `${frames.join(';')}${blank}${number}`);
const file = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, isEnded]) => lines.join(end) + (isEnded ? end : ''));

describe('the fast path', () => {
  it('reads every file as the careful reading of each line does', () => {
    fc.assert(
      fc.property(file, (text) => {
        const expected = readSlowly(text);
        const result = readChunks(encode(text));
        expect(result.ok).toBe(expected.lines > 0);
        if (!result.ok) return;
        expect(result.value.profiles.map(({ profile }) => withoutZeros(stacksOf(profile)))).toEqual(expected.sides);
        const problems = result.value.profiles[0]?.profile.problems ?? [];
        expect(problems.filter(({ code }) => !['folded-lines-skipped', 'folded-differential'].includes(code))).toEqual(
          expected.problems.list(),
        );
      }),
      { numRuns: 2000, seed: 20260101 },
    );
  });

  it('gives the same at whatever byte the chunks are cut', () => {
    const text =
      '\nmain;größe;λ 3\r\nmain;größe;λx 4\r\nmain;größe 12345\r\n# c\nf(La;)V;g 2\nmain;größe;λ;🔥 1.5\nbad\nmain 7';
    const bytes = encode(text);
    const whole = readChunks(bytes);
    for (let cut = 0; cut <= bytes.length; cut++) expect(readChunks(bytes, [cut])).toEqual(whole);
    expect(
      readChunks(
        bytes,
        Array.from(bytes, (_, at) => at),
      ),
    ).toEqual(whole);
  });

  it('gives the same for random files cut at random places', () => {
    fc.assert(
      fc.property(file, fc.array(fc.nat(200), { maxLength: 5 }), (text, places) => {
        const bytes = encode(text);
        const cuts = places.filter((at) => at <= bytes.length).sort((a, b) => a - b);
        expect(readChunks(bytes, cuts)).toEqual(readChunks(bytes));
      }),
      { numRuns: 1000, seed: 20260102 },
    );
  });
});
