import type { SavedJson } from '../domain/text/savedJson.ts';

type Written = { saved: { member: string; json: SavedJson } | null; bytes: Buffer | null };

/** Cache of the JSON of immutable values in responses. */
const writtenOnce = new WeakMap<object, Written>();

/**
 * Marks a member of responses as immutable: its JSON is written once, however often it is sent. The saved JSON of one
 * of its own members is copied.
 */
export function writeOnce<T extends object>(value: T, saved: Written['saved'] = null): T {
  writtenOnce.set(value, { saved, bytes: null });
  return Object.freeze(value);
}

/** Writes the JSON of a response. A marked member is copied instead of serialised again. */
export function jsonOf(body: object): string | Buffer {
  for (const [name, value] of Object.entries(body)) {
    const entry = typeof value === 'object' && value !== null ? writtenOnce.get(value) : undefined;
    if (entry !== undefined) return splice(body, name, readBytes(value, entry));
  }
  return JSON.stringify(body);
}

function readBytes(value: object, entry: Written): Buffer {
  const { saved } = entry;
  entry.bytes ??= saved === null ? Buffer.from(JSON.stringify(value)) : splice(value, saved.member, saved.json.source);
  return entry.bytes;
}

/** Writes an object, with given JSON for one member, whose value is not serialised. */
function splice(body: object, member: string, json: string | Uint8Array): Buffer {
  const names = Object.keys(body);
  const at = names.indexOf(member);
  const writePart = (some: readonly string[]) =>
    JSON.stringify(Object.fromEntries(some.map((name) => [name, (body as Record<string, unknown>)[name]])));
  const before = writePart(names.slice(0, at)).slice(0, -1);
  const after = writePart(names.slice(at + 1)).slice(1);
  return Buffer.concat([
    Buffer.from(`${before}${before === '{' ? '' : ','}${JSON.stringify(member)}:`),
    typeof json === 'string' ? Buffer.from(json) : json,
    Buffer.from(after === '}' ? after : `,${after}`),
  ]);
}
