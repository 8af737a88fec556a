import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { environmentSchema } from '../src/app/config.ts';
import { readSources, type Source, violations } from './support/house.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('the house', () => {
  it('keeps its rules in every file', () => {
    expect(violations(readSources(root, ['src']))).toEqual([]);
  });

  const bad: [rule: string, source: Source, says: RegExp][] = [
    [
      'domain importing the store',
      { path: 'src/domain/a.ts', text: "import { x } from '../store/runs.ts';" },
      /domain must not import store/,
    ],
    [
      'domain importing a Node module',
      { path: 'src/domain/a.ts', text: "import { x } from 'node:fs';" },
      /must not import node:fs/,
    ],
    ['domain importing Zod', { path: 'src/domain/a.ts', text: "import { z } from 'zod';" }, /the package zod/],
    [
      'a type-only import across a wall',
      { path: 'src/services/a.ts', text: "import type { X } from '../providers/answers/openaiResponses.ts';" },
      /services must not import providers/,
    ],
    [
      'a dynamic import across a wall',
      { path: 'src/http/a.ts', text: "const x = await import('../store/runs.ts');" },
      /http must not import store/,
    ],
    [
      'a re-export across a wall',
      { path: 'src/http/a.ts', text: "export { x } from '../services/keys.ts';" },
      /http must not import services/,
    ],
    [
      'http and mcp importing each other',
      { path: 'src/mcp/a.ts', text: "import { x } from '../http/app.ts';" },
      /mcp must not import http/,
    ],
    [
      'cli importing the store',
      { path: 'src/cli/a.ts', text: "import { x } from '../store/open.ts';" },
      /cli must not import store/,
    ],
    ['an unknown room', { path: 'src/shed/a.ts', text: '' }, /not a room/],
    ['reading the clock', { path: 'src/services/a.ts', text: 'const t = Date.now();' }, /reaches for the world/],
    ['reading the environment', { path: 'src/services/a.ts', text: 'process.env.X' }, /reaches for the world/],
    ['calling the network', { path: 'src/store/a.ts', text: 'await fetch(url)' }, /reaches for the world/],
    [
      'a third spender',
      { path: 'src/services/a.ts', text: 'await ctx.answers.submit(request)' },
      /only src\/services\/submitRun.ts/,
    ],
    [
      'a second buyer of overviews',
      { path: 'src/worker/a.ts', text: 'await world.seo.call(name)' },
      /only src\/services\/requestSeoOverview.ts/,
    ],
    ['a barrel', { path: 'src/api/all.ts', text: "export * from './schemas.ts';" }, /barrel/],
    ['a default export', { path: 'src/api/x.ts', text: 'export default 1;' }, /default export/],
    ['a drawer', { path: 'src/api/utils.ts', text: '' }, /no noun or verb/],
    ['a very long file', { path: 'src/api/x.ts', text: '\n'.repeat(401) }, /more than 400/],
  ];
  it.each(bad)('refuses %s', (_rule, source, says) => {
    expect(violations([source]).join('\n')).toMatch(says);
  });

  it('lets a comment name what code must not use', () => {
    expect(violations([{ path: 'src/domain/a.ts', text: '// never Date.now() here\n/* nor fetch( */' }])).toEqual([]);
  });
});

describe('what the documents say', () => {
  it('lists every environment variable, and no other, in .env.example', () => {
    const text = readFileSync(join(root, '.env.example'), 'utf8');
    const listed = [...text.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
    expect([...new Set(listed)].sort()).toEqual(Object.keys(environmentSchema.shape).sort());
  });

  it('names only paths that exist', () => {
    const pages = [
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
    ];
    const missing: string[] = [];
    for (const page of pages.filter((name) => name.endsWith('.md'))) {
      const text = readFileSync(join(root, page), 'utf8');
      for (const [, path = ''] of text.matchAll(/`((?:src|test|docs|bench|scripts|web|bin)\/[\w./-]*[\w/])`/g)) {
        if (!existsSync(join(root, path))) missing.push(`${page}: ${path}`);
      }
      for (const [, link = ''] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
        if (!existsSync(join(root, page.includes('/') ? 'docs' : '.', link))) missing.push(`${page}: ${link}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('stays short where it must be read whole', () => {
    const lines = (name: string) => readFileSync(join(root, name), 'utf8').split('\n').length;
    expect(lines('ARCHITECTURE.md')).toBeLessThanOrEqual(121);
    expect(lines('CONTRIBUTING.md')).toBeLessThanOrEqual(61);
  });
});
