import { Command, InvalidArgumentError, Option } from 'commander';
import { exitCode } from '../../core/gate/verdict.ts';
import { DEFAULT_GATE_SETTINGS, gateRuns, readProjectConfig } from '../../pipeline/index.ts';
import type { GateSettings } from '../../pipeline/index.ts';
import { verdictJson } from '../../render/verdict-json.ts';
import { verdictOfFiles } from '../../render/verdict/of-files.ts';
import { verdictOutput } from '../../render/verdict/outputs.ts';
import { verdictText } from '../../render/verdict/text.ts';
import { outputOption, writeOutputs } from '../ci/outputs.ts';
import type { VerdictTarget } from '../ci/outputs.ts';
import { readText, sayProblems } from '../input.ts';
import { jsonOption, quietOption, wholeNumber } from '../options.ts';
import { Ended } from '../ports.ts';
import type { Ports } from '../ports.ts';
import { Refusal, orRefuse } from '../refusal.ts';
import { calibration, filesIn, prepareOptions, readRuns, withSides } from '../sides.ts';
import type { SideOptions } from '../sides.ts';
import { styleOf } from '../style.ts';

interface GateCommandOptions extends SideOptions {
  readonly config?: string;
  readonly strict?: true;
  readonly json?: true;
  readonly output?: readonly VerdictTarget[];
  readonly measure?: GateSettings['measure'];
  readonly minAbs?: number;
  readonly minRel?: number;
  readonly alpha?: number;
  readonly minSamplesPerRun?: number;
  readonly maxTpsDrop?: number;
}

/** `firebreak gate --base A.. --head B..`: a verdict, and an exit code for CI (DIFF-SPEC 8). */
export function gateCommand(ports: Ports): Command {
  return withSides(new Command('gate'))
    .description('judge whether head (bad) costs more than base (good): exit 0 pass, 1 regression, 2 bad input, 3 open')
    .option('--config <file>', 'thresholds and allowances: a firebreak.yml')
    .option('--strict', 'exit 1 for everything that is no pass')
    .addOption(jsonOption())
    .addOption(outputOption())
    .addOption(
      new Option('--measure <what>', 'share of samples; count, for fixed work; work, per unit of work').choices([
        'share',
        'count',
        'work',
      ]),
    )
    .option('--min-abs <points>', 'a function must grow by this many points …', amount('points'))
    .option('--min-rel <percent>', '… and by this much of itself', amount('percent'))
    .option('--alpha <q>', 'largest q that counts as evidence', probability)
    .option('--min-samples-per-run <number>', 'leave out runs with fewer samples', wholeNumber(1))
    .option('--max-tps-drop <percent>', 'fail when the metric tps drops by more', amount('percent'))
    .addOption(quietOption())
    .action((options: GateCommandOptions) => judge(options, ports));
}

async function judge(options: GateCommandOptions, ports: Ports): Promise<void> {
  const given = [...(options.head ?? []), ...(options.bad ?? [])];
  if (given.length === 0) {
    throw new Refusal('error: --head is needed', 'firebreak gate --base A1 A2 A3 --head B1 B2 B3');
  }
  const settings = overridden(await settingsOf(options.config, ports), options);
  // No base runs, or an empty folder of them, is a verdict and no mistake: the first run of a project has no baseline.
  const base = await filesIn([...(options.base ?? []), ...(options.good ?? [])], ports);
  const head = await filesIn(given, ports);
  const all = [...base, ...head];
  const report = orRefuse(
    await gateRuns(
      await readRuns(base, 'base', options, ports, all),
      await readRuns(head, 'head', options, ports, all),
      settings,
      { ...(await prepareOptions(options, ports)), stored: await calibration(options, ports), today: ports.today() },
    ),
    null,
  );
  sayProblems(report.problems, null, ports);
  const strict = options.strict === true;
  const gate = verdictJson(report, strict);
  const verdict = verdictOfFiles(gate);
  const json = () => `${JSON.stringify(gate, null, 2)}\n`;
  await writeOutputs(
    options.output ?? [],
    // What `--json` prints, also in a file: there is no baseline to tell of.
    (format) => (format === 'json' ? json() : verdictOutput(format, verdict, { server: null })),
    ports,
  );
  if (options.output === undefined) {
    await ports.write(options.json === true ? json() : verdictText(verdict, null, styleOf(ports)));
  }
  throw new Ended(exitCode(report.verdict.outcome, strict));
}

async function settingsOf(path: string | undefined, ports: Ports): Promise<GateSettings> {
  if (path === undefined) return DEFAULT_GATE_SETTINGS;
  const text = await readText(path, ports);
  return orRefuse(readProjectConfig(text), path).gate;
}

/** What is said on the command line goes before what the file says. */
function overridden(settings: GateSettings, options: GateCommandOptions): GateSettings {
  const { measure, minAbs, minRel, alpha, minSamplesPerRun, maxTpsDrop } = options;
  const metrics =
    maxTpsDrop === undefined
      ? settings.metrics
      : [
          ...settings.metrics.filter(({ name }) => name !== 'tps'),
          { name: 'tps', better: 'higher' as const, maxWorse: maxTpsDrop },
        ];
  return {
    ...settings,
    metrics,
    measure: measure ?? settings.measure,
    minAbs: minAbs ?? settings.minAbs,
    minRel: minRel ?? settings.minRel,
    alpha: alpha ?? settings.alpha,
    minSamplesPerRun: minSamplesPerRun ?? settings.minSamplesPerRun,
  };
}

/** A number from 0 on; a percent sign or the word may stand behind it. */
function amount(unit: 'points' | 'percent') {
  return (text: string): number => {
    const number = /^(\d+(?:\.\d+)?|\.\d+)(?:\s*(?:%|percent|points?))?$/.exec(text)?.[1];
    if (number === undefined) throw new InvalidArgumentError(`It must be a number of ${unit}, such as 2.0.`);
    return Number(number);
  };
}

function probability(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value < 1)) throw new InvalidArgumentError('It must lie between 0 and 1.');
  return value;
}
