import { limitation, limitationCode } from '../text/limitation.ts';
import type { FrozenAnswer } from './frozenAnswer.ts';
import { readerVersion } from './readerVersion.ts';
import type { AnswerReading } from './reading.ts';

const code = 'unreadable';

/** Builds the reading of an answer that could not be read in time: its unchanged text, without any names. */
export function unreadableAnswer(frozen: FrozenAnswer): AnswerReading {
  const sentence =
    'Reading this answer was cut off, because its text needed too much time or memory. The text is kept as it came.';
  return {
    readerVersion,
    text: frozen.text,
    mentions: [],
    citations: [],
    limitations: [limitation(code, sentence)],
    evidence: [],
    sources: [],
    dropped: { mentions: 0, citations: 0, byReason: {} },
    otherNames: [],
    recommendsNobody: null,
    searches: null,
    noAnswer: null,
    usable: false,
  };
}

/** @param result a reading, or the shown part of one */
export function isMarkedUnreadable(result: { limitations: readonly string[] }): boolean {
  return result.limitations.some((text) => limitationCode(text) === code);
}
