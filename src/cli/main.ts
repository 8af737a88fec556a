#!/usr/bin/env node
import { codeOf, detailsOf, exitCodeOf, exitCodes, explain } from './failures.ts';
import { helpTree } from './helpTree.ts';
import { beginOutput, printFailure, printJson } from './output.ts';
import { addCommands, assertKnownVerbs, createProgram, hasCommand } from './program.ts';

// The reader closed the pipe (`| head`): not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? (process.exitCode ?? 0) : exitCodes.failure),
);

const program = createProgram((code) => process.exit(code));
// Without arguments the program serves, so that `npx` of the package starts a server.
const words = process.argv.length > 2 ? process.argv.slice(2) : ['serve'];
// `help questions add` means `questions add --help`: the library's own `help` accepts only one word.
const asksHelp = words[0] === 'help' && words.length > 1;
const named = asksHelp ? words.slice(1) : words;
await addCommands(program, named[0] ?? '');
// An unknown command has no help: it is refused like without `help`.
const line = asksHelp && hasCommand(program, named[0] ?? '') ? [...named, '--help'] : named;

beginOutput(line.includes('--json'));
try {
  assertKnownVerbs(program, line);
  const help = helpTree(program, words);
  if (help === null) await program.parseAsync(line, { from: 'user' });
  else printJson(help);
} catch (error) {
  const exitCode = exitCodeOf(error);
  printFailure({ code: codeOf(error), message: explain(error), exitCode, ...detailsOf(error) }, explain(error));
  process.exitCode = exitCode;
}
