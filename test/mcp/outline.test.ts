import { fromJsonSchema } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf } from '../../src/api/jsonSchema.ts';
import { errorSchemas } from '../../src/contract/schemas.ts';
import { outlineOf } from '../../src/mcp/schemaOutline.ts';

const outlined = (schema: z.ZodType, open?: string[]) =>
  outlineOf(jsonSchemaOf(schema, 'output'), jsonSchemaOf(errorSchemas.v2, 'output'), open);

/** Whether the protocol library's own validator, which clients use, takes a value. */
async function takes(schema: Record<string, unknown>, value: unknown): Promise<boolean> {
  const checked = await fromJsonSchema(schema)['~standard'].validate(value);
  return checked.issues === undefined;
}

const person = z.strictObject({ name: z.string(), url: z.url().nullable() }).meta({ id: 'Person' });
const shape = z.strictObject({
  mode: z.enum(['open', 'shut']).nullable(),
  valid: z.literal(true),
  count: z.int().min(0).nullable(),
  tags: z.array(z.string()),
  people: z.array(person).meta({ description: 'Who is meant.' }),
  facts: z.record(z.string(), z.unknown()),
  owner: person.nullable(),
  anything: z.unknown(),
  either: z.union([z.string(), z.array(person)]),
});
const right = {
  mode: null,
  valid: true,
  count: 3,
  tags: ['a'],
  people: [{ name: 'A', url: null }],
  facts: { any: [1] },
  owner: { name: 'B', url: 'https://b.example' },
  anything: { of: 'any shape' },
  either: [{ name: 'C', url: null }],
};

describe('the outline of an answer', () => {
  it('takes what the whole schema takes, and an error in its place', async () => {
    expect(shape.safeParse(right).success).toBe(true);
    for (const open of [[], ['owner', 'people']]) {
      const schema = outlined(shape, open);
      expect(await takes(schema, right)).toBe(true);
      expect(await takes(schema, { ...right, owner: null, count: null, mode: 'shut', either: 'text' })).toBe(true);
      expect(await takes(schema, { error: { code: 'not_found', message: 'No such run.' } })).toBe(true);
    }
  });

  it.each([
    ['a member that is missing', { tags: undefined }],
    ['another type', { count: 'three' }],
    ['null where there is always something', { people: null }],
    ['a choice that is none', { mode: 'ajar' }],
    ['another constant', { valid: false }],
    ['a list of something else', { tags: [7] }],
  ])('does not take %s', async (_what, change) => {
    const changed = JSON.parse(JSON.stringify({ ...right, ...change }));
    expect(await takes(outlined(shape), changed)).toBe(false);
  });

  it('holds the members of what it shows open, and only names the others', async () => {
    const nameless = { ...right, owner: { url: null } };
    expect(await takes(outlined(shape, ['owner']), nameless)).toBe(false);
    expect(await takes(outlined(shape), nameless)).toBe(true);
    const { properties } = outlined(shape) as unknown as { properties: Record<string, { description?: string }> };
    expect(properties.people?.description).toBe('[{name, url?}] Who is meant.');
    expect(properties.owner?.description).toBe('{name, url?}');
    expect(properties.count?.description).toBeUndefined();
  });

  it('of an answer with two forms takes either, and neither half of both', async () => {
    const schema = outlined(
      z.union([z.strictObject({ all: z.array(z.string()) }), z.strictObject({ one: z.string() })]),
    );
    expect(await takes(schema, { all: [] })).toBe(true);
    expect(await takes(schema, { one: 'x' })).toBe(true);
    expect(await takes(schema, {})).toBe(false);
  });
});
