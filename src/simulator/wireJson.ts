type Json = Readonly<Record<string, unknown>>;

/** A received value as an object; empty when it is none. */
export function jsonObjectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A received value as a list of objects; empty when it is none. */
export function jsonListOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(jsonObjectOf) : [];
}
