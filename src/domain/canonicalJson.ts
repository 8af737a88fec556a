export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * RFC 8785 (JSON Canonicalization Scheme): members sorted by UTF-16 code units, no white space, numbers and strings as
 * ECMAScript writes them. Throws a TypeError for what JSON cannot carry (undefined, NaN, infinities, functions, lone
 * surrogates), because a digest of something silently dropped would be worthless.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`canonical JSON cannot hold ${value}`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('canonical JSON cannot hold a lone surrogate');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value === 'object') {
    const record = value as Readonly<Record<string, unknown>>;
    // Array.prototype.sort without a comparator compares UTF-16 code units, which is what section 3.2.3 asks for.
    const members = Object.keys(record)
      .sort()
      .map((key) => `${canonicalJson(key)}:${canonicalJson(record[key])}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError(`canonical JSON cannot hold ${typeof value}`);
}
