/** Hostile names in every report, read again as the target reads it where a program for that is at hand. */
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../core/diff/comparison.ts';
import { ProfileBuilder } from '../core/model/builder.ts';
import type { Profile } from '../core/model/profile.ts';
import { columnsOf, fitMiddle, visible } from '../core/text/visible.ts';
import { comparisonAdf } from '../render/adf.ts';
import type { AdfNode } from '../render/adf.ts';
import { TWO_HUNDRED_NAMES } from '../render/hostile-names.testkit.ts';
import { JIRA_LENGTH, comparisonJira } from '../render/jira.ts';
import { comparisonMail } from '../render/mail.ts';
import { MARKDOWN_LENGTHS, comparisonMarkdown } from '../render/markdown.ts';
import { TEXTILE_LENGTH, comparisonTextile } from '../render/textile.ts';
import { compareRuns } from './index.ts';

const WIDTH = 120;
const PERMALINK = 'https://firebreak.example/c/1';

interface Case {
  readonly name: string;
  /** As reports show it: short and visible. */
  readonly shown: string;
  readonly comparison: Comparison;
}

const cases: Case[] = [];

/** A side in which everything that a report says is this name: function, caller, file, labels, metric. */
function side(name: string, count: number, tps: number): Profile {
  const builder = new ProfileBuilder(1);
  const [main, named] = [builder.frame('main'), builder.frame(name)];
  builder.addSelf(builder.stack([main, named]), count);
  builder.addSelf(builder.stack([main, named, builder.frame('leaf')]), count);
  builder.addSelf(builder.stack([main, builder.frame('rest')]), 5000);
  const records = 5000 + 2 * count;
  const finished = builder.finish({
    valueTypes: [{ name: 'samples', unit: 'samples', sampling: { records, sumOfSquares: records } }],
    source: { fileName: name, format: 'folded', generator: null, sha256: 'ab'.repeat(32) },
    labels: new Map([
      ['version', `${name}${count}`],
      [name, 'label'],
    ]),
    metrics: [
      { name: 'tps', unit: 'per second', values: [tps] },
      { name, unit: name, values: [tps] },
    ],
  });
  if (!finished.ok) throw new Error(finished.error.code);
  return finished.value;
}

beforeAll(async () => {
  for (const name of TWO_HUNDRED_NAMES) {
    const made = await compareRuns([side(name, 300, 19003)], [side(name, 9000, 592.96)], { level: 'none' });
    if (!made.ok) throw new Error(`${name}: ${made.error.code}`);
    cases.push({ name, shown: shownOf(name), comparison: made.value });
  }
}, 60_000);

function shownOf(name: string): string {
  const short = name.length <= WIDTH * 4 ? name : `${name.slice(0, WIDTH * 2)}…${name.slice(-WIDTH * 2)}`;
  return onOneLine(visible(fitMiddle(short, WIDTH)));
}

/** As a reader sees a line: no joiners, spaces as one. */
function onOneLine(text: string): string {
  return text.replaceAll('\u2060', '').replace(/\s+/g, ' ').trim();
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

function throughProgram(program: string, args: readonly string[], input: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    input,
    encoding: 'utf8',
    maxBuffer: 1e9,
    timeout: 20_000,
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}

/** Few at a time: pandoc takes more than twice the time for a text twice as long. */
function throughPandoc(format: string, texts: readonly string[]): string {
  const batches = Array.from({ length: Math.ceil(texts.length / 2) }, (_, i) => texts.slice(i * 2, i * 2 + 2));
  return batches
    .map((batch) => throughProgram('pandoc', ['-f', format, '-t', 'html', '--wrap=none'], batch.join('\n')))
    .join('\n');
}

function textOfHtml(html: string): string {
  return onOneLine(decoded(html.replace(/<[^>]*>/g, ' ')));
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['amp', '&'],
]);

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|(lt|gt|quot|amp));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (ENTITIES.get(name) ?? '') : String.fromCodePoint(Number(code)),
  );
}

function tagsOf(html: string): ReadonlySet<string> {
  return new Set(Array.from(html.matchAll(/<([a-z][a-z0-9]*)/gi), ([, tag]) => (tag ?? '').toLowerCase()));
}

