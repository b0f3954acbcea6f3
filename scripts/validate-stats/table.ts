/** Prints rows of equal width; the first cell is left-aligned. */
export function printTable(title: string, header: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  console.log(`\n${title}\n${line(header)}`);
  for (const row of rows) console.log(line(row));
}

/** A rate as the document prints it. */
export function rate(hits: number, of: number, digits = 2): string {
  return (hits / of).toFixed(digits).replace(/^0/, '');
}
