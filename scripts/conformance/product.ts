/** The one place where the checks touch the product: what exists of it, and what not yet. */
import { createReadStream } from 'node:fs';
import { wordsOf } from '../../core/words/faults.ts';
import { readFile } from '../../pipeline/index.ts';
import type { ParsedProfile } from '../../parsers/importer.ts';
import type { Problem } from '../../core/model/problem.ts';
import type { Profile } from '../../core/model/profile.ts';
import { IMPORTERS } from '../../parsers/registry.ts';

export interface Accepted {
  readonly ok: true;
  /** Id of the importer. */
  readonly format: string;
  readonly because: string;
  readonly profiles: readonly ParsedProfile[];
  /** Everything that is said about the file, in words, one sentence a line. */
  readonly said: string;
}

export interface Refused {
  readonly ok: false;
  readonly code: string;
  readonly said: string;
}

export type Reading = Accepted | Refused;

/** Reads a file as every front end does; refusals and problems come in the words that users see. */
export async function readPath(path: string): Promise<Reading> {
  const result = await readFile(createReadStream(path), { fileName: path.split('/').at(-1) ?? path });
  if (!result.ok) return { ok: false, code: result.error.code, said: sentence(result.error) };
  const { format, because, file } = result.value;
  const problems = new Set(file.profiles.flatMap(({ profile }) => profile.problems));
  return { ok: true, format, because, profiles: file.profiles, said: [...problems].map(sentence).join('\n') };
}

function sentence(fault: Problem | Parameters<typeof wordsOf>[0]): string {
  const words = wordsOf(fault);
  return words.advice === null ? words.sentence : `${words.sentence} ${words.advice}`;
}

export function hasImporter(ids: readonly string[]): boolean {
  return IMPORTERS.some((importer) => ids.includes(importer.id));
}

/** The profile that a plain question ("what is the total?") is about: of a differential file, the new side. */
export function mainProfile(reading: Accepted): Profile {
  const chosen = reading.profiles.find(({ side }) => side === 'head') ?? reading.profiles[0];
  if (chosen === undefined) throw new Error('a file was accepted without a profile');
  return chosen.profile;
}

export function sideProfile(reading: Accepted, side: 'base' | 'head'): Profile | null {
  return reading.profiles.find((parsed) => parsed.side === side)?.profile ?? null;
}

/** One column of values of one profile of a file, with the names that it goes by. */
export interface Column {
  readonly profile: Profile;
  readonly valueType: number;
  readonly names: readonly string[];
}

export function mainColumn(reading: Accepted): Column {
  const profile = mainProfile(reading);
  return columnOf(profile, profile.defaultValueType, null);
}

export function columnsOf(reading: Accepted): readonly Column[] {
  return reading.profiles.flatMap(({ profile, name }) =>
    profile.valueTypes.map((_, valueType) => columnOf(profile, valueType, name)),
  );
}

function columnOf(profile: Profile, valueType: number, name: string | null): Column {
  const names = [profile.valueTypes[valueType]?.name, name, profile.valueTypes.length === 1 ? profile.event : null];
  return { profile, valueType, names: names.filter((one) => one != null) };
}

// What follows waits for parts of the product that are still being built: null stands for "not yet".

export type Rename = (name: string) => string;

/** The default rules on single names, for a profile of this language (null: not known). */
export const nameNormalizer: ((language: string | null) => Rename) | null = null;

/** The default rules on a whole profile. */
export const profileNormalizer: ((profile: Profile) => Profile) | null = null;

export interface Compared {
  /** Path, joined by ";", to the state of its inclusive value. */
  readonly stateOf: (path: string) => string;
  /** Path or function of the strongest explanation of growth, of shrinkage. */
  readonly topRegression: string | null;
  readonly topImprovement: string | null;
}

/** Compares two readings as the front ends do, or gives what they say when they refuse. */
export const compareReadings: ((base: Reading, head: Reading) => Compared | { readonly refused: string }) | null = null;
