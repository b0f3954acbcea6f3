/** How fast bytes go, over the last seconds, and how long the rest takes. */

/** Milliseconds that count: long enough to be calm, short enough to follow. */
const WINDOW = 4000;
/** Less is not worth an estimate. */
const SHORTEST = 300;

interface Mark {
  readonly time: number;
  readonly sent: number;
}

export interface Rate {
  readonly bytesPerSecond: number;
  readonly secondsLeft: number;
}

export class TransferRate {
  #marks: readonly Mark[] = [];

  /** `sent` bytes of all were sent at `time`, in milliseconds of any clock. */
  mark(time: number, sent: number): void {
    const recent = this.#marks.filter((mark) => time - mark.time <= WINDOW);
    // The mark just outside stays, so that a slow transfer has two of them.
    const last = this.#marks[this.#marks.length - recent.length - 1];
    this.#marks = [...(last === undefined ? [] : [last]), ...recent, { time, sent }];
  }

  /** Null while too little is known. */
  rate(total: number): Rate | null {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (first === undefined || last === undefined || last.time - first.time < SHORTEST) return null;
    const bytesPerSecond = ((last.sent - first.sent) * 1000) / (last.time - first.time);
    return bytesPerSecond > 0 ? { bytesPerSecond, secondsLeft: (total - last.sent) / bytesPerSecond } : null;
  }
}

/** 75 -> "1 min 15 s left". */
export function leftInWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return `${whole} s left`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s left`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
