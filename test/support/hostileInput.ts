import { z } from 'zod';
import type { Operation } from '../../src/api/operation.ts';
import type { Sample } from './samples.ts';

/** A source of numbers from 0 to 1: the same for the same words. */
export type Draw = (what: string) => number;

type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
};

/** If a template or a statement built from texts is executed, this product appears in an answer. */
export const evaluatedProduct = String(1_337 * 1_733);

/**
 * Texts that act as a command if they are pasted into something: a statement, a template, a path, a line of a log, a
 * header.
 */
const hostileTexts = [
  "' OR '1'='1",
  "'; DROP TABLE runs; --",
  '1); DELETE FROM idempotency_keys; --',
  "' UNION SELECT password, email, 1, 2 FROM account --",
  "%' AND 1=CAST((SELECT version()) AS int) --",
  `'||(1337*1733)||'`,
  '" OR ""="',
  "\\'; --",
  '$1',
  '?1',
  '%_%',
  `$${'{1337*1733}'}`,
  '{{1337*1733}}',
  '<%= 1337*1733 %>',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '%2e%2e%2fetc%2fpasswd',
  'file:///etc/passwd',
  '$(cat /etc/passwd)',
  '; cat /etc/passwd',
  'x\r\nset-cookie: injected=1',
  'x\n{"level":"fatal","msg":"injected"}',
  '\u0000',
  '\u001b[31m',
  '\ud800',
  '\u202etxt',
  'İıſK',
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  'NaN',
  'null',
  'true',
  '2024-02-30',
  '9999-12-31T23:59:60Z',
  'http://[::1',
  'https://user:pass@acme-crm.com:99999/',
  '<script>alert(1)</script>',
  'x'.repeat(5_000),
] as const;

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[[[]]]],
  { $gt: '' },
  [null],
  { length: -1 },
];

const brokenBodies = ['{', '[]', 'null', '"x"', '\ufeff{}', '{"a":1}{"a":2}', `${'['.repeat(2_000)}`, '{"a":1e999}'];

function pick<T>(draw: Draw, what: string, list: readonly T[]): T | undefined {
  return list[Math.floor(draw(what) * list.length)];
}

/** Draws a value of the schema, mostly at its limits; if the schema says little, any value. */
function drawnValue(schema: Schema, draw: Draw, path: string, defs: Record<string, Schema>): unknown {
  const named = schema.$ref?.split('/').at(-1);
  if (named !== undefined && defs[named] !== undefined) return drawnValue(defs[named], draw, path, defs);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(draw, `${path} one of`, schema.enum);
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms !== undefined) return drawnValue(pick(draw, `${path} form`, forms) ?? {}, draw, path, defs);
  const { minimum = 0, maximum = minimum + 100 } = schema;
  switch (schema.type) {
    case 'string':
      return draw(`${path} plain`) < 0.5 ? `word ${Math.floor(draw(path) * 1e6)}` : pick(draw, path, hostileTexts);
    case 'integer':
    case 'number':
      return pick(draw, path, [minimum, maximum, minimum - 1, maximum + 1, Math.floor((minimum + maximum) / 2)]);
    case 'boolean':
      return draw(path) < 0.5;
    case 'null':
      return null;
    case 'array': {
      const length = Math.floor(draw(`${path} length`) * 4);
      return Array.from({ length }, (_none, at) => drawnValue(schema.items ?? {}, draw, `${path}[${at}]`, defs));
    }
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).filter(
        ([name]) => schema.required?.includes(name) || draw(`${path}.${name} there`) < 0.4,
      );
      return Object.fromEntries(members.map(([name, one]) => [name, drawnValue(one, draw, `${path}.${name}`, defs)]));
    }
    default:
      return pick(draw, path, [...oddValues, ...hostileTexts]);
  }
}

const schemas = new WeakMap<z.ZodType, Schema>();

function schemaOf(type: z.ZodType): Schema {
  const known = schemas.get(type);
  if (known !== undefined) return known;
  const made = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema;
  schemas.set(type, made);
  return made;
}

/** Draws a request for an operation: close enough to a valid one to pass its first check, and invalid somewhere. */
export function hostileRequest(operation: Operation, sample: Sample, draw: Draw): Sample {
  const made: Sample = { ...sample };
  const text = (what: string): string => pick(draw, what, hostileTexts) ?? '';
  const names = Object.keys(operation.query.shape);
  if (names.length > 0 && draw('query') < 0.7) {
    const query: Record<string, string> = { ...sample.query };
    for (const name of names.filter((one) => draw(`query ${one}`) < 0.4)) {
      const drawn = drawnValue(schemaOf(operation.query).properties?.[name] ?? {}, draw, name, {});
      query[name] = draw(`query ${name} hostile`) < 0.5 ? text(name) : String(drawn);
    }
    made.query = query;
  }
  const params = Object.keys(operation.params.shape);
  const param = draw('params') < 0.3 ? pick(draw, 'param', params) : undefined;
  if (param !== undefined) made.params = { ...sample.params, [param]: text(`param ${param}`) };
  if (sample.headers !== undefined && draw('headers') < 0.15) {
    // The sender refuses a header that cannot be sent.
    const value = text('header').replace(/[^\x20-\x7e]/g, '');
    made.headers = Object.fromEntries(Object.keys(sample.headers).map((name) => [name, value]));
  }
  if (!operation.hasBody) return made;
  const how = draw('body');
  if (how < 0.08) made.body = pick(draw, 'broken', brokenBodies);
  else if (how < 0.55) {
    const schema = schemaOf(operation.body);
    made.body = drawnValue(schema, draw, 'body', schema.$defs ?? {});
  } else {
    const body: Record<string, unknown> = { ...(sample.body as object | undefined) };
    const known = [...Object.keys(schemaOf(operation.body).properties ?? {}), ...Object.keys(body), 'surprise'];
    const name = pick(draw, 'member', known) ?? 'surprise';
    body[name] = pick(draw, 'value', [...hostileTexts, ...oddValues]);
    made.body = body;
  }
  return made;
}
