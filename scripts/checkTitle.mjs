// Checks that the title of a commit has the form that the release tool reads: `kind: what`, at most 72 characters.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const { commitVerbsRefused } = JSON.parse(readFileSync(new URL('../docs/words.json', import.meta.url), 'utf8'));

export const kinds = ['feat', 'fix', 'perf', 'security', 'docs', 'refactor', 'test', 'build', 'chore'];

/** Returns the problem of a title, or null. Merges and reverts, which git titles itself, are accepted. */
export function problemOfTitle(title) {
  if (/^(Merge|Revert) /.test(title)) return null;
  if (title.length > 72) return `the title has ${title.length} characters; 72 are the most`;
  const form = new RegExp(`^(?:${kinds.join('|')})(?:\\([a-z][a-z0-9-]*\\))?!?: \\S.*[^.\\s]$`);
  const verb = /: (\w+)/.exec(title)?.[1] ?? '';
  if (commitVerbsRefused.includes(verb)) return `the title begins with '${verb}': name what changes with a plain verb`;
  return form.test(title)
    ? null
    : `the title must read \`kind: what\`, with a kind of ${kinds.join(', ')}, and no full stop`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const title = readFileSync(process.argv[2] ?? '/dev/stdin', 'utf8').split('\n')[0] ?? '';
  const problem = problemOfTitle(title);
  if (problem !== null) {
    process.stderr.write(`${problem}\n  ${title}\n`);
    process.exit(1);
  }
}
