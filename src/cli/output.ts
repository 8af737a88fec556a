import { asTerminal } from './report/terminal.ts';
import type { ReportView } from './report/view.ts';
import { safe, safeJson, safeLines } from './safe.ts';

/** Functions that write to the terminal; nothing else does. Their output is safe to show, pipe and log. */

/** Results and notices that a command with `--json` has printed so far; null without `--json`. */
let collected: { text: string[]; notices: string[]; isPrinted: boolean } | null = null;

/** Begins the output of a command: with `--json` it is one JSON object, whatever the command prints. */
export function beginOutput(isJson: boolean): void {
  collected = isJson ? { text: [], notices: [], isPrinted: false } : null;
}

/** Ends the output. If a command printed no record, its text becomes `message`; without text, its last notice. */
export function endOutput(): void {
  if (collected === null || collected.isPrinted) return;
  const { text, notices } = collected;
  printJson({ message: text.length > 0 ? text.join('\n') : (notices.at(-1) ?? '') });
}

/**
 * Prints results: text with our own line breaks, with or without the last. Third-party text inside must pass `safe`
 * first.
 */
export function print(text: string): void {
  const line = safeLines(text.replace(/\n$/, ''));
  if (collected === null) process.stdout.write(`${line}\n`);
  else collected.text.push(line);
}

/** Prints JSON. A list becomes `{ "items": [...] }`, so that every command prints an object. */
export function printJson(value: unknown): void {
  if (collected !== null) collected.isPrinted = true;
  const record = Array.isArray(value) ? { items: value } : value;
  process.stdout.write(`${safeJson(JSON.stringify(record, null, 2))}\n`);
}

/** Prints a record with `--json`, otherwise its text. */
export function printResult(record: unknown, text: () => string): void {
  if (collected === null) print(text());
  else printJson(record);
}

/** Prints a record with `--json`, otherwise a table as wide as the terminal. */
export function printView(record: unknown, view: () => ReportView): void {
  if (collected !== null) printJson(record);
  else
    printWithColour(
      asTerminal(view(), process.stdout.columns ?? (Number(process.env.COLUMNS) || 100), wantsColour(process.stdout)),
    );
}

type Failure = { code: string; message: string; exitCode: number; details?: object };

/** Prints a failure: with `--json` as an object in the last line of standard error, after any notices. */
export function printFailure(failure: Failure, text: string): void {
  if (collected === null) printError(text);
  else printJsonFailure(failure);
}

/** Prints a failure whose text is already printed: only with `--json`. */
export function printJsonFailure(failure: Failure): void {
  if (collected !== null) process.stderr.write(`${safeJson(JSON.stringify({ error: failure }))}\n`);
}

/** Prints a protocol message: JSON in one line. */
export function printMessage(json: string): void {
  process.stdout.write(`${safeJson(json)}\n`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are commands to the terminal
const colour = /(\u001b\[\d{1,2}m)/;

/** Prints results with colours, the only control sequences that reach a terminal. */
export function printWithColour(text: string): void {
  if (collected !== null) {
    print(text);
    return;
  }
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

/** Prints everything other than results. */
export function printError(text: string): void {
  collected?.notices.push(safeLines(text));
  process.stderr.write(`${safeLines(text)}\n`);
}

/** Returns a line that the next one replaces. An empty text removes it. */
export function redrawSequence(text: string): string {
  return `\r\u001b[K${safe(text)}`;
}

export function redraw(text: string): void {
  process.stderr.write(redrawSequence(text));
}
