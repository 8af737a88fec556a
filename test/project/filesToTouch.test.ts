import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registries } from '../../scripts/generateRegistries.ts';
import { registry } from '../../src/api/registry.ts';
import { routes } from '../../src/contract/routes.ts';
import { alertKinds, kindOf } from '../../src/domain/alerts/alertKinds.ts';
import { columnMetrics } from '../../src/domain/visibility/metrics.ts';
import { engineDefinitions } from '../../src/engines/engineDefinitions.ts';
import { long } from '../support/long.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Sources by path, without tests. */
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

/** Counts the files to touch that CONTRIBUTING.md names, besides a test and regenerated files. */
describe('an addition touches few files', () => {
  long('an operation: its route, wire and entry, besides its verb and journey', () => {
    // Guards know it as an audience, so its word cannot be counted.
    const { session, ...counted } = routes;
    const more = Object.keys(counted).filter((id) => {
      const named = new RegExp(`(?:^\\s*|['{,] ?)${id}(?:'|: )`, 'm');
      return filesWith(named, ['src/contract/', 'src/api/']).length > 3;
    });
    expect(more).toEqual([]);
  });

  it('a noun: its operations, wire, tables and migrations are listed by a command (npm run openapi)', () => {
    const late = registries().filter(({ generated, committed }) => generated !== committed);
    expect(late.map(({ path }) => path)).toEqual([]);
    expect(registry.map(({ id }) => id)).toEqual(Object.keys(routes));
  });

  it('an engine: its folder, its line in the list, and its name next to its crawler', () => {
    const outside = engineDefinitions.flatMap(({ id, variables, prices }) => {
      const words = [id, ...Object.keys(variables), ...prices.map(({ source }) => source)].filter(
        (word) => word !== 'openai',
      );
      const isNamed = (text: string) =>
        words.some((word) => [`'${word}'`, `"${word}"`].some((name) => text.includes(name)));
      return sources.filter(({ text }) => isNamed(text)).map(({ path }) => path);
    });
    // The demo's history is that of three engines.
    expect([...new Set(outside)].filter((path) => !/^src\/(?:engines|demo)\//.test(path))).toEqual([
      'src/domain/runs/engineLabels.ts',
    ]);
  });

  it('a website check: one file', () => {
    const ids = filesWith(/^ {2}id: '/m, ['src/domain/checks/']).flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/^ {2}id: '([\w.]+)'/gm)].map(([, id]) => id ?? ''),
    );
    expect(ids.length).toBeGreaterThan(50);
    expect(ids.filter((id) => filesWith(new RegExp(`id: '${id.replaceAll('.', '\\.')}'`)).length !== 1)).toEqual([]);
  });

  it('a metric: its texts are in one file, which all tables and files read', () => {
    const texts = columnMetrics.flatMap(({ formula, missing }) => [formula, missing]);
    const places = (text: string) =>
      sources.filter(({ text: source }) => source.includes(text)).map(({ path }) => path);
    expect(texts.filter((text) => places(text).length !== 1)).toEqual([]);
  });

  it('a metric: its label is repeated in no more files than counted here', () => {
    const files = (label: string) => sources.filter(({ text }) => text.includes(label)).length;
    expect(Object.fromEntries(columnMetrics.map(({ label }) => [label, files(label)]))).toEqual({
      ...{ 'Visibility score': 3, 'Share of voice': 2, 'Average position': 5 },
      ...{ Steadiness: 2, 'No answer shown': 4 },
    });
  });

  it('a kind of alert: its label and its texts are in one file', () => {
    const texts = alertKinds.flatMap((kind) => [kindOf(kind).label, kindOf(kind).sentWhen]);
    const places = (text: string) => sources.filter(({ text: source }) => source.includes(`'${text}'`));
    expect(texts.filter((text) => places(text).length !== 1)).toEqual([]);
  });
});
