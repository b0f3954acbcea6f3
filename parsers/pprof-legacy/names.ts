import type { LegacyName } from './legacy.ts';

const JAVA = /^0x([0-9a-f]{1,16})\s+(\S.*)$/i;
const GO = /^#\s+0x([0-9a-f]{1,16})\s+(\S+)\s+(\S.*)$/i;
const THREAD = /^(?:PC:\s*)?0x([0-9a-f]{1,16}):\s+(\S.*)$/i;

/** Where the text of a profile names its addresses itself, that is used. */
export class Names {
  readonly byAddress = new Map<bigint, LegacyName>();

  /** ` 0x0000003 com.example.f (Source.java:3)`: the table of a Java profile. False for other lines. */
  readJava(line: string): boolean {
    const parts = JAVA.exec(line.trim());
    if (parts === null) return false;
    const place = /^(.*\S)\s+\(([^()]*)\)$/.exec(parts[2] ?? '');
    const file = place?.[2]?.replace(/:-?\d+$/, '') ?? '';
    this.#set(parts[1] ?? '', place?.[1] ?? parts[2] ?? '', file);
    return true;
  }

  /** `#	0x44cb3	runtime.gopark+0x13	/src/proc.go:12`, under a stack of Go. */
  readGo(line: string): boolean {
    const parts = GO.exec(line.trimEnd());
    if (parts === null) return false;
    const [, address = '', func = '', place = ''] = parts;
    this.#set(address, func.replace(/\+0x[0-9a-f]{1,16}$/i, ''), place.replace(/:\d{1,9}$/, ''));
    return true;
  }

  /** `  PC:  0x00bc8f1c: helper(arg *)` in a stack of threads. */
  readThread(line: string): boolean {
    const parts = THREAD.exec(line.trim());
    if (parts !== null) this.#set(parts[1] ?? '', parts[2] ?? '', '');
    return parts !== null;
  }

  #set(address: string, name: string, file: string): void {
    const key = BigInt(`0x${address}`);
    if (!this.byAddress.has(key)) this.byAddress.set(key, { name, details: { file: file === '' ? null : file } });
  }
}
