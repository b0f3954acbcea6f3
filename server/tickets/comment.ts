import type { Markup } from '../trackers/tracker.ts';
import type { ReportFile, ReportText } from './report.ts';

/** A file of the report as it is on the ticket. */
export interface NamedFile {
  readonly kind: ReportFile['kind'];
  readonly fileName: string;
  /** Its address, where the tracker goes by that and not by the name. */
  readonly reference: string | null;
}

export interface CommentParts {
  readonly text: ReportText;
  readonly files: readonly NamedFile[];
  /** Sentences of our own about what is not attached. */
  readonly notes: readonly string[];
}

/** Characters that a comment has beside the report, at most; the report is made to fit the rest. */
export const COMMENT_FRAME = 2000;

const CAPTIONS: Readonly<Record<ReportFile['kind'], string>> = {
  png: 'the picture',
  svg: 'the differential flame graph, zooms and searches when opened',
  html: 'the whole comparison, opens without a network',
};

/** The comment as it is posted: the report, what is attached, what is not. Names of files are our own: nothing to escape. */
export function commentText(markup: Markup, { text, files, notes }: CommentParts): string {
  const report = files.some(({ kind }) => kind === 'png') ? withReferences(text.withPicture, files) : text.plain;
  if (markup === 'adf') return withParagraphs(report, [...files.map(captioned), ...notes]);
  const listed = files.map((file) => LINES[markup](file));
  return `${[report.trimEnd(), listed.join('\n'), ...notes].filter((part) => part !== '').join('\n\n')}\n`;
}

const LINES: Readonly<Record<Exclude<Markup, 'adf'>, (file: NamedFile) => string>> = {
  // Redmine goes by names in Markdown too, GitLab by addresses.
  markdown: ({ fileName, reference, kind }) =>
    `- ${reference === null ? `attachment:${fileName}` : `[${fileName}](${reference})`} – ${CAPTIONS[kind]}`,
  jira: ({ fileName, kind }) => `* [^${fileName}]: ${CAPTIONS[kind]}`,
  textile: ({ fileName, kind }) => `* attachment:${fileName} – ${CAPTIONS[kind]}`,
  text: captioned,
};

function captioned({ fileName, kind }: NamedFile): string {
  return `${fileName}: ${CAPTIONS[kind]}`;
}

/** The report was written with names for addresses; GitLab gives addresses when it has the files. */
function withReferences(report: string, files: readonly NamedFile[]): string {
  return files.reduce(
    (text, { fileName, reference }) =>
      reference === null ? text : text.replaceAll(`](${fileName})`, `](${reference})`),
    report,
  );
}

function withParagraphs(report: string, sentences: readonly string[]): string {
  const document = JSON.parse(report) as { readonly content: readonly unknown[] };
  const added = sentences.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
  return JSON.stringify({ ...document, content: [...document.content, ...added] });
}
