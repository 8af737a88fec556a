import { z } from 'zod';
import type { RawInput } from '../api/invoke.ts';
import { mayCall } from '../api/invoke.ts';
import { jsonSchemaOf } from '../api/jsonSchema.ts';
import type { Operation, ToolProjection } from '../api/operation.ts';
import { errorSchemas } from '../contract/schemas.ts';
import type { Principal } from '../domain/access/principal.ts';
import { invalidField } from '../domain/errors.ts';
import { uiUriOf } from './apps/uiResources.ts';
import { nextMember, nextSchema, pageArguments, pageOf } from './pageOf.ts';
import { outlineOf } from './schemaOutline.ts';
import { toldOnce } from './toldOnce.ts';

type Json = Record<string, unknown>;
type ObjectSchema = Json & { type: 'object' };

/** Tool as `tools/list` shows it. */
type ToolDescriptor = {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  /** The page that a client may show of a result. */
  _meta?: { ui: { resourceUri: string } };
};

/** One MCP tool over one operation of the registry. */
export type Tool = {
  operation: Operation;
  descriptor: ToolDescriptor;
  /** The same tool as the agent of an enhanced run sees it: what the run itself settles need not be sent. */
  capabilityDescriptor: ToolDescriptor;
  /** Sorts flat arguments into the parts of a request, unbelieved. @throws invalid_request for an unknown argument */
  inputOf(args: Readonly<Json>, principal: Principal): RawInput;
  /**
   * Selects the part of an answer that these arguments request: one page of a list, or all of it. @throws
   * invalid_request
   */
  partOf(body: unknown, args: Readonly<Json>): unknown;
};

const keyHeader = 'Idempotency-Key';
const keyArgument = 'idempotencyKey';

/** Every tool of the registry, in its order. */
export function toolsOf(operations: readonly Operation[]): Tool[] {
  const tools = operations.flatMap((operation) => operation.tools.map((projection) => toolOf(operation, projection)));
  const listed = tools.map(({ operation: { permission }, descriptor: { name, inputSchema, outputSchema } }) => ({
    ...{ name, permission, inputSchema, outputSchema },
  }));
  const schemas = toldOnce(listed);
  return tools.map((tool, at) => ({ ...tool, descriptor: { ...tool.descriptor, ...schemas[at] } }));
}

/** Lists the tools that a principal may discover and call: one rule for both. */
export function visibleTo(tools: readonly Tool[], principal: Principal): Tool[] {
  return tools.filter(
    ({ operation, descriptor }) =>
      mayCall(operation, principal) && (principal.kind !== 'capability' || descriptor.name === principal.tool),
  );
}

function toolOf(operation: Operation, projection: ToolProjection): Tool {
  const body = bodyOf(operation, projection);
  const takesKey = keyHeader in operation.headers.shape;
  const fields: Record<string, z.ZodType> = {
    ...operation.params.shape,
    ...operation.query.shape,
    ...body.shape,
    ...(takesKey ? { [keyArgument]: operation.headers.shape[keyHeader] as z.ZodType } : {}),
    ...(projection.pages === undefined ? {} : pageArguments),
  };
  const inputSchema = inputSchemaOf(fields);
  const descriptor: ToolDescriptor = {
    name: projection.name,
    title: projection.title,
    description: projection.description,
    inputSchema,
    outputSchema: outputSchemaOf(operation, projection),
    annotations: {
      readOnlyHint: operation.method === 'GET',
      destructiveHint: projection.destructive ?? false,
      // Paid tools repeat for free under the same key; the rest read, look, or ask again for what was asked for.
      idempotentHint: true,
      openWorldHint: operation.method !== 'GET',
    },
  };
  const settled = settledByRun(operation, inputSchema);
  const view = projection.view;
  return {
    operation,
    descriptor: view === undefined ? descriptor : { ...descriptor, _meta: { ui: { resourceUri: uiUriOf(view) } } },
    capabilityDescriptor: {
      ...descriptor,
      description: `${projection.description} Inside a run the spend is already approved: send the domain only.`,
      inputSchema: { ...inputSchema, required: settled },
    },
    inputOf(args, principal) {
      for (const name of Object.keys(args)) {
        if (!Object.hasOwn(fields, name)) throw invalidField(name, 'is not an argument of this tool');
      }
      const given = principal.kind === 'capability' ? { ...spendOfRun(operation, principal.runId), ...args } : args;
      return {
        params: pick(given, operation.params),
        query: pick(given, operation.query),
        headers: takesKey ? { [keyHeader]: given[keyArgument] } : {},
        body: { ...pick(given, body), ...projection.fixed },
      };
    },
    partOf: (answered, args) => (projection.pages === undefined ? answered : pageOf(answered, projection.pages, args)),
  };
}

function bodyOf(operation: Operation, projection: ToolProjection): z.ZodObject {
  const body = projection.body ?? operation.body;
  if (!(body instanceof z.ZodObject)) throw new Error(`the tool ${projection.name} needs a body of one shape`);
  return body;
}

/**
 * A result, or an error in the shape that every door gives, so that both may be carried as structured content. A read
 * shows a run or a report in full. Other tools that answer a run refer to `read_run`.
 */
function outputSchemaOf(operation: Operation, { pages }: ToolProjection): ObjectSchema {
  const result = operation.output ?? z.strictObject({});
  const isRecord = operation.method === 'GET' && operation.id !== 'readObservation';
  const open = isRecord ? ['run', 'report'] : [];
  const outlined = outlineOf(jsonSchemaOf(result, 'output'), jsonSchemaOf(errorSchemas.v2, 'output'), open);
  const members = outlined.properties as Json;
  const run = { ...(members.run as Json | undefined), description: 'As in read_run.' };
  if (pages === undefined) {
    return isRecord || members.run === undefined ? outlined : { ...outlined, properties: { ...members, run } };
  }
  // A listing next to the record itself need not name its members twice.
  const listed = { type: 'array', items: { type: 'object' }, description: 'Like report; rankedKeywords null.' };
  const twice = 'report' in members ? { [pages]: listed } : {};
  return { ...outlined, properties: { ...members, ...twice, [nextMember]: nextSchema } };
}

/** The arguments of a tool, exactly as they are checked. The dialect is the protocol's own and need not be named. */
function inputSchemaOf(fields: Record<string, z.ZodType>): ObjectSchema {
  const { $schema: _dialect, ...schema } = jsonSchemaOf(z.strictObject(fields), 'input');
  return schema as ObjectSchema;
}

/** A run whose owner asked for the lookup has confirmed the spend, and is itself the key under which it is bought once. */
function spendOfRun(operation: Operation, runId: string): Json {
  return operation.spends ? { confirmSpend: true, [keyArgument]: `run:${runId}` } : {};
}

function settledByRun(operation: Operation, schema: ObjectSchema): string[] {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const filled = Object.keys(spendOfRun(operation, ''));
  return required.filter((name) => !filled.includes(name));
}

function pick(args: Readonly<Json>, schema: z.ZodObject): Json {
  return Object.fromEntries(Object.entries(args).filter(([name]) => Object.hasOwn(schema.shape, name)));
}
