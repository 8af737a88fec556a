import { sha256Hex } from '../text/canonicalJson.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';

export type DrawableAnswer = { runId: string; engine: string; language: string };

/**
 * Draws answers at random for a person to check. Each engine and language gets its proportional share (largest
 * remainder), and within it each answer has the same chance. The seed alone decides, so anyone can repeat the draw.
 * Answers are returned in random order, so that the first ones checked are a sample as well.
 */
export function drawAnswers(population: readonly DrawableAnswer[], size: number, seed: string): string[] {
  const strata = [...Map.groupBy(population, ({ engine, language }) => JSON.stringify([engine, language])).values()];
  const targetCount = Math.min(size, population.length);
  const counts = apportion(
    strata.map(({ length }) => length),
    targetCount,
  );
  const drawableAnswers = strata.flatMap((answers, index) =>
    inRandomOrder(answers, `${seed} draw`).slice(0, counts[index]),
  );
  return inRandomOrder(drawableAnswers, `${seed} order`).map(({ runId }) => runId);
}

/**
 * Splits `total` into whole numbers in proportion to the sizes; of equal remainders, the larger stratum is rounded up
 * first.
 */
function apportion(sizes: readonly number[], total: number): number[] {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all === 0) return sizes.map(() => 0);
  const exact = sizes.map((size) => (size * total) / all);
  const counts = exact.map(Math.floor);
  const remaining = total - counts.reduce((sum, count) => sum + count, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value), size: sizes[index] ?? 0 }))
    .sort((one, other) => other.rest - one.rest || other.size - one.size || one.index - other.index);
  for (const { index } of byRemainder.slice(0, remaining)) counts[index] = (counts[index] ?? 0) + 1;
  return counts;
}

function inRandomOrder<T extends { runId: string }>(answers: readonly T[], seed: string): T[] {
  return answers
    .map((answer) => ({ answer, key: sha256Hex(`${seed} ${answer.runId}`) }))
    .sort((one, other) => codeUnitOrder(one.key, other.key))
    .map(({ answer }) => answer);
}
