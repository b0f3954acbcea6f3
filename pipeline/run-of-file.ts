import { fault, problem } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { recordingNames } from '../core/model/recordings.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { ParsedFile } from '../parsers/importer.ts';

/** Which part of a file stands for one run, where it holds several. */
export interface RunChoice {
  /** The side to take of a differential file. */
  readonly side?: 'base' | 'head';
  /** The recording to take of several: its name, or its place as "#1". */
  readonly recording?: string;
}

/**
 * The profile of a file that stands for one run: the only one, the recording or the side that was asked for. Where
 * nothing was asked for and there are several recordings, the first is taken and its problems say so.
 *
 * Faults: `file-is-differential` without a side, `file-has-one-side` with one, `recording-unknown`.
 */
export function runOfFile(file: ParsedFile, { side, recording }: RunChoice = {}): Result<Profile, Fault> {
  const sided = isDifferential(file);
  if (sided && side === undefined) return err(fault('file-is-differential', { facts: { file: fileNameOf(file) } }));
  if (!sided && side !== undefined) return err(fault('file-has-one-side', { facts: { side } }));
  const wanted = file.profiles.filter((parsed) => side === undefined || parsed.side === side);
  const at = recording === undefined ? 0 : placeOf(recording, wanted);
  const chosen = wanted[at];
  if (chosen === undefined) {
    return err(fault('recording-unknown', { facts: { wanted: recording ?? '', known: recordingNames(wanted) } }));
  }
  if (recording !== undefined || wanted.length === 1) return ok(chosen.profile);
  const facts = { recordings: wanted.length, used: chosen.name ?? '#1', known: recordingNames(wanted) };
  const note = problem('warning', 'first-recording-used', { facts });
  return ok({ ...chosen.profile, problems: [...chosen.profile.problems, note] });
}

/** True for a file that holds two sides itself. */
export function isDifferential({ profiles }: ParsedFile): boolean {
  return profiles.some(({ side }) => side !== 'single');
}

function fileNameOf({ profiles }: ParsedFile): string {
  return profiles[0]?.profile.source.fileName ?? 'the file';
}

/** A name goes before a place: a thread may be called "#1". */
function placeOf(recording: string, wanted: ParsedFile['profiles']): number {
  const named = wanted.findIndex(({ name }) => name === recording);
  if (named >= 0) return named;
  const place = /^#([1-9]\d{0,8})$/.exec(recording)?.[1];
  return place === undefined ? -1 : Number(place) - 1;
}
