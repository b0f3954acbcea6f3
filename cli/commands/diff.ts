import { Command, InvalidArgumentError, Option } from 'commander';
import { PALETTES } from '../../core/colour/colour.ts';
import type { Palette } from '../../core/colour/colour.ts';
import type { Comparison, SideSummary } from '../../core/diff/comparison.ts';
import { PERS, perScale } from '../../core/diff/per.ts';
import type { Per, PerScale } from '../../core/diff/per.ts';
import type { LayoutMode } from '../../core/layout/flame-layout.ts';
import type { Problem } from '../../core/model/problem.ts';
import type { Overlay } from '../../pipeline/index.ts';
import { gzip } from '../../pipeline/node-host.ts';
import { reportPage } from '../../pipeline/node-report-page.ts';
import { comparisonAdf } from '../../render/adf.ts';
import { comparisonToFolded } from '../../render/folded.ts';
import { comparisonToHtml } from '../../render/html.ts';
import { comparisonJira } from '../../render/jira.ts';
import { comparisonJsonChunks } from '../../render/json.ts';
import { comparisonMail } from '../../render/mail.ts';
import { comparisonMarkdown } from '../../render/markdown.ts';
import { comparisonToPprof } from '../../render/pprof.ts';
import { comparisonToSvg } from '../../render/svg.ts';
import { comparisonText } from '../../render/text.ts';
import { comparisonTextile } from '../../render/textile.ts';
import { sayProblems } from '../input.ts';
import { jsonOption, quietOption, wholeNumber } from '../options.ts';
import { emit } from '../output.ts';
import type { Ports } from '../ports.ts';
import { Refusal, orRefuse } from '../refusal.ts';
import { compareFiles, filesOf, overlayFiles, withSides } from '../sides.ts';
import type { Files, SideOptions } from '../sides.ts';
import { styleOf } from '../style.ts';

interface DiffOptions extends SideOptions {
  readonly json?: true;
  readonly nodes?: true;
  readonly output?: string;
  readonly layout: LayoutMode;
  readonly palette: Palette;
  readonly rows: number;
  readonly permalink?: string;
  readonly baseLabel?: ReadonlyMap<string, string>;
  readonly headLabel?: ReadonlyMap<string, string>;
  readonly scale?: number;
  readonly per?: Per;
}

/** `firebreak diff BASE HEAD`: what changed, as text, JSON, or a file in the format that its name ends in. */
export function diffCommand(ports: Ports): Command {
  return withSides(new Command('diff'))
    .description('compare two profiles: base (good) and head (bad)')
    .argument('[base]', 'the good profile, or one file that holds both sides; - for standard input')
    .argument('[head]', 'the bad profile')
    .addOption(jsonOption())
    .option('--nodes', 'with JSON: every position of the call tree too')
    .option('-o, --output <file>', `write to a file: ${ENDS.join(', ')}`)
    .addOption(
      new Option('--layout <side>', 'with SVG: whose widths').choices(['union', 'base', 'head']).default('union'),
    )
    .addOption(new Option('--palette <name>', 'with SVG: colours').choices([...PALETTES]).default('safe'))
    .option(
      '--scale <number>',
      'with PNG: pixels for each of the SVG; 2 for a file that ends in @2x.png',
      wholeNumber(1, 4),
    )
    .option('--base-label <name=value>', 'what base is, such as version=10.11.7; may be given several times', label)
    .option('--head-label <name=value>', 'what head is, such as commit=0123abc', label)
    .option('--permalink <url>', 'address of the comparison on a server, for reports', webAddress)
    .option('--rows <number>', 'rows of the table of functions', wholeNumber(1), 20)
    .addOption(
      new Option('--per <unit>', 'values per second (CPUs busy) or per unit of work, where the files tell').choices([
        ...PERS,
      ]),
    )
    .option('--no-align', 'suggest no renamed or inlined functions')
    .option('--not-same <old=new>', 'these two are not one renamed function; may be given several times', pair)
    .addOption(quietOption())
    .action(async (base: string | undefined, head: string | undefined, options: DiffOptions) => {
      const positional = [base, head].filter((path) => path !== undefined);
      const end = endOf(options.output);
      const { chunks, problems } = await written(end, filesOf(positional, options), options, ports);
      sayProblems(problems, null, ports);
      await emit(chunks, options.output, ports);
    });
}

function webAddress(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('It must be an address that begins with http:// or https://.');
  }
  return new URL(text).href;
}

function label(text: string, before: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be a name and a value, as in version=10.11.7.');
  return new Map([...before, [text.slice(0, at), text.slice(at + 1)]]);
}

/** Every run of a side with the labels of the command line, which win over those of a file. */
function withLabels(comparison: Comparison, { baseLabel, headLabel }: DiffOptions): Comparison {
  const labelled = (side: SideSummary, more: ReadonlyMap<string, string> = new Map()): SideSummary => ({
    ...side,
    runs: side.runs.map((run) => ({ ...run, labels: new Map([...run.labels, ...more]) })),
  });
  return { ...comparison, base: labelled(comparison.base, baseLabel), head: labelled(comparison.head, headLabel) };
}

