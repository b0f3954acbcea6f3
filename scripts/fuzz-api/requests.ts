/** Requests made from the OpenAPI document: mostly right ones with something wrong in them. */
import type { Random } from '../validate-stats/random.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | boolean;
  readonly additionalProperties?: Schema | boolean;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface MadeRequest {
  readonly operation: string;
  readonly method: string;
  /** Below the address of the API, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** What strangers send, and what breaks programs. */
const HOSTILE = [
  '',
  '\0',
  '../../etc/passwd',
  '%00%2e%2e%2f',
  '__proto__',
  'constructor',
  '<img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  '\u202Eabc\u200B',
  '\uFFFE',
  '😀'.repeat(300),
  'a'.repeat(70_000),
  '(a+)+$',
  '-1',
  '1e309',
  '9'.repeat(40),
  'null',
  '[]',
] as const;

const PROFILES = ['main;work 3\nmain;wait 1\n', 'main;work 3\nmain;lock 9\n', '', 'main;work\n', '\0\0\0', '{"nodes":'];
const DEEPEST = 6;

/** Makes requests of all operations of a document in turn. `ids` are of things that exist. */
export class RequestMaker {
  readonly #document: Document;
  readonly #random: Random;
  readonly #operations: readonly { readonly path: string; readonly method: string; readonly operation: Operation }[];
  readonly #ids: () => readonly string[];

  constructor(document: Document, random: Random, ids: () => readonly string[]) {
    this.#document = document;
    this.#random = random;
    this.#ids = ids;
    this.#operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
        .map(([method, operation]) => ({ path, method, operation })),
    );
  }

  get operations(): number {
    return this.#operations.length;
  }

  make(index: number): MadeRequest {
    const chosen = this.#operations[index % this.#operations.length];
    if (chosen === undefined) throw new Error('the document has no operations');
    const { path, method, operation } = chosen;
    const query = new URLSearchParams();
    const headers: Record<string, string> = {};
    let filled = path;
    for (const { name, in: place, schema = {} } of operation.parameters ?? []) {
      const value = this.#text(this.#value(schema, 0));
      if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(this.#segment(name, value)));
      else if (place === 'query' && this.#chance(0.6)) query.append(name, value);
      else if (place === 'header' && this.#chance(0.5))
        headers[name] = value.replace(/[^\x20-\x7E]/g, '?').slice(0, 2000);
    }
    if (this.#chance(0.1)) query.append(this.#pick(['x', '__proto__', 'limit', 'cursor']), this.#pick(HOSTILE));
    const text = query.toString();
    const body = operation.requestBody === undefined ? null : this.#body(operation.requestBody.content, headers);
    return {
      operation: operation.operationId,
      method: method.toUpperCase(),
      path: text === '' ? filled : `${filled}?${text}`,
      headers,
      body,
    };
  }

  #segment(name: string, value: string): string {
    if (name === 'id' && this.#chance(0.7)) return this.#pick(this.#ids().length > 0 ? this.#ids() : ['0'.repeat(32)]);
    return value === '' ? 'x' : value;
  }

  #body(content: Readonly<Record<string, { readonly schema?: Schema }>>, headers: Record<string, string>): Uint8Array {
    const [type, { schema = {} }] = this.#pick(Object.entries(content));
    headers['content-type'] = this.#chance(0.05)
      ? this.#pick(['text/html', 'multipart/form-data', '/', 'a'.repeat(300)])
      : type;
    let bytes = new TextEncoder().encode(this.#pick(PROFILES));
    if (type.includes('json')) bytes = new TextEncoder().encode(JSON.stringify(this.#value(schema, 0)) ?? 'null');
    else if (type.startsWith('multipart/')) bytes = this.#form(schema, headers);
    if (this.#chance(0.1)) bytes = bytes.subarray(0, this.#below(bytes.length + 1));
    if (this.#chance(0.03)) headers['content-encoding'] = this.#pick(['gzip', 'br', 'x']);
    return bytes;
  }

  #form(schema: Schema, headers: Record<string, string>): Uint8Array<ArrayBuffer> {
    headers['content-type'] = 'multipart/form-data; boundary=fuzz';
    const names = [
      ...Object.keys(this.#resolved(schema).properties ?? {}),
      'label.run',
      'profile',
      'base',
      'head',
      'x',
    ];
    const parts = Array.from({ length: this.#below(6) }, () => {
      const name = this.#pick(names);
      const isFile = ['profile', 'base', 'head', 'metrics'].includes(name) || this.#chance(0.1);
      const value = isFile ? this.#pick(PROFILES) : this.#pick(HOSTILE).slice(0, 3000);
      return `--fuzz\r\ncontent-disposition: form-data; name="${name}"${isFile ? '; filename="a.folded"' : ''}\r\n\r\n${value}\r\n`;
    });
    return new TextEncoder().encode(`${parts.join('')}--fuzz--\r\n`);
  }

  #resolved(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.#document.components?.schemas?.[name] ?? {});
  }

  /** A value of the schema, or now and then one that is none. */
  #value(given: Schema, depth: number): unknown {
    const schema = this.#resolved(given);
    if (depth > DEEPEST || this.#chance(0.08)) return this.#wrong();
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return this.#pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices !== undefined && choices.length > 0) return this.#value(this.#pick(choices), depth + 1);
    switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
      case 'object':
        return this.#object(schema, depth);
      case 'array': {
        const { items = {} } = schema;
        return Array.from({ length: this.#below(4) }, () =>
          typeof items === 'boolean' ? 1 : this.#value(items, depth + 1),
        );
      }
      case 'integer':
      case 'number':
        return this.#pick([0, 1, -1, 0.5, schema.minimum ?? 0, schema.maximum ?? 2 ** 53, (schema.maximum ?? 1e9) + 1]);
      case 'boolean':
        return this.#chance(0.5);
      case 'null':
        return null;
      default:
    }
    if (schema.pattern?.includes('{32}') === true) return this.#pick([...this.#ids(), 'f'.repeat(32)]);
    if (schema.pattern?.includes('0-9a-f') === true) return 'abcdef0123456789';
    return this.#chance(0.3)
      ? this.#pick(HOSTILE)
      : this.#pick(['main', 'mariadb', 'work', '2026-01-01', 'default', 'tps=3']);
  }

  #object({ properties = {}, additionalProperties }: Schema, depth: number): unknown {
    const entries = Object.entries(properties)
      .filter(() => this.#chance(0.8))
      .map(([name, schema]) => [name, this.#value(schema, depth + 1)] as const);
    const extra = typeof additionalProperties === 'object' || this.#chance(0.05);
    return Object.fromEntries(extra ? [...entries, [this.#pick(HOSTILE).slice(0, 100), this.#wrong()]] : entries);
  }

  #wrong(): unknown {
    return this.#pick<unknown>([null, true, -1, 1e308, [], {}, [[[]]], { toString: 1 }, ...HOSTILE]);
  }

  #text(value: unknown): string {
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  }

  #below(limit: number): number {
    return this.#random.integer(0, limit);
  }

  #chance(probability: number): boolean {
    return this.#random.uniform() < probability;
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#below(values.length)] as T;
  }
}
