import { deriveNames, plain } from '../checks/pageSignals.ts';
import type { PageFacts } from '../html/pageFacts.ts';

/** Nouns for offers, in the singular; pages put a word or two before them. */
const nouns = new Set(
  'agency analytics api app bakery bank builder clinic course crm database editor framework generator helpdesk hosting hotel insurance library manager marketplace platform planner provider restaurant school service shop software solution store suite system tool tracker'.split(
    ' ',
  ),
);

/** Words that do not describe a kind of offer. */
const empty = new Set(
  'a all an and any are as at best better beautiful by can complete easiest easy every favourite favorite first for free from get great in is it its leading like love modern most my new no of on one only or our own perfect powerful right simple simplest smart that the their this to top ultimate use using we which with world your'.split(
    ' ',
  ),
);

const maxCategories = 6;

/** Finds categories of an offer, such as `invoicing app`, in the texts of a page; most frequent first. */
function siteCategories(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const words = text.split(/\s+/u);
    for (const [at, word] of words.entries()) {
      const noun = lettersOf(word);
      if (!nouns.has(singular(noun.toLowerCase()))) continue;
      const before = wordsBefore(words, at);
      // From after the last empty word: "the simple invoicing app" is an invoicing app.
      const from = before.findLastIndex((each) => empty.has(each.toLowerCase())) + 1;
      const name = [...before.slice(from), singular(noun)].map(lowerUnlessAcronym).join(' ');
      if (name.includes(' ') || name === 'CRM') counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted((one, other) => other[1] - one[1])
    .map(([name]) => name)
    .slice(0, maxCategories);
}

const lettersOf = (word: string): string => word.replace(/[^\p{L}-]/gu, '');

const singular = (noun: string): string => (nouns.has(noun.toLowerCase()) ? noun : noun.replace(/s$/i, ''));

/** Returns up to two words before a position, without punctuation in between. */
function wordsBefore(words: readonly string[], at: number): string[] {
  const before: string[] = [];
  for (let place = at - 1; place >= Math.max(0, at - 2); place -= 1) {
    const word = words[place] ?? '';
    if (word === '' || lettersOf(word) !== word) break;
    before.unshift(word);
  }
  return before;
}

const lowerUnlessAcronym = (word: string): string =>
  /^\p{Lu}{2,}$/u.test(word) || word.toLowerCase() === 'crm' ? word.toUpperCase() : word.toLowerCase();

/** Suggestions from a home page, for its owner to accept or reject. */
export type SiteSuggestions = {
  name: string | null;
  aliases: string[];
  /** Kinds of offers named on the page, such as `invoicing app`. */
  categories: string[];
  questions: string[];
};

const maxAliases = 6;
/** Number of characters of the main text searched for categories. */
const maxCategoryText = 5_000;
const maxQuestions = 12;
const separators = /(?<!\s)\s+[|–—·•:-]\s+/;

/**
 * Suggests names from the page's own markup and title, and questions from its headings and title without the site's own
 * names.
 */
export function siteSuggestions(facts: PageFacts, domain: string): SiteSuggestions {
  const title = facts.titles[0] ?? '';
  const label = plain(domain.split('.')[0] ?? '').replaceAll(' ', '');
  const parts = title.split(separators).map((part) => part.trim());
  // A part of the title is a name only if it spells the domain's label: anything else is a slogan.
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
  // A heading that is a question is used unchanged; a short one names a subject, which is put into a simple question.
  const requests = phrases.filter((text) => text.endsWith('?'));
  const subjects = phrases.filter((text) => !/[?!.]$/.test(text) && text.split(' ').length <= 6);
  return distinct([...requests, ...subjects.map((text) => `What is the best choice for ${lowerFirst(text)}?`)]).slice(
    0,
    maxQuestions,
  );
}

function lowerFirst(text: string): string {
  // Abbreviations and names keep their capitals.
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
