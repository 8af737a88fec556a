/** Values that many answers carry unchanged, and their JSON once it was first needed. */
const writtenOnce = new WeakMap<object, Buffer | null>();

/** Marks a member of answers as one that never changes from now on: its JSON is made once, however often it is sent. */
export function writeOnce<T extends object>(value: T): T {
  writtenOnce.set(value, null);
  return Object.freeze(value);
}

/** Writes the JSON of an answer. A marked member is copied, not serialised again. */
export function jsonOf(body: object): string | Buffer {
  const members = Object.entries(body);
  const at = members.findIndex(([, value]) => typeof value === 'object' && value !== null && writtenOnce.has(value));
  const marked = members[at];
  if (marked === undefined) return JSON.stringify(body);
  const before = JSON.stringify(Object.fromEntries(members.slice(0, at))).slice(0, -1);
  const after = JSON.stringify(Object.fromEntries(members.slice(at + 1))).slice(1);
  const [name, value] = marked;
  return Buffer.concat([
    Buffer.from(`${before}${before === '{' ? '' : ','}${JSON.stringify(name)}:`),
    bytesOf(value),
    Buffer.from(after === '}' ? after : `,${after}`),
  ]);
}

function bytesOf(value: object): Buffer {
  const known = writtenOnce.get(value);
  if (known !== null && known !== undefined) return known;
  const bytes = Buffer.from(JSON.stringify(value));
  writtenOnce.set(value, bytes);
  return bytes;
}
