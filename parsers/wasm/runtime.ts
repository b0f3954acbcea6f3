/** The two constructors that are used; the types of Node and of browsers share no name for them. */
interface WebAssemblyRuntime {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/**
 * Compiles a module without imports, written as hexadecimal digits, when it is first asked for. Each call of the
 * function that it gives makes a new instance and gives its exports; null where WebAssembly or its SIMD is missing or forbidden (a page
 * whose policy lacks 'wasm-unsafe-eval'). Synchronous: every host allows that for modules under 4 kB.
 */
export function compileWasm(hex: string): () => unknown {
  let module: object | null | undefined;
  return () => {
    const runtime = hostRuntime();
    if (runtime === undefined || module === null) return null;
    try {
      module ??= new runtime.Module(bytesOf(hex));
      return new runtime.Instance(module).exports;
    } catch {
      module = null;
      return null;
    }
  };
}

function hostRuntime(): WebAssemblyRuntime | undefined {
  // oxlint-disable-next-line no-restricted-globals -- part of JavaScript hosts as Map is; pure
  return (globalThis as unknown as { readonly WebAssembly?: WebAssemblyRuntime }).WebAssembly;
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
