import { execFileSync } from 'node:child_process';
import { type Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { helpTree } from '../../src/cli/helpTree.ts';
import { addCommands, createProgram } from '../../src/cli/program.ts';
import { runCli } from '../support/cli.ts';
import { long } from '../support/long.ts';

const samples = ['7', '2026-01-01', '2026-01', 'Acme=acme.example', 'read'];

async function fullProgram(): Promise<Command> {
  const program = createProgram((code) => {
    throw new Error(`the command line ended with ${code}`);
  });
  await addCommands(program, '');
  return program;
}

function leavesOf(command: Command, path: string[] = []): { path: string[]; command: Command }[] {
  return [
    { path, command },
    ...command.commands.flatMap((child) => leavesOf(child as Command, [...path, child.name()])),
  ];
}

/** Returns a text that the option accepts; null for a switch. */
function sampleOf(option: Option): string | null {
  if (!option.required && !option.optional) return null;
  const sample = (option.argChoices ?? samples).find((text) => {
    try {
      option.parseArg?.(text, option.defaultValue as never);
      return true;
    } catch {
      return false;
    }
  });
  if (sample === undefined) throw new Error(`no sample for ${option.flags}`);
  return sample;
}

/** Returns only the options given on the command line, without defaults. */
function given(command: Command): string[] {
  const options = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
  return options.map(({ long }) => long ?? '').sort();
}

/** Adds the options of its verbs to every command, so that it would wrongly accept an option written after a verb. */
function shareOptions(command: Command): Option[] {
  const below = command.commands.flatMap((child) => shareOptions(child as Command));
  for (const { long, required, optional } of below) {
    if (long === undefined || command.options.some((own) => own.long === long)) continue;
    command.addOption(new Option(required || optional ? `${long} <value>` : long));
  }
  return [...command.options];
}

function wordsOf(option: Option): string[] {
  const sample = sampleOf(option);
  return [option.long ?? '', ...(sample === null ? [] : [sample])];
}

it('help with --json is the tree of commands, or of the named one', async () => {
  const program = await fullProgram();
  const tree = helpTree(program, ['help', '--json']) as { commands: { name: string }[] };
  expect(tree.commands.map(({ name }) => name)).toEqual(expect.arrayContaining(['ask', 'questions', 'server']));
  const ofOne = await runCli(['help', 'questions', 'add', '--json'], {});
  expect(JSON.parse(ofOne.stdout)).toMatchObject({
    name: 'add',
    arguments: [{ name: 'questions', required: true, repeatable: true }],
    options: expect.arrayContaining([expect.objectContaining({ name: '--website', takesValue: true })]),
  });
  expect([helpTree(program, ['help']), helpTree(program, ['sites', '--json'])]).toEqual([null, null]);
});

describe('options of the command line', () => {
  long('belong to the command that precedes them, for every subcommand', async () => {
    const program = await fullProgram();
    shareOptions(program);
    // A noun without a verb runs `list`.
    const all = leavesOf(program).filter(({ path, command }) => path.length > 0 && command.commands.length === 0);
    let ran: { path: string[]; options: string[] }[] = [];
    for (const { path, command } of all) {
      command.configureOutput({ writeOut: () => {}, writeErr: () => {} });
      command.action(() => void ran.push({ path, options: given(command) }));
    }
    expect(all.filter(({ path }) => path.length > 1 && path[0] !== 'call').length).toBeGreaterThan(20);
    for (const { path, command } of all) {
      const args = command.registeredArguments
        .filter(({ required }) => required)
        .map(({ argChoices }) => argChoices?.[0] ?? 'word');
      for (const option of command.options) {
        const options = [...command.options.filter((one) => one.mandatory && one !== option), option];
        ran = [];
        await program.parseAsync([...path, ...args, ...options.flatMap(wordsOf)], { from: 'user' });
        expect(ran).toEqual([{ path, options: options.map(({ long }) => long).sort() }]);
      }
    }
  });

  it('name a website `--website`, and accept its earlier name `--site`', async () => {
    const program = await fullProgram();
    const leaves = leavesOf(program).filter(({ command }) => command.commands.length === 0);
    const having = (name: string) => leaves.filter(({ command }) => command.options.some(({ long }) => long === name));
    expect(having('--site').map(({ path }) => path)).toEqual([['setup']]);
    expect(having('--website').length).toBeGreaterThan(25);
    for (const { path, command } of having('--website')) {
      let website: unknown;
      command.action(() => {
        const name = command.options.find(({ long }) => long === '--website')?.attributeName() ?? '';
        website = command.opts()[name];
      });
      const args = command.registeredArguments
        .filter(({ required }) => required)
        .map(({ argChoices }) => argChoices?.[0] ?? 'word');
      const others = command.options.filter(({ mandatory, long }) => mandatory && long !== '--website');
      await program.parseAsync([...path, ...args, ...others.flatMap(wordsOf), '--site', 'site_1'], { from: 'user' });
      expect([path, website]).toEqual([path, 'site_1']);
    }
  });

  long('and misspelt commands are answered in at most three lines, with the nearest name', async () => {
    for (const [args, nearest] of [
      [['question'], 'questions'],
      [['questions', '--websit', 'site_1'], '--website'],
      [['call', 'listSite'], 'listSites'],
    ] as const) {
      const ended = await runCli(args);
      expect([ended.code, ended.stdout]).toEqual([2, '']);
      expect(ended.stderr).toContain(`Did you mean ${nearest}?`);
      expect(ended.stderr.trim().split(/\n+/).length).toBeLessThan(4);
    }
  });

  it('and an invalid server address are refused by name', async () => {
    const ended = await runCli(['sites'], { SIGHTLINE_URL: 'foo', SIGHTLINE_API_KEY: 'sl_1' });
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(/^sightline: SIGHTLINE_URL: must be/)]);
  });

  it('of a subcommand are listed by `help` with both its words', async () => {
    const ended = await runCli(['help', 'questions', 'add']);
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringMatching(/^Usage: sightline questions add/)]);
  });

  it('are refused before a verb, where they would be ignored', async () => {
    const ended = await runCli(['questions', '--tag', 'one', 'archive', 'question_1']);
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([2, '', expect.stringContaining('too many arguments')]);
  });

  it('and misspelt verbs are refused with the nearest one, as JSON if requested', async () => {
    const ended = await runCli(['sites', 'ad', 'https://acme.example/']);
    expect([ended.code, ended.stderr]).toEqual([2, "sightline: sites has no verb 'ad'. Did you mean add?\n"]);
    const json = await runCli(['sites', 'ad', '--json']);
    expect([json.stdout, JSON.parse(json.stderr).error]).toEqual(['', expect.objectContaining({ exitCode: 2 })]);
  });

  long('are completed by bash, for nouns, verbs and options', async () => {
    const { stdout } = await runCli(['completion', 'bash']);
    const complete = (...words: string[]): string[] =>
      execFileSync('bash', [
        '-c',
        `${stdout}\nCOMP_WORDS=(sightline ${words.join(' ')} ''); COMP_CWORD=${words.length + 1}; _sightline; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ])
        .toString()
        .trim()
        .split('\n');
    expect(complete()).toEqual(expect.arrayContaining(['sites', 'plans', 'server']));
    expect(complete()).not.toContain('backup');
    expect(complete('plans')).toEqual(expect.arrayContaining(['activate', 'list']));
    expect(complete('questions', 'add', 'text')).toEqual(expect.arrayContaining(['--tag', '--json']));
    expect((await runCli(['completion', 'zsh'])).stdout).toMatch(/^#compdef sightline\n/);
    expect((await runCli(['completion', 'fish'])).stdout).toContain('complete -c sightline');
  });
});
