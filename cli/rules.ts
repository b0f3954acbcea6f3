import { Option } from 'commander';
import type { Command } from 'commander';
import type { UserPack } from '../core/normalize/compile.ts';
import type { RuleChoice } from '../pipeline/index.ts';
import { readText } from './input.ts';
import type { Level } from './options.ts';
import type { Ports } from './ports.ts';
import { orRefuse } from './refusal.ts';

/** Options by which rules are chosen, beside the level. */
export interface RuleOptions {
  readonly level?: Level;
  readonly normalize?: Level;
  readonly rules?: string;
  readonly packs?: readonly string[];
  readonly withoutPack?: readonly string[];
}

export function withRules(command: Command): Command {
  return command
    .option('--rules <file>', "a file with rules of one's own, run after the built-in ones")
    .addOption(new Option('--packs <names>', 'built-in rule packs to use, with commas between').argParser(names))
    .option('--without-pack <names...>', 'built-in rule packs not to use');
}

function names(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The rules that the options choose; `level` where they name none. */
export async function ruleChoice(options: RuleOptions, ports: Ports, level: Level = 'default'): Promise<RuleChoice> {
  const { rules, packs, withoutPack } = options;
  return {
    level: options.normalize ?? options.level ?? level,
    ...(packs === undefined ? {} : { packs }),
    ...(withoutPack === undefined ? {} : { without: withoutPack }),
    ...(rules === undefined ? {} : { userRules: await userRules(rules, ports) }),
  };
}

async function userRules(path: string, ports: Ports): Promise<UserPack> {
  // Loaded when it is asked for: reading YAML takes as much code as comparing.
  const { readRules } = await import('../pipeline/node-user-rules.ts');
  return orRefuse(readRules(await readText(path, ports)), path);
}
