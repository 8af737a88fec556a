/** A field of an export. `null` is an empty field. */
export type Field = string | number | boolean | null;
export type Csv = { columns: readonly string[]; rows: readonly (readonly Field[])[] };

/** RFC 4180: CRLF, quotes where they are needed, the same number of fields on every line. */
export function asCsv({ columns, rows }: Csv): string {
  return [columns, ...rows].map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');
}

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe before it, because names and titles come from pages
 * that anyone can write. Numbers are written as they are.
 */
function fieldOf(value: Field): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
