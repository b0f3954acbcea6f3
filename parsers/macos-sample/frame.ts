import type { FrameDetails } from '../../core/model/builder.ts';

export interface PrintedFrame {
  readonly name: string;
  readonly details: FrameDetails;
}

/** `main  (in rg) + 41  [0x10384b549]  main.rs:12`, `???  (in XUL)  load address 0x1 + 0x2  [0x3]`, or a thread. */
export function readFrame(written: string): PrintedFrame {
  const text = written.trimEnd();
  const open = text.lastIndexOf('  (in ');
  if (open < 0) return { name: beforeAddress(text).trimEnd(), details: {} };
  const name = text.slice(0, open).trim();
  const close = text.indexOf(')', open);
  const module = close < 0 ? '' : text.slice(open + '  (in '.length, close);
  // The place in the source follows the address.
  const address = text.lastIndexOf(']  ');
  const file =
    address > close
      ? text
          .slice(address + 1)
          .trim()
          .replace(/:\d{1,9}$/, '')
      : '';
  return {
    name: name === '' ? '???' : name,
    details: { module: module === '' ? null : module, file: file === '' ? null : file },
  };
}

function beforeAddress(text: string): string {
  const address = text.lastIndexOf('  [0x');
  return address > 0 && text.endsWith(']') ? text.slice(0, address) : text;
}
