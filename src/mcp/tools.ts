import { z } from 'zod';
import { mayCall, parseInput, type RawInput } from '../api/invoke.ts';
import type { Operation, ToolProjection } from '../api/operation.ts';
import type { Principal } from '../domain/access/principal.ts';
import { invalidField } from '../domain/errors.ts';
import { uiUriOf } from './apps/uiResources.ts';
import { argumentSchema } from './argumentSchema.ts';
import { buildBrief } from './brief.ts';

/** Default number of records on a page of a list: 50 of the longest fit what a client shows its model. */
const defaultPageLength = 50;

const pageArguments = {
  limit: z.int().min(1).max(200).default(defaultPageLength),
  cursor: z.string().optional(),
};
const pageSchema = z.object(pageArguments);

/** Member with the cursor of the next page, as in every list of the API; null on the last page. */
const nextMember = 'nextCursor';

type Listed = { id?: string; reportId?: string };

/**
 * Returns one page of a response's list, with `nextCursor`. A record's id is the cursor, so that pages neither repeat
 * nor skip a record while others are added. A response without the list (one report) is returned unchanged.
 * @throws invalid_request for an invalid page
 */
function buildPage(body: unknown, member: string, args: Readonly<Record<string, unknown>>): unknown {
  const { limit, cursor } = parseInput(pageSchema, args);
  const list = (body as Readonly<Record<string, readonly Listed[] | undefined>>)[member];
  if (list === undefined) return body;
  const at = cursor === undefined ? -1 : list.findIndex((listed) => idOf(listed) === cursor);
  if (cursor !== undefined && at < 0) {
    throw invalidField('cursor', 'is not the `nextCursor` of a page of this list; start again without one');
  }
  const page = list.slice(at + 1, at + 1 + limit);
  const last = page.at(-1);
  const isLast = at + 1 + page.length >= list.length || last === undefined;
  return { ...(body as object), [member]: page, [nextMember]: isLast ? null : idOf(last) };
}

type Rows = { total: number; rows: readonly { caseId?: string }[] };

/**
 * Adds the cursor of a report whose rows are pages: the case of its last row, named like in every other list; null on
 * the last page.
 */
function withNextRow(body: unknown, limit: number): unknown {
  const { questions } = body as { questions?: Rows };
  if (questions === undefined) return body;
  const isLast = questions.rows.length < limit || questions.rows.length === questions.total;
  return { ...(body as object), [nextMember]: isLast ? null : (questions.rows.at(-1)?.caseId ?? null) };
}

function idOf({ id, reportId }: Listed): string {
  return id ?? reportId ?? '';
}

type Json = Record<string, unknown>;
type ObjectSchema = Json & { type: 'object' };

/** Hints about a tool. The middle two apply only to tools that change something. */
type ToolHints = { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean; openWorldHint: boolean };

/**
 * Tool as listed by `tools/list`, without an output schema: the list is paid for in every conversation, responses name
 * their members, and the OpenAPI description has the complete schema.
 */
type ToolDescriptor = {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  annotations: ToolHints;
  /** The page with which a client may display a result. */
  _meta?: { ui: { resourceUri: string } };
};

/** Tool profiles. By default, clients list only the tools that most tasks need. */
export const toolProfiles = ['common', 'all'] as const;
export type ToolProfile = (typeof toolProfiles)[number];

/** One MCP tool over one operation of the registry. */
export type Tool = {
  operation: Operation;
  isRarelyNeeded: boolean;
  descriptor: ToolDescriptor;
  /** The same tool for the agent of an enhanced run, without arguments that the run fixes. */
  capabilityDescriptor: ToolDescriptor;
  /** Sorts flat arguments into the parts of a request, unvalidated. @throws invalid_request for an unknown argument */
  inputOf(args: Readonly<Json>, principal: Principal): RawInput;
  /**
   * Selects the part of a response that these arguments request: one page of a list, or all of it. @throws
   * invalid_request
   */
  partOf(body: unknown, args: Readonly<Json>): unknown;
};

const keyHeader = 'Idempotency-Key';
const keyArgument = 'idempotencyKey';

/** Builds every tool of the registry, in order. */
export function toolsOf(operations: readonly Operation[]): Tool[] {
  return operations.flatMap((operation) => operation.tools.map((projection) => buildTool(operation, projection)));
}

