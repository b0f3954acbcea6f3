/** What the reference reads of an OpenAPI 3.1 document, as `server/api/openapi.ts` writes it. */
export interface ReferenceDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly 'x-problems': Readonly<Record<string, ProblemKind>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Empty: nobody is asked for a token. */
  readonly security: readonly { readonly token?: readonly string[] }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  /** Codes of the problems with this status; `content`: what files are refused for. */
  readonly 'x-problems'?: readonly string[];
}

/** What is the same in every occurrence of a problem. */
export interface ProblemKind {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly advice: string | null;
}

/** The part of JSON Schema that our declarations become. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly 'x-typescript'?: string;
}

export type Schemas = ReferenceDocument['components']['schemas'];

/** Name of the shape that a schema refers to. */
export function shapeOf({ $ref }: Schema): string | null {
  return $ref?.split('/').at(-1) ?? null;
}

/** The schema itself, behind its name. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = shapeOf(schema);
  return name === null ? schema : (schemas[name] ?? {});
}

/** One call with where it is. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

export function operationsOf({ paths }: ReferenceDocument): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}
