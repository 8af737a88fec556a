import { deriveNames, plain } from '../checks/pageSignals.ts';
import type { PageFacts } from '../html/pageFacts.ts';
import { siteCategories } from './siteCategories.ts';

/** Suggestions from a home page, for its owner to accept or not. They decide nothing. */
export type SiteSuggestions = {
  name: string | null;
  aliases: string[];
  /** Kinds of offer that the page names, such as `invoicing app`. */
  categories: string[];
  questions: string[];
};

const maxAliases = 6;
/** Characters of the main text that are searched for categories. */
const maxCategoryText = 5_000;
const maxQuestions = 12;
const separators = /(?<!\s)\s+[|–—·•:-]\s+/;

/** Names from the page's own markup and title; questions from its headings and title, without the site's own names. */
export function siteSuggestions(facts: PageFacts, domain: string): SiteSuggestions {
  const title = facts.titles[0] ?? '';
  const label = plain(domain.split('.')[0] ?? '').replaceAll(' ', '');
  const parts = title.split(separators).map((part) => part.trim());
  // A part of the title is a name only where it spells the domain's label: anything else is a slogan.
  const inTitle = parts.filter((part) => label !== '' && plain(part).replaceAll(' ', '') === label);
  const names = distinct([...deriveNames(facts, ''), ...inTitle]).filter((name) => name.length <= 60);
  const [name = null, ...aliases] = names;
  return {
    name,
    aliases: aliases.slice(0, maxAliases),
    categories: siteCategories([
      ...parts,
      ...facts.metas.filter(({ name: of }) => of === 'description').map(({ content }) => content),
      ...facts.headings.map(({ text }) => text),
      facts.mainText.slice(0, maxCategoryText),
    ]),
    questions: deriveQuestions(
      [...parts, ...facts.headings.filter(({ level }) => level <= 3).map(({ text }) => text)],
      [...names, domain],
    ),
  };
}

function deriveQuestions(texts: readonly string[], names: readonly string[]): string[] {
  const own = names.map(plain).filter((name) => name.length > 2);
  const phrases = texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => {
      const words = text.split(' ').length;
      return words >= 2 && words <= 14 && text.length <= 120 && !own.some((name) => plain(text).includes(name));
    });
  // A heading that asks is taken unchanged; a short one names a subject, which becomes the plainest of questions.
  const requests = phrases.filter((text) => text.endsWith('?'));
  const subjects = phrases.filter((text) => !/[?!.]$/.test(text) && text.split(' ').length <= 6);
  return distinct([...requests, ...subjects.map((text) => `What is the best choice for ${lowerFirst(text)}?`)]).slice(
    0,
    maxQuestions,
  );
}

function lowerFirst(text: string): string {
  // An abbreviation or a name keeps its capitals.
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function distinct(texts: readonly string[]): string[] {
  const byForm = new Map<string, string>();
  for (const text of texts) {
    const form = plain(text);
    if (form !== '' && !byForm.has(form)) byForm.set(form, text);
  }
  return [...byForm.values()];
}
