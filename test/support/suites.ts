import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `npm test` is the quick suite, `npm run test:long` the long one; named test files run completely. */
export type Suite = 'quick' | 'long';

/** Campaigns of faults and journeys in a browser take minutes. */
const longFolders = /^test\/(faults|browser)\//;

/**
 * Returns the suites of a test file, by its path and text. The quick suite runs a short form of `*.quick.test.ts` and
 * of files with `long` tests, the long suite all of them. Only the long suite runs `*.long.test.ts` and the folders
 * above.
 */
export function suitesOf(path: string, text: string): Suite[] {
  if (path.endsWith('.quick.test.ts')) return ['quick', 'long'];
  if (longFolders.test(path) || path.endsWith('.long.test.ts')) return ['long'];
  return /^\s*long\(|\b(firstI|i)nQuick\(/m.test(text) ? ['quick', 'long'] : ['quick'];
}

/** The suite of this run; null if test files were named. */
const suite = ((): Suite | null => {
  const { SUITE } = process.env;
  if (SUITE === undefined || SUITE === 'quick' || SUITE === 'long') return SUITE ?? null;
  throw new Error(`SUITE: must be quick or long, not ${SUITE}`);
})();

/** Chooses the length of a campaign or a table: shorter in the quick suite. */
export function inQuick<T>(short: T, whole: T): T {
  return suite === 'quick' ? short : whole;
}

/** Returns the first rows of a table in the quick suite, all of them in the long one. */
export function firstInQuick<T>(count: number, rows: readonly T[]): T[] {
  return rows.slice(0, inQuick(count, rows.length));
}

/** Selects test files by how this run treats them, as paths below `root`. */
export function chooseFiles(root: string): { whole: string[]; onPostgres: string[] } {
  const all = globSync('test/**/*.test.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
  const isIn = (path: string): boolean => suite === null || suitesOf(path, textOf(path)).includes(suite);
  // The quick suite runs most files only on SQLite, so the long one runs them on PostgreSQL.
  const isLeft = (path: string): boolean =>
    suite === 'long' && !isIn(path) && /\b(onEachDatabase|journeyOnEachDatabase)\(/.test(textOf(path));
  return { whole: all.filter(isIn), onPostgres: all.filter(isLeft) };
}