/** What GitHub and GitLab look for in the text of a page after Markdown is done, outside code. */
const REFERENCES: readonly RegExp[] = [
  /@[\w]/,
  /(?:^|[^&\w])[#!$%~&^*][\w"]/,
  /\bGH-\d/i,
  /\b[A-Z][A-Z0-9_]+-\d/,
  /:[\w+-]+:/,
  /\[[a-z_]+:\w/,
  /[[{][+-]/,
  /\[\[/,
  /[a-z]:\/\//i,
  /\bwww\./i,
  /(?<![\w\u2060])\$[^\s\u2060]/,
];

/** Files are said by their hash, and the report's own words have none of these. */
function referencesIn(text: string): readonly string[] {
  return REFERENCES.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

const collapsed = (text: string) => text.replace(/\s+/g, '');

describe('Markdown', () => {
  it.skipIf(!isInstalled('cmark-gfm'))("has nothing live in it, read by GitHub's own parser", () => {
    for (const { name, shown, comparison } of cases) {
      const text = comparisonMarkdown(comparison);
      expect(text.length).toBeLessThanOrEqual(MARKDOWN_LENGTHS.github);
      const extensions = ['table', 'autolink', 'strikethrough', 'tasklist', 'footnotes'].flatMap((one) => ['-e', one]);
      const html = throughProgram('cmark-gfm', [...extensions, '--unsafe'], text);
      const allowed = ['p', 'strong', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'ol', 'ul', 'li', 'h4', 'code'];
      expect([name, [...tagsOf(html)].filter((tag) => !allowed.includes(tag))]).toEqual([name, []]);
      expect([name, collapsed(textOfHtml(html)).includes(collapsed(shown))]).toEqual([name, true]);
      expect(html.match(/<td/g)?.length).toBeGreaterThan(20);
    }
  });

  it('has no reference, mention, emoji or address outside code', () => {
    for (const { name, comparison } of cases) {
      const said = comparisonMarkdown(comparison)
        .split('\n')
        .filter((line) => !/^\|[ -|:]*\|$/.test(line))
        .map((line) =>
          line
            .replace(/(?<![\\`])(`+)(?!`).*?[^`]\1(?!`)/g, '')
            .replace(/&lt;/g, '<')
            .replace(/&gt;/g, '>')
            .replace(/&amp;/g, '&')
            .replace(/^(?:\*\*|#### )/, '')
            .replace(/\\(?=[!-/:-@[-`{-~])/g, ''),
        );
      for (const line of said) expect([name, line, referencesIn(line)]).toEqual([name, line, []]);
      expect([
        name,
        comparisonMarkdown(comparison)
          .split('\n')
          .filter((line) => /^[/@#!]/.test(line)),
      ]).toEqual([
        name,
        comparisonMarkdown(comparison)
          .split('\n')
          .filter((line) => line.startsWith('#### ')),
      ]);
    }
  });

  it('links to the permalink and to nothing else', () => {
    for (const { comparison } of cases.slice(0, 20)) {
      const links = comparisonMarkdown(comparison, { permalink: PERMALINK }).match(/https?:\/\/[^)\s]+/g);
      expect(links).toEqual([PERMALINK]);
    }
  });
});

describe('Jira wiki markup', () => {
  it('escapes all that begins markup, in lines that begin as they should', () => {
    for (const { name, comparison } of cases) {
      const text = comparisonJira(comparison);
      expect(text.length).toBeLessThanOrEqual(JIRA_LENGTH);
      for (const line of text.trimEnd().split('\n')) {
        // Bars, stars and signs that are the report's own.
        const rest = line.replace(/^(?:\|\|?|\* |# |h4\. |\*)/, '').replace(/(?:\|\|?|\*)$/, '');
        const inner = rest
          .split(/\|\|?/)
          .join(' ')
          .replace(/&#\d+;/g, '');
        expect([name, inner.match(/[{}[\]|*\\+^~!#&]|(?<![A-Za-z0-9])[_-]|[_-](?![A-Za-z0-9])/)]).toEqual([name, null]);
        expect([name, /[a-z]:\/\/|www\.|\b[A-Z][A-Z0-9_]+-\d/.test(inner)]).toEqual([name, false]);
      }
    }
  });

  it.skipIf(!isInstalled('pandoc'))(
    'has nothing live in it, read by a parser of the markup',
    { timeout: 120_000 },
    () => {
      // It takes minutes over a line of hundreds of entities.
      const readable = cases.filter(({ shown }) => shown.length < 200);
      const html = throughPandoc(
        'jira',
        readable.map(({ comparison }) => comparisonJira(comparison)),
      );
      const allowed = [
        'p',
        'strong',
        'table',
        'thead',
        'tbody',
        'tr',
        'th',
        'td',
        'ol',
        'ul',
        'li',
        'h4',
        'colgroup',
        'col',
      ];
      expect([...tagsOf(html)].filter((tag) => !allowed.includes(tag))).toEqual([]);
      // Jira shows numbered entities as characters; pandoc shows them as they are.
      const text = collapsed(decoded(textOfHtml(html)));
      for (const { name, shown } of readable) expect([name, text.includes(collapsed(shown))]).toEqual([name, true]);
    },
  );
});

describe('Textile', () => {
  it.skipIf(!isInstalled('pandoc'))(
    'has nothing live in it, read by a parser of the markup',
    { timeout: 120_000 },
    () => {
      const texts = cases.map(({ comparison }) => comparisonTextile(comparison));
      for (const text of texts) expect(text.length).toBeLessThanOrEqual(TEXTILE_LENGTH);
      const html = throughPandoc('textile', texts);
      const allowed = [
        'p',
        'strong',
        'table',
        'thead',
        'tbody',
        'tr',
        'th',
        'td',
        'ol',
        'ul',
        'li',
        'h4',
        'colgroup',
        'col',
      ];
      expect([...tagsOf(html)].filter((tag) => !allowed.includes(tag))).toEqual([]);
      const text = collapsed(textOfHtml(html));
      for (const { name, shown } of cases) expect([name, text.includes(collapsed(shown))]).toEqual([name, true]);
    },
  );

  it('has no macro, reference or address that Redmine looks for', () => {
    for (const { name, comparison } of cases) {
      for (const line of comparisonTextile(comparison).trimEnd().split('\n')) {
        const rest = line.replace(/^(?:\||\* |# |h4\. |\*)/, '').replace(/\*$/, '');
        const inner = rest
          .replace(/(?:_\.|>\.)(?= )/g, '')
          .replace(/\s\|/g, ' ')
          .replace(/&#\d+;/g, '');
        expect([name, inner.match(/[*@?^~+%="|[\]{}!#<>$`&-]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/)]).toEqual([
          name,
          null,
        ]);
        expect([name, /[a-z]:\/\/|www\.|\br\d|\b(?:commit|source|user|document):\S/i.test(inner)]).toEqual([
          name,
          false,
        ]);
      }
    }
  });
});

describe('Atlassian document', () => {
  it('holds names in text nodes only, in a document that Jira takes', () => {
    for (const { name, shown, comparison } of cases) {
      const text = comparisonAdf(comparison, { permalink: PERMALINK });
      expect(text.length).toBeLessThanOrEqual(JIRA_LENGTH);
      const document = JSON.parse(text) as AdfNode;
      expect([document.type, document.version]).toEqual(['doc', 1]);
      const texts: string[] = [];
      const links: string[] = [];
      const nodes: (readonly [AdfNode, string])[] = [[document, '']];
      for (let next = nodes.pop(); next !== undefined; next = nodes.pop()) {
        const [node, parent] = next;
        expect([name, parent, ALLOWED.get(parent)?.includes(node.type)]).toEqual([name, parent, true]);
        if (node.type === 'text') {
          expect(node.text === '' || node.text === undefined || node.text.includes('\n')).toBe(false);
          texts.push(node.text ?? '');
        }
        for (const mark of node.marks ?? []) if (mark.type === 'link') links.push(mark.attrs?.href ?? '');
        for (const child of node.content ?? []) nodes.push([child, node.type]);
      }
      expect(links).toEqual([PERMALINK]);
      const all = texts.map(onOneLine);
      expect([name, shown === '' || all.some((one) => one.includes(shown))]).toEqual([name, true]);
      expect([name, texts.filter((one) => /[a-z]:\/\/|www\.|@\w/i.test(one))]).toEqual([name, []]);
    }
  });
});

// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\ufeff]|\p{Cs}/u;

/** What may stand in what, of the document format as Atlassian publishes it. */
const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map([
  ['', ['doc']],
  ['doc', ['paragraph', 'heading', 'bulletList', 'orderedList', 'table']],
  ['paragraph', ['text']],
  ['heading', ['text']],
  ['bulletList', ['listItem']],
  ['orderedList', ['listItem']],
  ['listItem', ['paragraph']],
  ['table', ['tableRow']],
  ['tableRow', ['tableHeader', 'tableCell']],
  ['tableHeader', ['paragraph']],
  ['tableCell', ['paragraph']],
]);

describe('mail', () => {
  it('keeps to 78 columns and has no address but the permalink', () => {
    for (const { name, comparison } of cases) {
      const lines = comparisonMail(comparison, { permalink: PERMALINK }).trimEnd().split('\n');
      expect([name, lines.filter((line) => columnsOf(line) > 78)]).toEqual([name, []]);
      expect([name, lines.filter((line) => /[a-z]:\/\/|www\.|@\w/i.test(line))]).toEqual([name, [`<${PERMALINK}>`]]);
      // Neither the end of a message nor of its text, nor the line that begins one in a mailbox.
      expect([name, lines.filter((line) => /^(?:\.|-- ?|From .*)$/.test(line))]).toEqual([name, []]);
    }
  });
});

describe('every report', () => {
  it('shows no control, direction mark or invisible letter of a name', () => {
    for (const { name, comparison } of cases) {
      for (const write of [comparisonMarkdown, comparisonJira, comparisonTextile, comparisonAdf, comparisonMail]) {
        const text = write(comparison).replaceAll('\u2060', '');
        // Letters from right to left stand between marks that isolate them.
        expect([name, text.match(UNSEEN)]).toEqual([name, null]);
        expect([name, text.match(/\u2068/g)?.length]).toEqual([name, text.match(/\u2069/g)?.length]);
      }
    }
  });
});
