import { unreadableAnswer } from '../../domain/answer/cutOff.ts';
import type { FrozenAnswer } from '../../domain/answer/frozenAnswer.ts';
import type { AnswerReading } from '../../domain/answer/reading.ts';
import type { ForeignText } from '../../ports/foreignText.ts';

/**
 * Number of answers passed to a thread at once: enough to make messages cheap, few enough that an interruption affects
 * few others.
 */
const batch = 20;

/**
 * Reads frozen answers, in order. null: the reading was interrupted. If a batch is interrupted, each of its answers is
 * read separately, so that one answer does not cost the others their reading.
 */
export async function tryReadAnswers(
  texts: ForeignText,
  answers: readonly FrozenAnswer[],
): Promise<(AnswerReading | null)[]> {
  const read: (AnswerReading | null)[] = [];
  for (let from = 0; from < answers.length; from += batch) {
    const some = answers.slice(from, from + batch);
    const reading = await texts.read('answers', some);
    if (reading.kind === 'read') read.push(...reading.value);
    else if (some.length === 1) read.push(null);
    else for (const one of some) read.push(...(await tryReadAnswers(texts, [one])));
  }
  return read;
}

/** Reads one frozen answer; one that cannot be read within the limits is saved as unreadable. */
export async function readOrCutOff(texts: ForeignText, frozen: FrozenAnswer): Promise<AnswerReading> {
  const [reading] = await tryReadAnswers(texts, [frozen]);
  return reading ?? unreadableAnswer(frozen);
}
