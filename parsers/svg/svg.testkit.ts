import { DEFAULT_BUILD_LIMITS } from '../../core/model/builder.ts';
import type { Fault } from '../../core/model/problem.ts';
import { nodeName } from '../../core/model/profile.ts';
import type { Profile } from '../../core/model/profile.ts';
import { validateProfile } from '../../core/model/validate.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadLimits } from '../importer.ts';
import { svgImporter } from './importer.ts';

const LIMITS: ReadLimits = { ...DEFAULT_BUILD_LIMITS, maxDepth: 1_000_000, maxBytes: 1 << 30 };

/** Reads a whole file in chunks of `chunk` bytes. */
export function readSvg(
  file: Uint8Array | string,
  chunk = 65_536,
  limits: Partial<ReadLimits> = {},
): Result<ParsedFile, Fault> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const reader = svgImporter.open({ fileName: null, limits: { ...LIMITS, ...limits } });
  for (let at = 0; at < bytes.length; at += chunk) {
    const found = reader.feed(bytes.subarray(at, at + chunk));
    if (found !== null) return { ok: false, error: found };
  }
  return reader.finish();
}

/** The only profile of a file that must be readable and valid. */
export function profileIn(file: Uint8Array | string, chunk?: number): Profile {
  const result = readSvg(file, chunk);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const [first, ...others] = result.value.profiles;
  if (first === undefined || others.length > 0) throw new Error(`${result.value.profiles.length} profiles`);
  const invalid = validateProfile(first.profile);
  if (invalid !== null) throw new Error(JSON.stringify(invalid));
  return first.profile;
}

export function faultOf(file: Uint8Array | string, limits: Partial<ReadLimits> = {}): Fault {
  const result = readSvg(file, 65_536, limits);
  if (result.ok) throw new Error('read without a fault');
  return result.error;
}

/** Self values by path, those of the root under the empty path; zeros left out. */
export function stacksOf(profile: Profile): Record<string, number> {
  const stacks: Record<string, number> = {};
  const path: string[] = [];
  for (let node = 0; node < profile.nodes.length; node++) {
    const parent = profile.nodes.parent[node] ?? -1;
    path[node] = parent <= 0 ? nodeName(profile, node) : `${path[parent] ?? ''};${nodeName(profile, node)}`;
    const value = profile.values[0]?.[node] ?? 0;
    if (value !== 0) stacks[path[node] ?? ''] = value;
  }
  return stacks;
}

export function problemCodes(profile: Profile): string[] {
  return profile.problems.map(({ code }) => code);
}

/** A tree to draw: children lie behind the self value of their parent, as the tools lay them out. */
export interface DrawnTree {
  readonly name: string;
  readonly self: number;
  readonly children: readonly DrawnTree[];
}

export interface DrawnBox {
  readonly name: string;
  readonly start: number;
  readonly count: number;
  readonly depth: number;
}

/** Boxes of a tree in an order that tells nothing: by depth, then from the right. */
export function boxesOf(root: DrawnTree): DrawnBox[] {
  const boxes: DrawnBox[] = [];
  const place = (tree: DrawnTree, start: number, depth: number): number => {
    let end = start + tree.self;
    for (const child of tree.children) end = place(child, end, depth + 1);
    boxes.push({ name: tree.name, start, count: end - start, depth });
    return end;
  };
  place(root, 0, 0);
  return boxes.sort((a, b) => a.depth - b.depth || b.start - a.start);
}

