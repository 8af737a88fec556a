import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { detectLanguage, isDetectable, primaryLanguage } from '../../html/language.ts';
import { isLanguageTag } from '../../html/languageTag.ts';
import { count } from '../../text/count.ts';
import { overPages } from '../aggregate.ts';
import { type Check, fail, pass, unmeasured, warn } from '../check.ts';
import { metaContent } from '../pageSignals.ts';
import type { ReadablePage, SiteEvidence } from '../site.ts';
import { sources } from '../sources.ts';
import { displayWidth } from './displayWidth.ts';

function digest(text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text))).slice(0, 16);
}

/** Finds another sampled page with the same text; pages at one address are one page. */
function findDuplicate(
  site: SiteEvidence,
  page: ReadablePage,
  text: string,
  read: (page: ReadablePage) => string | null,
): ReadablePage | undefined {
  return site.readable.find((other) => other !== page && other.url !== page.url && read(other) === text);
}

function titleOf(page: ReadablePage): string | null {
  return page.facts.titles.find((text) => text !== '') ?? null;
}

export const title: Check = {
  id: 'content.title',
  class: 'core',
  scope: 'page',
  title: 'Each page has a unique title',
  rule: 'Pass: one title, not empty, unique in the sample, as wide as 10 to 70 Latin characters. A Chinese, Japanese or Korean character counts double. Warn: other width, duplicate, or several title elements. Fail: missing.',
  sources: [sources.title, sources.headline],
  strength: 'V',
  remediation: 'Write a title that is specific to this page.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) =>
    overPages(site, (page) => {
      const text = titleOf(page);
      if (text === null) return fail('the page has no title.', { width: 0 });
      const width = displayWidth(text);
      const same = findDuplicate(site, page, text, titleOf);
      const evidence = { width, hash: digest(text), titles: page.facts.titles.length, sameAs: same?.url ?? null };
      if (same !== undefined) return warn(`its title is also that of ${same.url}.`, evidence);
      if (page.facts.titles.length > 1)
        return warn(`the page has ${page.facts.titles.length} title elements.`, evidence);
      if (width < 10) return warn(`the title is short: as wide as ${count(width, 'Latin character')}.`, evidence);
      if (width > 70) return warn(`the title is long: as wide as ${width} Latin characters.`, evidence);
      return pass(`the title is as wide as ${width} Latin characters.`, evidence);
    }),
};

function descriptionOf(page: ReadablePage): string | null {
  return metaContent(page.facts, 'description');
}

export const description: Check = {
  id: 'content.description',
  class: 'hygiene',
  scope: 'page',
  title: 'Each page has a unique description',
  rule: 'Pass: as wide as 50 to 170 Latin characters (a Chinese, Japanese or Korean one counts double), unique in the sample. Warn: missing, shorter, longer, or duplicate.',
  sources: [sources.description],
  strength: 'V',
  remediation: 'Write one or two sentences for each page.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) =>
    overPages(site, (page) => {
      const text = descriptionOf(page);
      if (text === null) return warn('the page has no description.', { width: 0 });
      const width = displayWidth(text);
      const same = findDuplicate(site, page, text, descriptionOf);
      const evidence = { width, hash: digest(text), sameAs: same?.url ?? null };
      if (same !== undefined) return warn(`its description is also that of ${same.url}.`, evidence);
      if (width < 50) return warn(`the description is short: as wide as ${count(width, 'Latin character')}.`, evidence);
      if (width > 170) return warn(`the description is long: as wide as ${width} Latin characters.`, evidence);
      return pass(`the description is as wide as ${width} Latin characters.`, evidence);
    }),
};

export const headings: Check = {
  id: 'content.headings',
  class: 'hygiene',
  scope: 'page',
  title: 'Headings form an outline',
  rule: 'Pass: one h1 and no level skipped on the way down. Warn: no h1, several, or a skipped level.',
  sources: [sources.headings],
  strength: 'F',
  remediation: 'Use one h1, and nest the levels in order.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts }) => {
      const levels = facts.headings.map(({ level }) => level);
      const tops = levels.filter((level) => level === 1).length;
      const skip = levels.findIndex((level, at) => at > 0 && level > (levels[at - 1] ?? 0) + 1);
      const evidence = { outline: levels.slice(0, 40).join(' '), h1: tops };
      if (tops === 0) return warn('the page has no h1 heading.', evidence);
      if (tops > 1) return warn(`the page has ${tops} h1 headings.`, evidence);
      if (skip >= 0)
        return warn(`a heading of level ${levels[skip]} follows one of level ${levels[skip - 1]}.`, evidence);
      return pass(`its ${count(levels.length, 'heading')} form an outline.`, evidence);
    }),
};

export const language: Check = {
  id: 'content.language',
  class: 'hygiene',
  scope: 'page',
  title: 'The declared language is the language of the text',
  rule: 'Pass: lang is a valid code and fits the language detected. Warn: missing, invalid, or another language detected. Unmeasured: the text is too short or the language is not among those the detector knows.',
  sources: [sources.lang],
  strength: 'V',
  remediation: 'Set lang on the html element.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts, url }) => {
      const { lang } = facts;
      if (lang === null || lang === '') return warn('the html element has no lang attribute.', { lang: null });
      const declared = primaryLanguage(lang);
      if (declared === null || !isLanguageTag(declared)) return warn(`"${lang}" is not a language code.`, { lang });
      const detected = detectLanguage(facts.contentText);
      const evidence = { lang, detected };
      if (detected === null || !isDetectable(declared)) {
        return unmeasured(
          'language_unsure',
          `${url}: lang is ${lang}; the text is too short or too mixed to confirm it.`,
        );
      }
      return declared === detected
        ? pass(`the page is declared and written in ${lang}.`, evidence)
        : warn(`the page is declared as ${lang}, and its text reads as ${detected}.`, evidence);
    }),
};
