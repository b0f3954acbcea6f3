/** Writes small recordings as the JVM does: one chunk with header, constants, events, metadata. */

export interface DrawnEvent {
  /** Name of the event class. */
  readonly event: string;
  /** Frames leaf first; null: no stack. */
  readonly stack: readonly DrawnFrame[] | null;
  /** Fields beside the stack. */
  readonly fields?: Readonly<Record<string, number | bigint | string>>;
}

export interface DrawnFrame {
  readonly className: string;
  readonly method: string;
  readonly type?: string;
}

type FieldSpec = readonly [name: string, type: string, how?: 'pool' | 'list'];

const CLASSES: Readonly<Record<string, readonly FieldSpec[]>> = {
  boolean: [],
  int: [],
  long: [],
  'java.lang.String': [],
  'jdk.types.StackTrace': [
    ['truncated', 'boolean'],
    ['frames', 'jdk.types.StackFrame', 'list'],
  ],
  'jdk.types.StackFrame': [
    ['method', 'jdk.types.Method', 'pool'],
    ['lineNumber', 'int'],
    ['type', 'jdk.types.FrameType', 'pool'],
  ],
  'jdk.types.Method': [
    ['type', 'java.lang.Class', 'pool'],
    ['name', 'jdk.types.Symbol', 'pool'],
  ],
  'java.lang.Class': [['name', 'jdk.types.Symbol', 'pool']],
  'jdk.types.Symbol': [['string', 'java.lang.String']],
  'jdk.types.FrameType': [['description', 'java.lang.String']],
  'jdk.types.ThreadState': [['name', 'java.lang.String']],
};

const EVENTS: Readonly<Record<string, readonly FieldSpec[]>> = {
  'jdk.ExecutionSample': [
    ['startTime', 'long'],
    ['stackTrace', 'jdk.types.StackTrace', 'pool'],
    ['state', 'jdk.types.ThreadState', 'pool'],
  ],
  'jdk.ObjectAllocationSample': [
    ['startTime', 'long'],
    ['stackTrace', 'jdk.types.StackTrace', 'pool'],
    ['weight', 'long'],
  ],
  'jdk.JavaMonitorEnter': [
    ['startTime', 'long'],
    ['duration', 'long'],
    ['stackTrace', 'jdk.types.StackTrace', 'pool'],
  ],
  'profiler.WallClockSample': [
    ['startTime', 'long'],
    ['stackTrace', 'jdk.types.StackTrace', 'pool'],
    ['samples', 'int'],
  ],
};

const STATES = ['', 'STATE_RUNNABLE', 'STATE_SLEEPING'];
const ALL = { ...CLASSES, ...EVENTS };
const NAMES = Object.keys(ALL);
const idOf = (name: string) => NAMES.indexOf(name) + 20;

class Bytes {
  readonly list: number[] = [];

  int(value: number | bigint): this {
    let rest = BigInt(value);
    for (let i = 0; i < 8; i++) {
      if (rest < 128n) {
        this.list.push(Number(rest));
        return this;
      }
      this.list.push(Number(rest & 127n) | 128);
      rest >>= 7n;
    }
    this.list.push(Number(rest));
    return this;
  }

  text(value: string): this {
    const bytes = new TextEncoder().encode(value);
    this.list.push(3);
    this.int(bytes.length);
    for (const byte of bytes) this.list.push(byte);
    return this;
  }

  add(other: Bytes): this {
    for (const byte of other.list) this.list.push(byte);
    return this;
  }
}

/** Numbers from 1 for texts in the order in which they are first asked for. */
class Numbers {
  readonly known = new Map<string, number>();

  of(key: string): number {
    const number = this.known.get(key) ?? this.known.size + 1;
    this.known.set(key, number);
    return number;
  }
}

/** An event whose size counts itself, padded so that one pass is enough. */
function sized(body: Bytes): Bytes {
  const size = body.list.length + 4;
  const framed = new Bytes();
  framed.list.push((size & 127) | 128, ((size >> 7) & 127) | 128, ((size >> 14) & 127) | 128, size >> 21);
  return framed.add(body);
}

