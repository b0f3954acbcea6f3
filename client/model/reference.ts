/**
 * How the URL names a node or a function: its index and a few letters of its name's hash. A path of names could be
 * megabytes long; an index alone could silently mean another frame after the rules have changed.
 */
export function referenceTo(index: number, name: string): string {
  return `${index}.${shortHash(name)}`;
}

/** The index, or null when the reference is malformed or means something else by now. */
export function resolveReference(
  reference: string | null,
  length: number,
  nameAt: (index: number) => string,
): number | null {
  const [digits = '', hash = ''] = reference?.split('.') ?? [];
  if (!/^\d{1,9}$/.test(digits)) return null;
  const index = Number(digits);
  return index < length && shortHash(nameAt(index)) === hash ? index : null;
}

/** FNV-1a in base 36. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
