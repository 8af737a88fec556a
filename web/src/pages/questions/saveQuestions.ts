import type { InputOf } from '../../../../src/contract/callTypes.ts';
import { call } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';

export type QuestionSettings = {
  engines: readonly string[];
  language: string;
  country: string;
  region?: string;
  city?: string;
  timezone?: string;
  /** Empty for the engine's default. */
  model?: string;
  contextSize?: Search['contextSize'];
  device?: Search['device'];
  /** Domains that the search is restricted to, comma-separated; empty: the whole web. */
  domains?: string;
  tags?: readonly string[];
};

type Search = NonNullable<InputOf<'createQuestions'>['search']>;

/** Maximum number of questions in one request. */
const maxAtOnce = 100;

/** Parses pasted text as questions: one per line, without list marks or duplicates. */
export function readQuestions(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim());
  return [...new Set(lines.filter((line) => line !== ''))].map((line) => line.slice(0, 2_000));
}

const orNull = (text: string | undefined): string | null => text?.trim() || null;

function searchOf({
  model,
  contextSize = null,
  device = null,
  domains,
}: Omit<QuestionSettings, 'engines' | 'country'>): Search {
  const allowedDomains = (domains ?? '').split(/[\s,]+/).filter((domain) => domain !== '');
  const mode = allowedDomains.length === 0 ? 'open-web' : 'reviewed-domains';
  return { mode, allowedDomains, model: orNull(model), contextSize, device };
}

/** Saves each question once at each engine; existing ones are not changed, so a repetition adds nothing. */
export async function saveQuestions(
  questions: readonly string[],
  websiteId: string,
  { engines, country, tags = [], ...settings }: QuestionSettings,
): Promise<void> {
  const { language, region, city, timezone } = settings;
  const locale = {
    ...{ language: orNull(language), country: orNull(country)?.toUpperCase() ?? null },
    ...{ region: orNull(region), city: orNull(city), timezone: orNull(timezone) },
  };
  const search = searchOf(settings);
  try {
    for (let at = 0; at < questions.length; at += maxAtOnce) {
      const queries = questions.slice(at, at + maxAtOnce);
      await call('createQuestions', { queries, websiteId, locale, search, engines: [...engines], tags: [...tags] });
    }
  } finally {
    await Promise.all(['questions', 'visibility'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
  }
}
