import { unreadableAnswer } from '../../domain/answer/cutOff.ts';
import type { FrozenAnswer } from '../../domain/answer/frozenAnswer.ts';
import type { AnswerReading } from '../../domain/answer/reading.ts';
import type { ForeignText } from '../../ports/foreignText.ts';

/** So many go to a thread at once: a message costs little then, and a cut-off costs few others their first try. */
const batch = 20;

/**
 * Reads frozen answers, in order. null: the reading was cut off. Where a batch is cut off, each answer of it is read
 * alone, so that one answer costs no other its reading.
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

/** Reads one frozen answer; one that cannot be read within the limits is recorded as unreadable. */
export async function readOrCutOff(texts: ForeignText, frozen: FrozenAnswer): Promise<AnswerReading> {
  const [reading] = await tryReadAnswers(texts, [frozen]);
  return reading ?? unreadableAnswer(frozen);
}
