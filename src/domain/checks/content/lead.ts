import { countWords, firstWords } from '../../html/words.ts';
import { overPages } from '../aggregate.ts';
import { type Check, notApplicable, pass, unmeasured, warn } from '../check.ts';
import { holdsName, isListing, plain } from '../pageSignals.ts';
import type { ReadablePage } from '../site.ts';
import { sources } from '../sources.ts';
import { listSubjects, mentionsSubject, siteNames } from './statedSiteNames.ts';

/** Punctuation that ends a sentence, in scripts that have it. */
const sentenceEnd = /(?<=[.!?…。！？؟۔।։።။៕])(?:["'”’»)\]」』]*)(?:\s|$|(?<=[。！？]["'”’»)\]」』]*))/u;
const endsSentence = /[.!?…。！？؟۔।։።။៕]["'”’»)\]」』]*$/u;
const withoutMarks = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/**
 * Returns true for a run of at least four words that ends like a sentence; eight words in Thai, Lao and Khmer, which
 * mark no end.
 */
function hasSentence(text: string): boolean {
  if (withoutMarks.test(text) && countWords(text) >= 8) return true;
  return text.split(sentenceEnd).some((part) => endsSentence.test(part.trim()) && countWords(part) >= 4);
}

function openingOf({ facts }: ReadablePage): string {
  const start = firstWords(facts.mainText === '' ? facts.contentText : facts.mainText, 100);
  const head = facts.headings.find(({ level }) => level === 1)?.text ?? '';
  return start.includes(head) ? start : `${head} ${start}`;
}

export const lead: Check = {
  id: 'content.lead',
  class: 'core',
  scope: 'page',
  title: 'The first words say what the page is about',
  rule: 'The main heading and the first 100 words of the main text. Pass: they contain a complete sentence, and on home the name of the site. On other pages the name of the product, or of what title and main heading are about, also suffices. Warn: otherwise. The name of the site is the one its owner gave, og:site_name, that of structured data, or what at least half of the titles share. Not applicable: pages that list others. Unmeasured: home, if nothing states the name of the site.',
  sources: [sources.lead],
  strength: 'C',
  remediation: 'Begin with a sentence that says what the page offers and who offers it.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const names = siteNames(site);
    return overPages(site, (page) => {
      if (isListing(page.facts)) return notApplicable('the page lists others.');
      if (page.isHome && names.length === 0)
        return unmeasured('too_few_samples', `${page.url}: nothing says the name of the site.`);
      const start = openingOf(page);
      const opening = plain(start);
      const named =
        names.some((name) => holdsName(opening, name)) ||
        (!page.isHome && listSubjects(page, names).some((subject) => mentionsSubject(opening, subject)));
      const sentence = hasSentence(start);
      const evidence = { named, sentence };
      if (named && sentence) return pass('its first 100 words name it and hold a complete sentence.', evidence);
      const what = page.isHome ? 'the name of the site' : 'the name of the site or of what the page is about';
      if (opening === '') return warn('its HTML as served contains no words.', evidence);
      const missing = [named ? '' : what, sentence ? '' : 'a complete sentence'].filter(Boolean);
      return warn(`its first 100 words lack ${missing.join(' and ')}.`, evidence);
    });
  },
};
