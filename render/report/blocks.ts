/**
 * A report as blocks of plain text, before any markup: `content.ts` fills it, a writer for each markup turns it into text.
 * Texts are safe to show (`visible`) and hostile to markup: every writer escapes all of them, whoever they came from.
 */
export interface Report {
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'sentence'; readonly text: string; readonly isStrong: boolean }
  | { readonly kind: 'heading'; readonly text: string }
  | ItemsBlock
  | TableBlock
  /** `address` is http or https. */
  | { readonly kind: 'link'; readonly text: string; readonly address: string }
  | { readonly kind: 'picture'; readonly text: string; readonly picture: Picture };

export interface ItemsBlock extends Rows<Item> {
  readonly kind: 'items';
  readonly isOrdered: boolean;
}

export interface Item {
  readonly text: string;
  /** Further sentences of the same item. */
  readonly more: readonly string[];
}

export interface TableBlock extends Rows<readonly string[]> {
  readonly kind: 'table';
  readonly columns: readonly ReportColumn[];
}

export interface ReportColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Cells are names of functions: code, where the markup has it. */
  readonly isName?: true;
}

/** What there may be too much of: whole rows are left out at the end, and the writer says how many. */
interface Rows<T> {
  readonly rows: readonly T[];
  /** Rows that exist and are not in `rows`. */
  readonly left: number;
  /** One of them, in words: "function", "more region". */
  readonly noun: string;
  /** Blocks with a smaller number lose rows first when a report is too long. */
  readonly weight: number;
}

/** A picture that the ticket has as an attachment, or that lies on a server. */
export interface Picture {
  /** Name of the attachment: letters, digits, `-`, `.` and `@` only. */
  readonly fileName: string;
  /** Where Markdown finds it: an address, or the path that GitLab gave; null where it is only attached. */
  readonly address: string | null;
}

/** A block that may lose rows. */
export type LongBlock = ItemsBlock | TableBlock;

export function isLong(block: Block): block is LongBlock {
  return block.kind === 'items' || block.kind === 'table';
}
