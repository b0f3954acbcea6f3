/** A line that begins the stack of a thread. */
export interface ThreadHeader {
  /** LWP, process id or TID; null when the line has none. */
  readonly id: string | null;
  /** As gdb knows it: `mariadbd`, `connection`. */
  readonly name: string | null;
}

const GDB_THREAD = /^(?:\(gdb\) )*Thread \d+ \((.*)\)(?: \(Exiting\))?:\s*$/;
const EU_THREAD = /^TID (\d+)(?: "(.*)")?:\s*$/;

/** `Thread 14 (Thread 0x7f9ea418f6c0 (LWP 12220) "mariadbd"):`, `Thread 1 (process 77):`, `TID 77:`; null for others. */
export function readThread(line: string): ThreadHeader | null {
  const gdb = GDB_THREAD.exec(line);
  if (gdb !== null) {
    const inner = gdb[1] ?? '';
    const id = /\b(?:LWP|process) (\d+)/.exec(inner)?.[1] ?? null;
    return { id, name: /"(.*)"/.exec(inner)?.[1] ?? null };
  }
  const eu = EU_THREAD.exec(line);
  return eu === null ? null : { id: eu[1] ?? null, name: eu[2] ?? null };
}

/** What debuggers say around the stacks: nothing in it belongs to one. */
const TALK = [
  /^\(gdb\)/,
  /^\[New (?:LWP|Thread) /,
  /^\[(?:Thread debugging|Switching to|Current thread|Inferior|Detaching|Attaching|Thread 0x|LWP )/,
  /^Using host libthread_db/,
  /^0x[0-9a-f]+ in /,
  /^(?:Attaching to|Detaching from|Reading symbols|Loaded symbols|Missing separate|Downloading|Try:|To enable)/,
  /^(?:GNU gdb|Copyright|License|This is free|There is NO WARRANTY|Type "|For bug|Find the GDB|For help)/,
  /^(?:PID \d+ - |Core was generated|Program terminated|#!|pstack|warning:)/,
  /^(?:Quit|A debugging session|Inferior \d|A program is being debugged)/,
];

export function isTalk(line: string): boolean {
  return TALK.some((pattern) => pattern.test(line));
}
