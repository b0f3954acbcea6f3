/** The glue file has no types of its own; these are the parts that are used. */
declare module 'gecko-profiler-demangle/index_bg.js' {
  export function __wbg_set_wasm(exports: Record<string, unknown>): void;
  export function demangle_any(name: string): string;
}
