import { expect, test } from 'vitest';
import type { FrozenAnswer } from '../../src/domain/answer/frozenAnswer.ts';
import { readAnswer } from '../../src/domain/answer/readAnswer.ts';
import type { ForeignText } from '../../src/ports/foreignText.ts';
import { tryReadAnswers } from '../../src/services/runs/readAnswers.ts';
import { frozenAnswer } from '../domain/answer/frozen.ts';

/** Creates a reader that times out on any text with the word poison. */
function texts(): ForeignText & { jobs: number } {
  return {
    jobs: 0,
    async read(...[, given]: unknown[]) {
      this.jobs += 1;
      const answers = given as readonly FrozenAnswer[];
      const poisoned = answers.some(({ text }) => text.includes('poison'));
      return (
        poisoned
          ? { kind: 'cut_off', by: 'time', message: 'too long' }
          : { kind: 'read', value: answers.map(readAnswer) }
      ) as never;
    },
  };
}

test('one answer that times out does not affect the reading of others', async () => {
  const answers = Array.from({ length: 50 }, (_value, index) =>
    frozenAnswer(index === 23 ? 'poison' : `1. **Acme ${index}** – light\n2. **Bolt** – cheap`),
  );
  const pool = texts();
  const read = await tryReadAnswers(pool, answers);
  expect(read.map((reading) => reading?.mentions[0]?.name ?? null)).toEqual(
    answers.map((_answer, index) => (index === 23 ? null : `Acme ${index}`)),
  );
  // Three batches, and the twenty texts of the second one by one.
  expect(pool.jobs).toBe(23);
});
