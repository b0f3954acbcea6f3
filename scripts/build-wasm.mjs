#!/usr/bin/env node
// Compiles parsers/wasm/line-scanner.as (AssemblyScript) into parsers/wasm/line-scanner.generated.ts.
// With --check it writes nothing and fails when the committed file is not what the source gives, byte for byte.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const source = fileURLToPath(new URL('../parsers/wasm/line-scanner.as', import.meta.url));
const target = fileURLToPath(new URL('../parsers/wasm/line-scanner.generated.ts', import.meta.url));

/** The compiler wants a .ts file; under that name every other tool of the project would read it as TypeScript. */
const ENTRY = 'line-scanner.ts';

async function compiled() {
  let wasm = null;
  const flags = '-Ospeed --converge --noAssert --runtime stub --enable simd --use abort= --outFile out.wasm'.split(' ');
  const { error } = await asc.main([ENTRY, ...flags], {
    readFile: (name) => (name === ENTRY ? readFileSync(source, 'utf8') : null),
    writeFile: (_name, contents) => {
      wasm = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || wasm === null) throw new Error(error?.message ?? 'nothing was written');
  return wasm;
}

const hex = Buffer.from(await compiled()).toString('hex');
const text = `// Made by scripts/build-wasm.mjs from line-scanner.as; do not edit.
/** The compiled module, two hexadecimal digits a byte. */
export const LINE_SCANNER_WASM =
  '${hex}';
`;

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error(`${target} is not what line-scanner.as gives: run node scripts/build-wasm.mjs`);
  process.exit(1);
}
