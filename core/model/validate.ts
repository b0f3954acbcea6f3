import { fault } from './problem.ts';
import type { Fault } from './problem.ts';
import { FRAME_KINDS, NONE } from './profile.ts';
import type { Profile } from './profile.ts';

/**
 * Checks every invariant of the model (`profile.ts`) in O(nodes + frames). Called at the door: on what a parser made and
 * on what was read from a store. Null when all hold; otherwise the first fault, naming the table and the row.
 */
export function validateProfile(profile: Profile): Fault | null {
  return validateFrames(profile) ?? validateNodes(profile) ?? validateValues(profile);
}

function broken(table: string, row: number, rule: string, value: number): Fault {
  return fault('profile-invalid', { facts: { table, row, rule, value } });
}

function validateFrames({ frames, strings }: Profile): Fault | null {
  const { length, name, module, file, line, kind } = frames;
  for (const column of [name, module, file, line, kind]) {
    if (column.length !== length) return broken('frames', length, 'columns have one length', column.length);
  }
  for (let frame = 0; frame < length; frame++) {
    if (!(name[frame]! >= 0 && name[frame]! < strings.length))
      return broken('frames.name', frame, 'index of a string', name[frame]!);
    for (const optional of [module[frame]!, file[frame]!]) {
      if (optional < NONE || optional >= strings.length)
        return broken('frames', frame, 'index of a string or none', optional);
    }
    if (kind[frame]! >= FRAME_KINDS.length) return broken('frames.kind', frame, 'a frame kind', kind[frame]!);
  }
  return null;
}

function validateNodes({ nodes, frames }: Profile): Fault | null {
  const { length, parent, frame } = nodes;
  if (length < 1 || parent.length !== length || frame.length !== length) {
    return broken('nodes', length, 'columns have one length and a root', parent.length);
  }
  if (parent[0] !== NONE || frame[0] !== NONE)
    return broken('nodes', 0, 'the root has no parent and no frame', parent[0]!);
  for (let node = 1; node < length; node++) {
    if (!(parent[node]! >= 0 && parent[node]! < node))
      return broken('nodes.parent', node, 'parent before child', parent[node]!);
    if (!(frame[node]! >= 0 && frame[node]! < frames.length))
      return broken('nodes.frame', node, 'index of a frame', frame[node]!);
  }
  return siblingsDiffer(nodes);
}

/** No two children of a node with one frame: sorts by (parent, frame) through one hash table. */
function siblingsDiffer({ length, parent, frame }: Profile['nodes']): Fault | null {
  const mask = 2 ** Math.ceil(Math.log2(length * 2 + 2)) - 1;
  const table = new Int32Array(mask + 1);
  for (let node = 1; node < length; node++) {
    let slot = (Math.imul(parent[node]!, 0x9e3779b1) ^ Math.imul(frame[node]!, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & mask;
    for (let other = table[slot]!; other !== 0; other = table[slot]!) {
      if (parent[other] === parent[node] && frame[other] === frame[node]) {
        return broken('nodes', node, 'siblings have different frames', other);
      }
      slot = (slot + 1) & mask;
    }
    table[slot] = node;
  }
  return null;
}

function validateValues(profile: Profile): Fault | null {
  const { valueTypes, values, exactValues, nodes, defaultValueType } = profile;
  if (valueTypes.length === 0 || values.length !== valueTypes.length || exactValues.length !== valueTypes.length) {
    return broken('valueTypes', valueTypes.length, 'one column a value type', values.length);
  }
  if (!(defaultValueType >= 0 && defaultValueType < valueTypes.length)) {
    return broken('valueTypes', defaultValueType, 'default is one of them', valueTypes.length);
  }
  for (const [t, column] of values.entries()) {
    if (column.length !== nodes.length) return broken('values', t, 'one value a node', column.length);
    const exact = exactValues[t];
    if (exact && exact.length !== nodes.length) return broken('exactValues', t, 'one value a node', exact.length);
    for (let node = 0; node < column.length; node++) {
      if (!Number.isFinite(column[node])) return broken('values', node, 'finite', column[node]!);
    }
  }
  return null;
}
