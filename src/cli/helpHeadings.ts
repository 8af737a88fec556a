import { type Command, Help } from 'commander';

/** Headings of the help page with their commands, in order. */
const headings: Readonly<Record<string, readonly string[]>> = {
  'Start:': ['demo', 'serve', 'setup', 'sign-in', 'sign-out', 'open', 'check', 'doctor'],
  'Ask and read:': [
    'sites',
    'questions',
    'tags',
    'engines',
    'quote',
    'ask',
    'runs',
    'answers',
    'report',
    'reports',
    'rivals',
    'sources',
    'facts',
    'audit',
    'undecided',
    'readings',
    'notes',
    'seo',
  ],
  'Money:': ['spending', 'budgets', 'approvals'],
  'Over months:': ['plans', 'attention', 'alerts', 'work', 'experiments', 'watch', 'apply', 'export-plan'],
  'Crawlers and your data:': ['logs', 'bots', 'import', 'imports'],
  'People and programs:': ['members', 'workspaces', 'keys', 'connections', 'activity'],
  'For programs:': ['call', 'ensure', 'mcp', 'openapi', 'verify', 'completion'],
  'Run the server:': ['worker', 'server'],
};
const names = Object.values(headings).flat();

/** Groups the commands of the help page under headings. A test finds commands without a heading. */
export function groupCommands(program: Command, hidden: readonly string[]): void {
  for (const [heading, ofHeading] of Object.entries(headings)) {
    for (const command of program.commands) if (ofHeading.includes(command.name())) command.helpGroup(heading);
  }
  const help = new Help();
  const placeOf = (command: Command): number => {
    const place = names.indexOf(command.name());
    return place < 0 ? names.length : place;
  };
  program.configureHelp({
    visibleCommands: (of) =>
      help
        .visibleCommands(of)
        .filter((command) => of !== program || !hidden.includes(command.name()))
        .sort((one, other) => placeOf(one) - placeOf(other)),
    // Commander would print headings in the order in which commands were created.
    groupItems: (_made, listed, headingOf) => help.groupItems(listed, listed, headingOf),
  });
  program.addHelpText(
    'after',
    `
Commands that talk to a server act for you after \`sightline sign-in\`, or for an API
key: set SIGHTLINE_URL and SIGHTLINE_API_KEY. \`sightline help <command>\` says more.`,
  );
}