/** Returns the tools that a principal may discover and call, by the same rule. */
export function visibleTo(tools: readonly Tool[], principal: Principal): Tool[] {
  return tools.filter(
    ({ operation, descriptor }) =>
      mayCall(operation, principal) && (principal.kind !== 'capability' || descriptor.name === principal.tool),
  );
}

/** Lists the tools of a profile: the default one leaves out what is rarely needed. Calls do not depend on it. */
export function listedIn(tools: readonly Tool[], profile: ToolProfile): Tool[] {
  return profile === 'all' ? [...tools] : tools.filter(({ isRarelyNeeded }) => !isRarelyNeeded);
}

const detailArgument = { detail: z.enum(['brief', 'full']).default('brief') };

function buildTool(operation: Operation, projection: ToolProjection): Tool {
  const { pages, brief, view } = projection;
  const body = buildBody(operation, projection);
  const takesKey = keyHeader in operation.headers.shape;
  const fields: Record<string, z.ZodType> = {
    ...operation.params.shape,
    ...deriveQuery(operation, projection),
    ...body.shape,
    ...(takesKey ? { [keyArgument]: operation.headers.shape[keyHeader] as z.ZodType } : {}),
    ...(pages === undefined ? {} : pageArguments),
    ...(brief === undefined ? {} : detailArgument),
  };
  const inputSchema = argumentSchema(fields, operation.path, projection.words);
  const descriptor: ToolDescriptor = {
    name: projection.name,
    title: projection.title,
    description: projection.description,
    inputSchema,
    annotations: buildHints(operation, projection),
  };
  const settled = settledByRun(operation, inputSchema);
  return {
    operation,
    isRarelyNeeded: projection.rarelyNeeded ?? false,
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
      if (brief !== undefined) detailOf(args);
      const input = principal.kind === 'capability' ? { ...spendOfRun(operation, principal.runId), ...args } : args;
      return {
        params: pick(input, operation.params),
        query: pick({ ...projection.defaults, ...input }, operation.query),
        headers: takesKey ? { [keyHeader]: input[keyArgument] } : {},
        body: { ...pick(input, body), ...projection.fixed },
      };
    },
    partOf(result, args) {
      const whole =
        operation.id === 'enginePrompts'
          ? withNextRow(result, Number(args.limit ?? fields.limit?.parse(undefined)))
          : result;
      const page = pages === undefined ? whole : buildPage(result, pages, args);
      return brief === undefined || detailOf(args) === 'full' ? page : buildBrief(page, brief);
    },
  };
}

/** @throws invalid_request naming `detail` */
function detailOf(args: Readonly<Json>): 'brief' | 'full' {
  return parseInput(z.object(detailArgument), args).detail;
}

/** Returns the query arguments that the tool offers, in its order, with its own defaults. */
function deriveQuery({ query, id }: Operation, { takes, defaults = {} }: ToolProjection): Record<string, z.ZodType> {
  const names = takes ?? Object.keys(query.shape);
  return Object.fromEntries(
    names.map((name) => {
      const field = query.shape[name] as z.ZodType | undefined;
      if (field === undefined) throw new Error(`${id} takes no ${name}`);
      return [name, Object.hasOwn(defaults, name) ? field.default(defaults[name]) : field];
    }),
  );
}

function buildHints(
  { method, isReadOnly, permission }: Operation,
  { destructive, openWorld }: ToolProjection,
): ToolHints {
  const openWorldHint = openWorld ?? (permission === 'evaluate' || permission === 'seo');
  const readOnlyHint = method === 'GET' || isReadOnly;
  if (readOnlyHint) return { readOnlyHint, openWorldHint };
  // A paid tool can be repeated for free with the same key; other tools set a state, so repeating them has no effect.
  return { readOnlyHint, destructiveHint: destructive ?? false, idempotentHint: true, openWorldHint };
}

function buildBody(operation: Operation, projection: ToolProjection): z.ZodObject {
  const body = projection.body ?? operation.body;
  if (!(body instanceof z.ZodObject)) throw new Error(`the tool ${projection.name} needs a body of one shape`);
  return body;
}

/**
 * Fixes the spending arguments of a lookup inside a run: the run's owner has confirmed the spending, and the run's id
 * is the idempotency key.
 */
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
