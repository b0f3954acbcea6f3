import { InvalidArgumentError, Option } from 'commander';
import { VERDICT_FORMATS } from '../../render/verdict/outputs.ts';
import type { VerdictFormat } from '../../render/verdict/outputs.ts';
import type { Ports } from '../ports.ts';
import { onFile } from '../refusal.ts';

/** A verdict in one form, to one place; `-` is standard output. */
export interface VerdictTarget {
  readonly format: VerdictFormat;
  readonly path: string;
}

const BY_END: Readonly<Record<string, VerdictFormat>> = { '.json': 'json', '.md': 'markdown', '.txt': 'text' };

/** `-o verdict.md`, `-o sarif=build/firebreak.sarif`; may be given several times. */
export const outputOption = () =>
  new Option(
    '-o, --output <file>',
    `write the verdict to a file: .json, .md, .txt, or FORMAT=FILE with one of ${VERDICT_FORMATS.join(', ')}; may be given several times`,
  ).argParser(target);

function target(text: string, before: readonly VerdictTarget[] = []): readonly VerdictTarget[] {
  const named = VERDICT_FORMATS.find((format) => text.startsWith(`${format}=`));
  const path = named === undefined ? text : text.slice(named.length + 1);
  const end = /\.[a-z]+$/.exec(path.toLowerCase())?.[0] ?? '';
  const format = named ?? (path === '-' ? 'text' : Object.hasOwn(BY_END, end) ? BY_END[end] : undefined);
  if (format === undefined || path === '') {
    throw new InvalidArgumentError(
      `It must end in one of ${Object.keys(BY_END).join(', ')}, or be FORMAT=FILE with one of ${VERDICT_FORMATS.join(', ')}.`,
    );
  }
  return [...before, { format, path }];
}

/** Writes every target; each form is made once. A build begins without the folders that its settings name. */
export async function writeOutputs(
  targets: readonly VerdictTarget[],
  made: (format: VerdictFormat) => string,
  ports: Ports,
): Promise<void> {
  const texts = new Map<VerdictFormat, string>();
  for (const { format, path } of targets) {
    const text = texts.get(format) ?? made(format);
    texts.set(format, text);
    if (path === '-') await ports.write(text);
    else await onFile(path, () => ports.save(path, [text], true));
  }
}
