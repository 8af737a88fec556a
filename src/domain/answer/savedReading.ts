import { limitationCode } from '../text/limitation.ts';
import type { AnswerFacts } from './answerFacts.ts';
import type { AnswerReading, Citation, Mention } from './reading.ts';
import type { DecidedReading } from './secondReading.ts';

/** Shown part of a keyword run: the public part of a reading. */
export type KeywordResult = {
  text: string;
  mentions: readonly Mention[];
  citations: readonly Citation[];
  limitations: readonly string[];
};

/**
 * Returns the part of a reading that may be shown. @param own limitations of the observation itself, before any reading
 */
export function publicResult(reading: AnswerReading, own: readonly string[]): KeywordResult {
  return {
    text: reading.text,
    mentions: reading.mentions,
    citations: reading.citations,
    limitations: [...own, ...reading.limitations],
  };
}

/**
 * Returns the part of a reading that visibility counts.
 *
 * @param question answered by the text; null for a text that answers none, such as a page
 */
export function extractFacts(reading: AnswerReading | DecidedReading, question: string | null): AnswerFacts {
  const decided =
    'disputed' in reading ? { disputed: reading.disputed.map(factMention), secondReader: reading.secondReader } : {};
  return {
    readerVersion: reading.readerVersion,
    ...(question === null ? {} : { question }),
    mentions: reading.mentions.map((mention, index) => ({
      name: mention.name,
      nameStart: reading.evidence[index]?.nameStart ?? 0,
      url: mention.url,
      citationUrls: mention.citationUrls,
      blockUrls: reading.evidence[index]?.blockUrls ?? [],
    })),
    sources: reading.sources.map(({ url, title, kind }) => ({ url, title, kind })),
    limitationCodes: reading.limitations.map(limitationCode),
    dropped: reading.dropped,
    otherNames: reading.otherNames,
    recommendsNobody: reading.recommendsNobody,
    ...(reading.noAnswer === null ? {} : { noAnswer: reading.noAnswer }),
    usable: reading.usable,
    ...decided,
  };
}

function factMention({ name, url, citationUrls, blockUrls }: DecidedReading['disputed'][number]) {
  return { name, url, citationUrls, blockUrls };
}

/**
 * Returns the limitations that no reader found: that an answer was simulated, that its time is a guess. Later readers
 * must keep them.
 */
export function ownLimitations(result: Pick<KeywordResult, 'limitations'>, facts: AnswerFacts | null): string[] {
  const ofReader = facts?.limitationCodes ?? [];
  return result.limitations.filter((text) => !ofReader.includes(limitationCode(text)));
}
