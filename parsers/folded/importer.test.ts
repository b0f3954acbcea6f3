import { describe, expect, it } from 'vitest';
import { foldedImporter } from './importer.ts';

function detect(text: string, complete = true) {
  return foldedImporter.detect({ bytes: new TextEncoder().encode(text), text, complete });
}

describe('folded stacks are recognised', () => {
  it.each([
    ['a stack', 'main;work 40\nmain;idle 2\n', 'line 1 ends in a count and frames are joined by ";"'],
    [
      'comments and blank lines before',
      '\n# made by x\nmain;work 1.5\n',
      'line 3 ends in a count and frames are joined by ";"',
    ],
    ['some bad lines', 'a;b 1\na;c\na;d 3\n', 'line 1 ends in a count and frames are joined by ";"'],
    ['markup in names', '<module>;f 1\n', 'line 1 ends in a count and frames are joined by ";"'],
  ])('for sure: %s', (_, text, because) => {
    expect(detect(text)).toEqual({ verdict: 'yes', because });
  });

  it('perhaps: stacks of one frame, and stacks without counts', () => {
    expect(detect('main 5\nidle 3\n').verdict).toBe('unsure');
    expect(detect('svc;a\nsvc;b x\nsvc;c -1\n').verdict).toBe('unsure');
  });

  it('by whole lines only, when the head is cut', () => {
    expect(detect('a;b 1\na;c 2\nnot yet a', false).verdict).toBe('yes');
  });
});

describe('what is no folded file', () => {
  it.each([
    ['a report with numbers', 'total time = 3 secs\nCOST CENTRE  %time\nmain  35.0\nparse  30.0\n'],
    ['a dump whose lines begin with numbers', 'Samples:\n  1 100: 1 2 3\n  2 200: 4 5 6\nLocations\n'],
    ['code', 'int main() {\n  int x = 1;\n  return f(x);\n}\n'],
    ['a page', '<!doctype html>\n<script>\nvar a = 1; b 2\n</script>\n'],
    ['a table of methods', '0x1\tjava.lang.String\tindexOf\t(Ljava/lang/String;I)I\n'.repeat(5)],
    ['JSON', '{\n  "a": [\n    1,\n    2\n  ]\n}\n'],
    ['binary data', 'a;b 1\n\0\0'],
    ['nothing', ''],
    ['prose', 'this\nis an unknown\nformat\n'],
  ])('%s', (_, text) => {
    expect(detect(text).verdict).toBe('no');
  });

  it('nor is text whose many later lines hold ";"', () => {
    expect(detect('x\n'.repeat(200) + 'a;b\n'.repeat(300)).verdict).toBe('no');
  });
});
