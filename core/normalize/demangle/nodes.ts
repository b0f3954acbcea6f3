/**
 * The parts of a demangled C++ symbol. A symbol names a part again by a back reference, so parts are shared: what looks
 * like a tree is a graph without cycles (but for `Forward`, which a broken symbol can point at itself), and printing it
 * can take exponentially longer than reading it. Reader and printer both count their steps.
 */
export type Part =
  | { readonly is: 'text'; readonly text: string }
  /** `scope::name` */
  | { readonly is: 'nested'; readonly scope: Part; readonly name: Part }
  | { readonly is: 'template'; readonly name: Part; readonly args: readonly Part[] }
  /** Arguments of a parameter pack, in a list of arguments. */
  | { readonly is: 'pack'; readonly items: readonly Part[] }
  /** A pack that a pattern names: one of its items at a time. */
  | { readonly is: 'pack-item'; readonly items: readonly Part[] }
  /** `pattern...`: once for each item of the packs in it. */
  | { readonly is: 'expansion'; readonly pattern: Part }
  | Forward
  /** `*`, `&`, `&&` */
  | { readonly is: 'pointer'; readonly to: Part; readonly mark: string }
  /** ` const`, ` volatile`, and what vendors add. */
  | { readonly is: 'qualified'; readonly type: Part; readonly marks: string }
  | { readonly is: 'function'; readonly result: Part; readonly params: readonly Part[]; readonly marks: string }
  | { readonly is: 'array'; readonly of: Part; readonly size: Part }
  | { readonly is: 'member-pointer'; readonly owner: Part; readonly type: Part }
  /** A function with its arguments: what a whole symbol mostly is. */
  | {
      readonly is: 'encoding';
      readonly result: Part | null;
      readonly name: Part;
      readonly params: readonly Part[];
      readonly marks: string;
    }
  /** Constructor or destructor: named after the class it stands in. */
  | { readonly is: 'constructor'; readonly owner: Part; readonly destructor: boolean }
  | { readonly is: 'conversion'; readonly type: Part }
  | { readonly is: 'lambda'; readonly params: readonly Part[]; readonly number: number }
  /** Text and parts one after the other: special names and expressions. */
  | { readonly is: 'sequence'; readonly parts: readonly (string | Part)[] }
  /** Parts with commas between. */
  | { readonly is: 'list'; readonly items: readonly Part[] };

/** A template parameter that is named before its arguments are known: in the type of a conversion operator. */
export interface Forward {
  readonly is: 'forward';
  readonly index: number;
  to: Part | null;
}

export function text(of: string): Part {
  return { is: 'text', text: of };
}

export function sequence(...parts: readonly (string | Part)[]): Part {
  return { is: 'sequence', parts };
}
