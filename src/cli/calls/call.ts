import type { Command } from 'commander';
import { z } from 'zod';
import { buildJsonSchema } from '../../api/jsonSchema.ts';
import type { Operation } from '../../api/operation.ts';
import { keyOperations } from '../../api/registry.ts';
import { SightlineError } from '../../client/sightlineError.ts';
import { exitCodeOf, explain, UsageError } from '../failures.ts';
import { printError, printJson } from '../output.ts';
import { callServer } from '../serverConnection.ts';

type Options = Readonly<Record<string, string | undefined>>;

/** Adds `call <operation>`: one command per entry of the registry, with options derived from its schemas. */
export async function addCallCommands(program: Command): Promise<void> {
  const call = program.command('call').description('call one operation of the API and print its JSON reply');
  for (const operation of keyOperations) addOperation(call, operation);
}

function addOperation(call: Command, operation: Operation): void {
  const { id, summary, description } = operation;
  const command = call
    .command(id)
    .summary(summary)
    .description(description === summary ? summary : `${summary}. ${description}`);
  for (const [name, field] of Object.entries(operation.params.shape)) {
    command.requiredOption(`--${flagOf(name)} <value>`, describe(field as z.ZodType));
  }
  for (const [name, field] of Object.entries({ ...operation.query.shape, ...operation.headers.shape })) {
    command.option(`--${flagOf(name)} <value>`, describe(field as z.ZodType));
  }
  if (operation.hasBody) {
    command.option('--body <json>', 'request body as JSON, or - to read it from standard input');
    command.addHelpText('after', () => bodyHelp(command, operation.body));
  }
  command.action(async (options: Options) => {
    try {
      const { idempotencyKey } = options;
      const input = await buildInput(operation, options);
      const entry = idempotencyKey === undefined ? {} : { idempotencyKey };
      // Not checked here: the server refuses invalid input with its own messages.
      const answer = await callServer(id, input as never, entry);
      printJson(answer);
    } catch (error) {
      if (error instanceof SightlineError && error.body !== null) {
        printJson(error.body);
      }
      printError(explain(error, false));
      process.exitCode = exitCodeOf(error);
    }
  });
}

/** Returns the option of a field: `websiteId` is `--website-id`, `Idempotency-Key` is `--idempotency-key`. */
function flagOf(name: string): string {
  return name.replace(/-/g, '').replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`);
}

/** Describes a field: its purpose, whether it is required, and its allowed values. */
function describe(field: z.ZodType): string {
  return described(buildJsonSchema(field, 'input') as JsonSchema, !field.safeParse(undefined).success);
}

function described(schema: JsonSchema, isRequired: boolean): string {
  const aside = [isRequired ? 'required' : '', valuesOf(schema)].filter((text) => text !== '').join(', ');
  return [schema.description ?? '', aside === '' ? '' : `(${aside})`].filter((text) => text !== '').join(' ');
}

type JsonSchema = {
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  type?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
};

function valuesOf(schema: JsonSchema): string {
  const values =
    schema.enum !== undefined
      ? schema.enum.map(String).join(' | ')
      : schema.const !== undefined
        ? String(schema.const)
        : schema.minimum !== undefined && schema.maximum !== undefined
          ? `${schema.minimum} to ${schema.maximum}`
          : (schema.type ?? (schema.anyOf ?? []).map(({ type = '' }) => type).join(' | '));
  const fallback = schema.default === undefined ? '' : `, default ${JSON.stringify(schema.default)}`;
  return `${values}${fallback}`;
}

/**
 * Formats the body's fields in the columns of the options above; a body with several shapes has one block per shape.
 */
function bodyHelp(command: Command, body: z.ZodType): string {
  const schema = buildJsonSchema(body, 'input') as JsonSchema;
  const shapes = (schema.oneOf ?? schema.anyOf ?? [schema]).map(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, field]): [string, string] => [
      name,
      described(field, required.includes(name) && field.default === undefined),
    ]),
  );
  const lines = shapes.filter((fields) => fields.length > 0);
  if (lines.length === 0) return '';
  const help = command.createHelp();
  help.prepareContext({ helpWidth: process.stdout.columns ?? 80 });
  const width = Math.max(help.padWidth(command, help), ...lines.flat().map(([name]) => name.length));
  const blocks = lines.map((fields) =>
    fields.map(([name, text]) => help.formatItem(name, width, text, help)).join('\n'),
  );
  return `\nBody:\n${blocks.join('\nor\n')}`;
}

async function buildInput(operation: Operation, options: Options): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = operation.hasBody ? await bodyOf(options.body) : {};
  for (const name of [...Object.keys(operation.params.shape), ...Object.keys(operation.query.shape)]) {
    if (options[name] !== undefined) input[name] = options[name];
  }
  return input;
}

async function bodyOf(input: string | undefined): Promise<Record<string, unknown>> {
  if (input === undefined) return {};
  const text = input === '-' ? await readStandardInput() : input;
  const parsed = z.record(z.string(), z.unknown()).safeParse(parseJson(text));
  if (!parsed.success) throw new UsageError('--body must be a JSON object');
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('--body is not valid JSON');
  }
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
