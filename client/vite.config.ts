import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root: here,
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // Pages are served under a policy without inline code or data: addresses, so every asset is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://127.0.0.1:7878' } },
});
