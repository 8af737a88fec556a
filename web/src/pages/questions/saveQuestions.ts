import type { KeywordCase } from '../../../../src/api/wireTypes.ts';
import { call } from '../../api/http.ts';
import { casesQuery, queryClient } from '../../api/queries.ts';

export type QuestionSettings = { language?: string | undefined; country?: string | undefined };

/** Pasted text as questions: one a line, without list marks, each once. */
export function readQuestions(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim());
  return [...new Set(lines.filter((line) => line !== ''))].map((line) => line.slice(0, 2_000));
}

/** Saves each question once; those that exist with the same text are left alone, so that a second try adds nothing. */
export async function saveQuestions(
  questions: readonly string[],
  websiteId: string,
  saved: readonly KeywordCase[],
  settings: QuestionSettings = {},
): Promise<void> {
  const { language, country } = settings;
  const known = new Set(
    saved
      .filter((found) => found.locale.language === (language ?? null) && found.locale.country === (country ?? null))
      .map((found) => found.query),
  );
  const locale = { ...(language === undefined ? {} : { language }), ...(country === undefined ? {} : { country }) };
  try {
    for (const query of questions) {
      if (known.has(query)) continue;
      await call('POST', '/benchmark-cases', { body: { query, websiteId, locale } });
      known.add(query);
    }
  } finally {
    await queryClient.invalidateQueries({ queryKey: casesQuery.queryKey });
    await queryClient.invalidateQueries({ queryKey: ['visibility'] });
  }
}
