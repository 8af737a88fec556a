/** A field of an export. `null` is an empty field. */
export type Field = string | number | boolean | null;
export type Csv = { columns: readonly string[]; rows: readonly (readonly Field[])[] };

/**
 * Writes RFC 4180: CRLF, quotes where needed, the same number of fields on every line. All exports use this function.
 */
export function asCsv({ columns, rows }: Csv): string {
  return [columns, ...rows].map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');
}

/**
 * Texts that spreadsheets treat as the start of a formula, including full-width forms, and after characters that they
 * or other programs drop.
 */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u;

/** A semicolon or a tab separates fields in some spreadsheet settings; some drop leading or trailing space. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/u;

/**
 * Writes a field. A text that a spreadsheet would run as a formula gets a leading apostrophe, because names and titles
 * come from pages that anyone can write. Numbers are written unchanged.
 */
function fieldOf(value: Field): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
