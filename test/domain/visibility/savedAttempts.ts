import type { AnswerFacts } from '../../../src/domain/answer/answerFacts.ts';
import type { VisibilityAttempt, VisibilityWebsite } from '../../../src/domain/identity/attempt.ts';
import type { ReportData } from '../../../src/domain/visibility/reportData.ts';

export type SavedMention = AnswerFacts['mentions'][number];

export const website: VisibilityWebsite = {
  id: 'site_1',
  url: 'https://acme.example/',
  domain: 'acme.example',
  name: 'Acme',
  aliases: ['Acme Cloud', 'acme-shop.example', 'https://github.com/acme'],
  exactNames: [],
  settledDomains: [],
  others: [],
  learned: [],
  commonWords: [],
};

/** Creates a name with its own link to a domain; nothing identifies `?Name`; see `facts` for `~Name`. */
export function mention(short: string, extra: Partial<SavedMention> = {}): SavedMention {
  const unknown = short.startsWith('?');
  const url = unknown ? null : `https://${short}/`;
  const name = unknown ? short.slice(1) : `Maker at ${short}`;
  return { name, url, blockUrls: url === null ? [] : [url], citationUrls: [], ...extra };
}

/**
 * Creates the facts of an answer. `~Name` appears in the text without being recommended. For an empty list the reader
 * is certain that nobody is recommended.
 */
export function facts(mentions: readonly (string | SavedMention)[], extra: Partial<AnswerFacts> = {}): AnswerFacts {
  const recommended = mentions.filter((one) => typeof one !== 'string' || !one.startsWith('~'));
  return {
    readerVersion: 'reader/test',
    mentions: recommended.map((one) => (typeof one === 'string' ? mention(one) : one)),
    sources: [],
    limitationCodes: [],
    dropped: { mentions: 0, citations: 0, byReason: {} },
    recommendsNobody: mentions.length === 0 ? 'no_recommendation' : null,
    usable: true,
    ...extra,
  };
}

export function cited(...urls: readonly string[]): AnswerFacts['sources'] {
  return urls.map((url) => ({ url, title: null, kind: 'cited' as const }));
}

export function retrieved(...urls: readonly string[]): AnswerFacts['sources'] {
  return urls.map((url) => ({ url, title: null, kind: 'retrieved' as const }));
}

export type SavedAttempt = Partial<Omit<VisibilityAttempt, 'facts'>> & {
  runId: string;
  mentions?: readonly (string | SavedMention)[];
  facts?: AnswerFacts | null;
};

/** Builds a text that contains every name, including those that are not recommended. */
export function textOf(mentions: readonly (string | SavedMention)[]): string {
  const name = (one: string | SavedMention) => (typeof one === 'string' ? one.replace(/^[?~]/, '') : one.name);
  return ['Some answer.', ...mentions.map(name)].join('\n');
}

/**
 * Creates a completed open-web answer by default. `observedAt` follows `createdAt`; `mentions` takes precedence over
 * `facts`.
 */
export function attempt({ mentions, facts: given, ...rest }: SavedAttempt): VisibilityAttempt {
  const createdAt = rest.createdAt ?? '2026-03-02T10:00:00.000Z';
  const status = rest.status ?? 'completed';
  const reading = mentions !== undefined || given === undefined ? facts(mentions ?? []) : given;
  const written = mentions === undefined ? rest.text : undefined;
  const text = written !== undefined ? written : reading === null ? null : textOf(mentions ?? reading.mentions);
  return {
    engine: 'openai',
    caseId: 'case_1',
    question: `Question of ${rest.caseId ?? 'case_1'}`,
    locale: { language: 'en', country: null, region: null, city: null, timezone: null },
    status,
    createdAt,
    observedAt: status === 'completed' ? createdAt : null,
    model: 'model-a',
    harnessVersion: 'harness/1',
    searchMode: 'open-web',
    useSeoTools: false,
    completedSearchCount: 1,
    ...rest,
    text: status === 'completed' ? text : null,
    facts: status === 'completed' ? reading : null,
  };
}

export function scope(attempts: readonly VisibilityAttempt[], extra: Partial<ReportData> = {}): ReportData {
  return {
    website,
    engine: 'openai',
    surface: 'openai-responses-web-search',
    window: { startDate: null, endDate: null },
    filters: { platform: null, model: null, sourceType: 'all', limit: 50 },
    attempts,
    truncated: false,
    matched: attempts.length,
    simulated: false,
    now: '2026-03-06T12:00:00.000Z',
    savedQuestions: null,
    previousAttempts: null,
    websiteRun: null,
    ...extra,
  };
}

/** Creates one answer per question with the given mentions: questions case_01, case_02 ... */
export function panel(
  lists: readonly (readonly (string | SavedMention)[])[],
  extra: Partial<Omit<VisibilityAttempt, 'facts'>> = {},
): VisibilityAttempt[] {
  return lists.map((mentions, index) => {
    const number = String(index + 1).padStart(2, '0');
    const prefix = extra.runId ?? 'run';
    return attempt({ ...extra, runId: `${prefix}_${number}`, caseId: `case_${number}`, mentions });
  });
}
