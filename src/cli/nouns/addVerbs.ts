import type { Command } from 'commander';
import { z } from 'zod';
import { wire } from '../../contract/wire.ts';
import { asCsv } from '../../domain/text/csv.ts';
import { websiteOfOption, websiteOption } from '../onlyWebsite.ts';
import { printError, printResult, printView } from '../output.ts';
import { safeFields } from '../safe.ts';
import { callServer } from '../serverConnection.ts';
import { confirm } from '../session/confirm.ts';
import { argumentValue, createOption, fieldsOf, kebab } from './fields.ts';
import type { Noun, Verb } from './verb.ts';
import { fieldOf, listView, recordText } from './views.ts';

type Options = Readonly<Record<string, unknown>>;
type Json = Record<string, unknown>;

/** Adds a noun with its verbs; `list` also runs if no verb is given. */
export function addNoun(program: Command, { noun, description, verbs }: Noun): Command {
  const command = program.command(noun).description(description);
  addVerbs(command, verbs);
  return command;
}

/** Adds verbs to a noun. */
export function addVerbs(noun: Command, verbs: readonly Verb[]): void {
  for (const verb of verbs) addVerb(noun, verb);
}

function addVerb(noun: Command, verb: Verb): void {
  const { args = [], website, fixed = {} } = verb;
  const fields = fieldsOf(wire[verb.operation]);
  const command = noun.command(verb.verb, { isDefault: verb.verb === 'list' }).description(verb.description);
  for (const name of args) command.argument(`<${kebab(name)}>`, fields[name]?.description ?? '');
  if (website !== undefined) command.option(...websiteOption);
  for (const [name, field] of Object.entries(fields)) {
    if (args.includes(name) || name === website || Object.hasOwn(fixed, name)) continue;
    command.addOption(createOption(name, field));
  }
  if (verb.confirm !== undefined) command.option('--yes', 'do not ask for confirmation');
  if (verb.columns !== undefined) command.option('--csv', 'print all pages as CSV, with every field');
  command.action(async (...words: unknown[]) => {
    const named = words.slice(0, args.length) as string[];
    await runVerb(verb, named, words[args.length] as Options);
  });
}

async function runVerb(verb: Verb, words: readonly string[], options: Options): Promise<void> {
  const { operation, args = [], website, fixed = {} } = verb;
  const fields = fieldsOf(wire[operation]);
  const input: Json = { ...fixed };
  for (const [at, name] of args.entries()) input[name] = argumentValue(name, fields[name], words[at] ?? '');
  for (const name of Object.keys(fields)) if (options[name] !== undefined) input[name] = options[name];
  if (website !== undefined) input[website] = await websiteOfOption(options.website as string | undefined);
  if (verb.confirm !== undefined && options.yes !== true && !(await confirm(verb.confirm))) {
    return printError('Nothing was changed.');
  }
  const key = verb.spends === true ? { idempotencyKey: `cli:${crypto.randomUUID()}` } : {};
  if (options.csv === true) return printCsv(verb, input);
  const answer: unknown = await callServer(operation, input as never, key);
  show(verb, answer, words.at(-1) ?? '');
}

/** Prints a list to its end. The columns are the fields of an entry, also without entries. */
async function printCsv({ operation, columns = {}, list = 'items' }: Verb, input: Json): Promise<void> {
  const items: Json[] = [];
  for (let cursor: unknown; cursor !== null; ) {
    const page = (await callServer(operation, {
      ...input,
      ...(cursor === undefined ? {} : { cursor }),
    } as never)) as Json;
    items.push(...(page[list] as Json[]));
    cursor = page.nextCursor ?? null;
  }
  const entry = ((wire[operation].output as z.ZodObject).shape[list] as z.ZodArray).element;
  const names = entry instanceof z.ZodObject ? Object.keys(entry.shape) : Object.keys(columns);
  const rows = items.map((item) => names.map((name) => fieldOf(item[name])));
  printResult(items, () => asCsv(safeFields({ columns: names, rows })));
}

function show(verb: Verb, answer: unknown, last: string): void {
  const { columns, list = 'items', done } = verb;
  if (answer === null) {
    const text = (done ?? 'done').replace('{id}', last);
    printResult({ ...(last === '' ? {} : { id: last }), state: 'done' }, () => text);
  } else if (columns === undefined) {
    printResult(answer, () => recordText(answer as Json));
  } else {
    const { [list]: items, ...rest } = answer as Json;
    printView({ items, ...rest }, () =>
      listView(verb.description.replace('list ', ''), columns, items as Json[], rest.nextCursor),
    );
  }
}
