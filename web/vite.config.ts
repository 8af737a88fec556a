import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
const out = join(root, '..', 'dist', 'web');

/** The API reference is one prebuilt file: copied beside the app, loaded by its own page only, never bundled into ours. */
function copyReference(): Plugin {
  return {
    name: 'copy-api-reference',
    apply: 'build',
    writeBundle() {
      const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
      mkdirSync(join(out, 'reference'), { recursive: true });
      copyFileSync(join(dirname(entry), 'browser', 'standalone.js'), join(out, 'reference', 'scalar.js'));
    },
  };
}

export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), copyReference()],
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2023',
    // Pictures and fonts stay files: the policy of the server allows no foreign and few inline sources.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    modulePreload: { polyfill: false },
  },
});
