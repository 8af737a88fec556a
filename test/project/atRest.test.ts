import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Matches imports that run at the start: those at the beginning of a line that import more than types. */
const statement = /^(?:import|export)\s(?!type\s)(?:[^;'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm;

/** Returns every file and package that a file loads, with the first file that imports it. */
function comesWith(entry: string): Map<string, string> {
  const askedBy = new Map([[join(root, entry), 'the start']]);
  for (const path of askedBy.keys()) {
    if (!path.startsWith(root)) continue;
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(statement)) {
      const found = target.startsWith('.') ? join(dirname(path), target) : target;
      if (!askedBy.has(found)) askedBy.set(found, relative(root, path));
    }
  }
  return new Map([...askedBy].map(([path, by]) => [path.startsWith(root) ? relative(root, path) : path, by]));
}

/** Large packages for rare work: each is loaded on first use, or only by the reading threads. */
const rare = [
  'src/domain/answer/readAnswer.ts',
  'src/domain/checks/catalogue.ts',
  'src/domain/html/parseHtml.ts',
  'src/providers/capture/capturePages.ts',
  'src/providers/capture/exchange.ts',
  'src/providers/capture/warcFile.ts',
  'axe-core',
  'better-auth',
  'nodemailer',
  'oidc-provider',
  'openai',
  'parse5',
  'playwright-core',
  'prom-client',
  'saxes',
  'undici',
  'warcio',
];

it('an idle server has not loaded packages for rare work', () => {
  const loaded = comesWith('src/cli/operator/serve.ts');
  expect(loaded.size).toBeGreaterThan(200);
  expect([...loaded.keys()]).toContain('fastify');
  expect(rare.flatMap((each) => (loaded.has(each) ? [`${each}, asked for by ${loaded.get(each)}`] : []))).toEqual([]);
});
