import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import MiniSearch from 'minisearch';
import { beforeAll, describe, expect, it } from 'vitest';
import { resolveLinks } from '../../scripts/docsSite/links.ts';
import { readPages } from '../../scripts/docsSite/readPages.ts';
import { long } from '../support/long.ts';
import { newFolder } from '../support/newFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

describe('the documentation as a site', () => {
  let out: string;
  let site: string;
  beforeAll(async () => {
    out = newFolder();
    await run(process.execPath, [join(root, 'scripts/docsSite.ts'), '--out', out]);
    site = join(out, JSON.parse(readFileSync(join(out, 'versions.json'), 'utf8'))[0]);
  });

  it('has no dead link', () => {
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(40);
    const missing = pages.flatMap((page) =>
      [...readFileSync(join(site, page), 'utf8').matchAll(/ (?:href|src)="([^"#]+)/g)]
        .map(([, url = '']) => url)
        .filter((url) => !/^[a-z]+:/.test(url) && !existsSync(join(site, dirname(page), decodeURI(url))))
        .map((url) => `${page}: ${url}`),
    );
    expect(missing).toEqual([]);
  });

  long('reports a link to a missing page or heading', () => {
    const pages = readPages(root).filter(({ source }) => source === 'docs/README.md');
    const [page] = pages;
    const link = (url: string) => ({ type: 'link' as const, url, children: [] });
    page?.tree.children.push({ type: 'paragraph', children: [link('nowhere.md'), link('#nothing')] });
    expect(resolveLinks(root, pages, null).broken).toEqual(
      expect.arrayContaining(['docs/README.md: nowhere.md', 'docs/README.md: #nothing']),
    );
  });

  it('finds a section by its words', () => {
    const index = MiniSearch.loadJSON(readFileSync(join(site, 'search.json'), 'utf8'), { fields: ['heading', 'text'] });
    const addresses = index.search('budget month').map(({ address }) => String(address).split('#')[0]);
    expect(addresses).toContain('money.html');
  });

  it('lists every task of the index on every page', () => {
    for (const page of ['index.html', 'money.html', join('decisions', '0001-what-stays-our-own.html')]) {
      const nav = /<nav [\s\S]*?<\/nav>/.exec(readFileSync(join(site, page), 'utf8'))?.[0] ?? '';
      expect([...nav.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading)).toEqual([
        ...['Start', 'Ask', 'Automate', 'Understand', 'Operate', 'Reference and development'],
      ]);
    }
  });
});
