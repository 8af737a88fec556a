import { describe, expect, it } from 'vitest';
import { drawAnswers } from '../../../src/domain/audit/drawAnswers.ts';

const population = [
  ...Array.from({ length: 300 }, (_, at) => ({ runId: `a${at}`, engine: 'openai', language: 'en' })),
  ...Array.from({ length: 80 }, (_, at) => ({ runId: `b${at}`, engine: 'openai', language: 'de' })),
  ...Array.from({ length: 20 }, (_, at) => ({ runId: `c${at}`, engine: 'other', language: 'en' })),
];

describe('a draw of answers to check', () => {
  it('gives each engine and language its share', () => {
    const drawn = drawAnswers(population, 40, 'seed');
    const from = (letter: string) => drawn.filter((runId) => runId.startsWith(letter)).length;
    expect([from('a'), from('b'), from('c')]).toEqual([30, 8, 2]);
    expect(new Set(drawn).size).toBe(40);
  });

  it('is the same for the same seed, in any order of answers', () => {
    expect(drawAnswers(population.toReversed(), 40, 'seed').toSorted()).toEqual(
      drawAnswers(population, 40, 'seed').toSorted(),
    );
    expect(drawAnswers(population.toReversed(), 40, 'seed')).toEqual(drawAnswers(population, 40, 'seed'));
    expect(drawAnswers(population, 40, 'another')).not.toEqual(drawAnswers(population, 40, 'seed'));
  });

  it('gives every answer about the same chance', () => {
    const times = new Map<string, number>();
    for (let seed = 0; seed < 200; seed += 1) {
      for (const runId of drawAnswers(population, 40, String(seed))) times.set(runId, (times.get(runId) ?? 0) + 1);
    }
    // 20 expected of each; five standard deviations are about 21.
    expect(Math.max(...times.values())).toBeLessThan(42);
    expect(times.size).toBe(population.length);
  });

  it('checks every answer if fewer are saved than requested', () => {
    expect(drawAnswers(population, 500, 'seed')).toHaveLength(400);
    expect(drawAnswers([], 40, 'seed')).toEqual([]);
  });

  it('mixes engines and languages, so that the first ones are a sample as well', () => {
    const firstHalf = drawAnswers(population, 200, 'seed').slice(0, 100);
    const german = firstHalf.filter((runId) => runId.startsWith('b')).length;
    expect(german).toBeGreaterThan(8);
    expect(german).toBeLessThan(35);
  });
});