/** Self values by path of the tree below its root, as `stacksOf` gives them. */
export function stacksOfTree(root: DrawnTree): Record<string, number> {
  const stacks: Record<string, number> = {};
  if (root.self !== 0) stacks[''] = root.self;
  const walk = (tree: DrawnTree, path: string): void => {
    if (tree.self !== 0) stacks[path] = tree.self;
    for (const child of tree.children) walk(child, `${path};${child.name}`);
  };
  for (const child of root.children) walk(child, child.name);
  return stacks;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const DOCTYPE =
  '<?xml version="1.0" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n';

type Dialect = 'pl-2012' | 'pl-2013' | 'pl-2024' | 'icicle' | 'inferno' | 'svgo' | 'titles-inside';
export const DIALECTS: readonly Dialect[] = [
  'pl-2012',
  'pl-2013',
  'pl-2024',
  'icicle',
  'inferno',
  'svgo',
  'titles-inside',
];

/** Draws boxes the way a generator does. */
export function draw(boxes: readonly DrawnBox[], dialect: Dialect, unit = 'samples'): string {
  const total = Math.max(...boxes.map(({ count }) => count));
  const depth = Math.max(...boxes.map((box) => box.depth));
  const height = depth * 16 + 120;
  const drawn = boxes.map((box) => {
    const y = dialect === 'icicle' ? 36 + box.depth * 16 : height - 50 - box.depth * 16;
    const x = (10 + (box.start * 1180) / total).toFixed(1);
    const width = ((box.count * 1180) / total).toFixed(1);
    const counted = dialect === 'pl-2012' ? String(box.count) : box.count.toLocaleString('en-US');
    const title = escapeXml(`${box.name} (${counted} ${unit}, ${((box.count / total) * 100).toFixed(2)}%)`);
    const place = `x="${x}" y="${y}" width="${width}" height="15.0"`;
    switch (dialect) {
      case 'pl-2012':
        return `<rect ${place} fill="rgb(1,2,3)" rx="2" ry="2" onmouseover="s('${title.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}')" onmouseout="c()" />`;
      case 'pl-2013':
        return `<g class="func_g" onmouseover="s(this)" onmouseout="c()" onclick="zoom(this)">\n<title>${title}</title><rect ${place} fill="rgb(1,2,3)" rx="2" ry="2" />\n<text text-anchor="" x="${x}" y="${y + 10.5}">${escapeXml(box.name.slice(0, 2))}..</text>\n</g>`;
      case 'pl-2024':
      case 'icicle':
        return `<g >\n<title>${title}</title><rect ${place} fill="rgb(1,2,3)" rx="2" ry="2" />\n<text  x="${x}" y="${y + 10.5}" ></text>\n</g>`;
      case 'inferno': {
        const left = ((box.start / total) * 100).toFixed(4);
        const share = ((box.count / total) * 100).toFixed(4);
        return `<g><title>${title}</title><rect x="${left}%" y="${y}" width="${share}%" height="15" fill="rgb(1,2,3)" fg:x="${box.start}" fg:w="${box.count}"/><text x="${left}%" y="${y + 10.5}"></text></g>`;
      }
      case 'svgo':
        return `<title>${title}</title><rect width="${width}" height="15" x="${x}" y="${y}" fill="#123"/><text x="${x}" y="${y + 10.5}">a..</text>`;
      default:
        return `<rect ${place}><title>${title}</title></rect>`;
    }
  });
  const background = `<rect x="0.0" y="0" width="1200.0" height="${height}.0" fill="url(#background)" />\n<text id="title" x="600" y="24">Flame Graph</text>\n<text id="details" x="10" y="${height - 17}"> </text>\n`;
  const open = `<svg version="1.1" width="1200" height="${height}" viewBox="0 0 1200 ${height}" xmlns="http://www.w3.org/2000/svg"${dialect === 'inferno' ? ' xmlns:fg="http://github.com/jonhoo/inferno"' : ''}>\n`;
  const body = drawn.join('\n');
  if (dialect === 'inferno')
    return `${DOCTYPE}${open}${background}<svg id="frames" x="10" width="1180" total_samples="${total}">${body}</svg></svg>`;
  if (dialect === 'pl-2012' || dialect === 'pl-2013') return `${DOCTYPE}${open}${background}${body}\n</svg>\n`;
  return `${DOCTYPE}${open}${background}<g id="frames">\n${body}\n</g>\n</svg>\n`;
}
