import type { z } from 'zod';
import { invalidField } from '../domain/errors.ts';

/**
 * Converts the text of a query string to the types of its schema, so that one schema serves REST, MCP and CLI. Text
 * that cannot be converted stays, and the schema then refuses it by name.
 * @throws invalid_request naming a parameter that is unknown or given twice
 */
export function decodeQuery(schema: z.ZodObject, search: URLSearchParams): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const [name, text] of search) {
    if (Object.hasOwn(decoded, name)) throw invalidField(name, 'is given more than once');
    // Own members only: the shape and the result are plain objects, and `__proto__` is a parameter that any caller can send.
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    if (field === undefined) throw invalidField(name, 'is not a parameter of this request');
    decoded[name] = decodeText(baseType(field), text);
  }
  return decoded;
}

function decodeText(type: string, text: string): unknown {
  if (type === 'number' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Returns the type inside defaults and optionals. */
function baseType(schema: z.core.$ZodType): string {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType };
  return def.innerType === undefined ? def.type : baseType(def.innerType);
}
