import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { committedSettings, environmentExample, settingsDocs } from '../../scripts/generateSettingsDocs.ts';
import { addCommands, createProgram } from '../../src/cli/program.ts';
import { blocksOf, docPages as pages } from '../support/docBlocks.ts';

const root = new URL('../../', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');
/** Lists command lines of `sightline` in a page's shell blocks: the words before a pipe, comment or redirection. */
function linesOf(page: string): string[] {
  return blocksOf(page)
    .filter(({ language }) => ['sh', 'console', 'bash'].includes(language))
    .flatMap(({ text }) =>
      text
        .replace(/\\\n\s*/g, ' ')
        .split('\n')
        .map((line) => /^(?:\$ )?(?:[A-Z_]+=\S+ )*sightline (?<words>.*)$/.exec(line)?.groups?.words ?? '')
        .map((words) => words.replace(/\s+(?:#|\||>|<|&&).*$/, '').replace(/(?<=\w)\)$/, ''))
        .filter((words) => words !== ''),
    );
}

/** Lists synopses of a page: command lines with optional parts in brackets and values in angle brackets. */
function synopsesOf(page: string): string[] {
  const usage = blocksOf(page).filter(({ language }) => language === 'usage');
  return usage.flatMap(({ text }) => text.replace(/\n\s+/g, ' ').trim().split('\n'));
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

async function stubbedProgram(): Promise<Command> {
  const program = createProgram((code) => {
    throw new Error(`usage error ${code}`);
  });
  await addCommands(program, '');
  const stub = (command: Command): void => {
    command.configureOutput({ writeOut: () => {}, writeErr: () => {} }).action(() => {});
    for (const child of command.commands) stub(child as Command);
  };
  for (const command of program.commands) stub(command as Command);
  return program.configureOutput({ writeOut: () => {}, writeErr: () => {} });
}

describe('the documentation pages', () => {
  it('print only commands, options and arguments that the command line accepts', async () => {
    const program = await stubbedProgram();
    const lines = pages.flatMap((page) => linesOf(page).map((line) => ({ page, line })));
    expect(lines.length).toBeGreaterThan(60);
    const refused: string[] = [];
    for (const { page, line } of lines) {
      await program
        .parseAsync(wordsOf(line), { from: 'user' })
        .catch((cause: Error) => refused.push(`${page}: ${line}: ${cause.message}`));
    }
    expect(refused).toEqual([]);
  });

  it('show in a synopsis only commands, options and choices that exist', async () => {
    const program = await stubbedProgram();
    const wrong = pages.flatMap(synopsesOf).flatMap((line) => {
      let command = program;
      for (const word of line.split(' ').slice(1)) {
        const next = command.commands.find((child) => child.name() === word);
        if (next === undefined) break;
        command = next as Command;
      }
      // A noun without a verb lists.
      command = (command.commands.find((child) => child.name() === 'list') as Command | undefined) ?? command;
      const options = [...line.matchAll(/--[a-z-]+/g)].map(([name]) => name);
      const unknown = options.filter((name) => !command.options.some(({ long }) => long === name));
      return command === program || unknown.length > 0 ? [`${line}: ${unknown.join(' ')}`] : [];
    });
    expect(pages.flatMap(synopsesOf).length).toBeGreaterThan(70);
    expect(wrong).toEqual([]);
  });

  it('are all linked from the task index, which the README links', () => {
    const index = textOf('docs/README.md');
    const missing = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    expect(missing.filter((page) => !index.includes(`(${page.slice('docs/'.length)})`))).toEqual([]);
    expect(textOf('README.md')).toContain('(docs/README.md)');
  });

  it('list every setting as the program reads it (node scripts/generateSettingsDocs.ts writes the page)', () => {
    expect(committedSettings()).toEqual({ docs: settingsDocs(), example: environmentExample() });
  });
});
