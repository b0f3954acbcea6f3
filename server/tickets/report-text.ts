import type { Comparison } from '../../core/diff/comparison.ts';
import { comparisonAdf } from '../../render/adf.ts';
import { comparisonJira } from '../../render/jira.ts';
import { comparisonMail } from '../../render/mail.ts';
import { comparisonMarkdown } from '../../render/markdown.ts';
import type { ReportOptions } from '../../render/report/content.ts';
import { comparisonTextile } from '../../render/textile.ts';
import type { Markup } from '../trackers/tracker.ts';

/** The writer of reports for each markup; `adf` writes the JSON text of a document. */
export const REPORT_TEXTS: Readonly<Record<Markup, (comparison: Comparison, options: ReportOptions) => string>> = {
  markdown: comparisonMarkdown,
  jira: comparisonJira,
  textile: comparisonTextile,
  text: comparisonMail,
  adf: comparisonAdf,
};
