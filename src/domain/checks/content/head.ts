import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { overPages } from '../aggregate.ts';
import { type Check, count, fail, pass, unmeasured, warn } from '../check.ts';
import { detectLanguage, isDetectable, primaryLanguage } from '../page/language.ts';
import { metaContent } from '../pageSignals.ts';
import type { ReadablePage, SiteEvidence } from '../site.ts';
import { sources } from '../sources.ts';

function digest(text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text))).slice(0, 16);
}

/** Characters as people count them, near enough: code points. */
function characters(text: string): number {
  return [...text].length;
}

/** Another sampled page with the same text; pages at one address are one page. */
function twin(
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
  category: 'content',
  scope: 'page',
  title: 'Each page has a title of its own',
  rule: 'Pass: one title that is not empty, unique in the sample, 10 to 70 characters. Warn: other length, duplicate, or several title elements. Fail: missing.',
  sources: [sources.title, sources.headline],
  strength: 'V',
  remediation: 'Write a title that says what this page alone is about.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) =>
    overPages(site, (page) => {
      const text = titleOf(page);
      if (text === null) return fail('no title.', { length: 0 });
      const length = characters(text);
      const same = twin(site, page, text, titleOf);
      const evidence = { length, hash: digest(text), titles: page.facts.titles.length, sameAs: same?.url ?? null };
      if (same !== undefined) return warn(`the title of ${same.url} too.`, evidence);
      if (page.facts.titles.length > 1) return warn(`${page.facts.titles.length} title elements.`, evidence);
      const line = `title of ${count(length, 'character')}.`;
      return length < 10 || length > 70 ? warn(line, evidence) : pass(line, evidence);
    }),
};

function descriptionOf(page: ReadablePage): string | null {
  return metaContent(page.facts, 'description');
}

export const description: Check = {
  id: 'content.description',
  class: 'hygiene',
  category: 'content',
  scope: 'page',
  title: 'Each page has a description of its own',
  rule: 'Pass: 50 to 170 characters, unique in the sample. Warn: missing, shorter, longer, or duplicate.',
  sources: [sources.description],
  strength: 'V',
  remediation: 'Write one or two sentences for each page.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) =>
    overPages(site, (page) => {
      const text = descriptionOf(page);
      if (text === null) return warn('no description.', { length: 0 });
      const length = characters(text);
      const same = twin(site, page, text, descriptionOf);
      const evidence = { length, hash: digest(text), sameAs: same?.url ?? null };
      if (same !== undefined) return warn(`the description of ${same.url} too.`, evidence);
      const line = `description of ${count(length, 'character')}.`;
      return length < 50 || length > 170 ? warn(line, evidence) : pass(line, evidence);
    }),
};

export const headings: Check = {
  id: 'content.headings',
  class: 'hygiene',
  category: 'content',
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
      if (tops === 0) return warn('no h1.', evidence);
      if (tops > 1) return warn(`${tops} h1 elements.`, evidence);
      if (skip >= 0) return warn(`h${levels[skip]} follows h${levels[skip - 1]}.`, evidence);
      return pass(`${count(levels.length, 'heading')} in order.`, evidence);
    }),
};

export const language: Check = {
  id: 'content.language',
  class: 'hygiene',
  category: 'content',
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
      if (lang === null || lang === '') return warn('no lang.', { lang: null });
      const declared = primaryLanguage(lang);
      if (declared === null) return warn('lang is not a valid code.', { lang });
      const detected = detectLanguage(facts.contentText);
      const evidence = { lang, detected };
      if (detected === null || !isDetectable(declared)) {
        return unmeasured(
          'language_unsure',
          `${url}: lang is ${lang}; the text is too short or too mixed to confirm it.`,
        );
      }
      return declared === detected
        ? pass(`lang ${lang}.`, evidence)
        : warn(`lang is ${lang}, the text reads as ${detected}.`, evidence);
    }),
};
