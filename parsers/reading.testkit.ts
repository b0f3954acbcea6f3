import { DEFAULT_BUILD_LIMITS } from '../core/model/builder.ts';
import type { Fault } from '../core/model/problem.ts';
import { nodeName } from '../core/model/profile.ts';
import type { Profile } from '../core/model/profile.ts';
import { validateProfile } from '../core/model/validate.ts';
import { hasWords } from '../core/words/faults.ts';
import type { Result } from '../core/result.ts';
import type { Importer, ParsedFile, ReadLimits } from './importer.ts';

export const LIMITS: ReadLimits = { ...DEFAULT_BUILD_LIMITS, maxDepth: 1_000_000, maxBytes: 1 << 30 };

/** Reads a whole file in chunks of `chunk` bytes, and checks what every reading must keep. */
export function readWith(
  importer: Importer,
  file: Uint8Array | string,
  { chunk = 65_536, limits = {} }: { readonly chunk?: number; readonly limits?: Partial<ReadLimits> } = {},
): Result<ParsedFile, Fault> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const reader = importer.open({ fileName: null, limits: { ...LIMITS, ...limits } });
  for (let at = 0; at < bytes.length; at += chunk) {
    const found = reader.feed(bytes.subarray(at, at + chunk));
    if (found !== null) return { ok: false, error: found };
  }
  const result = reader.finish();
  if (result.ok) {
    for (const { profile } of result.value.profiles) {
      const invalid = validateProfile(profile);
      if (invalid !== null) throw new Error(JSON.stringify(invalid));
      const wordless = profile.problems.filter(({ code }) => !hasWords(code));
      if (wordless.length > 0) throw new Error(`no words for ${wordless.map(({ code }) => code).join(', ')}`);
    }
  } else if (!hasWords(result.error.code)) throw new Error(`no words for ${result.error.code}`);
  return result;
}

/** The only profile of a file that must be readable. */
export function onlyProfile(importer: Importer, file: Uint8Array | string, chunk?: number): Profile {
  const result = readWith(importer, file, chunk === undefined ? {} : { chunk });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const [first, ...others] = result.value.profiles;
  if (first === undefined || others.length > 0) throw new Error(`${result.value.profiles.length} profiles`);
  return first.profile;
}

/** Code of the fault; the word `read` when there is none. */
export function faultCode(importer: Importer, file: Uint8Array | string, limits: Partial<ReadLimits> = {}): string {
  const result = readWith(importer, file, { limits });
  return result.ok ? 'read' : result.error.code;
}

/** Self values by path (frames joined by `;`), those without a stack under the empty path; zeros left out. */
export function stacksOf(profile: Profile, valueType = 0): Record<string, number | bigint> {
  const stacks = new Map<string, number | bigint>();
  for (let node = 0; node < profile.nodes.length; node++) {
    const value = profile.exactValues[valueType]?.[node] ?? profile.values[valueType]?.[node] ?? 0;
    if (Number(value) === 0) continue;
    const path: string[] = [];
    for (let at = node; at > 0; at = profile.nodes.parent[at] ?? 0) path.push(nodeName(profile, at));
    const key = path.reverse().join(';');
    const known = stacks.get(key);
    stacks.set(
      key,
      known === undefined
        ? value
        : typeof known === typeof value
          ? addSame(known, value)
          : Number(known) + Number(value),
    );
  }
  return Object.fromEntries(stacks);
}

function addSame(a: number | bigint, b: number | bigint): number | bigint {
  return typeof a === 'bigint' && typeof b === 'bigint' ? a + b : Number(a) + Number(b);
}

/** Codes of the faults that the file gives when it ends after each of its bytes; `read` where it still can be read. */
export function codesOfCuts(importer: Importer, file: Uint8Array | string): ReadonlyMap<string, number> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const codes = new Map<string, number>();
  for (let end = 1; end < bytes.length; end++) {
    const code = faultCode(importer, bytes.subarray(0, end));
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  return codes;
}
