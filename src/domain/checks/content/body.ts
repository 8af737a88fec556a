import { countPages, overPages } from '../aggregate.ts';
import { type Check, count, fail, notApplicable, pass, percent, unmeasured, warn } from '../check.ts';
import { pathOf } from '../fetchFacts.ts';
import { simhash, simhashDistance, simhashText } from '../page/simhash.ts';
import { countWords, firstWords } from '../page/words.ts';
import { isListing, namesOf, plain } from '../pageSignals.ts';
import { sources } from '../sources.ts';

export const extractable: Check = {
  id: 'content.extractable',
  class: 'core',
  category: 'content',
  scope: 'page',
  title: 'The main text can be told from the rest',
  rule: 'Main block: a main element, an article with most of the text, or the best-scored block. Pass: at least 100 words and at least 25 % of the body’s words. Warn: less. Fail: no main block while the body has more than 200 words.',
  sources: [sources.googleAi],
  strength: 'V',
  remediation: 'Put the text into a main or article element.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts }) => {
      const evidence = { mainWords: facts.mainWords, bodyWords: facts.bodyWords, source: facts.mainSource };
      if (facts.mainWords === 0 && facts.bodyWords > 200)
        return fail(`no main block in ${count(facts.bodyWords, 'word')}.`, evidence);
      const line = `${count(facts.mainWords, 'main word')} of ${facts.bodyWords} (${percent(facts.mainWords, facts.bodyWords)}).`;
      return facts.mainWords >= 100 && facts.mainWords * 4 >= facts.bodyWords
        ? pass(line, evidence)
        : warn(line, evidence);
    }),
};

/** A run of at least four words that ends like a sentence. */
function hasSentence(text: string): boolean {
  const parts = text.split(/(?<=[.!?。！？؟।])(?:\s|$|(?<=[。！？]))/u);
  return parts.some((part) => /[.!?。！？؟।]["'”’)\]]?$/u.test(part.trim()) && countWords(part) >= 4);
}

export const lead: Check = {
  id: 'content.lead',
  class: 'core',
  category: 'content',
  scope: 'page',
  title: 'The first words say what the page is about',
  rule: 'First 100 words of the main text. Pass: the name of the site or product, and one complete sentence. Warn: otherwise. Not applicable: pages that list others.',
  sources: [sources.lead],
  strength: 'C',
  remediation: 'Begin with a sentence that says what it is and whose.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts }) => {
      if (isListing(facts)) return notApplicable('a page that lists others.');
      const start = firstWords(facts.mainText === '' ? facts.contentText : facts.mainText, 100);
      const opening = ` ${plain(start)} `;
      const named = namesOf(facts, site.bundle.plan.siteName).some(
        (name) => plain(name) !== '' && opening.includes(` ${plain(name)} `),
      );
      const sentence = hasSentence(start);
      const evidence = { named, sentence };
      if (named && sentence) return pass('name and sentence in the first 100 words.', evidence);
      const missing = [named ? '' : 'the name of the site or product', sentence ? '' : 'a complete sentence'].filter(
        Boolean,
      );
      return warn(`the first 100 words lack ${missing.join(' and ')}.`, evidence);
    }),
};

const minimumWords = 50;

