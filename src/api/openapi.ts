import { z } from 'zod';
import { type ErrorCode, statusOfCode } from '../domain/errors.ts';
import { jsonSchemaOf } from './jsonSchema.ts';
import { commonErrors, type Operation } from './operation.ts';
import { v1Operations } from './registry.ts';
import { errorSchema } from './schemas.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1.0 description of v1, generated from the registry. `serverUrl` is `{PUBLIC_BASE_URL}/api/v1`. */
export function openApiDocument(serverUrl: string): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of v1Operations) {
    const described = describe(operation, components);
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: described };
  }
  jsonSchema(errorSchema, components, 'output');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightline: agent evaluation and visibility API',
      version: '1.0.0',
      description:
        'Owner-private API over saved website checks, keyword observations, visibility reports and SEO overviews. GET operations read saved data and never start work; only `POST /observations/ensure` and `POST /seo` can incur usage charges. Recommendation positions describe saved answers. They are not a search-engine rank.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(v1Operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key made by a signed-in user: `sl_…`.' },
      },
      schemas: sortMembers(components),
    },
  };
}

function describe(operation: Operation, components: Json): Json {
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: `${operation.description} Permission: \`${operation.permission}\`.`,
    tags: [operation.tag],
    parameters: [
      ...parametersOf(operation.params, 'path', components),
      ...parametersOf(operation.query, 'query', components),
      ...parametersOf(operation.headers, 'header', components),
    ],
    ...(operation.hasBody
      ? {
          requestBody: {
            required: !acceptsNothing(operation.body),
            content: { 'application/json': { schema: jsonSchema(operation.body, components, 'input') } },
          },
        }
      : {}),
    responses: responsesOf(operation, components),
  };
}

function acceptsNothing(schema: z.ZodType): boolean {
  return schema.safeParse({}).success;
}

function parametersOf(schema: z.ZodObject, where: 'path' | 'query' | 'header', components: Json): Json[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const { description, ...rest } = jsonSchema(field as z.ZodType, components, 'input') as { description?: string };
    const required = where === 'path' || !(field as z.ZodType).safeParse(undefined).success;
    return { name, in: where, required, ...(description === undefined ? {} : { description }), schema: rest };
  });
}

const successText: Record<number, string> = {
  200: 'The saved state.',
  202: 'A matching run is active, or one was started: follow `run.pollUrl`.',
};

function responsesOf(operation: Operation, components: Json): Json {
  const responses: Json = {};
  for (const status of operation.statuses) {
    responses[status] = {
      description: successText[status] ?? 'Done.',
      ...(operation.spends ? { headers: replayedHeader } : {}),
      content: { 'application/json': { schema: jsonSchema(operation.output ?? z.null(), components, 'output') } },
    };
  }
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...commonErrors, ...operation.errors])) {
    byStatus.set(statusOfCode[code], [...(byStatus.get(statusOfCode[code]) ?? []), code]);
  }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[status] = {
      description: codes.map((code) => `\`${code}\``).join(', '),
      ...(status === 429 ? { headers: retryAfterHeader } : {}),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return responses;
}

const replayedHeader = {
  'Idempotency-Replayed': {
    description: '`true` when the key was used before.',
    schema: { type: 'string', const: 'true' },
  },
};
const retryAfterHeader = {
  'Retry-After': {
    description: 'Whole seconds until a request is accepted again.',
    schema: { type: 'integer', minimum: 1 },
  },
};

/** JSON Schema of a Zod type, with everything that has an id moved to the components. */
function jsonSchema(schema: z.ZodType, components: Json, io: 'input' | 'output'): Json {
  const made = jsonSchemaOf(schema, io) as Json & { $defs?: Json };
  const { $schema: _dialect, $defs: definitions, id: ownId, ...rest } = made;
  for (const [name, definition] of Object.entries(definitions ?? {})) {
    const { id: _id, $schema: _inner, ...body } = definition as Json;
    components[name] = repoint(body);
  }
  const tidied = repoint(rest) as Json;
  if (typeof ownId !== 'string') return tidied;
  components[ownId] = tidied;
  return { $ref: `#/components/schemas/${ownId}` };
}

function repoint(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(repoint);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === '$ref' && typeof member === 'string'
        ? [name, member.replace('#/$defs/', '#/components/schemas/')]
        : [name, repoint(member)],
    ),
  );
}

function sortMembers(record: Json): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
