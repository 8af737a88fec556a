import { readAnswer } from '../../../../src/domain/answer/readAnswer.ts';
import { extractFacts } from '../../../../src/domain/answer/savedReading.ts';
import type { VisibilityAttempt } from '../../../../src/domain/identity/attempt.ts';
import { readOwner } from '../../../../src/domain/identity/owner.ts';
import { type Listing, readListing } from '../../../../src/domain/marks/listing.ts';
import { frozenAnswer } from '../frozen.ts';
import type { Shape } from './shape.ts';

/** Expected and actual reading of one name, in the words of a report. */
export type Asked = { shape: Shape; name: string; expected: string; said: string };

const absent = 'Zorbento';

/** Checks every name of a shape and one that appears nowhere, each registered as its owner would. */
export function askAll(shape: Shape): Asked[] {
  const attempt = attemptOf(shape);
  const ask = (name: string, expected: string): Asked => ({ shape, name, expected, said: say(attempt, name) });
  return [
    ...shape.listed.map((name, index) => ask(name, `listed at ${index + 1}`)),
    ...(shape.mentioned ?? []).map((name) => ask(name, 'not listed')),
    ...(shape.rejected ?? []).map((name) => ask(name, 'not listed')),
    ask(absent, 'not listed'),
  ];
}

export function isWrong({ expected, said }: Asked): boolean {
  return said !== 'unknown' && said.startsWith('listed') !== expected.startsWith('listed');
}

function say(attempt: VisibilityAttempt, name: string): string {
  const domain = `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.invalid`;
  const owner = readOwner({
    id: 'site',
    url: `https://${domain}/`,
    domain,
    name,
    aliases: [],
    exactNames: [],
    settledDomains: [],
    others: [],
    learned: [],
    commonWords: [],
  });
  const listing: Listing = readListing(attempt, owner);
  const { status } = listing.own;
  return status === 'listed' ? `listed at ${listing.positions.get(domain)}` : status.replace('_', ' ');
}

function attemptOf({ language, text }: Shape): VisibilityAttempt {
  const reading = readAnswer(frozenAnswer(text));
  return {
    engine: 'openai',
    runId: 'run',
    caseId: 'case',
    question: '',
    locale: { language, country: null, region: null, city: null, timezone: null },
    status: 'completed',
    createdAt: '2026-01-01T00:00:00.000Z',
    observedAt: null,
    model: null,
    harnessVersion: 'own',
    searchMode: 'open-web',
    useSeoTools: false,
    completedSearchCount: null,
    facts: extractFacts(reading, null),
    text: reading.text,
  };
}
