import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { campaigns } from '../../scripts/faults/campaigns.ts';
import { suitesOf } from '../support/suites.ts';
import { promises } from './promises.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs', 'guarantees.md'), 'utf8');
/** Rows of the table on how promises are tested: promise, command, last figure. */
const rows = (page.split('\n## How the promises are tested\n')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => /^\| (?!-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the table of tested promises', () => {
  it.each(campaigns.map(({ name, promise }) => [name, promise] as const))(
    'has one line for %s, with its promise, its command and its last output',
    (name, promise) => {
      const own = rows.filter(([, , command]) => command === `\`npm run faults -- ${name}\``);
      expect(own.map(([, said]) => said)).toEqual([promise]);
      expect(own[0]?.[3]).toMatch(/\w/);
    },
  );

  it('names no missing campaign', () => {
    const named = rows.flatMap(([, , command]) => /^`npm run faults -- ([\w-]+)`$/.exec(command ?? '')?.[1] ?? []);
    expect(named.filter((name) => !campaigns.some((campaign) => campaign.name === name))).toEqual([]);
  });
});

it.each(campaigns.map((campaign) => [campaign.name, campaign] as const))(
  'a campaign: %s attacks existing files, and its control removes code that occurs exactly once',
  (_name, { files, control }) => {
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const text = readFileSync(join(root, control.file), 'utf8');
    for (const { without } of control.and === undefined ? [control] : [control, control.and])
      expect([without, text.split(without).length - 1]).toEqual([without, 1]);
  },
);

describe('a promise', () => {
  const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
  const isQuick = (file: string): boolean =>
    file.endsWith('.ts') && existsSync(join(root, file)) && suitesOf(file, textOf(file)).includes('quick');
  /** The table of roles lists permissions, which have their own matrix. */
  const heads = ['Promise', 'Failure', 'Boundary'];
  const tables = page.split(/\n\n/).filter((part) => heads.some((head) => part.startsWith(`| ${head} |`)));
  const told = tables
    .flatMap((table) => table.split('\n').slice(2))
    .filter((line) => !line.includes('`npm run faults'))
    .map((line) => line.split(' | ')[0]?.slice(2) ?? '');

  it.each(told)('is covered by a test of `npm test`: %s', (promise) => {
    const [file, title] = promises[promise] ?? [];
    expect(file, 'name the test of this promise in test/project/promises.ts').toBeDefined();
    expect([file, isQuick(`test/${file}`)]).toEqual([file, true]);
    const text = textOf(`test/${file}`);
    expect(text).toContain(title);
    const before = text.slice(0, text.indexOf(String(title)));
    expect(before, 'this test is left to the long suite').not.toMatch(/\blong\(\s*['"`][^'"`]*$/);
  });

  it.each(campaigns.map(({ name, files }) => [name, files] as const))(
    'of the campaign %s is covered by a file of `npm test`',
    (_name, files) => expect(files.filter(isQuick)).not.toEqual([]),
  );

  it('still exists for every named test', () => {
    expect(Object.keys(promises).filter((promise) => !told.includes(promise))).toEqual([]);
  });
});
