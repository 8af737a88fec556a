import type { Csv } from '../domain/text/csv.ts';

/**
 * Cleaning of third-party text (names, titles, answers, file names, servers' messages), so that none of it can control
 * a terminal.
 */

/** Complete terminal commands (ECMA-48), because their parameters would otherwise remain as text. */
const commands =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the target
  /\u001b\[[0-?]*[ -/]*[@-~]|\u009b[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\u009d\r\n]*(?:\u0007|\u001b\\|\u009c)/gu;

/**
 * Cleans one line of text: removes commands, replaces control characters by spaces, and removes characters that hide or
 * reorder text.
 */
export function safe(text: string): string {
  return text
    .toWellFormed()
    .replace(commands, ' ')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\p{Cf}/gu, '');
}

/** Cleans text with several lines, whose line breaks are ours. */
export function safeLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.endsWith('\r') ? `${safe(line.slice(0, -1))}\r` : safe(line)))
    .join('\n');
}

/**
 * Rewrites JSON with every control and format character escaped. Such characters occur only inside strings: JSON has
 * already escaped those below U+0020, and allows no others outside.
 */
export function safeJson(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu, (sign) =>
    Array.from(
      { length: sign.length },
      (_none, index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** Cleans the texts of a table before it is written: a character removed later could expose a formula after it. */
export function safeFields({ columns, rows }: Csv): Csv {
  return { columns, rows: rows.map((row) => row.map((field) => (typeof field === 'string' ? safe(field) : field))) };
}
