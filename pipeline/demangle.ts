// The package's own entry imports its wasm as a module, which Node 20 cannot do; its glue is used directly.
import * as glue from 'gecko-profiler-demangle/index_bg.js';
import type { Demangle } from '../core/normalize/functions.ts';

/** The two constructors that are used; the types of Node and of browsers share no name for them. */
interface WebAssemblyRuntime {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
}

/**
 * Makes the demangler of its wasm (`gecko-profiler-demangle/index_bg.wasm`). The host brings the bytes: Node reads them
 * from the package, a browser's worker fetches them. About 50 µs a symbol: the normalizer asks once a name.
 */
export function demanglerOf(wasm: Uint8Array): Demangle {
  const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: WebAssemblyRuntime }).WebAssembly;
  const { exports } = new Instance(new Module(wasm), { './index_bg.js': glue });
  glue.__wbg_set_wasm(exports);
  (exports['__wbindgen_start'] as () => void)();
  return (symbol) => {
    // It knows nothing of other names, but takes a leading underscore from them (`_start`).
    if (!/^_{1,3}Z|^_R/.test(symbol)) return null;
    const mangled = symbol.startsWith('__') ? symbol.slice(symbol.indexOf('_Z')) : symbol;
    const readable = glue.demangle_any(mangled);
    return readable === mangled || readable === mangled.slice(1) ? null : readable;
  };
}
