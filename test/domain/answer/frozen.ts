import type { FrozenAnswer } from '../../../src/domain/answer/frozenAnswer.ts';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import type { AnswerReading } from '../../../src/domain/answer/reading.ts';
import { limitationCode } from '../../../src/domain/text/limitation.ts';

/** Creates a searched, complete answer without sources; tests override the relevant fields. */
export function frozenAnswer(text: string, changes: Partial<FrozenAnswer> = {}): FrozenAnswer {
  return { text, annotations: [], sources: [], refusal: null, incompleteReason: null, searchCount: 1, ...changes };
}

export function namesIn(text: string): readonly string[] {
  return readAnswer(frozenAnswer(text)).mentions.map((mention) => mention.name);
}

export function codesOf(reading: AnswerReading): readonly string[] {
  return reading.limitations.map(limitationCode);
}
