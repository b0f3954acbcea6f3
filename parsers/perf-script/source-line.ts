/** `  row0upd.cc:1720`, which `-F +srcline` prints under each frame. */
const SOURCE_LINE = /^\s+(\S.*?):(\d+)(?: \(discriminator \d+\))?\s*$/;
/** `  mariadbd[8a3c10]` and `  ??:0`: no line is known for this frame. */
const NO_SOURCE_LINE = /^\s+(?:\S+\[[0-9a-f]+\]|\?\?:[0?])\s*$/;

/**
 * The source file that a line names for the frame printed before it: null when it says that none is known, undefined
 * when the line is something else.
 */
export function readSourceFile(line: string): string | null | undefined {
  if (NO_SOURCE_LINE.test(line)) return null;
  return SOURCE_LINE.exec(line)?.[1];
}
