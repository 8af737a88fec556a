import type { z } from 'zod';
import { errorSchemas } from '../contract/schemas.ts';
import { type ErrorCode, statusOfCode, v1CodeOf } from '../domain/errors.ts';
import { buildJsonSchema } from './jsonSchema.ts';
import { commonErrors, type Operation } from './operation.ts';
import { v1Operations, v2Operations } from './registry.ts';

type Json = Record<string, unknown>;

export type Version = 'v1' | 'v2';

const apiKey = { type: 'http', scheme: 'bearer', description: 'A key created by a signed-in user: `sl_…`.' };

/** Differences between the versions. v2 contains the whole registry: v1's operations also exist under its path. */
const versions = {
  v1: {
    operations: v1Operations,
    title: 'Sightline: agent evaluation and visibility API',
    version: '1.0.0',
    description:
      'Private API for saved website checks, keyword observations, visibility reports and SEO overviews. GET operations read saved data and never start work; only `POST /observations/ensure` and `POST /seo` can incur usage charges. Recommendation positions describe saved answers. They are not a search-engine rank.',
    securitySchemes: { apiKey },
  },
  v2: {
    operations: v2Operations,
    title: 'Sightline: API v2',
    version: '2.0.0',
    description:
      'Everything that the web app does, for API keys with the right permission and for the web app’s own session. Operations marked *sessions only* are administrative and accept no key. The operations of v1 answer here too, in the shapes of v1. Other lists are paged: they accept `limit` and `cursor`, and return `items` and `nextCursor`. GET operations never start work; only `POST /observations/ensure`, `POST /seo` and `POST /readings` can incur usage charges.',
    securitySchemes: {
      apiKey,
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-sightline_session',
        description:
          'The cookie of a signed-in browser, from pages of this server only; over plain HTTP it is `sightline_session`. Ignored when an Authorization header is sent.',
      },
    },
  },
} as const;

/** Differences between deployments. `serverUrl` is `{PUBLIC_BASE_URL}/api/v1` or `/api/v2`. */
type Deployment = { serverUrl: string /** Fields of the declared engine. */; platform?: string };

/** Builds the OpenAPI 3.1.0 description of a version from the registry. */
export function openApiDocument(version: Version, { serverUrl, platform }: Deployment): Json {
  const { operations, title, description, securitySchemes, version: number } = versions[version];
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const described = describe(operation, version, components);
    if (platform !== undefined) namePlatform(described.parameters as Json[], platform);
    const method = { [operation.method.toLowerCase()]: described };
    paths[operation.path] = { ...paths[operation.path], ...method };
  }
  jsonSchema(errorSchemas[version], components, 'output');
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: number,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: { securitySchemes, schemas: sortMembers(components) },
  };
}

function describe(operation: Operation, version: Version, components: Json): Json {
  const sessionsOnly = operation.audience === 'session';
  const who = sessionsOnly ? 'Sessions only: no API key can do this.' : `Permission: \`${operation.permission}\`.`;
  // The texts of v1 are frozen.
  const stop = version === 'v1' || operation.description.endsWith('.') ? '' : '.';
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: `${operation.description}${stop} ${who}`,
    tags: [operation.tag],
    ...(sessionsOnly ? { security: [{ session: [] }] } : {}),
    parameters: [
      ...listParameters(operation.params, 'path', components),
      ...listParameters(operation.query, 'query', components),
      ...listParameters(operation.headers, 'header', components),
    ],
    ...(operation.takesBytes === true
      ? {
          requestBody: {
            required: true,
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
        }
      : operation.hasBody
        ? {
            requestBody: {
              required: !acceptsNothing(operation.body),
              content: { 'application/json': { schema: jsonSchema(operation.body, components, 'input') } },
            },
          }
        : {}),
    responses: buildResponses(operation, version, components),
  };
}

/** Names the only value of `platform`, the engine that v1 counts, which depends on the deployment. */
function namePlatform(parameters: Json[], platform: string): void {
  for (const parameter of parameters) {
    if (parameter.name === 'platform') parameter.schema = { type: 'string', enum: [platform] };
  }
}

function acceptsNothing(schema: z.ZodType): boolean {
  return schema.safeParse({}).success;
}

function listParameters(schema: z.ZodObject, where: 'path' | 'query' | 'header', components: Json): Json[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const { description, ...rest } = jsonSchema(field as z.ZodType, components, 'input') as { description?: string };
    const required = where === 'path' || !(field as z.ZodType).safeParse(undefined).success;
    return { name, in: where, required, ...(description === undefined ? {} : { description }), schema: rest };
  });
}

const successText: Record<number, string> = {
  200: 'The saved state.',
  201: 'Created; the body is the saved state.',
  202: 'A matching run is active, or one was started: follow `run.pollUrl`.',
};

function buildResponses(operation: Operation, version: Version, components: Json): Json {
  const responses: Json = {};
  for (const status of operation.statuses) {
    responses[status] = {
      description: successText[status] ?? 'Done.',
      ...(operation.spends ? { headers: replayedHeader } : {}),
      ...(status === 204
        ? {}
        : { content: { 'application/json': { schema: jsonSchema(operation.output, components, 'output') } } }),
    };
  }
  const byStatus = new Map<number, ErrorCode[]>();
  // The description of v1 is frozen: newer codes appear as the v1 code with the same status.
  const named = (code: ErrorCode): boolean => version === 'v2' || v1CodeOf(code) === code;
  for (const code of new Set([...commonErrors, ...operation.errors].filter(named))) {
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

/** Builds the JSON Schema of a Zod type, with every part that has an id moved to the components. */
function jsonSchema(schema: z.ZodType, components: Json, io: 'input' | 'output'): Json {
  const created = buildJsonSchema(schema, io) as Json & { $defs?: Json };
  const { $schema: _dialect, $defs: definitions, id: ownId, ...rest } = created;
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
