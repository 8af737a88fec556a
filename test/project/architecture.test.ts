import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { environmentSchema } from '../../src/app/config.ts';
import { folderCircles, readSources, type Source, violations } from '../support/house.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the architecture', () => {
  it('follows its rules in every file', () => {
    expect(violations(readSources(root, ['src', 'web/src']))).toEqual([]);
  });

  it.each(['domain', 'services', 'store', 'providers', 'engines', 'contract', 'api', 'cli'])(
    'has no cycle between the folders of %s',
    (room) => {
      expect(folderCircles(readSources(root, ['src']), room)).toEqual([]);
    },
  );

  it('finds a cycle through a third folder', () => {
    const circle = [
      { path: 'src/domain/a/x.ts', text: "import { y } from '../b/y.ts';" },
      { path: 'src/domain/b/y.ts', text: "import { z } from '../c/deep/z.ts';" },
      { path: 'src/domain/c/deep/z.ts', text: "import type { X } from '../../a/x.ts';" },
      { path: 'src/domain/d/w.ts', text: "import { y } from '../b/y.ts';" },
    ];
    expect(folderCircles(circle, 'domain').map((line) => line.split(':')[0])).toEqual([
      'src/domain/a',
      'src/domain/b',
      'src/domain/c',
    ]);
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
      { path: 'src/services/a.ts', text: "import type { X } from '../providers/plainExchange.ts';" },
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
    [
      'the web app importing the server',
      { path: 'web/src/a.ts', text: "import { x } from '../../src/api/invoke.ts';" },
      /web must not import api/,
    ],
    [
      'the web app carrying schemas',
      { path: 'web/src/a.ts', text: "import { wire } from '../../src/contract/wire.ts';" },
      /web must not import contract/,
    ],
    ['an unknown room', { path: 'src/shed/a.ts', text: '' }, /not a room/],
    ['reading the clock', { path: 'src/services/a.ts', text: 'const t = Date.now();' }, /reaches for the world/],
    ['reading the environment', { path: 'src/services/a.ts', text: 'process.env.X' }, /reaches for the world/],
    ['calling the network', { path: 'src/store/a.ts', text: 'await fetch(url)' }, /reaches for the world/],
    [
      'a third spender',
      { path: 'src/services/a.ts', text: "import { openBuyers } from '../ports/buyers.ts';" },
      /only a spender may import/,
    ],
    [
      'a service that knows a whole adapter',
      { path: 'src/worker/a.ts', text: "import type { AnswerProvider } from '../ports/answerProvider.ts';" },
      /only a spender may import/,
    ],
    [
      'a second way to change a run',
      { path: 'src/services/a.ts', text: 'await saveRun(app.db, run, patch, now);' },
      /only changeRun may save a run/,
    ],
    [
      'a second reading begun by anyone but the worker',
      {
        path: 'src/services/runs/a.ts',
        text: "import { submitSecondReading } from './submitSecondReading.ts';",
      },
      /only src\/worker\/worker.ts/,
    ],
    ['a barrel', { path: 'src/api/all.ts', text: "export * from './schemas.ts';" }, /barrel/],
    ['a default export', { path: 'src/api/x.ts', text: 'export default 1;' }, /default export/],
    ['a bare participle', { path: 'src/services/a.ts', text: 'export const found = 1;' }, /bare participle/],
    ['a type that is one', { path: 'src/services/a.ts', text: 'export type Asked = string;' }, /bare participle/],
    ['a limit without max', { path: 'src/domain/a.ts', text: 'const longestTitle = 9;' }, /begins with max or min/],
    ['a limit without min', { path: 'web/src/a.ts', text: 'export const fewestRows = 9;' }, /begins with max or min/],
    ['a metaphor', { path: 'src/store/a.ts', text: 'export async function hastenRuns() {}' }, /metaphor/],
    ['a drawer', { path: 'src/api/utils.ts', text: '' }, /no noun or verb/],
    ['a very long file', { path: 'src/api/x.ts', text: '\n'.repeat(401) }, /more than 400/],
  ];
  it.each(bad)('refuses %s', (_rule, source, says) => {
    expect(violations([source]).join('\n')).toMatch(says);
  });

  it('accepts a local name that its function explains, and a longer name with any word', () => {
    const text =
      'export function maxRows() {\n  const found = 1;\n  const longestRow = 2;\n}\nexport const foundRows = 3;';
    expect(violations([{ path: 'src/domain/a.ts', text }])).toEqual([]);
  });

  it('lets a comment name what code must not use', () => {
    expect(violations([{ path: 'src/domain/a.ts', text: '// never Date.now() here\n/* nor fetch( */' }])).toEqual([]);
  });
});

describe('a journey', () => {
  it('uses the public interfaces, and imports nothing of the store', () => {
    const past = readSources(root, ['test/journeys']).filter(({ text }) => text.includes('/src/store/'));
    expect(past.map(({ path }) => path)).toEqual([]);
  });
});

describe('the documents', () => {
  it('list every environment variable, and no other, in .env.example', () => {
    const text = readFileSync(join(root, '.env.example'), 'utf8');
    const listed = [...text.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
    expect([...new Set(listed)].sort()).toEqual(Object.keys(environmentSchema.shape).sort());
  });

  it('name only existing paths', () => {
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

  it('stay short where they must be read completely', () => {
    const lines = (name: string) => readFileSync(join(root, name), 'utf8').split('\n').length;
    expect(lines('ARCHITECTURE.md')).toBeLessThanOrEqual(121);
    expect(lines('CONTRIBUTING.md')).toBeLessThanOrEqual(70);
  });
});
