/** What calls of the API take beside JSON, whatever the platform. */

/** Bytes as the platform's fetch takes and gives them: a Blob, an array, a stream. This module only passes them on. */
export type Binary = unknown;
/** A `FormData`, of whatever platform. */
export interface Form {
  append(name: string, value: string): void;
}
export type Labels = Readonly<Record<string, string>>;
export type NoInput = Readonly<Record<string, never>>;
