import type { Profile } from '../core/model/profile.ts';
import { unionTree } from '../core/tree/union.ts';
import { xmlText } from '../render/xml.ts';

const WIDTH = 1200;
const MARGIN = 10;
const ROW_HEIGHT = 16;
const CHARACTER_WIDTH = 7.08;

/** A profile as flamegraph.pl draws it, its `frames` widest frames: about 180 bytes each. */
export function flamegraphSvg(profile: Profile, frames: number): string {
  const made = unionTree([[{ profile, valueType: profile.defaultValueType }]]);
  if (!made.ok) throw new Error(made.error.code);
  const { length, parent, depth, func, functions, sides } = made.value;
  const total = sides[0]?.total ?? new Float64Array(length);
  const all = total[0] ?? 1;
  const cut = Float64Array.from(total).sort()[Math.max(0, length - frames)] ?? 0;
  const height = 66 + ROW_HEIGHT * (depth.reduce((deepest, level) => Math.max(deepest, level), 0) + 2);
  // Left edge, in samples, of the next child of each node.
  const left = new Float64Array(length);
  const lines: string[] = [HEAD(height)];
  for (let node = 0; node < length; node++) {
    const up = parent[node] ?? -1;
    const samples = total[node] ?? 0;
    const from = up < 0 ? 0 : (left[up] ?? 0);
    if (up >= 0) left[up] = from + samples;
    left[node] = from;
    if (samples < cut) continue;
    const name = up < 0 ? 'all' : (functions.names[func[node] ?? 0] ?? '');
    const pixels = (WIDTH - 2 * MARGIN) / all;
    lines.push(
      frameText(
        name,
        samples,
        (100 * samples) / all,
        MARGIN + from * pixels,
        samples * pixels,
        height - 33 - ROW_HEIGHT * ((depth[node] ?? 0) + 1),
      ),
    );
  }
  return `${lines.join('')}</g>\n</svg>\n`;
}

function frameText(name: string, samples: number, percent: number, x: number, width: number, y: number): string {
  const fits = Math.floor(width / CHARACTER_WIDTH);
  const text = fits < 3 ? '' : name.length <= fits ? name : `${name.slice(0, fits - 2)}..`;
  const counted = String(samples).replace(/\B(?=(\d{3})+$)/g, ',');
  return `<g >
<title>${xmlText(name)} (${counted} samples, ${percent.toFixed(2)}%)</title><rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="15.0" fill="rgb(${205 + (name.length % 50)},${(name.length * 37) % 230},${(name.length * 11) % 55})" rx="2" ry="2" />
<text  x="${(x + 3).toFixed(2)}" y="${y + 10.5}" >${xmlText(text)}</text>
</g>
`;
}

const HEAD = (height: number) => `<?xml version="1.0" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" xmlns="http://www.w3.org/2000/svg">
<rect x="0.0" y="0" width="${WIDTH}.0" height="${height}.0" fill="url(#background)"  />
<text id="title" x="${WIDTH / 2}" y="24" >Flame Graph</text>
<text id="details" x="${MARGIN}" y="${height - 17}" > </text>
<g id="frames">
`;
