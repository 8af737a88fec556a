/** A field of an export. `null` is an empty field. */
export type Field = string | number | boolean | null;
export type Csv = { columns: readonly string[]; rows: readonly (readonly Field[])[] };

/** RFC 4180: CRLF, quotes where they are needed, the same number of fields on every line. Every export is written here. */
export function asCsv({ columns, rows }: Csv): string {
  return [columns, ...rows].map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');
}

/**
 * Texts that spreadsheets take for the start of a formula: full-width forms, and after what they or a program on the
 * way drop.
 */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u;

/** A semicolon or a tab parts fields where a spreadsheet is set to it; space at an end is lost by some. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/u;

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe before it, because names and titles come from pages
 * that anyone can write. Numbers are written as they are.
 */
function fieldOf(value: Field): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
