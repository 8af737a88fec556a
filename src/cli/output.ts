import { safe, safeJson, safeLines } from './safe.ts';

/** The only doors to the terminal. What goes out here can be shown, piped and logged. */

/** Results: text whose line breaks are ours, with or without the last. Texts of others inside go through `safe` first. */
export function print(text: string): void {
  process.stdout.write(`${safeLines(text.replace(/\n$/, ''))}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${safeJson(JSON.stringify(value, null, 2))}\n`);
}

/** A message of a protocol: JSON in one line. */
export function printMessage(json: string): void {
  process.stdout.write(`${safeJson(json)}\n`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are commands to the terminal
const colour = /(\u001b\[\d{1,2}m)/;

/** Results with colours, which are the only commands that a terminal is given. */
export function printWithColour(text: string): void {
  const parts = text.replace(/\n$/, '').split(colour);
  process.stdout.write(`${parts.map((part, index) => (index % 2 === 1 ? part : safeLines(part))).join('')}\n`);
}

/** Decides on colours: NO_COLOR turns them off, FORCE_COLOR on; otherwise a terminal that is not dumb has them. */
export function wantsColour(
  stream: { isTTY?: boolean },
  { NO_COLOR = '', FORCE_COLOR = '', TERM }: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY === true && TERM !== 'dumb';
}

/** Everything that is no result. */
export function printError(text: string): void {
  process.stderr.write(`${safeLines(text)}\n`);
}

/** A line that the next one replaces. The empty text takes it away. */
export function redrawSequence(text: string): string {
  return `\r\u001b[K${safe(text)}`;
}

export function redraw(text: string): void {
  process.stderr.write(redrawSequence(text));
}
