import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { NodeIndex, Profile } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { StackTable } from '../stack-table.ts';
import { Chunk, readHeader } from './chunk.ts';
import type { Long } from './bytes.ts';
import { CPU, CPU_AND_SLEEPING, EVENTS, EXECUTION_SAMPLE, SETTING, WALL, samplingOf } from './events.ts';
import type { Measure } from './events.ts';
import type { Layout, Row, Value } from './layout.ts';
import type { JfrClass } from './metadata.ts';
import { ChunkStacks } from './stacks.ts';

/** Reads all chunks into one profile; each kind of event that occurs is a column or two. */
export function parseJfr(bytes: Uint8Array, context: ReadContext): Result<ParsedFile, Fault> {
  const recording = new Recording(context);
  for (let at = 0; at < bytes.length; ) {
    const header = readHeader(bytes, at);
    if (!header.ok) return header;
    const chunk = new Chunk(bytes, header.value);
    const found = chunk.fault ?? recording.add(chunk);
    if (found !== null) return err(found);
    at = header.value.end;
  }
  return recording.finish();
}

interface Column {
  readonly measure: Measure;
  readonly at: number;
  records: number;
  squares: number;
}

const WANTED: ReadonlySet<string> = new Set([...EVENTS.map(({ event }) => event), SETTING]);

class Recording {
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #stackTable: StackTable;
  readonly #problems = new ProblemLog();
  readonly #columns = new Map<Measure, Column>();
  readonly #settings = new Map<string, string>();
  #durationNanos = 0;
  #events = 0;
  #allocations = 0;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#builder = new ProfileBuilder(0, context.limits);
    this.#stackTable = new StackTable(this.#builder);
  }

  add(chunk: Chunk): Fault | null {
    this.#durationNanos += chunk.header.durationNanos;
    const { limits } = this.#context;
    const stacks = new ChunkStacks(chunk, this.#builder, this.#stackTable, this.#problems, limits.maxDepth);
    chunk.events(WANTED, (type, layout, row) => {
      if (type.name === SETTING) this.#setting(layout, row);
      else this.#event(chunk, stacks, type, layout, row);
      return stacks.fault ?? this.#builder.overflow;
    });
    return chunk.fault;
  }

  #event(chunk: Chunk, stacks: ChunkStacks, type: JfrClass, layout: Layout, row: Row): void {
    this.#events++;
    const node = stacks.node(numberOf(row[layout.indexOf('stackTrace')]));
    if (layout.indexOf('objectClass') >= 0) this.#allocations++;
    if (type.name === EXECUTION_SAMPLE) {
      if (stateOf(chunk, row[layout.indexOf('state')]) !== 'STATE_SLEEPING') this.#count(CPU, node, 1);
      this.#count(CPU_AND_SLEEPING, node, 1);
      return;
    }
    const kind = EVENTS.find(({ event }) => event === type.name);
    for (const measure of kind?.measures ?? []) {
      const at = measure.field === null ? -1 : layout.indexOf(measure.field);
      const value = at < 0 ? 1 : numberOf(row[at]);
      this.#count(measure, node, measure.isTicks === true ? nanosOf(value, chunk.header.ticksPerSecond) : value);
    }
  }

  #count(measure: Measure, node: NodeIndex, value: Long): void {
    let column = this.#columns.get(measure);
    if (column === undefined) {
      column = { measure, at: this.#builder.addValueType(), records: 0, squares: 0 };
      this.#columns.set(measure, column);
    }
    if (typeof value === 'bigint') this.#builder.addSelfExact(node, value, column.at);
    else this.#builder.addSelf(node, value, column.at);
    column.records++;
    column.squares += Number(value) ** 2;
  }

  #setting(layout: Layout, row: Row): void {
    const name = row[layout.indexOf('name')];
    const value = row[layout.indexOf('value')];
    if (typeof name === 'string' && typeof value === 'string') this.#settings.set(name, value);
  }

  finish(): Result<ParsedFile, Fault> {
    if (this.#events === 0)
      return err(fault('jfr-no-samples', { expected: EVENTS.map(({ event }) => event).join(', ') }));
    this.#problems.add('note', 'jfr-threads-merged', { facts: { events: this.#events } });
    if (this.#allocations > 0)
      this.#problems.add('note', 'jfr-classes-dropped', { facts: { allocations: this.#allocations } });
    const finished = this.#builder.finish({
      valueTypes: [...this.#columns.values()].map(({ measure: { name, unit }, records, squares }) => ({
        name,
        unit,
        sampling: samplingOf(unit, records, squares),
      })),
      durationSeconds: this.#durationNanos > 0 ? this.#durationNanos / 1e9 : null,
      source: { fileName: this.#context.fileName, format: 'jfr', generator: null, sha256: null },
      problems: this.#problems.list(),
    });
    return finished.ok
      ? ok({ profiles: [{ name: null, side: 'single', profile: this.#chosen(finished.value) }] })
      : finished;
  }

  /** Columns in the order of EVENTS; sleeping threads are a column only where they were sampled and nothing better is. */
  #chosen(profile: Profile): Profile {
    const order = EVENTS.flatMap(({ measures }) => measures);
    const recordsOf = (measure: Measure): number => this.#columns.get(measure)?.records ?? 0;
    const isWall = this.#settings.get('event') === 'wall' || recordsOf(CPU_AND_SLEEPING) > recordsOf(CPU);
    const kept = [...this.#columns.values()]
      .filter(({ measure }) => measure !== CPU_AND_SLEEPING || (isWall && recordsOf(WALL) === 0))
      .sort((a, b) => order.indexOf(a.measure) - order.indexOf(b.measure));
    return {
      ...profile,
      valueTypes: kept.flatMap(({ at }) => profile.valueTypes[at] ?? []),
      values: kept.flatMap(({ at }) => profile.values[at] ?? []),
      exactValues: kept.map(({ at }) => profile.exactValues[at] ?? null),
    };
  }
}

function numberOf(value: Value | undefined): Long {
  return typeof value === 'number' || typeof value === 'bigint' ? value : 0;
}

function nanosOf(ticks: Long, perSecond: number): Long {
  return perSecond === 1e9 || !(perSecond > 0) ? ticks : (Number(ticks) * 1e9) / perSecond;
}

function stateOf(chunk: Chunk, id: Value | undefined): string {
  const row = chunk.constant('jdk.types.ThreadState', numberOf(id));
  const name = row?.find((value) => typeof value === 'string');
  return typeof name === 'string' ? name : '';
}
