/** A tree to be drawn: counts are self values. */
export interface DrawnFrame {
  readonly name: string;
  readonly self: number;
  readonly children: readonly DrawnFrame[];
}

const HEAD = `<!DOCTYPE html>
<html><body><h1>CPU profile</h1><script>
const levels = Array(9);
const palette = [[0x1, 1, 1, 1],[0x1, 1, 1, 1],[0x1, 1, 1, 1],[0x1, 1, 1, 1],[0x1, 1, 1, 1],[0x1, 1, 1, 1],[0x1, 1, 1, 1]];
`;

interface Box {
  readonly name: string;
  readonly level: number;
  readonly left: number;
  readonly width: number;
}

function widthOf({ self, children }: DrawnFrame): number {
  return children.reduce((sum, child) => sum + widthOf(child), self);
}

/** Own value first, then the children, as the generator draws them. */
function boxesOf(frame: DrawnFrame, level: number, left: number, boxes: Box[]): Box[] {
  boxes.push({ name: frame.name, level, left, width: widthOf(frame) });
  let at = left + frame.self;
  for (const child of frame.children) {
    boxesOf(child, level + 1, at, boxes);
    at += widthOf(child);
  }
  return boxes;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The page of version 2.x: absolute places, names in the calls. */
export function quotedPage(root: DrawnFrame): string {
  const calls = boxesOf(root, 0, 0, []).map(
    ({ name, level, left, width }) => `f(${level},${left},${width},1,${quoted(name)})`,
  );
  return `${HEAD}function f(level, left, width, type, title) {}\n${calls.join('\n')}\nsearch();\n</script></body></html>`;
}

/** The page of version 3 and later: names sorted and packed, places relative to the frame before. */
export function packedPage(root: DrawnFrame): string {
  const boxes = boxesOf(root, 0, 0, []);
  const names = [root.name, ...[...new Set(boxes.slice(1).map(({ name }) => name))].toSorted()];
  const pool = names.map((name, at) => {
    if (at === 0) return quoted(name);
    const before = names[at - 1] ?? '';
    let shared = 0;
    while (shared < Math.min(before.length, name.length, 94) && before[shared] === name[shared]) shared++;
    return quoted(String.fromCharCode(32 + shared) + name.slice(shared));
  });
  let last: Box = { name: '', level: 0, left: 0, width: 0 };
  const calls = boxes.map((box, at) => {
    const key = (at === 0 ? 0 : names.indexOf(box.name, 1)) * 8 + 1;
    const width = box.width === last.width ? '' : `,${box.width}`;
    const isUp = box.level === last.level + 1 && box.left === last.left;
    const isNext = box.level === last.level && box.left === last.left + last.width;
    const call = isUp
      ? `u(${key}${width})`
      : isNext
        ? `n(${key}${width})`
        : `f(${key},${box.level},${box.left - last.left}${width})`;
    last = box;
    return call;
  });
  return `${HEAD}function f(key, level, left, width) {}\nconst cpool = [\n${pool.join(',\n')}\n];\nunpack(cpool);\n\n${calls.join('\n')}\n\nsearch();\n</script></body></html>`;
}