/** "old=new" or, where a name holds "=" (`operator=`), "old => new". */
function pair(
  text: string,
  before: readonly (readonly [string, string])[] = [],
): readonly (readonly [string, string])[] {
  const separator = text.includes(' => ') ? ' => ' : '=';
  const [from = '', to = '', ...more] = text.split(separator);
  if (from === '' || to === '' || more.length > 0) {
    throw new InvalidArgumentError('It must be two names, as in old=new ("old => new" where a name holds "=").');
  }
  return [...before, [from, to]];
}

interface Written {
  readonly chunks: Iterable<string | Uint8Array>;
  readonly problems: readonly Problem[];
}

type Writer = (comparison: Comparison, options: DiffOptions) => Written | Promise<Written>;

/** Forms of the stacks alone: what a comparison finds out about them has no place there. */
const OVERLAY_FORMATS: Readonly<Record<string, (overlay: Overlay) => Written>> = {
  '.folded': comparisonToFolded,
  '.pb.gz': (overlay) => {
    const { bytes, problems } = comparisonToPprof(overlay, gzip);
    return { chunks: [bytes], problems };
  },
};

/** The end of the name of a picture for screens of high density: two pixels for each of the SVG's. */
const DOUBLE = '@2x.png';

const plain = (chunks: Iterable<string>): Written => ({ chunks, problems: [] });

/** By the end of the file's name; the longer of two ends that a name has comes first. */
const FORMATS: Readonly<Record<string, Writer>> = {
  '.svg': (comparison, { layout, palette }) => plain(comparisonToSvg(comparison, { layout, palette })),
  '.png': async (
    comparison,
    { layout, palette, output = '', scale = output.toLowerCase().endsWith(DOUBLE) ? 2 : 1 },
  ) => {
    // Loaded when it is asked for: the drawing library is large.
    const { pngOf } = await import('../../pipeline/node-png.ts');
    const svg = [...comparisonToSvg(comparison, { layout, palette })].join('');
    return { chunks: [orRefuse(await pngOf(svg, scale), null)], problems: [] };
  },
  '.html': (comparison, { permalink = null }) =>
    plain(comparisonToHtml(comparison, { page: orRefuse(reportPage(), null), permalink })),
  '.jira': (comparison, { permalink = null }) => plain([comparisonJira(comparison, { permalink })]),
  '.adf.json': (comparison, { permalink = null }) => plain([comparisonAdf(comparison, { permalink })]),
  '.textile': (comparison, { permalink = null }) => plain([comparisonTextile(comparison, { permalink })]),
  '.mail.txt': (comparison, { permalink = null }) => plain([comparisonMail(comparison, { permalink })]),
  '.json': (comparison, { nodes, per }) =>
    plain(comparisonJsonChunks(comparison, { nodes: nodes === true, per: scaleOf(comparison, per) })),
  '.gitlab.md': (comparison, { permalink = null }) => plain([comparisonMarkdown(comparison, { permalink }, 'gitlab')]),
  '.md': (comparison, { permalink = null }) => plain([comparisonMarkdown(comparison, { permalink })]),
  '.txt': (comparison, { rows, per }) => plain([comparisonText(comparison, undefined, rows, scaleOf(comparison, per))]),
};

const ENDS: readonly string[] = [...Object.keys(FORMATS), ...Object.keys(OVERLAY_FORMATS)];

/** The absolute view that was asked for, or a refusal that says what is not known. */
function scaleOf(comparison: Comparison, per: Per | undefined): PerScale | null {
  return per === undefined ? null : orRefuse(perScale(comparison, per), null);
}

/** Reads, compares as far as the form shows, and writes. */
async function written(end: string | null, files: Files, options: DiffOptions, ports: Ports): Promise<Written> {
  const ofOverlay = OVERLAY_FORMATS[end ?? ''];
  if (ofOverlay !== undefined) return ofOverlay(await overlayFiles(files, options, ports));
  const comparison = withLabels(await compareFiles(files, options, ports), options);
  const format = FORMATS[end ?? ''];
  if (format !== undefined) return format(comparison, options);
  const per = scaleOf(comparison, options.per);
  if (options.json === true || options.nodes === true) {
    return plain(comparisonJsonChunks(comparison, { nodes: options.nodes === true, per }));
  }
  return plain([comparisonText(comparison, styleOf(ports), options.rows, per)]);
}

/** The end of the name, of those that say a form; null for standard output. */
function endOf(output: string | undefined): string | null {
  if (output === undefined || output === '-') return null;
  const end = ENDS.find((suffix) => output.toLowerCase().endsWith(suffix));
  if (end === undefined) throw new Refusal(`error: the name of the output must end in one of ${ENDS.join(', ')}`);
  return end;
}