export const nearDuplicate: Check = {
  id: 'content.near_duplicate',
  class: 'hygiene',
  category: 'content',
  scope: 'page',
  title: 'Sampled pages differ',
  rule: '64-bit simhash over three-word shingles of the main texts of at least 50 words; near duplicates differ in at most 3 bits. Pass: none. Warn: any. Fail: more than 30 % of the pairs.',
  sources: [sources.nearDuplicate],
  strength: 'V',
  remediation: 'Merge pages that say the same, or give each its own matter.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    const seen = new Set<string>();
    const texts = site.readable.flatMap(({ url, facts }) => {
      const text = facts.mainText === '' ? facts.contentText : facts.mainText;
      const words = facts.mainText === '' ? facts.contentWords : facts.mainWords;
      if (seen.has(url) || words < minimumWords) return [];
      seen.add(url);
      return [{ url, hash: simhash(text) }];
    });
    if (texts.length < 2)
      return unmeasured('too_few_samples', `${count(texts.length, 'page')} with enough text to compare.`);
    const close: { a: string; b: string; distance: number }[] = [];
    texts.forEach((first, at) => {
      for (const second of texts.slice(at + 1)) {
        const distance = simhashDistance(first.hash, second.hash);
        if (distance <= 3) close.push({ a: pathOf(first.url), b: pathOf(second.url), distance });
      }
    });
    const pairs = (texts.length * (texts.length - 1)) / 2;
    const hashes = texts.slice(0, 20).map(({ url, hash }) => ({ path: pathOf(url), simhash: simhashText(hash) }));
    const evidence = { pairs, close: close.length, examples: close.slice(0, 5), hashes };
    const [first] = close;
    if (first === undefined) return pass(`${count(pairs, 'pair')} of main texts differ.`, evidence);
    const line = `${close.length} of ${count(pairs, 'pair')} nearly equal; ${first.a} and ${first.b}.`;
    return close.length > pairs * 0.3 ? fail(line, evidence) : warn(line, evidence);
  },
};

export const imageAlt: Check = {
  id: 'content.image_alt',
  class: 'hygiene',
  category: 'content',
  scope: 'page',
  title: 'Images that inform have alternative text',
  rule: 'Images of all pages, without those marked as decoration, hidden, or a pixel in size. Pass: at least 95 % have alternative text. Warn: at least 80 %. Fail: less. Not applicable: no such image.',
  sources: [sources.imageAlt, sources.googleAi],
  strength: 'V',
  remediation: 'Say in alt what the image shows; use alt="" for decoration.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) => {
    if (site.readable.length === 0) return unmeasured('page_missing', 'No page could be read.');
    const each = site.readable.map((page) => {
      const informative = page.facts.images.filter((image) => image.informative);
      const described = informative.filter(({ alt }) => alt !== null && alt.trim() !== '');
      return { url: page.url, images: informative.length, described: described.length };
    });
    const images = each.reduce((sum, page) => sum + page.images, 0);
    const described = each.reduce((sum, page) => sum + page.described, 0);
    if (images === 0) return notApplicable('No image that informs.');
    const lacking = each.filter((page) => page.described < page.images).slice(0, 5);
    const [first] = lacking;
    const where = first === undefined ? '' : `; ${first.url} lacks ${first.images - first.described}`;
    const line = `${described} of ${count(images, 'image')} (${percent(described, images)}) with alternative text${where}.`;
    const evidence = { images, described, pages: lacking };
    if (described * 100 >= images * 95) return pass(line, evidence);
    return described * 100 >= images * 80 ? warn(line, evidence) : fail(line, evidence);
  },
};

export const hiddenInstructions: Check = {
  id: 'content.hidden_instructions',
  class: 'gate',
  category: 'content',
  scope: 'page',
  title: 'No hidden text gives orders to models',
  rule: 'Text hidden by inline style, an inline style sheet, size, colour, position, an attribute, aria, or invisible characters that matches a pattern of instructions to a language model. Pass: none on any page. Fail: a match on any page. External style sheets are not read.',
  sources: [sources.hiddenText, sources.injection],
  strength: 'V',
  remediation: 'Remove the text.',
  reachable: ['pass', 'fail', 'unmeasured'],
  run: (site) => {
    if (site.readable.length === 0) return unmeasured('page_missing', 'No page could be read.');
    const found = site.readable.flatMap((page) =>
      page.facts.hiddenInstructions.map((each) => ({ url: page.url, ...each })),
    );
    const pages = countPages(
      site.readable.map(({ facts }) => (facts.hiddenInstructions.length === 0 ? pass('') : fail(''))),
    );
    const [first] = found;
    if (first === undefined) {
      return {
        outcome: 'pass',
        pages,
        evidence: { matches: 0 },
        line: `None on ${count(site.readable.length, 'page')}.`,
      };
    }
    const line = `${count(found.length, 'match', 'matches')}; ${first.url}: ${first.matcher}, hidden by ${first.by} at ${first.path}.`;
    return { outcome: 'fail', pages, evidence: { matches: found.length, examples: found.slice(0, 5) }, line };
  },
};
