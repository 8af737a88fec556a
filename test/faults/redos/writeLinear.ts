import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findExpressions, repeatsWithoutEnd } from './expressions.ts';
import { expressionsBuilt, judge, judgedFile, textOf } from './judge.ts';

// `node test/faults/redos/writeLinear.ts`: analyses every expression anew and keeps those found linear, so that a test run
// analyses only what is new or changed. Run it when the analyser's version changes.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const all = [...findExpressions(root, ['src', 'web/src']).literals, ...(await expressionsBuilt(root))];
const judged = await judge(all.filter(({ source }) => repeatsWithoutEnd(source)));
const linear = judged.filter(({ verdict }) => verdict === 'safe').map(({ expression }) => textOf(expression));
writeFileSync(judgedFile, `${JSON.stringify([...new Set(linear)].sort(), null, 2)}\n`);
process.stdout.write(`${linear.length} of ${judged.length} are linear\n`);
process.exit();
