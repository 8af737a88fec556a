import type { Command } from 'commander';
import type { z } from 'zod';
import type { Operation } from '../api/operation.ts';
import { v1Operations } from '../api/registry.ts';
import { exitCodeOf, explain, ServerRefusal, UsageError } from './failures.ts';
import { callServer, serverFromEnvironment } from './server.ts';

/** `call <operation>`: one command for each entry of the registry, its options made from the entry's schemas. */
export async function addCallCommands(program: Command): Promise<void> {
  const call = program
    .command('call')
    .description('call one operation of the API; JSON out (SIGHTLINE_URL, SIGHTLINE_API_KEY)');
  for (const operation of v1Operations) addOperation(call, operation);
}

function addOperation(call: Command, operation: Operation): void {
  const command = call.command(operation.id).description(operation.summary);
  for (const [name, field] of Object.entries(operation.params.shape)) {
    command.requiredOption(`--${name} <value>`, describe(field as z.ZodType));
  }
  for (const [name, field] of Object.entries({ ...operation.query.shape, ...operation.headers.shape })) {
    command.option(`--${flagOf(name)} <value>`, describe(field as z.ZodType));
  }
  if (operation.hasBody) command.option('--body <json>', 'request body as JSON, or - to read it from standard input');
  command.action(async (options: Record<string, string | undefined>) => {
    try {
      const { body } = await callServer(serverFromEnvironment(process.env), await requestOf(operation, options));
      process.stdout.write(`${JSON.stringify(body, null, 2)}\n`);
    } catch (error) {
      if (error instanceof ServerRefusal && error.body !== null) {
        process.stdout.write(`${JSON.stringify(error.body, null, 2)}\n`);
      }
      process.stderr.write(`${explain(error)}\n`);
      process.exitCode = exitCodeOf(error);
    }
  });
}

/** `Idempotency-Key` is `--idempotency-key` on a command line. */
function flagOf(name: string): string {
  return name === 'Idempotency-Key' ? 'idempotency-key' : name;
}

function optionOf(options: Record<string, string | undefined>, name: string): string | undefined {
  return options[name === 'Idempotency-Key' ? 'idempotencyKey' : name];
}

function describe(field: z.ZodType): string {
  return field.meta()?.description ?? '';
}

async function requestOf(operation: Operation, options: Record<string, string | undefined>) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(options[name] ?? ''));
  const query: Record<string, string> = {};
  for (const name of Object.keys(operation.query.shape)) {
    const value = optionOf(options, name);
    if (value !== undefined) query[name] = value;
  }
  const headers: Record<string, string> = {};
  for (const name of Object.keys(operation.headers.shape)) {
    const value = optionOf(options, name);
    if (value !== undefined) headers[name] = value;
  }
  const body = operation.hasBody ? await bodyOf(options.body) : undefined;
  return { method: operation.method, path, query, headers, body };
}

async function bodyOf(given: string | undefined): Promise<unknown> {
  if (given === undefined) return {};
  const text = given === '-' ? await readStandardInput() : given;
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
