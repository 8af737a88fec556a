import type { Locale } from '../runs/run.ts';
import { digestOf } from '../text/canonicalJson.ts';

/** Properties that identify a question: its text, its locale, and the website it is about. */
type QuestionIdentity = { query: string; locale: Locale; websiteId: string | null };

/** Normalises characters, white space and case. */
function normaliseQuestion(query: string): string {
  return query.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

/** Returns an id that is equal for every engine, so that their answers can be compared side by side. */
export function questionIdOf({ query, locale, websiteId }: QuestionIdentity): string {
  const { language, country, region, city, timezone } = locale;
  const place = { language, country, region, city, timezone };
  return `question_${digestOf({ text: normaliseQuestion(query), place, websiteId }).slice(0, 32)}`;
}
