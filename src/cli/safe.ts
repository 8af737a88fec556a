import type { Csv } from '../domain/text/csv.ts';

/** Names, titles, answers, file names and messages of servers come from others: nothing in them may steer a terminal. */

/** Whole commands to a terminal (ECMA-48): their parameters would otherwise be left over as text. */
const commands =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the target
  /\u001b\[[0-?]*[ -/]*[@-~]|\u009b[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\u009d\r\n]*(?:\u0007|\u001b\\|\u009c)/gu;

/** One line of text: commands are removed, control characters become spaces, and no character hides or reorders the text. */
export function safe(text: string): string {
  return text
    .toWellFormed()
    .replace(commands, ' ')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\p{Cf}/gu, '');
}

/** Text of several lines, whose line breaks are ours. */
export function safeLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.endsWith('\r') ? `${safe(line.slice(0, -1))}\r` : safe(line)))
    .join('\n');
}

/**
 * JSON that says the same with every control and format character escaped. Such characters occur only inside strings:
 * JSON itself has escaped those below U+0020, and has no others outside.
 */
export function safeJson(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu, (sign) =>
    Array.from(
      { length: sign.length },
      (_none, index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** A table whose texts are safe before a writer judges them: a character removed later could expose a formula after it. */
export function safeFields({ columns, rows }: Csv): Csv {
  return { columns, rows: rows.map((row) => row.map((field) => (typeof field === 'string' ? safe(field) : field))) };
}
