import { frameName } from '../model/profile.ts';
import type { Profile } from '../model/profile.ts';
import type { Language } from './rule.ts';

/** Functions of Go's runtime that stand in nearly every profile of a Go program. */
const GO_RUNTIME: ReadonlySet<string> = new Set([
  'runtime.main',
  'runtime.goexit',
  'runtime.goexit.abi0',
  'runtime.mcall',
  'runtime.mstart',
  'runtime.mstart.abi0',
  'runtime.schedule',
  'runtime.findRunnable',
  'runtime.findrunnable',
  'runtime.gcBgMarkWorker',
  'runtime.mallocgc',
]);

/** Language of the names: Go when a runtime function or a method of a pointer (`pkg.(*T).M`) is among them. */
export function languageOfNames(names: Iterable<string>): Language {
  for (const name of names) {
    if (GO_RUNTIME.has(name) || /^[\w./%-]+\.\(\*\w+\)\.\w/.test(name)) return 'go';
  }
  return 'native';
}

export function languageOf(profile: Profile): Language {
  return languageOfNames(frameNames(profile));
}

function* frameNames(profile: Profile): Iterable<string> {
  for (let frame = 0; frame < profile.frames.length; frame++) yield frameName(profile, frame);
}
