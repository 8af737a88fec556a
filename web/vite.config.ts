import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { licenceFile, licencesOfPrebuilt, shipLicences } from '../scripts/licences.mjs';
import { translateModule } from './i18n/messages.ts';
import { isTranslated } from './i18n/sources.ts';

const root = import.meta.dirname;
const out = join(root, '..', 'dist', 'web');

/**
 * Copies the prebuilt API reference next to the app. Only its own page loads it; it is never bundled. Of its two builds
 * this is the split one: the dialog for trying calls and the grammars of languages are loaded when needed.
 */
function copyReference(): Plugin {
  return {
    name: 'copy-api-reference',
    apply: 'build',
    writeBundle() {
      const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
      const prebuilt = join(dirname(entry), 'browser');
      const to = join(out, 'reference', 'scalar');
      mkdirSync(join(to, 'chunks'), { recursive: true });
      const chunks = readdirSync(join(prebuilt, 'chunks')).filter((name) => name.endsWith('.js'));
      const parts = ['standalone.esm.js', ...chunks.map((name) => join('chunks', name))];
      for (const part of parts) copyFileSync(join(prebuilt, part), join(to, part));
      const maps = parts.map((part) => join(prebuilt, `${part}.map`)).filter((path) => existsSync(path));
      writeFileSync(join(out, 'reference', licenceFile), licencesOfPrebuilt(maps, '@scalar/api-reference'));
      preloadReference(to);
    },
  };
}

/** Adds the reference's static imports to its page, so that the browser fetches all of them at the same time. */
function preloadReference(from: string): void {
  const seen = new Set<string>();
  const follow = (part: string): void => {
    if (seen.has(part)) return;
    seen.add(part);
    const text = readFileSync(join(from, part), 'utf8');
    // Its import statements; dynamic imports are not needed immediately.
    for (const [, path = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+\.js)"/g)) {
      follow(join(dirname(part), path));
    }
  };
  follow('standalone.esm.js');
  const page = join(out, 'reference', 'index.html');
  const links = [...seen].map((part) => `    <link rel="modulepreload" href="/reference/scalar/${part}" />\n`).join('');
  writeFileSync(page, readFileSync(page, 'utf8').replace('  </head>', `${links}  </head>`));
}

/** Writes compressed copies next to each text file, which the server sends without compressing. */
function compressBeside(): Plugin {
  return {
    name: 'compress-beside',
    apply: 'build',
    enforce: 'post',
    closeBundle() {
      for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg|html)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const bytes = readFileSync(path);
        // The reference is large: the highest quality would take half a minute for a few kilobytes.
        const quality = bytes.length > 1_000_000 ? 5 : 11;
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        );
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/**
 * Preloads the app from the page itself, so that the browser fetches its files at the same time as the page's data: the
 * first script imports the app only after it has requested that data.
 */
function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        const app = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, 'src', 'app.tsx'));
        const first = chunks.find(({ isEntry }) => isEntry);
        if (app === undefined || first === undefined) throw new Error('the build has no chunk of its own for app.tsx');
        const known = new Set([first.fileName, ...first.imports]);
        const late = first.imports.filter((fileName) => /\/(libraries|parts)-/.test(fileName));
        if (late.length > 0) throw new Error(`the first script waits for ${late.join(', ')}`);
        return [app.fileName, ...app.imports]
          .filter((fileName) => !known.has(fileName))
          .map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          }));
      },
    },
  };
}

/** Inlines the choice of theme: as a file it would delay the first paint by a request. */
function inlineTheme(): Plugin {
  const tag = '<script src="/theme.js"></script>';
  return {
    name: 'inline-theme',
    apply: 'build',
    transformIndexHtml(html) {
      if (!html.includes(tag)) throw new Error('index.html does not ask for theme.js');
      return html.replace(tag, () => `<script>${readFileSync(join(root, 'public', 'theme.js'), 'utf8')}</script>`);
    },
  };
}

/** Turns every displayed text of the source into a lookup in the catalogue of the page's language. */
function translate(): Plugin {
  const libraries = { text: join(root, 'src', 'i18n', 't.ts'), element: join(root, 'src', 'i18n', 'tx.ts') };
  return {
    name: 'translate',
    enforce: 'pre',
    transform(code, id) {
      return isTranslated(id) ? { code: translateModule(id, code, libraries).code, map: null } : null;
    },
  };
}

export default defineConfig({
  root,
  // Tailwind's styles are part of ours, so no module of the build shows their origin.
  plugins: [
    translate(),
    react(),
    tailwindcss(),
    inlineTheme(),
    preloadApp(),
    shipLicences(['tailwindcss']),
    copyReference(),
    compressBeside(),
  ],
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2023',
    // Images and fonts stay files: the server's policy allows no foreign and few inline sources.
    assetsInlineLimit: 0,
    // `npm run bench -- web` checks the compressed size of a first load, so the build need not warn.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files: each costs a request, and a first load needs all but the tables. The libraries are separate
          // because they rarely change, and so is the prefetching code, which must not wait for them.
          groups: [
            // Code that only some pages need stays separate: QR codes, Markdown, long tables.
            {
              name: 'libraries',
              test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?![^/]*(?:virtual|table))[^/]+)\//,
              priority: 3,
            },
            {
              name: 'ahead',
              test: /vite\/preload-helper|web\/src\/(api\/(http|prefetchReports|reports)|format\/days|i18n\/t|shell\/(lastSite|reportSearch))\.ts$/,
              priority: 2,
            },
            {
              name: 'parts',
              // Without code that only pages other than the overview need.
              test: /web\/src\/(?:i18n\/tx|(?:api|asking|format|shell|ui)\/(?!AskDialogBody|AskedBatch|Clamped|CopyButton|EnginesAsked|Figures|InboxTabs|PlainPage|QuotedPrice|ProgressBar|DataTable|Rows|StackedValues|Status|Tabs|VirtualRows|ChosenBar|sourceKinds|useTab|(?:alert|audit|crawler|import|money|seo|sharing|source|work)Queries)|charts\/(?:CompareWith|History|Interval|Leaderboard|Picture|historyPlaces|pngOfDrawing|shorten|useWidth))/,
              priority: 1,
            },
            { name: 'tables', test: /DataTable|VirtualRows|virtual|@tanstack\/[^/]*table/, priority: 0 },
          ],
        },
      },
    },
  },
});
