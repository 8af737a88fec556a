type Json = Readonly<Record<string, unknown>>;

/** Returns a received value as an object; empty if it is not one. */
export function jsonObjectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Returns a received value as a list of objects; empty if it is not one. */
export function jsonListOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(jsonObjectOf) : [];
}
