import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { licenceFile, licencesOfPrebuilt, shipLicences } from '../scripts/licences.mjs';

const root = import.meta.dirname;
const out = join(root, '..', 'dist', 'web');

/**
 * The API reference is prebuilt: copied beside the app, loaded by its own page only, never bundled into ours. Of its two
 * builds the one in parts: the dialog in which calls are tried and the grammars of languages come when they are needed.
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

/** What the entry of the reference imports at once stands in its page: the browser fetches all of it at the same time. */
function preloadReference(from: string): void {
  const seen = new Set<string>();
  const follow = (part: string): void => {
    if (seen.has(part)) return;
    seen.add(part);
    const text = readFileSync(join(from, part), 'utf8');
    // Its statements of import; what is imported by a call is not needed at once.
    for (const [, path = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+\.js)"/g)) {
      follow(join(dirname(part), path));
    }
  };
  follow('standalone.esm.js');
  const page = join(out, 'reference', 'index.html');
  const links = [...seen].map((part) => `    <link rel="modulepreload" href="/reference/scalar/${part}" />\n`).join('');
  writeFileSync(page, readFileSync(page, 'utf8').replace('  </head>', `${links}  </head>`));
}

/** Compressed copies beside each text file: the server then sends them without working for it. */
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
        // The reference is large: the highest quality would take this machine half a minute for a few kilobytes.
        const quality = bytes.length > 1_000_000 ? 5 : 10;
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
 * The first script imports the app only after it has asked for the page's data. The browser hears of the app's files from
 * the page itself, and fetches them at the same time.
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

/** The choice of theme stands in the page itself: as a file it would hold up the first picture by a request. */
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

export default defineConfig({
  root,
  // Styles of Tailwind are written into ours: no module of the build shows where they came from.
  plugins: [
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
    // Pictures and fonts stay files: the policy of the server allows no foreign and few inline sources.
    assetsInlineLimit: 0,
    // What a first load weighs is held, compressed, by `npm run bench -- web`; a build need not warn a newcomer.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files: each costs a request, and on a first load all but the tables are needed. The libraries stand apart
          // because they change seldom, and what asks ahead because it must not wait for them.
          groups: [
            // What only some pages need stays apart: pictures of codes, Markdown, long tables.
            {
              name: 'libraries',
              test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?![^/]*(?:virtual|table))[^/]+)\//,
              priority: 3,
            },
            {
              name: 'ahead',
              test: /vite\/preload-helper|web\/src\/(api\/(http|prefetchReports|reports)|format\/days|shell\/(lastSite|reportSearch))\.ts$/,
              priority: 2,
            },
            {
              name: 'parts',
              // Without what only pages beyond the overview need.
              test: /web\/src\/(?:(?:api|asking|format|shell|ui)\/(?!DataTable|VirtualRows|ChosenBar|(?:alert|audit|crawler|import|money|seo|sharing|work)Queries)|charts\/(?:CompareWith|History|Interval|Leaderboard|Picture|exportPicture|historyPlaces|pngOfDrawing|shorten|useWidth))/,
              priority: 1,
            },
            { name: 'tables', test: /DataTable|VirtualRows|virtual|@tanstack\/[^/]*table/, priority: 0 },
          ],
        },
      },
    },
  },
});
