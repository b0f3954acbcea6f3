interface Mapping {
  readonly start: bigint;
  readonly end: bigint;
  readonly file: string;
}

const PROC_MAPS = /^\s*([0-9a-f]{1,16})-([0-9a-f]{1,16})\s+([-rwxsp]{3,5})\s+[0-9a-f]{1,16}\s+\S+\s+\d+\s*(.*)$/i;
const BRIEF = /^([0-9a-f]{1,16})-([0-9a-f]{1,16}):?\s+(\S.*)$/i;

/** Lines that begin the list of what was mapped into the process. */
export function beginsMap(line: string): boolean {
  return line.includes('--- Memory map: ---') || line.includes('MAPPED_LIBRARIES:');
}

/** Which file lies at an address: the lines of `/proc/self/maps`, which close most files. */
export class MemoryMap {
  readonly #mappings: Mapping[] = [];
  #sorted = true;

  /** False when `line` is no mapping. */
  read(line: string): boolean {
    const full = PROC_MAPS.exec(line);
    if (full !== null) {
      // Only code can be on a stack.
      if ((full[3] ?? '').includes('x')) this.#add(full[1] ?? '', full[2] ?? '', (full[4] ?? '').trim());
      return true;
    }
    const brief = BRIEF.exec(line.trim());
    if (brief !== null)
      this.#add(brief[1] ?? '', brief[2] ?? '', (brief[3] ?? '').replace(/ \([0-9a-f]{1,16}\)$/i, ''));
    return brief !== null;
  }

  moduleOf(address: bigint): string | null {
    if (!this.#sorted) this.#mappings.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
    this.#sorted = true;
    let [low, high] = [0, this.#mappings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#mappings[middle]?.start ?? 0n) <= address) low = middle + 1;
      else high = middle;
    }
    const found = this.#mappings[low - 1];
    return found !== undefined && address < found.end && found.file !== '' ? found.file : null;
  }

  #add(start: string, end: string, file: string): void {
    this.#mappings.push({ start: BigInt(`0x${start}`), end: BigInt(`0x${end}`), file });
    this.#sorted = false;
  }
}
