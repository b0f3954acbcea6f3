/** A function of the call graph with its costs, one for each event. */
export interface CalledFunction {
  readonly name: string;
  readonly object: string | null;
  readonly file: string | null;
  readonly self: Float64Array;
  /** Inclusive cost of calls by callee (its index). */
  readonly calls: Map<number, Float64Array>;
  /** It stood in a `fn=` line, not only in calls. */
  isDefined: boolean;
}

/** The call graph as the file says it. */
export class CallGraph {
  readonly functions: CalledFunction[] = [];
  readonly #events: number;
  readonly #ids = new Map<string, number>();

  constructor(events: number) {
    this.#events = events;
  }

  /** Index of a function; the same object, file and name give the same. */
  id(object: string | null, file: string | null, name: string): number {
    const key = JSON.stringify([object, file, name]);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.functions.length;
    const self = new Float64Array(this.#events);
    this.functions.push({ name, object, file, self, calls: new Map(), isDefined: false });
    this.#ids.set(key, id);
    return id;
  }

  addSelf(id: number, costs: Float64Array): void {
    addTo(this.functions[id]?.self, costs);
  }

  addCall(caller: number, callee: number, costs: Float64Array): void {
    const calls = this.functions[caller]?.calls;
    const known = calls?.get(callee);
    if (known === undefined) calls?.set(callee, costs.slice());
    else addTo(known, costs);
  }

  /**
   * A call may leave the file of its callee out. A callee that is defined nowhere under that name and file is the one
   * function of that name and object which is, if there is just one. pprof adds a number to repeated callees: `f [2/3]`.
   */
  resolveCallees(): void {
    const defined = new Map<string, number | null>();
    for (const [id, { name, object, isDefined }] of this.functions.entries()) {
      if (!isDefined) continue;
      const key = JSON.stringify([object, name]);
      defined.set(key, defined.has(key) ? null : id);
    }
    for (const caller of this.functions) {
      for (const [callee, costs] of caller.calls) {
        const called = this.functions[callee];
        if (called === undefined || called.isDefined) continue;
        const bare = called.name.replace(/ \[\d{1,9}\/\d{1,9}\]$/, '');
        const target = defined.get(JSON.stringify([called.object, bare]));
        if (target == null) continue;
        caller.calls.delete(callee);
        const known = caller.calls.get(target);
        if (known === undefined) caller.calls.set(target, costs);
        else addTo(known, costs);
      }
    }
  }
}

function addTo(sum: Float64Array | undefined, costs: Float64Array): void {
  if (sum !== undefined) for (let e = 0; e < sum.length; e++) sum[e] = sum[e]! + costs[e]!;
}
