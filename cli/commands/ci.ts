import { Command } from 'commander';
import type { CiVerdict } from '../../render/ci-verdict.ts';
import { verdictMarkdown, verdictMarker } from '../../render/verdict/markdown.ts';
import { verdictOutput } from '../../render/verdict/outputs.ts';
import type { VerdictFormat } from '../../render/verdict/outputs.ts';
import { verdictText } from '../../render/verdict/text.ts';
import { annotation, logSafe, verdictAnnotations } from '../../render/verdict/workflow.ts';
import { writeComment } from '../ci/comment.ts';
import { ciFacts } from '../ci/environment.ts';
import type { CiFacts } from '../ci/environment.ts';
import { UNDELIVERED, ciExitCode } from '../ci/exit-code.ts';
import { serverOf, textIfThere, withRemote } from '../ci/options.ts';
import { outputOption, writeOutputs } from '../ci/outputs.ts';
import type { VerdictTarget } from '../ci/outputs.ts';
import { configOf, judgeOnServer, labelsOf } from '../ci/run.ts';
import type { CiOptions } from '../ci/run.ts';
import { readText } from '../input.ts';
import { jsonOption, levelOption, quietOption, recordingOption, valueTypeOption } from '../options.ts';
import { DONE, Ended } from '../ports.ts';
import type { Ports } from '../ports.ts';
import { retrying } from '../remote/retry.ts';
import { Unreached } from '../remote/server.ts';
import { styleOf } from '../style.ts';

interface CiCommandOptions extends CiOptions {
  readonly config?: string;
  readonly commit?: string;
  readonly branch?: string;
  readonly baseBranch?: string;
  readonly baseCommit?: string;
  readonly pullRequest?: string;
  readonly buildUrl?: string;
  readonly comment?: true;
  readonly strict?: true;
  readonly json?: true;
  readonly output?: readonly VerdictTarget[];
}

const CONFIG = 'firebreak.yml';

/** `firebreak ci FILE…`: uploads the profiles of a build, has them judged against their baseline, and tells the CI. */
export function ciCommand(ports: Ports): Command {
  return withRemote(new Command('ci'))
    .description(
      'upload the profiles of a build and judge them: exit 0 pass or nothing to judge, 1 regression, 2 bad input; ' +
        'with --strict also 3 inconclusive, 4 server not reached',
    )
    .argument('<files...>', 'profiles of this build (head): files, or folders of them')
    .option('--base <files...>', 'profiles to judge against, recorded in this build; left out: the server has them')
    .option('--config <file>', `thresholds, allowances, labels, outputs; left out: ${CONFIG}, where there is one`)
    .option('--commit <name>', 'the commit that is judged, in full')
    .option('--branch <name>', 'its branch')
    .option('--base-branch <name>', 'the branch that it goes to')
    .option('--base-commit <name>', 'where it was branched off, in full; git is asked when it can tell')
    .option('--pull-request <number>', 'number of the pull or merge request')
    .option('--build-url <url>', 'address of the build')
    .addOption(levelOption().default('default'))
    .addOption(valueTypeOption())
    .addOption(recordingOption())
    .option('--force', 'judge recordings of different events, rates or machines all the same')
    .option(
      '--comment',
      'write the verdict to the pull request (GITHUB_TOKEN, GITLAB_TOKEN), in place of the one before',
    )
    .option('--strict', 'fail also when the verdict is open, or the server was not reached')
    .addOption(outputOption())
    .addOption(jsonOption())
    .addOption(quietOption())
    .action((paths: readonly string[], options: CiCommandOptions) => ci(paths, options, ports));
}

