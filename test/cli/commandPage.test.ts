import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/failures.ts';

const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
const source = (name: string) => readFileSync(new URL(`../../src/cli/${name}`, import.meta.url), 'utf8');

describe('the page about the command line', () => {
  it('has a chapter for every command, and for no other', () => {
    const files = [
      'program.ts',
      ...[...source('program.ts').matchAll(/import\('\.\/([\w/]+\.ts)'\)/g)].map((match) => match[1] ?? ''),
    ];
    const commands = new Set(
      [...new Set(files)].flatMap((file) =>
        [...source(file).matchAll(/program\s*\.command\('([\w-]+)'\)/g)].map((match) => match[1]),
      ),
    );
    const chapters = [...page.matchAll(/^## ([a-z-]+)$/gm)].map((match) => match[1]);
    expect(chapters.sort()).toEqual([...commands].sort());
  });

  it('is true of commands that are loaded by their names', () => {
    const lists = [...source('program.ts').matchAll(/names: \[(.*?)\],[\s\S]*?import\('\.\/([\w/]+\.ts)'\)/g)];
    expect(lists.length).toBeGreaterThan(5);
    for (const [, names = '', file = ''] of lists)
      expect(
        [...source(file).matchAll(/program\s*\.command\('([\w-]+)'\)(?:\s*\.alias\('([\w-]+)'\))?/g)]
          .flatMap(([, command, alias]) => (alias === undefined ? [`'${command}'`] : [`'${command}'`, `'${alias}'`]))
          .join(', '),
      ).toBe(names);
  });

  it('lists every exit code', () => {
    const listed = [...page.matchAll(/^\| (\d)\s+\|/gm)].map((match) => Number(match[1]));
    expect(listed).toEqual([0, ...Object.values(exitCodes)]);
  });

  it('and its commands name every option and argument in kebab-case', () => {
    const files = readdirSync(new URL('../../src/cli', import.meta.url), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts'),
    );
    const named = files.flatMap((file) =>
      [
        ...source(file).matchAll(
          /(?:\.option|\.requiredOption|\.argument|new Option|new Argument)\(\s*[`']([^`']*)[`']/g,
        ),
      ].map((match) => match[1] ?? ''),
    );
    expect(named.length).toBeGreaterThan(30);
    const kebab =
      /^(?:--(?:[a-z]+(?:-[a-z]+)*|\$\{flagOf\(name\)\}))?(?: ?[<[][a-z]+(?:[-=][a-z]+)*(?:\.\.\.)?[>\]])?$/;
    expect(named.filter((name) => !kebab.test(name))).toEqual([]);
  });
});
