import { call } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';

export type QuestionSettings = {
  engines: readonly string[];
  language: string;
  country: string;
  tags?: readonly string[];
};

/** Questions in one call of the server. */
const maxAtOnce = 100;

/** Pasted text as questions: one a line, without list marks, each once. */
export function readQuestions(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim());
  return [...new Set(lines.filter((line) => line !== ''))].map((line) => line.slice(0, 2_000));
}

/** Saves each question once at each engine; those that are there already are left alone, so a second try adds nothing. */
export async function saveQuestions(
  questions: readonly string[],
  websiteId: string,
  { engines, language, country, tags = [] }: QuestionSettings,
): Promise<void> {
  const locale = { language: language.trim() || null, country: country.trim().toUpperCase() || null };
  try {
    for (let at = 0; at < questions.length; at += maxAtOnce) {
      const queries = questions.slice(at, at + maxAtOnce);
      await call('createQuestions', { queries, websiteId, locale, engines: [...engines], tags: [...tags] });
    }
  } finally {
    await Promise.all(['questions', 'visibility'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
  }
}
