import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { Metric } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedMetrics } from './metrics-importer.ts';

/** Different names in one file; a server has some hundred status variables. */
const MAX_NAMES = 20_000;
const NAME_LENGTH = 200;
/** Together, so that a long series of many variables stays in bounds. */
const MAX_VALUES = 4_000_000;

/** Gathers numbers by name. The same name again is a repeat. */
export class MetricCollector {
  readonly problems = new ProblemLog();
  readonly #metrics = new Map<string, { readonly unit: string; readonly values: number[] }>();
  #values = 0;
  #overflow: Fault | null = null;

  /** Adds what `text` spells; what is no finite number becomes a problem. */
  addText(name: string, unit: string, text: string | undefined, line: number): void {
    const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isFinite(value)) this.add(name, unit, value);
    else
      this.problems.add('warning', 'metrics-value-odd', { line, seen: `${name} ${text ?? ''}`, expected: 'a number' });
  }

  add(name: string, unit: string, value: number): void {
    const known = this.#metrics.get(name);
    if (known === undefined && (this.#metrics.size >= MAX_NAMES || name.length > NAME_LENGTH)) {
      this.#overflow ??= fault('metrics-too-many', { facts: { names: MAX_NAMES, length: NAME_LENGTH } });
    } else if (++this.#values > MAX_VALUES) {
      this.#overflow ??= fault('metrics-too-many', { facts: { names: MAX_NAMES, length: NAME_LENGTH } });
    } else if (known === undefined) this.#metrics.set(name, { unit, values: [value] });
    else known.values.push(value);
  }

  valuesOf(name: string): readonly number[] {
    return this.#metrics.get(name)?.values ?? [];
  }

  names(): readonly string[] {
    return [...this.#metrics.keys()];
  }

  finish(generator: string | null): Result<ParsedMetrics, Fault> {
    if (this.#overflow !== null) return err(this.#overflow);
    const metrics = Array.from(this.#metrics, ([name, { unit, values }]): Metric => ({ name, unit, values }));
    if (metrics.length === 0) return err(fault('metrics-none'));
    return ok({ metrics, generator, problems: this.problems.list() });
  }
}
