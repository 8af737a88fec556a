import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { environmentSchema } from '../../src/app/config.ts';
import { folderCircles, readSources, violations } from '../support/house.ts';

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

  const bad: [rule: string, path: string, text: string, says: RegExp][] = [
    [
      'domain importing the store',
      'src/domain/a.ts',
      "import { x } from '../store/runs.ts';",
      /domain must not import store/,
    ],
    ['domain importing a Node module', 'src/domain/a.ts', "import { x } from 'node:fs';", /must not import node:fs/],
    ['domain importing Zod', 'src/domain/a.ts', "import { z } from 'zod';", /the package zod/],
    [
      'a type-only import across a wall',
      'src/services/a.ts',
      "import type { X } from '../providers/plainExchange.ts';",
      /services must not import providers/,
    ],
    [
      'a dynamic import across a wall',
      'src/http/a.ts',
      "const x = await import('../store/runs.ts');",
      /http must not import store/,
    ],
    [
      'a re-export across a wall',
      'src/http/a.ts',
      "export { x } from '../services/keys.ts';",
      /http must not import services/,
    ],
    [
      'http and mcp importing each other',
      'src/mcp/a.ts',
      "import { x } from '../http/app.ts';",
      /mcp must not import http/,
    ],
    ['cli importing the store', 'src/cli/a.ts', "import { x } from '../store/open.ts';", /cli must not import store/],
    [
      'the web app importing the server',
      'web/src/a.ts',
      "import { x } from '../../src/api/invoke.ts';",
      /web must not import api/,
    ],
    [
      'the web app carrying schemas',
      'web/src/a.ts',
      "import { wire } from '../../src/contract/wire.ts';",
      /web must not import contract/,
    ],
    ['an unknown room', 'src/shed/a.ts', '', /not a room/],
    ['reading the clock', 'src/services/a.ts', 'const t = Date.now();', /reaches for the world/],
    ['reading the environment', 'src/services/a.ts', 'process.env.X', /reaches for the world/],
    ['calling the network', 'src/store/a.ts', 'await fetch(url)', /reaches for the world/],
    [
      'a third spender',
      'src/services/a.ts',
      "import { openBuyers } from '../ports/buyers.ts';",
      /only a spender may import/,
    ],
    [
      'a service that knows a whole adapter',
      'src/worker/a.ts',
      "import type { AnswerProvider } from '../ports/answerProvider.ts';",
      /only a spender may import/,
    ],
    [
      'a second way to change a run',
      'src/services/a.ts',
      'await saveRun(app.db, run, patch, now);',
      /only changeRun may save a run/,
    ],
    [
      'a second reading begun by anyone but the worker',
      'src/services/runs/a.ts',
      "import { submitSecondReading } from './submitSecondReading.ts';",
      /only src\/worker\/worker.ts/,
    ],
    ['a barrel', 'src/api/all.ts', "export * from './schemas.ts';", /barrel/],
    ['a default export', 'src/api/x.ts', 'export default 1;', /default export/],
    ['a bare participle', 'src/services/a.ts', 'export const found = 1;', /bare participle/],
    ['a type that is one', 'src/services/a.ts', 'export type Asked = string;', /bare participle/],
    ['a limit without max', 'src/domain/a.ts', 'const longestTitle = 9;', /begins with max or min/],
    ['a limit without min', 'web/src/a.ts', 'export const fewestRows = 9;', /begins with max or min/],
    ['a metaphor', 'src/store/a.ts', 'export async function hastenRuns() {}', /metaphor/],
    ['a drawer', 'src/api/utils.ts', '', /no noun or verb/],
    ['a very long file', 'src/api/x.ts', '\n'.repeat(401), /more than 400/],
  ];
  it.each(bad)('refuses %s', (_rule, path, text, says) => {
    expect(violations([{ path, text }]).join('\n')).toMatch(says);
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

it('a journey uses the public interfaces, and imports nothing of the store', () => {
  const past = readSources(root, ['test/journeys']).filter(({ text }) => text.includes('/src/store/'));
  expect(past.map(({ path }) => path)).toEqual([]);
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
