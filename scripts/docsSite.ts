import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { layOut, tasksOf } from './docsSite/layout.ts';
import { resolveLinks } from './docsSite/links.ts';
import { type Page, readPages } from './docsSite/readPages.ts';

// `npm run docs -- --out FOLDER`: writes the documentation as a static site, into a folder of its version. Versions
// already in FOLDER stay, and all of them are offered. The API reference is the built one: run `npm run build` first.
const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'dist', 'docs-site') }, repository: { type: 'string' } },
});
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const out = join(values.out, version);

const pages = readPages(root);
const { broken, files } = resolveLinks(root, pages, values.repository ?? null);
if (broken.length > 0) {
  process.stderr.write(`Links that lead nowhere:\n${broken.join('\n')}\n`);
  process.exit(1);
}
const index = pages.find(({ address }) => address === 'index.html');
if (index === undefined) throw new Error('docs/README.md is missing');
const tasks = tasksOf(index);
for (const page of pages) write(page.address, layOut(page, tasks, version));
write('search.json', searchIndex(pages));
for (const file of files) copy(join(root, file), file.replace(/^docs\//, ''));
for (const name of ['site.css', 'site.js', 'theme.js']) copy(join(root, 'scripts', 'docsSite', name), name);
copy(join(root, 'web', 'public', 'icon.svg'), 'icon.svg');
copy(fileURLToPath(import.meta.resolve('minisearch')), 'minisearch.js');
writeReference();
writeVersions();
process.stdout.write(`${pages.length} pages in ${out}\n`);

function write(address: string, text: string): void {
  const path = join(out, address);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(from: string, address: string): void {
  mkdirSync(dirname(join(out, address)), { recursive: true });
  copyFileSync(from, join(out, address));
}

function searchIndex(from: readonly Page[]): string {
  const search = new MiniSearch({ fields: ['heading', 'text'], storeFields: ['heading', 'page', 'address'] });
  const sections = from.flatMap(({ title, address, sections }) =>
    sections.map(({ id, heading, text }) => ({ address: `${address}#${id}`, page: title, heading, text })),
  );
  search.addAll(sections.map((section, id) => ({ id, ...section })));
  return JSON.stringify(search);
}

/** Writes the server's reference; its descriptions are files here and its calls cannot be tried. */
function writeReference(): void {
  const built = join(root, 'dist', 'web', 'reference');
  if (!existsSync(built)) throw new Error('The API reference is not built yet: run `npm run build` first');
  const to = join(out, 'reference');
  cpSync(built, to, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const start = readFileSync(join(built, 'start.js'), 'utf8')
    .replace("'/reference/scalar/", "'./scalar/")
    .replace(
      "url: '/api/openapi.json',",
      "sources: [{ title: 'v2', url: 'v2.json' }, { title: 'v1', url: 'v1.json' }],",
    )
    .replace('hideTestRequestButton: false', 'hideTestRequestButton: true');
  write('reference/start.js', start);
  const page = readFileSync(join(built, 'index.html'), 'utf8')
    .replace(
      /<nav [\s\S]*?<\/aside>/,
      '<nav aria-label="Documentation" class="top"><a href="../index.html">Documentation</a></nav>',
    )
    .replaceAll('"/reference/', '"./')
    .replaceAll('"/icon.svg"', '"../icon.svg"')
    .replaceAll('"/theme.js"', '"../theme.js"');
  write('reference/index.html', page);
  copy(join(root, 'openapi.json'), 'reference/v1.json');
  copy(join(root, 'openapi-v2.json'), 'reference/v2.json');
}

function writeVersions(): void {
  const versions = readdirSync(values.out, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  writeFileSync(join(values.out, 'versions.json'), JSON.stringify(versions));
  const [newest] = versions;
  writeFileSync(
    join(values.out, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Sightline</title><meta http-equiv="refresh" content="0; url=${newest}/index.html"><a href="${newest}/index.html">Documentation</a>\n`,
  );
}
