import type { FrameKind } from '../../core/model/profile.ts';

/** One printed frame: `    7f1e214c24d9 symbol+0x2a (/path/of/module)`. */
export interface PrintedFrame {
  /** Outermost first: a line of a JIT map may name several methods, joined by `->`. */
  readonly names: readonly string[];
  readonly module: string | null;
  readonly kind: FrameKind;
}

const ADDRESS_AND_SYMBOL = /^\s*([0-9a-fA-F]+)\s+(\S.*)$/;
const OFFSET = /\+0x[0-9a-f]+$/;
const JIT_MODULE = /(?:^|\/)(?:perf-\d+\.map|jitted-\d+-\d+\.so|jit-\d+\.dump)$/;
const JAVA_METHOD = /^L[\w/$]+;::/;

/** Null when the line is no frame. `text` may have an indent. */
export function readFrame(text: string): PrintedFrame | null {
  const parts = ADDRESS_AND_SYMBOL.exec(text);
  if (parts === null) return null;
  const { symbol, module } = splitModule((parts[2] ?? '').trimEnd());
  // `1000 cycles:` is a header without a thread.
  if (module === null && symbol.endsWith(':')) return null;
  return frameNamed(symbol.replace(OFFSET, ''), module);
}

/** The frame of a symbol without its offset; `module` as it stands in the brackets, null without any. */
export function frameNamed(symbol: string, module: string | null): PrintedFrame {
  const name = symbol || '[unknown]';
  if (module === 'inlined') return { names: [name], module: null, kind: 'inlined' };
  // `-F +dsoff` prints where in the module the address lies.
  const whole = module?.replace(OFFSET, '') ?? '';
  const known = whole === '' || whole === '[unknown]' ? null : whole;
  const kind = kindOf(known);
  const names = kind === 'jit' ? splitInlined(name) : [name];
  return { names, module: known, kind };
}

/**
 * The module is the last bracket group of the line, with what it holds of its own brackets: `(/usr/lib/a.so (deleted))`.
 * Neither the first bracket nor the first blank ends a symbol.
 */
function splitModule(text: string): { symbol: string; module: string | null } {
  if (!text.endsWith(')')) return { symbol: text, module: null };
  let open = 0;
  for (let i = text.length - 1; i >= 0; i--) {
    const character = text[i];
    if (character === ')') open++;
    else if (character === '(' && --open === 0) {
      if (i > 0 && text[i - 1] !== ' ' && text[i - 1] !== '\t') break;
      return { symbol: text.slice(0, i).trimEnd(), module: text.slice(i + 1, -1) };
    }
  }
  return { symbol: text, module: null };
}

function kindOf(module: string | null): FrameKind {
  if (module === null) return 'unknown';
  if (JIT_MODULE.test(module)) return 'jit';
  if (/^\[(?:kernel|guest\.kernel)/.test(module) || /(?:^|\/)vmlinux(?:[-.\w]*)?$/.test(module)) return 'kernel';
  if (/\.ko(?:\.[xg]z|\.zst)?$/.test(module)) return 'kernel';
  // Kernel modules are printed as `[ext4]`; `[vdso]`, `[stack]`, `[heap]` belong to the process.
  if (/^\[[^\]]+\]$/.test(module)) return /^\[(?:vdso|vsyscall|stack|heap|anon)/.test(module) ? 'user' : 'kernel';
  return 'user';
}

/** perf-map-agent joins inlined Java methods, the caller first; in C++ the same sign is a name (`operator->`). */
function splitInlined(name: string): readonly string[] {
  if (!name.includes('->')) return [name];
  const parts = name.split('->');
  return parts.every((part) => JAVA_METHOD.test(part)) ? parts : [name];
}
