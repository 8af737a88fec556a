import { z } from 'zod';

type Json = Record<string, unknown>;

/** Builds a self-contained JSON Schema (2020-12) of a Zod type: named parts are under `$defs`. */
export function buildJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  return z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => tidy(node as Json),
  }) as Json;
}

/** Drops what only this library adds: the long date pattern, and the bounds of safe integers. */
function tidy(node: Json): void {
  if (node.format === 'date-time' || node.format === 'date') delete node.pattern;
  if (node.type === 'integer' && node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.type === 'integer' && node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
}
