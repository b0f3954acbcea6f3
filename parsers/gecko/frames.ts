import type { FrameDetails, ProfileBuilder } from '../../core/model/builder.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import { numberOr } from '../json/shape.ts';
import type { JsonObject, Shape } from '../json/shape.ts';
import type { JsonPath } from '../json/walk.ts';
import { tableOf } from './tables.ts';
import type { GeckoTable } from './tables.ts';

/** Frames of one thread: from rows of its frame table to frames of the profile; null for the root above all stacks. */
export interface GeckoFrames {
  readonly length: number;
  readonly frame: (row: number) => FrameIndex | null;
}

/** Tells the two forms apart: Firefox itself writes a `location`, the processed form points into tables of functions. */
export function framesOf(
  thread: JsonObject,
  shared: JsonObject,
  builder: ProfileBuilder,
  shape: Shape,
  path: JsonPath,
): GeckoFrames {
  const frames = tableOf(thread, shared, 'frameTable', shape, path);
  const strings = stringsOf(thread, shared, shape, path);
  const read = frames.has('location')
    ? (row: number) => rawFrame(frames, row, strings, builder, shape)
    : processedFrame(thread, shared, frames, strings, builder, shape, path);
  const known = new Map<number, FrameIndex | null>();
  return {
    length: frames.length,
    frame(row) {
      const made = known.get(row) ?? read(row);
      known.set(row, made);
      return made;
    },
  };
}

type Strings = (row: unknown, path: () => JsonPath) => string;

function stringsOf(thread: JsonObject, shared: JsonObject, shape: Shape, path: JsonPath): Strings {
  const key = ['stringTable', 'stringArray'].find((name) => thread[name] !== undefined);
  const [list, where]: readonly [unknown, JsonPath] =
    key === undefined ? [shared['stringArray'], ['shared', 'stringArray']] : [thread[key], [...path, key]];
  const strings = shape.array(list, ...where);
  return (row, place) => {
    const text = typeof row === 'number' ? strings[row] : undefined;
    if (typeof text === 'string') return text;
    shape.wrong(row, place(), `a row of the strings, 0 to ${strings.length - 1}`);
    return '';
  };
}

/** `name (file:12:3)` of JavaScript, `name (in library)` and bare names or addresses of native code. */
function rawFrame(
  frames: GeckoTable,
  row: number,
  strings: Strings,
  builder: ProfileBuilder,
  shape: Shape,
): FrameIndex | null {
  const location = strings(frames.at(row, 'location'), () => frames.pathOf(row, 'location'));
  if (!shape.ok || location === '(root)') return null;
  return builder.frame(...nameAndDetails(location));
}

function nameAndDetails(location: string): readonly [string, FrameDetails] {
  const open = location.endsWith(')') ? location.lastIndexOf(' (') : -1;
  if (open <= 0) return [location, {}];
  const name = location.slice(0, open);
  const inside = location.slice(open + 2, -1);
  if (inside.startsWith('in ')) return [name, { module: inside.slice(3) }];
  const place = /^(.+?)(?::(\d+))?(?::\d+)?$/.exec(inside);
  // Only a file has a slash, a scheme or a line; anything else in brackets belongs to the name.
  if (place === null || !/[/\\]|:\d/.test(inside)) return [location, {}];
  return [name, { file: place[1] ?? inside, line: Number(place[2] ?? 0) }];
}

function processedFrame(
  thread: JsonObject,
  shared: JsonObject,
  frames: GeckoTable,
  strings: Strings,
  builder: ProfileBuilder,
  shape: Shape,
  path: JsonPath,
): (row: number) => FrameIndex | null {
  const functions = tableOf(thread, shared, 'funcTable', shape, path);
  const resources = tableOf(thread, shared, 'resourceTable', shape, path);
  const sources = shape.object(shared['sources'] ?? {}, 'shared', 'sources');
  return (row) => {
    const func = shape.index(frames.at(row, 'func'), functions.length, 'funcTable', ...frames.pathOf(row, 'func'));
    const name = strings(functions.at(func, 'name'), () => functions.pathOf(func, 'name'));
    if (!shape.ok || name === '(root)') return null;
    const text = (index: unknown, place: () => JsonPath) =>
      typeof index === 'number' && index >= 0 ? strings(index, place) : null;
    const filenames = sources['filename'];
    const source = functions.at(func, 'source');
    const file = Array.isArray(filenames)
      ? text(typeof source === 'number' ? filenames[source] : null, () => ['shared', 'sources', 'filename'])
      : text(functions.at(func, 'fileName'), () => functions.pathOf(func, 'fileName'));
    const resource = numberOr(functions.at(func, 'resource'), -1);
    // Resources are libraries, add-ons and hosts; only a library is where code lives.
    const isLibrary = resource >= 0 && resources.at(resource, 'type') === LIBRARY;
    const module = isLibrary ? text(resources.at(resource, 'name'), () => resources.pathOf(resource, 'name')) : null;
    // The first processed versions kept the whole location as the name.
    if (!functions.has('fileName') && !functions.has('source')) {
      const [shortName, details] = nameAndDetails(name);
      return builder.frame(shortName, module === null ? details : { ...details, module });
    }
    const isInlined = numberOr(frames.at(row, 'inlineDepth'), 0) > 0;
    const line = numberOr(functions.at(func, 'lineNumber'), 0);
    return builder.frame(name === '' ? '(anonymous)' : name, {
      module,
      file,
      line: Math.max(0, Math.trunc(line)),
      kind: isInlined ? 'inlined' : 'unknown',
    });
  };
}

/** `resourceTypes.library` of the Firefox profiler. */
const LIBRARY = 1;
