/** The engine for patterns: linear-time for every pattern (RE2 syntax), so nothing that is typed can hang the page. */
import { signal } from '@preact/signals';
import type { PatternEngine } from '../model/search.ts';

const engine = signal<PatternEngine | null>(null);
let isAsked = false;

/** Null until it is loaded, which the first call starts; whoever asked is told by the signal. It is a third of the page. */
export function patternEngine(): PatternEngine | null {
  if (!isAsked) {
    isAsked = true;
    void load();
  }
  return engine.value;
}

async function load(): Promise<void> {
  try {
    const { RE2JS } = await import('re2js');
    engine.value = (source) => {
      const compiled = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
      return (name) => compiled.matcher(name).find();
    };
  } catch {
    isAsked = false;
    engine.value = () => {
      throw new Error('patterns could not be loaded from the server');
    };
  }
}
