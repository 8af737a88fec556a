import type { Command } from 'commander';
import { furtherVerbs, nouns } from './nouns/nouns.ts';

/** Names that the running command accepts, with which an error names its fields. */
let running: { options: readonly string[]; args: readonly string[] } = { options: [], args: [] };

/** Remembers the command that runs, before its action. */
export function rememberCommand({ options, registeredArguments }: Pick<Command, 'options' | 'registeredArguments'>) {
  running = {
    options: options.flatMap(({ long }) => long ?? []),
    args: registeredArguments.map((argument) => argument.name()),
  };
}

/** Options with another name in some commands. */
const otherNames: Readonly<Record<string, string>> = {
  '--start': '--from',
  '--end': '--to',
  '--source-url': '--source',
};

/** Commands with their own module that list what an operation of the API lists. */
const commands: Readonly<Record<string, string>> = {
  listEngines: 'engines',
  listSites: 'sites',
  listQuestions: 'questions',
  listPlans: 'plans',
  listExperiments: 'experiments',
  listWork: 'work',
  listFacts: 'facts',
  listAlertRules: 'alerts rules',
  listAlertDestinations: 'alerts destinations',
  listKeys: 'keys',
  rivalVisibility: 'rivals',
};

/** Returns the command that prints what an operation lists. */
function commandOf(operation: string): string {
  const verbs = [...nouns, ...Object.entries(furtherVerbs).map(([noun, verbs]) => ({ noun, verbs }))];
  const match = verbs.flatMap(({ noun, verbs: ofNoun }) =>
    ofNoun.filter((verb) => verb.operation === operation).map(({ verb }) => `${noun} ${verb}`),
  );
  return commands[operation] ?? match[0] ?? `call ${operation}`;
}

/** Returns the option of a field: `--start` for `startDate`, `--website` for `websiteId`, `--note-id` for `noteId`. */
export function optionName(field: string): string {
  const short = field
    .replace(/^(start|end)Date$/, '$1')
    .replace(/^(website|question|case)Id$/, '$1')
    .replace(/UsdPerMonth$|Usd(?=Per)/, '');
  return `--${short.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Returns the option or argument of the running command that fills a field; null if it has none. */
export function acceptedName(field: string): string | null {
  const name = optionName(field);
  const options = [
    name,
    otherNames[name] ?? name,
    name.replace(/s$/, ''),
    name.replace(/es$/, ''),
    name.replace(/-ids?$/, ''),
  ];
  const option = options.find((one) => running.options.includes(one));
  if (option !== undefined) return option;
  // The path of an operation on a website calls its id only `id`.
  if (field === 'id' && !running.args.includes('id') && running.options.includes('--website')) return '--website';
  const argument = field === 'queries' ? 'questions' : field.endsWith('Ids') ? 'ids' : name.slice(2);
  return running.args.includes(argument) ? argument : null;
}

/**
 * Replaces API fields and operations in a message by the words of the running command: `startDate` by `--start`, or by
 * `--from` in a command that has that.
 */
export function inOptions(message: string): string {
  const isNewRound = running.options.includes('--round');
  return message
    .replace(/^[a-z]\w*(?:\.\w+)*(?=: )/, (path) => {
      const [field = path] = path
        .split('.')
        .filter((part) => !/^\d+$/.test(part))
        .slice(-1);
      const name = acceptedName(field) ?? (/[A-Z]/.test(field) ? optionName(field) : path);
      const number = /\.(?<index>\d+)$/.exec(path)?.groups?.index;
      return number === undefined || name.startsWith('-') ? name : `${name} ${Number(number) + 1}`;
    })
    .replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (word) => acceptedName(word) ?? word)
    .replace(
      /\b(?<operation>[a-z]+[A-Z]\w+) lists them/,
      (_text, operation: string) => `\`sightline ${commandOf(operation)}\` lists them`,
    )
    .replace(/,? with the same Idempotency-Key(?:, within|(?=[,.]))/, (text) =>
      text.endsWith('within') ? ', within' : '',
    )
    .replace(' with a new Idempotency-Key', isNewRound ? ' with another --round' : '');
}
