import type { FrameDetails } from '../../core/model/builder.ts';

export interface PrintedFrame {
  readonly name: string;
  readonly details: FrameDetails;
}

/** `main  (in rg) + 41  [0x10384b549]  main.rs:12`, `???  (in XUL)  load address 0x1 + 0x2  [0x3]`, or a thread. */
export function readFrame(text: string): PrintedFrame {
  const open = text.lastIndexOf('  (in ');
  if (open < 0) return { name: text.replace(/\s+\[0x[0-9a-fA-F,.x]+\]\s*$/, '').trim(), details: {} };
  const name = text.slice(0, open).trim();
  const close = text.indexOf(')', open);
  const module = close < 0 ? '' : text.slice(open + '  (in '.length, close);
  const file = /\]\s+(\S.*?)(?::\d+)?\s*$/.exec(text.slice(close < 0 ? open : close))?.[1] ?? null;
  return { name: name === '' ? '???' : name, details: { module: module === '' ? null : module, file } };
}
