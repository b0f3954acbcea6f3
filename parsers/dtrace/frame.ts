import type { FrameDetails } from '../../core/model/builder.ts';

/** One frame of a printed stack: ``unix`trap+0x2c7``, `0x104d08831`, `java/lang/Thread.run()V`. */
export interface PrintedFrame {
  /** Outermost first: a Java helper joins inlined methods by `->`. Arguments belong to the name, the offset does not. */
  readonly names: readonly string[];
  readonly details: FrameDetails;
}

const OFFSET = /\+0x[0-9a-fA-F]+$/;
/** The kernel and its modules, as illumos, FreeBSD and macOS call them. */
const KERNEL = /^(?:unix|genunix|kernel|mach_kernel|zfs|ufs|sockfs|ip|lofs|specfs|procfs|tmpfs)$/;

export function readFrame(text: string): PrintedFrame {
  const trimmed = text.trim();
  const cut = trimmed.indexOf('`');
  const module = cut > 0 ? trimmed.slice(0, cut) : null;
  const whole = (cut > 0 ? trimmed.slice(cut + 1) : trimmed).replace(OFFSET, '');
  const details: FrameDetails = { module, kind: module !== null && KERNEL.test(module) ? 'kernel' : 'unknown' };
  return { names: splitInlined(whole === '' ? '[unknown]' : whole), details };
}

/** `foo->bar` is bar inlined into foo; in C++ and Rust the sign is part of a name. */
function splitInlined(name: string): readonly string[] {
  if (!name.includes('->')) return [name];
  const parts = name.split('->');
  return parts.every((part) => part !== '' && !/[\s(<,]|operator$/.test(part)) ? parts : [name];
}
