import type { Command } from 'commander';

/** Returns the help that a line with `--json` asks for: a command with everything below it. Null for any other line. */
export function helpTree(program: Command, words: readonly string[]): object | null {
  const asksHelp = words[0] === 'help' || words.includes('--help') || words.includes('-h');
  if (!asksHelp || !words.includes('--json')) return null;
  const names = words.filter((word, at) => !word.startsWith('-') && !(at === 0 && word === 'help'));
  let command: Command | undefined = program;
  for (const name of names) command = command?.commands.find((child) => child.name() === name) as Command | undefined;
  return command === undefined ? null : describeCommand(command);
}

function describeCommand(command: Command): object {
  const below = command.createHelp().visibleCommands(command) as Command[];
  return {
    name: command.name(),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      required: argument.required,
      repeatable: argument.variadic,
      values: argument.argChoices ?? null,
    })),
    options: command.options.map((option) => ({
      name: option.long ?? option.short ?? '',
      description: option.description,
      takesValue: option.required || option.optional,
      required: option.mandatory,
      values: option.argChoices ?? null,
      default: option.defaultValue ?? null,
    })),
    commands: below.filter((child) => child.name() !== 'help').map(describeCommand),
  };
}
