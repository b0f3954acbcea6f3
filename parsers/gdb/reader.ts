import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { TextLine } from '../bytes/text-lines.ts';
import { TextLines } from '../bytes/text-lines.ts';
import type { ReadContext, Reader } from '../importer.ts';
import { StackTable } from '../stack-table.ts';
import { ArgumentScanner, readFrame, readStart } from './frame.ts';
import type { FrameStart, PrintedFrame } from './frame.ts';
import { isTalk, readThread } from './header.ts';
import { tooManyBytes } from '../too-many-bytes.ts';

/** Frames print their arguments; no real one is longer, and a file without line feeds must not grow in memory. */
const MAX_FRAME_CHARACTERS = 1 << 20;
const SHOWN_NAMES = 20;

interface OpenFrame {
  readonly start: FrameStart;
  readonly scanner: ArgumentScanner;
  readonly line: number;
}

interface Read extends PrintedFrame {
  readonly hasAddress: boolean;
}

/**
 * Reads dumps of all threads, one after the other: each thread of each dump is a sample of weight 1. A stack ends at a
 * blank line, at the next thread, at a frame #0 and at the end of the file. Source lines are left out, so that one
 * function is one frame wherever in it the thread stood.
 */
export function gdbReader(context: ReadContext): Reader {
  const builder = new ProfileBuilder(1, context.limits);
  const stacks = new StackTable(builder);
  const problems = new ProblemLog();
  const threadNames = new Set<string>();
  let bytes = 0;
  let threads = 0;
  let frames: Read[] = [];
  let open: OpenFrame | null = null;
  /** Line of a thread's header under which no frame has come yet. */
  let header = 0;
  let isEuStack = false;
  let leafFirst = new Int32Array(64);
  let stopped: Fault | null = null;

  const lines = new TextLines((line) => {
    if (stopped === null) readLine(line);
  });

  function readLine({ text, number, ended }: TextLine): void {
    if (text.length > MAX_FRAME_CHARACTERS) {
      stopped = fault('gdb-frame-too-long', { line: number, facts: { maximum: MAX_FRAME_CHARACTERS } });
      return;
    }
    if (text.trim() === '') {
      endStack();
      return;
    }
    const start = text.startsWith('#') ? readStart(text) : null;
    if (start !== null) {
      beginFrame(start, number);
      if (!ended) problems.add('warning', 'gdb-cut', { line: number, seen: text });
      return;
    }
    const thread = readThread(text);
    if (thread !== null) {
      endStack();
      header = number;
      isEuStack ||= text.startsWith('TID');
      if (thread.name !== null) threadNames.add(thread.name);
      return;
    }
    if (/^\s/.test(text)) continueFrame(text, number);
    else if (text.startsWith('Backtrace stopped:') || text.startsWith('(More stack frames follow')) {
      problems.add('warning', 'gdb-stack-stopped', { line: number, seen: text });
      endFrame();
    } else if (!isTalk(text)) problems.add('note', 'gdb-lines-ignored', { line: number, seen: text });
  }

  function beginFrame(start: FrameStart, line: number): void {
    endFrame();
    if (start.number === 0 && frames.length > 0) endStack();
    if (start.number !== frames.length) {
      problems.add('warning', 'gdb-frames-missing', {
        line,
        seen: `#${start.number}`,
        expected: `#${frames.length}`,
      });
    }
    header = 0;
    open = { start, scanner: new ArgumentScanner(), line };
    open.scanner.feed(start.rest);
  }

  /** Long frames go on in indented lines; what else is indented are local variables of `bt full` and source lines. */
  function continueFrame(text: string, line: number): void {
    const trimmed = text.trim();
    if (open === null || !open.start.isGdb || !open.scanner.goesOn(trimmed)) {
      problems.add('note', 'gdb-details-ignored', { line, seen: trimmed });
      return;
    }
    if (open.scanner.length + trimmed.length > MAX_FRAME_CHARACTERS) {
      stopped = fault('gdb-frame-too-long', { line, facts: { maximum: MAX_FRAME_CHARACTERS } });
      return;
    }
    open.scanner.feed(` ${trimmed}`);
  }

  function endFrame(): void {
    if (open === null) return;
    const { start, scanner, line } = open;
    open = null;
    const { frame, complete } = readFrame(start, scanner);
    if (!complete) problems.add('warning', 'gdb-frame-unfinished', { line, seen: `#${start.number} ${scanner.text}` });
    frames.push({ ...frame, hasAddress: start.hasAddress });
    if (frames.length > context.limits.maxDepth) {
      stopped = fault('stack-too-deep', { line, facts: { maximum: context.limits.maxDepth } });
    }
  }

  function endStack(): void {
    endFrame();
    if (header > 0) problems.add('warning', 'gdb-thread-without-frames', { line: header });
    header = 0;
    if (frames.length === 0) return;
    // gdb leaves the address out of a frame whose callee was inlined into it, and of a leaf that starts a line.
    const hasAddresses = frames.some(({ hasAddress }) => hasAddress);
    if (frames.length > leafFirst.length) leafFirst = new Int32Array(frames.length * 2);
    for (const [i, { name, module, file }] of frames.entries()) {
      const isInlined = hasAddresses && frames[i + 1]?.hasAddress === false;
      leafFirst[i] = builder.frame(name, { module, file, kind: isInlined ? 'inlined' : 'unknown' });
    }
    builder.addSelf(stacks.node(leafFirst, frames.length), 1);
    threads++;
    frames = [];
    const { overflow } = builder;
    if (overflow !== null) stopped ??= { ...overflow, position: { line: lines.count, byte: null } };
  }

  return {
    feed(chunk) {
      bytes += chunk.length;
      if (bytes > context.limits.maxBytes) {
        return tooManyBytes(context.limits.maxBytes);
      }
      lines.feed(chunk);
      if (lines.pending > MAX_FRAME_CHARACTERS) {
        stopped ??= fault('gdb-frame-too-long', { line: lines.count + 1, facts: { maximum: MAX_FRAME_CHARACTERS } });
      }
      return stopped;
    },
    finish() {
      lines.finish();
      endStack();
      if (stopped !== null) return err(stopped);
      if (threads === 0) {
        return err(
          fault('gdb-no-stacks', {
            line: lines.count === 0 ? null : lines.count,
            expected: 'frames such as "#0  0x00007f1c in poll () from /lib/libc.so.6"',
            facts: { lines: lines.count },
          }),
        );
      }
      if (threadNames.size > 1) {
        problems.add('note', 'gdb-thread-names', {
          facts: { count: threadNames.size, names: [...threadNames].sort().slice(0, SHOWN_NAMES) },
        });
      }
      const finished = builder.finish({
        valueTypes: [{ name: 'threads', unit: 'samples', sampling: { records: threads, sumOfSquares: threads } }],
        source: {
          fileName: context.fileName,
          format: 'gdb',
          generator: isEuStack ? 'eu-stack' : null,
          sha256: null,
        },
        problems: problems.list(),
      });
      return finished.ok ? ok({ profiles: [{ name: null, side: 'single', profile: finished.value }] }) : finished;
    },
  };
}
