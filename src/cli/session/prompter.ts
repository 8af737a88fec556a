import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from '../failures.ts';
import { safe } from '../safe.ts';

type Input = NodeJS.ReadableStream & { isTTY?: boolean };
type Output = { write(text: string): unknown };

/** Prompts line by line on a terminal; otherwise reads the answers from standard input. */
export type Prompter = {
  /** True if a person can be asked for missing values. */
  readonly isInteractive: boolean;
  line(question: string): Promise<string>;
  /** Hides the typed text. */
  secret(question: string): Promise<string>;
  close(): void;
};

/**
 * Creates a prompter. Questions go to standard error, so that results can be piped. One interface reads all lines, so
 * that none is lost if it arrives early.
 */
export function createPrompter(input: Input = process.stdin, output: Output = process.stderr): Prompter {
  const isInteractive = input.isTTY === true;
  let isSecret = false;
  const writable = new Writable({
    write(chunk, _encoding, callback) {
      if (!isSecret) output.write(String(chunk));
      callback();
    },
  });
  const reader = createInterface({ input, output: writable, terminal: isInteractive, historySize: 0 });
  const lines: string[] = [];
  let waiting: { resolve(line: string): void; reject(error: Error): void } | null = null;
  let isOver = false;
  const ended = () => new UsageError('standard input ended before everything was answered');
  reader.on('line', (line) => {
    if (waiting === null) lines.push(line);
    else waiting.resolve(line);
    waiting = null;
  });
  reader.on('close', () => {
    isOver = true;
    waiting?.reject(ended());
    waiting = null;
  });
  // Readline has replaced the terminal's own handling.
  reader.on('SIGINT', () => {
    reader.close();
    process.exit(130);
  });
  const next = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const line = lines.shift();
      if (line !== undefined) resolve(line);
      else if (isOver) reject(ended());
      else waiting = { resolve, reject };
    });
  const ask = async (question: string, hides: boolean): Promise<string> => {
    if (isInteractive) output.write(safe(question));
    isSecret = hides;
    try {
      return await next();
    } finally {
      isSecret = false;
      if (hides && isInteractive) output.write('\n');
    }
  };
  return {
    isInteractive,
    line: async (question) => (await ask(question, false)).trim(),
    secret: (question) => ask(question, true),
    close: () => reader.close(),
  };
}

/** Runs prompts and then releases standard input, without which the command could not end. */
export async function withPrompter<T>(work: (prompter: Prompter) => Promise<T>): Promise<T> {
  const prompter = createPrompter();
  try {
    return await work(prompter);
  } finally {
    prompter.close();
  }
}
