import { limitationCode } from '../limitation.ts';
import type { AnswerFacts } from '../visibility/attempt.ts';
import type { AnswerReading, Citation, Mention } from './reading.ts';

/** What is shown of a keyword run: the public part of a reading. */
export type KeywordResult = {
  text: string;
  mentions: readonly Mention[];
  citations: readonly Citation[];
  limitations: readonly string[];
};

/** The part of a reading that may be shown. @param own what the observation itself cannot carry, before any reading */
export function publicResult(reading: AnswerReading, own: readonly string[]): KeywordResult {
  return {
    text: reading.text,
    mentions: reading.mentions,
    citations: reading.citations,
    limitations: [...own, ...reading.limitations],
  };
}

/** The part of a reading that visibility counts. */
export function factsOf(reading: AnswerReading): AnswerFacts {
  return {
    readerVersion: reading.readerVersion,
    mentions: reading.mentions.map((mention, index) => ({
      name: mention.name,
      url: mention.url,
      citationUrls: mention.citationUrls,
      blockUrls: reading.evidence[index]?.blockUrls ?? [],
    })),
    sources: reading.sources.map(({ url, title, kind }) => ({ url, title, kind })),
    limitationCodes: reading.limitations.map(limitationCode),
    dropped: reading.dropped,
    usable: reading.usable,
  };
}

/**
 * The limitations that no reader found: that an answer was simulated, that its time is a guess. No later reader may drop
 * them.
 */
export function ownLimitations(result: Pick<KeywordResult, 'limitations'>, facts: AnswerFacts | null): string[] {
  const ofReader = facts?.limitationCodes ?? [];
  return result.limitations.filter((text) => !ofReader.includes(limitationCode(text)));
}
