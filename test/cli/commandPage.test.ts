import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/failures.ts';
import { addCommands, createProgram } from '../../src/cli/program.ts';
import { long } from '../support/long.ts';

const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');

describe('the page about the command line', () => {
  long('has a chapter for every command of the help page, and for no other', async () => {
    const program = createProgram((code) => {
      throw new Error(`the command line ended with ${code}`);
    });
    await addCommands(program, '');
    const commands = program
      .createHelp()
      .visibleCommands(program)
      .map((command) => command.name())
      .filter((name) => name !== 'help');
    const chapters = [...page.matchAll(/^## ([a-z-]+)$/gm)].map((match) => match[1]);
    expect(chapters.sort()).toEqual(commands.sort());
    // Help sorts commands under headings; one without a heading would come last.
    expect(
      program.commands.filter((command) => command.helpGroup() === '' && commands.includes(command.name())),
    ).toEqual([]);
  });

  it('names commands that are loaded separately like those loaded together', async () => {
    for (const name of ['sites', 'server', 'runs', 'backup', 'experiment', 'export-plan']) {
      const program = createProgram(() => {
        throw new Error('ended');
      });
      await addCommands(program, name);
      expect(
        program.commands.some((command) => command.name() === name || command.alias() === name),
        name,
      ).toBe(true);
    }
  });

  it('lists every exit code', () => {
    const listed = [...page.matchAll(/^\| (\d)\s+\|/gm)].map((match) => Number(match[1]));
    expect(listed).toEqual([0, ...Object.values(exitCodes)]);
  });

  it('names every option and argument of its commands in kebab-case', async () => {
    const program = createProgram(() => {
      throw new Error('ended');
    });
    await addCommands(program, '');
    const namesOf = (command: Command): string[] => [
      ...command.options.map(({ long }) => long ?? ''),
      ...command.registeredArguments.map((argument) => argument.name()),
      ...command.commands
        .filter(({ parent }) => parent?.name() !== 'call')
        .flatMap((child) => namesOf(child as Command)),
    ];
    const names = namesOf(program);
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => !/^(?:--)?[a-z]+(?:[-=][a-z]+)*$/.test(name))).toEqual([]);
  });
});
