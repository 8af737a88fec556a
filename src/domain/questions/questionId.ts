import type { Locale } from '../runs/run.ts';
import { digestOf } from '../text/canonicalJson.ts';

/** Properties that make two saved cases one question: the text, the locale, and the website that it is about. */
type QuestionIdentity = { query: string; locale: Locale; websiteId: string | null };

/** The text with one spelling of each character and of white space, whether its letters are large or small. */
function normaliseQuestion(query: string): string {
  return query.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

/** The same for every engine that is asked, so that their answers can be laid side by side. */
export function questionIdOf({ query, locale, websiteId }: QuestionIdentity): string {
  const { language, country, region, city, timezone } = locale;
  const place = { language, country, region, city, timezone };
  return `question_${digestOf({ text: normaliseQuestion(query), place, websiteId }).slice(0, 32)}`;
}
