/**
 * Process that runs one command after the other, each as a separate process would, without loading the program again.
 * Started by `runCli` in cli.ts.
 */
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

type Command = { args: string[]; env: Record<string, string>; input: string };

class Exit extends Error {}

const program = pathToFileURL(process.argv[2] ?? '').href;
const reply = process.send?.bind(process);
let commands = 0;

process.on('message', async ({ args, env, input }: Command) => {
  const output = { stdout: '', stderr: '' };
  let ended = false;
  const end = (code: number): void => {
    if (!ended) reply?.({ code, signal: null, ...output });
    ended = true;
  };
  for (const stream of ['stdout', 'stderr'] as const) {
    process[stream].removeAllListeners('error');
    process[stream].write = (chunk: unknown) => {
      if (!ended) output[stream] += String(chunk);
      return true;
    };
  }
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]);
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  process.exit = (code) => {
    end(Number(code ?? process.exitCode ?? 0));
    throw new Exit();
  };
  try {
    // A new address loads the entry again, but none of its imports.
    await import(`${program}?command=${++commands}`);
  } catch (cause) {
    process.stderr.write(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
    process.exitCode ||= 1;
  }
  end(Number(process.exitCode ?? 0));
});
process.on('uncaughtException', (cause) => {
  if (!(cause instanceof Exit)) throw cause;
});
