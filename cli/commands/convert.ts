import { Command, Option } from 'commander';
import type { Problem } from '../../core/model/problem.ts';
import type { Profile } from '../../core/model/profile.ts';
import { normalizeProfile } from '../../core/normalize/normalize-profile.ts';
import { normalizerOf } from '../../pipeline/index.ts';
import { gzip } from '../../pipeline/node-host.ts';
import { profileToFolded } from '../../render/folded.ts';
import { profileToPprof } from '../../render/pprof.ts';
import { profileJsonChunks } from '../../render/profile-json.ts';
import { profileToSpeedscope } from '../../render/speedscope.ts';
import { profileToSvg } from '../../render/svg.ts';
import { oneProfile, readInput, sayProblems, valueTypeOf } from '../input.ts';
import { levelOption, quietOption, recordingOption, sideOption, valueTypeOption } from '../options.ts';
import { emit } from '../output.ts';
import type { Ports } from '../ports.ts';
import { orRefuse } from '../refusal.ts';
import { ruleChoice, withRules } from '../rules.ts';
import type { RuleOptions } from '../rules.ts';
import { runChoice } from '../sides.ts';
import type { RunOptions } from '../sides.ts';

const TARGETS = ['folded', 'pprof', 'json', 'svg', 'speedscope'] as const;
type Target = (typeof TARGETS)[number];

interface ConvertOptions extends RuleOptions, RunOptions {
  readonly to: Target;
  readonly output?: string;
  readonly valueType?: string;
}

/** `firebreak convert FILE --to FORMAT`: one profile in another form, counts unchanged. */
export function convertCommand(ports: Ports): Command {
  return withRules(new Command('convert'))
    .description('write a profile in another format, with the names as recorded')
    .argument('<file>', 'the file; - for standard input')
    .addOption(new Option('--to <format>', 'format to write').choices([...TARGETS]).default('folded'))
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .addOption(levelOption('--normalize <level>', 'make equal names equal first; none without --rules'))
    .addOption(valueTypeOption())
    .addOption(sideOption())
    .addOption(recordingOption())
    .addOption(quietOption())
    .action(async (path: string, options: ConvertOptions) => {
      const read = await readInput(path, ports);
      const recorded = oneProfile(read, path, runChoice(options));
      const valueType = valueTypeOf(recorded, options.valueType, path);
      sayProblems(recorded.problems, path, ports);
      const rules = orRefuse(
        normalizerOf(await ruleChoice(options, ports, options.rules === undefined ? 'none' : 'default')),
        null,
      );
      const { profile } = orRefuse(normalizeProfile(recorded, rules), path);
      const { chunks, problems } = written(profile, valueType, options);
      sayProblems(problems, null, ports);
      await emit(chunks, options.output, ports);
    });
}

interface Written {
  readonly chunks: Iterable<string | Uint8Array>;
  readonly problems: readonly Problem[];
}

function written(profile: Profile, valueType: number, { to, valueType: wanted }: ConvertOptions): Written {
  switch (to) {
    case 'folded':
      return profileToFolded(profile, valueType);
    case 'pprof': {
      // pprof holds every value type; one that was asked for is written alone.
      const { bytes, problems } = profileToPprof(wanted === undefined ? profile : withOnly(profile, valueType), gzip);
      return { chunks: [bytes], problems };
    }
    case 'speedscope':
      return profileToSpeedscope(wanted === undefined ? profile : withOnly(profile, valueType));
    case 'svg':
      return { chunks: profileToSvg(profile, valueType), problems: [] };
    default:
      return { chunks: profileJsonChunks(wanted === undefined ? profile : withOnly(profile, valueType)), problems: [] };
  }
}

function withOnly(profile: Profile, valueType: number): Profile {
  const { valueTypes, values, exactValues } = profile;
  return {
    ...profile,
    valueTypes: valueTypes.slice(valueType, valueType + 1),
    values: values.slice(valueType, valueType + 1),
    exactValues: exactValues.slice(valueType, valueType + 1),
    defaultValueType: 0,
  };
}
