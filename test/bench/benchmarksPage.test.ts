import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/benchmarks.md`, 'utf8');
const listed = spawnSync(process.execPath, [`${root}bench/run.ts`, '--list'], { encoding: 'utf8' });
const cases = listed.stdout.trim().split('\n');
const named = [...page.matchAll(/npm run bench -- (\w+)/g)].map(([, name = '']) => name);

it('the page of benchmarks has a line for every existing case, and no other', () => {
  expect([listed.status, cases.length > 15]).toEqual([0, true]);
  expect(cases.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !cases.includes(name))).toEqual([]);
});

it('each line names a promise, a command, a last figure and whether its target is met', () => {
  const lines = page.split('\n').filter((line) => line.includes('npm run bench -- '));
  const cells = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').slice(1, -1));
  expect(cells.length).toBeGreaterThanOrEqual(cases.length);
  for (const row of cells)
    expect([row.join('|'), row.length, row.every((cell) => cell.trim() !== '')]).toEqual([row.join('|'), 4, true]);
});