export function recordingOf(events: readonly DrawnEvent[], ticksPerSecond = 1_000_000_000): Uint8Array {
  const symbols = new Numbers();
  const classes = new Numbers();
  const methods = new Numbers();
  const types = new Numbers();
  const traces = new Numbers();
  const body = new Bytes();
  for (const { event, stack, fields = {} } of events) {
    const one = new Bytes().int(idOf(event));
    for (const [name] of EVENTS[event] ?? []) {
      if (name === 'stackTrace') one.int(stack === null ? 0 : traces.of(JSON.stringify(stack)));
      else if (name === 'state') one.int(STATES.indexOf(String(fields['state'] ?? 'STATE_RUNNABLE')));
      else one.int(BigInt(fields[name] ?? 0));
    }
    body.add(sized(one));
  }
  const pool = (name: string, entries: readonly (readonly [number, Bytes])[]) => {
    const bytes = new Bytes().int(idOf(name)).int(entries.length);
    for (const [id, value] of entries) bytes.int(id).add(value);
    return bytes;
  };
  const rows = (numbers: Numbers, write: (key: string) => Bytes) =>
    [...numbers.known].map(([key, id]) => [id, write(key)] as const);
  const traceRows = rows(traces, (key) => {
    const stack: readonly DrawnFrame[] = JSON.parse(key);
    const row = new Bytes().int(0).int(stack.length);
    for (const { className, method, type = 'JIT compiled' } of stack)
      row
        .int(methods.of(JSON.stringify([className, method])))
        .int(7)
        .int(types.of(type));
    return row;
  });
  const methodRows = rows(methods, (key) => {
    const [className, method]: readonly [string, string] = JSON.parse(key);
    return new Bytes().int(classes.of(className)).int(symbols.of(method));
  });
  const classRows = rows(classes, (name) => new Bytes().int(symbols.of(name)));
  const pools = [
    pool('jdk.types.StackTrace', traceRows),
    pool('jdk.types.Method', methodRows),
    pool('java.lang.Class', classRows),
    pool(
      'jdk.types.Symbol',
      rows(symbols, (text) => new Bytes().text(text)),
    ),
    pool(
      'jdk.types.FrameType',
      rows(types, (text) => new Bytes().text(text)),
    ),
    pool(
      'jdk.types.ThreadState',
      STATES.map((text, id) => [id, new Bytes().text(text)] as const),
    ),
  ];
  const constants = new Bytes().int(1).int(0).int(0).int(0).int(0).int(pools.length);
  for (const one of pools) constants.add(one);
  body.add(sized(constants));
  return withHeader(body, sized(metadata()), ticksPerSecond);
}

function metadata(): Bytes {
  const texts = new Numbers();
  const at = (text: string) => texts.of(text) - 1;
  const element = (name: string, attributes: readonly (readonly [string, string])[], children: readonly Bytes[]) => {
    const bytes = new Bytes().int(at(name)).int(attributes.length);
    for (const [key, value] of attributes) bytes.int(at(key)).int(at(value));
    bytes.int(children.length);
    for (const child of children) bytes.add(child);
    return bytes;
  };
  const classElements = Object.entries(ALL).map(([name, fields]) =>
    element(
      'class',
      [
        ['name', name],
        ['id', String(idOf(name))],
      ],
      fields.map(([field, type, how]) => {
        const attributes: (readonly [string, string])[] = [
          ['name', field],
          ['class', String(idOf(type))],
        ];
        if (how === 'pool') attributes.push(['constantPool', 'true']);
        if (how === 'list') attributes.push(['dimension', '1']);
        return element('field', attributes, []);
      }),
    ),
  );
  const tree = element('root', [], [element('metadata', [], classElements)]);
  const bytes = new Bytes().int(0).int(0).int(0).int(1).int(texts.known.size);
  for (const text of texts.known.keys()) bytes.text(text);
  return bytes.add(tree);
}

function withHeader(body: Bytes, meta: Bytes, ticksPerSecond: number): Uint8Array {
  const bytes = new Uint8Array(68 + body.list.length + meta.list.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x464c5200);
  view.setUint16(4, 2);
  view.setUint16(6, 1);
  const longs = [bytes.length, 68, 68 + body.list.length, 0, 2_000_000_000, 0, ticksPerSecond];
  for (const [i, value] of longs.entries()) view.setBigInt64(8 + i * 8, BigInt(value));
  view.setUint32(64, 1);
  bytes.set(body.list, 68);
  bytes.set(meta.list, 68 + body.list.length);
  return bytes;
}
