import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { TextLine } from '../bytes/text-lines.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { StackTable } from '../stack-table.ts';
import { countedSamples, onlyProfile } from '../text/finish.ts';
import type { LineParser } from '../text/lines.ts';

/** `@ inst_retired.any [35705 samples]` */
export function readEvent(line: string): { readonly event: string; readonly samples: number } | null {
  const found = /^@ (\S{1,200}) \[(\d{1,15}) samples\]\s*$/.exec(line);
  return found === null ? null : { event: found[1] ?? '', samples: Number(found[2]) };
}

const LINE = /^( *)\d{1,3}\.\d+%\s+\[(\d{1,15})\]\s+(\S.*)$/;
/** Stands for callers that pmcstat left out, since each was below its threshold. */
const CALLERS_LEFT_OUT = '[callers not printed]';
const FUNCTIONS_LEFT_OUT = '[functions not printed]';

interface Open {
  readonly frame: FrameIndex;
  readonly samples: number;
  callers: number;
}

/**
 * Reads `pmcstat -G`: under each function its callers, one blank of indent a level, with the samples that came through
 * them. Small branches are not printed: what they have is kept under a root of its own, so totals and shares stay right.
 */
export class PmcstatParser implements LineParser {
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #stacks: StackTable;
  readonly #problems = new ProblemLog();
  /** From the function down to the caller of the line before. */
  readonly #open: Open[] = [];
  #leafFirst = new Int32Array(64);
  #module: string | null = null;
  #event: { readonly event: string; readonly samples: number } | null = null;
  #printed = 0;
  #leftOut = 0;
  #events = 0;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#builder = new ProfileBuilder(1, context.limits);
    this.#stacks = new StackTable(this.#builder);
  }

  line({ text, number, ended }: TextLine): Fault | null {
    if (/^\s*(?:$|#|\/\/)/.test(text)) return null;
    const event = readEvent(text);
    if (event !== null) {
      this.#events++;
      if (this.#events > 1)
        return fault('text-bad-line', { line: number, seen: text, expected: 'one event in a file' });
      this.#event = event;
      return null;
    }
    const parts = LINE.exec(text);
    if (parts === null) {
      this.#problems.add('warning', 'text-lines-ignored', { line: number, seen: text });
      return null;
    }
    if (!ended) this.#problems.add('warning', 'text-cut', { line: number, seen: text.trim() });
    return this.#push((parts[1] ?? '').length, Number(parts[2]), parts[3] ?? '', number, text);
  }

  #push(depth: number, samples: number, text: string, line: number, seen: string): Fault | null {
    if (depth > this.#open.length) {
      const facts = { depth, before: this.#open.length - 1 };
      return fault('text-level-skipped', { line, seen: seen.trim(), facts });
    }
    if (depth >= this.#context.limits.maxDepth) {
      return fault('stack-too-deep', { line, facts: { maximum: this.#context.limits.maxDepth } });
    }
    this.#closeTo(depth);
    // The module is printed where it differs from that of the line before.
    const cut = text.lastIndexOf(' @ ');
    if (cut >= 0) this.#module = text.slice(cut + 3).trim();
    const name = (cut < 0 ? text : text.slice(0, cut)).trim();
    const isKernel = this.#module !== null && /\/kernel$|\.ko$/.test(this.#module);
    const frame = this.#builder.frame(name, { module: this.#module, kind: isKernel ? 'kernel' : 'unknown' });
    const callee = this.#open.at(-1);
    if (callee === undefined) this.#printed += samples;
    else callee.callers += samples;
    this.#open.push({ frame, samples, callers: 0 });
    return this.#builder.overflow;
  }

  /** Ends lines from `depth` on: samples that no printed caller has belong to a stack that ends there. */
  #closeTo(depth: number): void {
    while (this.#open.length > depth) {
      const last = this.#open.at(-1);
      if (last === undefined) return;
      const rest = last.samples - last.callers;
      if (rest > 0) this.#add(rest, last.callers > 0);
      else if (rest < 0) {
        this.#problems.add('warning', 'pmcstat-callers-exceed', { facts: { samples: -rest } });
      }
      this.#open.pop();
    }
  }

  #add(samples: number, isLeftOut: boolean): void {
    const depth = this.#open.length;
    if (depth + 1 > this.#leafFirst.length) this.#leafFirst = new Int32Array(depth * 2 + 2);
    for (const [at, { frame }] of this.#open.entries()) this.#leafFirst[at] = frame;
    if (isLeftOut) {
      this.#leafFirst[depth] = this.#builder.frame(CALLERS_LEFT_OUT);
      this.#leftOut += samples;
    }
    this.#builder.addSelf(this.#stacks.node(this.#leafFirst, isLeftOut ? depth + 1 : depth), samples);
  }

  finish(lines: number): Result<ParsedFile, Fault> {
    this.#closeTo(0);
    const { samples = 0, event = null } = this.#event ?? {};
    if (this.#leftOut > 0)
      this.#problems.add('note', 'pmcstat-callers-left-out', { facts: { samples: this.#leftOut } });
    const missing = samples - this.#printed;
    if (missing > 0 && this.#printed > 0) {
      this.#builder.addSelf(this.#builder.stack([this.#builder.frame(FUNCTIONS_LEFT_OUT)]), missing);
      this.#problems.add('warning', 'pmcstat-functions-left-out', { facts: { samples: missing, total: samples } });
    }
    return onlyProfile(
      this.#builder,
      {
        valueTypes: [{ name: 'samples', unit: 'samples', sampling: countedSamples(this.#builder) }],
        event,
        source: { fileName: this.#context.fileName, format: 'pmcstat-callgraph', generator: 'pmcstat', sha256: null },
        problems: this.#problems.list(),
      },
      { lines, expected: 'lines such as "20.86%  [7447]  function @ module"' },
    );
  }
}
