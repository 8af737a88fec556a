// npm run words: every sentence and name that breaks a rule of docs/words.json. -- <path>: of one folder or file. --
// --lower: writes today's counts as the new ceilings; a ceiling is never raised.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { countFindings, findingsOf, lineOf } from './words/findings.ts';
import { places } from './words/places.ts';
import { readPassages } from './words/texts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const ceilingsPath = fileURLToPath(new URL('words/ceilings.json', import.meta.url));
const words = process.argv.slice(2);
const findings = readPassages(root, places).flatMap(findingsOf);

if (words[0] === '--lower') {
  const saved = JSON.parse(readFileSync(ceilingsPath, 'utf8')) as Record<string, Record<string, number>>;
  const counts = countFindings(findings);
  for (const [room, rules] of Object.entries(counts)) {
    for (const [rule, count] of Object.entries(rules)) rules[rule] = Math.min(count, saved[room]?.[rule] ?? 0);
  }
  writeFileSync(ceilingsPath, `${JSON.stringify(counts, null, 2)}\n`);
} else {
  const listed = findings.filter(({ path }) => words.length === 0 || words.some((word) => path.includes(word)));
  for (const finding of listed) process.stdout.write(`${lineOf(finding)}\n`);
  process.stdout.write(`${listed.length} findings\n`);
}
