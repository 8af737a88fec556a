import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/contract/routes.ts';
import { alertKinds, kindOf } from '../../src/domain/alerts/alertKinds.ts';
import { columnMetrics } from '../../src/domain/visibility/metrics.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Sources by path below the project, tests left out. */
const sources = ['src', 'web/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
);

function filesWith(word: RegExp, within: readonly string[] = ['src/', 'web/src/']): string[] {
  return sources
    .filter(({ path, text }) => within.some((folder) => path.startsWith(folder)) && word.test(text))
    .map(({ path }) => path);
}

/** What CONTRIBUTING.md says of files to touch, counted. Beside these there is a test, and what a command regenerates. */
describe('what is added by one thought stands in few files', () => {
  it('an operation: its route, its wire, its entry, and beside them its verb and its journey', () => {
    // Guards know it as an audience, so it cannot be counted by its word.
    const { session, ...counted } = routes;
    const more = Object.keys(counted).filter((id) => {
      const named = new RegExp(`(?:^\\s*|['{,] ?)${id}(?:'|: )`, 'm');
      return filesWith(named, ['src/contract/', 'src/api/']).length > 3;
    });
    expect(more).toEqual([]);
  });

  it('an engine: its adapter, its row in the list, its crawlers, and beside them its label, its dialect and its row of faults', () => {
    const ids = [
      'google-ai-mode',
      'google-ai-overview',
      'chatgpt-web',
      'gemini-web',
      'gemini-api',
      'claude-api',
      'perplexity-api',
    ];
    const folders = (id: string) =>
      new Set(
        filesWith(new RegExp(`'${id}'`), ['src/'])
          // Labels of all engines stand in one file of the domain: a bundle is verified by them.
          .filter((path) => path !== 'src/domain/runs/engineLabels.ts')
          .map((path) => (path.startsWith('src/providers/answers/') ? 'src/providers/answers' : path)),
      );
    expect(ids.filter((id) => folders(id).size > 3)).toEqual([]);
  });

  it('a website check: one file', () => {
    const ids = filesWith(/^ {2}id: '/m, ['src/domain/checks/']).flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/^ {2}id: '([\w.]+)'/gm)].map(([, id]) => id ?? ''),
    );
    expect(ids.length).toBeGreaterThan(50);
    expect(ids.filter((id) => filesWith(new RegExp(`id: '${id.replaceAll('.', '\\.')}'`)).length !== 1)).toEqual([]);
  });

  it('a metric: its texts stand in one file, which all tables and files read', () => {
    const texts = columnMetrics.flatMap(({ formula, missing }) => [formula, missing]);
    const places = (text: string) =>
      sources.filter(({ text: source }) => source.includes(text)).map(({ path }) => path);
    expect(texts.filter((text) => places(text).length !== 1)).toEqual([]);
  });

  it('a kind of alert: its label and its texts stand in one file', () => {
    const texts = alertKinds.flatMap((kind) => [kindOf(kind).label, kindOf(kind).sentWhen]);
    const places = (text: string) => sources.filter(({ text: source }) => source.includes(`'${text}'`));
    expect(texts.filter((text) => places(text).length !== 1)).toEqual([]);
  });
});
