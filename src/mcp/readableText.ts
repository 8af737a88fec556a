/**
 * Formats JSON as text for a reader: one line per member, numbered entries in lists, every row, nothing shortened.
 * Entries are numbered from one, so that the number of a mention is its position. `null` stays `null`: it means
 * unknown.
 */
export function readableText(value: unknown): string {
  return listLines(value, '').join('\n');
}

function listLines(value: unknown, indent: string): string[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => entryLines(entry, index + 1, indent));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, member]) => memberLines(name, member, indent));
  return [indent + scalar(value)];
}

function memberLines(name: string, member: unknown, indent: string): string[] {
  if (member === undefined) return [];
  if (Array.isArray(member)) {
    if (member.length === 0) return [`${indent}${name}: none`];
    if (member.every(isShortScalar)) return [`${indent}${name}: ${member.map(scalar).join(', ')}`];
    return [`${indent}${name} (${member.length}):`, ...listLines(member, `${indent}  `)];
  }
  if (isRecord(member)) {
    const flat = flatLine(member);
    return flat === null ? [`${indent}${name}:`, ...listLines(member, `${indent}  `)] : [`${indent}${name}: ${flat}`];
  }
  if (typeof member === 'string' && member.includes('\n')) {
    return [`${indent}${name}:`, ...member.split('\n').map((line) => `${indent}  | ${line}`)];
  }
  return [`${indent}${name}: ${scalar(member)}`];
}

function entryLines(entry: unknown, number: number, indent: string): string[] {
  const flat = isRecord(entry) ? flatLine(entry) : null;
  if (flat !== null) return [`${indent}${number}. ${flat}`];
  if (!isRecord(entry) && !Array.isArray(entry)) return [`${indent}${number}. ${scalar(entry)}`];
  return [`${indent}${number}.`, ...listLines(entry, `${indent}   `)];
}

/** Formats a record of scalars and short lists as one line; null if it contains more. */
function flatLine(record: Readonly<Record<string, unknown>>): string | null {
  const parts: string[] = [];
  for (const [name, member] of Object.entries(record)) {
    if (member === undefined) continue;
    if (Array.isArray(member) && member.every(isShortScalar)) {
      parts.push(`${name}: ${member.length === 0 ? 'none' : member.map(scalar).join(', ')}`);
    } else if (!isRecord(member) && !Array.isArray(member) && !(typeof member === 'string' && member.includes('\n'))) {
      parts.push(`${name}: ${scalar(member)}`);
    } else {
      return null;
    }
  }
  return parts.length === 0 ? 'nothing' : parts.join(' | ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isShortScalar(value: unknown): boolean {
  return (
    value === null ||
    ['number', 'boolean'].includes(typeof value) ||
    (typeof value === 'string' && !value.includes('\n'))
  );
}

function scalar(value: unknown): string {
  return typeof value === 'string' ? value : String(value);
}
