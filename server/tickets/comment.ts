import type { Markup } from '../trackers/tracker.ts';
import type { ReportFile } from './report.ts';

/** A file of the report as the comment names it. */
export interface NamedFile {
  readonly kind: ReportFile['kind'];
  readonly fileName: string;
  /** Its address, where the tracker goes by that and not by the name. */
  readonly reference: string | null;
}

export interface CommentParts {
  /** The report in the markup of the comment. */
  readonly text: string;
  readonly files: readonly NamedFile[];
  readonly permalink: string | null;
  /** Sentences about what is not attached. */
  readonly notes: readonly string[];
}

const CAPTIONS: Readonly<Record<ReportFile['kind'], string>> = {
  png: 'picture',
  svg: 'differential flame graph, zooms and searches when opened',
  html: 'the whole comparison, opens without a network',
};

/** The comment as it is posted: picture, report, what is attached, link. File names and addresses are our own. */
export function commentText(markup: Markup, parts: CommentParts): string {
  return WRITERS[markup](parts);
}

/** Characters that a comment has beside the report, at most; the report is made to fit the rest. */
export const COMMENT_FRAME = 2000;

const WRITERS: Readonly<Record<Markup, (parts: CommentParts) => string>> = {
  markdown: ({ text, files, permalink, notes }) => {
    const addressOf = ({ reference, fileName }: NamedFile) => reference ?? fileName;
    const shown = files.filter(({ kind }) => kind === 'png').map((file) => `![Flame graph](${addressOf(file)})`);
    const listed = files.map((file) => `- [${file.fileName}](${addressOf(file)}): ${CAPTIONS[file.kind]}`);
    return blocks(shown, [text], listed, notes, permalink === null ? [] : [`[Open in Firebreak](${permalink})`]);
  },
  jira: ({ text, files, permalink, notes }) => {
    const shown = files.filter(({ kind }) => kind === 'png').map(({ fileName }) => `!${fileName}|width=900!`);
    const listed = files.map(({ fileName, kind }) => `* [^${fileName}]: ${CAPTIONS[kind]}`);
    return blocks(shown, [text], listed, notes, permalink === null ? [] : [`[Open in Firebreak|${permalink}]`]);
  },
  textile: ({ text, files, permalink, notes }) => {
    const shown = files.filter(({ kind }) => kind === 'png').map(({ fileName }) => `!${fileName}!`);
    const listed = files.map(({ fileName, kind }) => `* attachment:${fileName} – ${CAPTIONS[kind]}`);
    return blocks(shown, [text], listed, notes, permalink === null ? [] : [`"Open in Firebreak":${permalink}`]);
  },
  text: ({ text, files, permalink, notes }) => {
    const listed = files.map(({ fileName, kind }) => `${fileName}: ${CAPTIONS[kind]}`);
    return blocks([text], listed, notes, permalink === null ? [] : [permalink]);
  },
  adf: ({ text, files, permalink, notes }) => {
    const document = JSON.parse(text) as { version: number; type: string; content: unknown[] };
    const listed = files.map(({ fileName, kind }) => paragraph(`${fileName}: ${CAPTIONS[kind]}`));
    const link = permalink === null ? [] : [paragraph('Open in Firebreak', permalink)];
    const content = [...document.content, ...listed, ...notes.map((note) => paragraph(note)), ...link];
    return JSON.stringify({ ...document, content });
  },
};

function blocks(...parts: readonly (readonly string[])[]): string {
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n').trimEnd())
    .join('\n\n')}\n`;
}

function paragraph(text: string, href?: string): unknown {
  const marks = href === undefined ? {} : { marks: [{ type: 'link', attrs: { href } }] };
  return { type: 'paragraph', content: [{ type: 'text', text, ...marks }] };
}
