/**
 * Cells of one line of comma separated values; a quoted cell may hold commas and doubled quotes. Blanks around the quotes
 * belong to the cell, since an indent may stand before them. Null when a quote does not end.
 */
export function csvRow(line: string): readonly string[] | null {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  // Kept beside the cell: to look through a long cell at each quote costs quadratic time.
  let isBlank = true;
  for (let i = 0; i < line.length; i++) {
    const character = line[i] ?? '';
    if (isQuoted) {
      if (character !== '"') {
        cell += character;
        isBlank &&= character.trim() === '';
      } else if (line[i + 1] === '"') {
        cell += '"';
        isBlank = false;
        i++;
      } else isQuoted = false;
    } else if (character === '"' && isBlank) isQuoted = true;
    else if (character === ',') {
      cells.push(cell);
      cell = '';
      isBlank = true;
    } else {
      cell += character;
      isBlank &&= character.trim() === '';
    }
  }
  if (isQuoted) return null;
  cells.push(cell);
  return cells;
}
