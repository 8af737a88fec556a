import { jaccard } from '../statistics/jaccard.ts';
import { fillRecord, type Words } from '../text/fillRecord.ts';
import { queryForm } from './ownerQueries.ts';
import words from './questionWords.json' with { type: 'json' };

/** A real query with the row it comes from. */
export type QueryRow = {
  query: string;
  /** Import, or `engine_searches` for what engines searched for while answering our questions. */
  source: string;
  label: string;
  metric: 'impressions' | 'citations' | 'searches';
  count: number;
};

export type QuestionSuggestions = ReturnType<typeof suggestQuestions>;

export const leftOutReasons = 'branded navigational personal rare no_question' as const;
type LeftOut = Words<typeof leftOutReasons>;
type Tokens = { tokens: ReadonlySet<string> };

/**
 * Minimum number of impressions or citations, so that no individual's query is shown. Engines' searches are exempt,
 * because they come from our own questions.
 */
const minCount = 10;
const minWords = 5;
/** Minimum share of common words for two queries to count as the same. */
const maxShared = 0.8;
const maxCandidates = 50;

const begins = new Set(Object.values(words.begins).flatMap((list) => list.split(' ')));
const compares = new Set(words.compares.split(' '));
const navigates = new Set(words.navigates.split(' '));
/** Email addresses, five or more digits, numbers with letters as in order ids, and British and Dutch postcodes. */
const personal =
  /\S@\S|\d[\d\s()./-]{3,60}\d|\b\d{4}\s?[a-z]{2}\b|\b[a-z]{1,2}\d[a-z\d]?\s\d[a-z]{2}\b|\b(?=[a-z-]{0,200}\d)(?=\w{0,200}[a-z])[\w-]{8,200}\b/iu;

function tokensOf(query: string): string[] {
  return queryForm(query)
    .split(/[^\p{L}\p{N}'’-]+/u)
    .filter((word) => word !== '');
}

function leftOutReason({ query, metric, count }: QueryRow, isBranded: (query: string) => boolean): LeftOut | null {
  const tokens = tokensOf(query);
  if (personal.test(query)) return 'personal';
  if (metric !== 'searches' && count < minCount) return 'rare';
  if (isBranded(query)) return 'branded';
  if (tokens.some((word) => navigates.has(word)) || /\bwww\.|\.(?:com|org|net|io|de)\b/i.test(query))
    return 'navigational';
  const isQuestion =
    begins.has(tokens[0] ?? '') || tokens.length >= minWords || tokens.some((word) => compares.has(word));
  return isQuestion ? null : 'no_question';
}

/**
 * Lists every query that may become a question, best first, and counts the others by the first rule that they break.
 * Counts of queries are never merged.
 */
export function candidateQueries(rows: readonly QueryRow[], isBranded: (query: string) => boolean) {
  const leftOut = fillRecord(leftOutReasons, 0);
  const possible = rows.filter((row) => {
    const reason = leftOutReason(row, isBranded);
    if (reason !== null) leftOut[reason] += 1;
    return reason === null;
  });
  const order = { impressions: 0, citations: 1, searches: 2 } as const;
  return { rows: possible.toSorted((a, b) => order[a.metric] - order[b.metric] || b.count - a.count), leftOut };
}

/**
 * Returns candidates that differ from saved questions and from better candidates, each with a wording to edit and the
 * number of weaker candidates like it; apart, those that a saved question covers. Nothing is saved or asked.
 */
export function suggestQuestions(
  rows: readonly QueryRow[],
  questions: readonly { id: string; query: string }[],
  isBranded: (query: string) => boolean,
) {
  const { rows: possible, leftOut } = candidateQueries(rows, isBranded);
  const saved = questions.map(({ id, query }) => ({ id, tokens: new Set(tokensOf(query)) }));
  const candidates: (QueryRow & Tokens & { wording: string; alike: number })[] = [];
  const covered: (QueryRow & { questionId: string })[] = [];
  let total = 0;
  for (const row of possible) {
    const tokens = new Set(tokensOf(row.query));
    const isLike = (other: Tokens): boolean => (jaccard(other.tokens, tokens) ?? 0) >= maxShared;
    const cover = saved.find(isLike);
    const better = candidates.find(isLike);
    if (cover !== undefined) {
      if (covered.length < maxCandidates) covered.push({ ...row, questionId: cover.id });
    } else if (better !== undefined) better.alike += 1;
    else {
      total += 1;
      if (candidates.length < maxCandidates)
        candidates.push({ ...row, wording: wordingOf(row.query), alike: 0, tokens });
    }
  }
  return { total, candidates: candidates.map(({ tokens: _tokens, ...candidate }) => candidate), covered, leftOut };
}

const english = new Set(words.begins.en.split(' '));

/** Wraps an English query in a question template; other languages only get a question mark. */
function wordingOf(query: string): string {
  const text = query.trim().replace(/(?<![?.!])[?.!]+$/, '');
  const tokens = tokensOf(text);
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  if (tokens[0] === 'best') return `What is the ${text}?`;
  if (english.has(tokens[0] ?? '')) return `${capital}?`;
  if (tokens.includes('vs') || tokens.includes('versus')) return `Which is better, ${text}?`;
  return `${capital}?`;
}
