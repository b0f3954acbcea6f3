import { grouped, plural } from '../../core/words/numbers.ts';
import { isLong } from './blocks.ts';
import type { Block, LongBlock, Report } from './blocks.ts';

export type Writer = (report: Report) => string;

/**
 * The report as `write` writes it in at most `budget` characters (UTF-16 units, which trackers count or fewer). Whole rows
 * are left out, first of the blocks that weigh least, and the last sentence says of what. A report whose sentences alone
 * are longer keeps its first ones.
 */
export function fitted(report: Report, write: Writer, budget: number): string {
  const whole = write(report);
  if (whole.length <= budget) return whole;
  const kept = new Map(report.blocks.filter(isLong).map((block) => [block, block.rows.length]));
  const attempt = () => write(withRows(report, kept, budget));
  for (const block of [...kept.keys()].sort((a, b) => a.weight - b.weight)) {
    kept.set(block, 0);
    if (attempt().length > budget) continue;
    // The most rows that fit: below `least` all counts fit, above `most` none does.
    let [least, most] = [0, block.rows.length];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      kept.set(block, middle);
      if (attempt().length <= budget) least = middle;
      else most = middle - 1;
    }
    kept.set(block, least);
    return attempt();
  }
  return firstBlocks(withRows(report, kept, budget), write, budget);
}

function withRows(report: Report, kept: ReadonlyMap<LongBlock, number>, budget: number): Report {
  const cuts: string[] = [];
  const blocks = report.blocks.map((block): Block => {
    const rows = isLong(block) ? kept.get(block) : undefined;
    if (!isLong(block) || rows === undefined || rows === block.rows.length) return block;
    const cut = block.rows.length - rows;
    cuts.push(plural(cut, block.noun));
    const left = block.left + cut;
    return block.kind === 'items'
      ? { ...block, rows: block.rows.slice(0, rows), left }
      : { ...block, rows: block.rows.slice(0, rows), left };
  });
  const said = `Cut to ${grouped(budget)} characters: ${cuts.join(', ')} left out.`;
  return { blocks: [...blocks, { kind: 'sentence', text: said, isStrong: false }] };
}

function firstBlocks({ blocks }: Report, write: Writer, budget: number): string {
  for (let count = blocks.length - 1; count > 0; count--) {
    const text = write({ blocks: blocks.slice(0, count) });
    if (text.length <= budget) return text;
  }
  return write({ blocks: [] });
}