async function ci(paths: readonly string[], options: CiCommandOptions, ports: Ports): Promise<void> {
  const strict = options.strict === true;
  const path = options.config ?? CONFIG;
  const given = configOf(
    options.config === undefined ? await textIfThere(path, ports) : await readText(path, ports),
    path,
  );
  const facts = await factsOf(options, ports);
  const { server, address } = serverOf(options, ports);
  let verdict: CiVerdict;
  try {
    verdict = await judgeOnServer(paths, options, given, facts, server, ports);
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    await tellUnreached(error, facts, strict, ports);
    throw new Ended(strict ? UNDELIVERED : DONE);
  }
  const marker = verdictMarker(keyOf(verdict, labelsOf(options, given.config).get('project')));
  const made = (format: VerdictFormat) => verdictOutput(format, verdict, { server: address, marker });
  const fromFile = Object.entries(given.config.outputs) as readonly (readonly [VerdictFormat, string])[];
  const targets = [...fromFile.map(([format, file]) => ({ format, path: file })), ...(options.output ?? [])];
  if (!targets.some((target) => target.path === '-')) await print(verdict, address, facts, options, ports);
  await writeOutputs(targets, made, ports);
  await tellGithub(verdict, address, ports);
  let delivered = true;
  if (options.comment === true) {
    const comment = await writeComment(made('markdown'), marker, facts, retrying(ports), ports);
    ports.say(`${comment.done ? 'note' : 'warning'}: ${comment.words}`);
    delivered = comment.done || facts.pullRequest === null;
  }
  const code = ciExitCode(verdict.verdict, strict);
  throw new Ended(code === DONE && strict && !delivered ? UNDELIVERED : code);
}

async function factsOf(options: CiCommandOptions, ports: Ports): Promise<CiFacts> {
  const event = ports.env['GITHUB_EVENT_PATH'];
  const facts = ciFacts(ports.env, event === undefined ? null : await textIfThere(event, ports));
  return {
    ...facts,
    commit: options.commit ?? facts.commit,
    branch: options.branch ?? facts.branch,
    baseBranch: options.baseBranch ?? facts.baseBranch,
    baseCommit: options.baseCommit ?? facts.baseCommit,
    pullRequest: options.pullRequest ?? facts.pullRequest,
    buildUrl: options.buildUrl ?? facts.buildUrl,
  };
}

/** Verdicts about other benchmarks have comments of their own. */
function keyOf({ head }: CiVerdict, project = ''): string {
  const labels = Object.entries(head.benchmark).map(([name, value]) => `${name}=${value}`);
  return [project, ...labels.sort()].join(' ');
}

async function print(
  verdict: CiVerdict,
  address: string,
  facts: CiFacts,
  options: CiCommandOptions,
  ports: Ports,
): Promise<void> {
  if (options.json === true) await ports.write(`${JSON.stringify(verdict, null, 2)}\n`);
  else {
    const text = verdictText(verdict, address, styleOf(ports));
    await ports.write(
      facts.system === 'GitHub Actions' ? `${logSafe(text)}${verdictAnnotations(verdict, address)}` : text,
    );
  }
}

/** The summary of the step, and its outputs `verdict` and `url`, where GitHub names the files for them. */
async function tellGithub(verdict: CiVerdict, address: string, ports: Ports): Promise<void> {
  const { GITHUB_STEP_SUMMARY: summary = '', GITHUB_OUTPUT: output = '' } = ports.env;
  if (summary !== '') await ports.append(summary, `${verdictMarkdown(verdict, { server: address })}\n`);
  const url = verdict.page === null ? '' : `${address.replace(/\/+$/, '')}${verdict.page}`;
  if (output !== '') await ports.append(output, `verdict=${verdict.verdict}\nurl=${url}\n`);
}

async function tellUnreached({ message }: Unreached, facts: CiFacts, strict: boolean, ports: Ports): Promise<void> {
  ports.say(`${strict ? 'error' : 'warning'}: nothing was judged: ${message}`);
  const { GITHUB_OUTPUT: output = '' } = ports.env;
  if (output !== '') await ports.append(output, 'verdict=undelivered\nurl=\n');
  if (facts.system === 'GitHub Actions') {
    await ports.write(`${annotation(strict ? 'error' : 'warning', 'Firebreak: nothing was judged', message)}\n`);
  }
}
