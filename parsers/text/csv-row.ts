/**
 * Cells of one line of comma separated values; a quoted cell may hold commas and doubled quotes. Blanks around the quotes
 * belong to the cell, since an indent may stand before them. Null when a quote does not end.
 */
export function csvRow(line: string): readonly string[] | null {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const character = line[i] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (line[i + 1] === '"') {
        cell += '"';
        i++;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === '') isQuoted = true;
    else if (character === ',') {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  if (isQuoted) return null;
  cells.push(cell);
  return cells;
}
