/** Class of a cell with points: coloured from where the number is not 0.0. */
export function pointsSign(points: number | null): '' | ' grew' | ' shrank' {
  return points === null || Math.abs(points) < 0.05 ? '' : points > 0 ? ' grew' : ' shrank';
}
