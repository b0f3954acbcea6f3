import { storable, visible } from '../../core/text/visible.ts';
import { VERSION } from '../../core/version.ts';
import type { CiVerdict, CiVerdictKind } from '../ci-verdict.ts';
import { FINDINGS_PATH, findingsOf } from './findings.ts';
import type { Finding } from './findings.ts';
import { detailsOf, linkOf, shortName, shortSentence } from './lines.ts';

const RULES = [
  { id: 'function-inclusive', text: 'A function, with what it calls, costs more than the gate allows.' },
  { id: 'function-self', text: 'A function by itself costs more than the gate allows.' },
  { id: 'metric', text: 'A benchmark number is worse than the gate allows.' },
] as const;

const LEVELS = { fails: 'error', open: 'warning', excused: 'note' } as const;

const NOTICE: Readonly<Record<CiVerdictKind, 'note' | 'warning' | 'error'>> = {
  pass: 'note',
  regression: 'error',
  inconclusive: 'warning',
  neutral: 'note',
  error: 'error',
};

/**
 * A verdict as SARIF 2.1.0 for code scanning: a result for each function and metric that fails or is open; allowed ones are
 * suppressed with their reason. The verdict itself is a notification of the run. A reader such as GitHub needs a file:
 * `path`, relative to the repository.
 */
export function verdictSarif(verdict: CiVerdict, server: string | null = null, path = FINDINGS_PATH): string {
  const link = linkOf(verdict, server);
  const said = [shortSentence(verdict.sentence), ...detailsOf(verdict).map(shortSentence)];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Firebreak',
            version: VERSION,
            semanticVersion: VERSION,
            rules: RULES.map(({ id, text }) => ({
              id,
              shortDescription: { text },
              defaultConfiguration: { level: 'error' },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: verdict.verdict !== 'error',
            toolExecutionNotifications: [
              { level: NOTICE[verdict.verdict], message: { text: sarifText(said.join(' ')) } },
            ],
          },
        ],
        results: findingsOf(verdict).map((finding) => resultOf(finding, path, link)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf({ rule, name, weight, sentence, fingerprint, reason }: Finding, path: string, link: string | null) {
  const more = link === null ? '' : ` Comparison: ${link}`;
  return {
    ruleId: rule,
    ruleIndex: RULES.findIndex(({ id }) => id === rule),
    level: LEVELS[weight],
    message: { text: sarifText(`${shortSentence(sentence)}.${more}`) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(path) }, region: { startLine: 1 } },
        ...(rule === 'metric'
          ? {}
          : { logicalLocations: [{ name: shortName(name), fullyQualifiedName: visible(name), kind: 'function' }] }),
      },
    ],
    partialFingerprints: { 'firebreak/v1': fingerprint },
    ...(reason === null ? {} : { suppressions: [{ kind: 'external', justification: reason }] }),
  };
}

/** A plain message: brackets would make a link (3.11.6), a number in braces a placeholder (3.11.5). */
function sarifText(text: string): string {
  return text.replace(/[\\[\]]/g, '\\$&').replace(/\{(\d+)\}/g, '{{$1}}');
}

/** A relative reference; a colon in its first segment would make it a scheme. */
function uriOf(path: string): string {
  return storable(path)
    .split(/[\\/]/)
    .map((segment) => encodeURIComponent(segment))
    .join('/');
}
