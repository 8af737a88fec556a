import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findExpressions, repeatsWithoutEnd } from './expressions.ts';
import { expressionsBuilt, judgedFile, judgeNew, type Known, readKnown, textOf } from './judge.ts';

// `node test/faults/redos/writeJudged.ts` saves the analyser's result for each expression, so that a test run analyses
// only new and changed ones. With --all, for a new version of the analyser, it analyses every expression again.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const all = [...findExpressions(root, ['src', 'web/src']).literals, ...(await expressionsBuilt(root))];
const isFresh = process.argv.includes('--all') || !existsSync(judgedFile);
const judged = await judgeNew(
  all.filter(({ source }) => repeatsWithoutEnd(source)),
  isFresh ? { linear: [], attacked: {} } : readKnown(),
);
const linear = judged.filter(({ verdict }) => verdict === 'safe').map(({ expression }) => textOf(expression));
const attacked = judged.flatMap(({ expression, verdict, attack }) =>
  attack === null ? [] : [[textOf(expression), { verdict, attack }] as const],
);
const known: Known = {
  linear: [...new Set(linear)].sort(),
  attacked: Object.fromEntries(attacked.toSorted(([a], [b]) => (a < b ? -1 : 1))),
};
writeFileSync(judgedFile, `${JSON.stringify(known, null, 2)}\n`);
process.stdout.write(`${linear.length} of ${judged.length} are linear\n`);
process.exit();
