import { simhash, simhashDistance, simhashText } from '../../html/simhash.ts';
import { count } from '../../text/count.ts';
import { overPages } from '../aggregate.ts';
import { type Check, fail, notApplicable, pass, percent, unmeasured, warn } from '../check.ts';
import { pathOf } from '../fetchFacts.ts';
import { isListing } from '../pageSignals.ts';
import { sources } from '../sources.ts';

export const extractable: Check = {
  id: 'content.extractable',
  class: 'core',
  scope: 'page',
  title: 'The main text is marked up separately',
  rule: 'Main block: a main element, an article with most of the text, or the best-scored block. Pass: at least 100 words and at least 25 % of the body’s words. Warn: less. Fail: no main block while the body has more than 200 words. Not applicable: pages that list others and mark them as a list, or whose main block is mostly links.',
  sources: [sources.googleAi],
  strength: 'V',
  remediation: 'Put the text into a main or article element.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts }) => {
      const evidence = { mainWords: facts.mainWords, bodyWords: facts.bodyWords, source: facts.mainSource };
      if (facts.mainWords === 0 && facts.bodyWords > 200)
        return fail(`none of its ${count(facts.bodyWords, 'word')} are in a main block.`, evidence);
      if (isListing(facts)) return notApplicable('the page lists others.', evidence);
      if (facts.bodyWords === 0) return warn('its HTML as served has no words.', evidence);
      const line = `${facts.mainWords} of its ${count(facts.bodyWords, 'word')} (${percent(facts.mainWords, facts.bodyWords)}) are in the main block.`;
      return facts.mainWords >= 100 && facts.mainWords * 4 >= facts.bodyWords
        ? pass(line, evidence)
        : warn(line, evidence);
    }),
};

const minimumWords = 50;

export const nearDuplicate: Check = {
  id: 'content.near_duplicate',
  class: 'hygiene',
  scope: 'page',
  title: 'Sampled pages differ',
  rule: '64-bit simhash over three-word shingles of the main texts of at least 50 words; near duplicates differ in at most 3 bits. Pass: none. Warn: any. Fail: more than 30 % of the pairs.',
  sources: [sources.nearDuplicate],
  strength: 'V',
  remediation: 'Merge pages that say the same, or give each distinct content.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    const visited = new Set<string>();
    const texts = site.readable.flatMap(({ url, facts }) => {
      const text = facts.mainText === '' ? facts.contentText : facts.mainText;
      const words = facts.mainText === '' ? facts.contentWords : facts.mainWords;
      if (visited.has(url) || words < minimumWords) return [];
      visited.add(url);
      return [{ url, hash: simhash(text) }];
    });
    if (texts.length < 2)
      return unmeasured(
        'too_few_samples',
        `Only ${count(texts.length, 'page')} ${texts.length === 1 ? 'has' : 'have'} enough text to compare.`,
      );
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
    if (first === undefined) return pass(`The main texts of ${texts.length} pages differ from one another.`, evidence);
    const line = `${close.length} of ${count(pairs, 'pair')} of pages say nearly the same, such as ${first.a} and ${first.b}.`;
    return close.length > pairs * 0.3 ? fail(line, evidence) : warn(line, evidence);
  },
};

export const imageAlt: Check = {
  id: 'content.image_alt',
  class: 'hygiene',
  scope: 'page',
  title: 'Images that inform have alternative text',
  rule: 'Images of all pages, without those marked as decoration, hidden, or a pixel in size. Pass: at least 95 % have alternative text. Warn: at least 80 %. Fail: less. Not applicable: no such image.',
  sources: [sources.imageAlt, sources.googleAi],
  strength: 'V',
  remediation: 'Describe the image in alt; use alt="" for decoration.',
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
    if (images === 0) return notApplicable('The pages have no image that informs.');
    const lacking = each.filter((page) => page.described < page.images).slice(0, 5);
    const [first] = lacking;
    const where = first === undefined ? '' : `; ${first.url} has ${first.images - first.described} without it`;
    const line = `${described} of ${count(images, 'image')} (${percent(described, images)}) have alternative text${where}.`;
    const evidence = { images, described, pages: lacking };
    if (described * 100 >= images * 95) return pass(line, evidence);
    return described * 100 >= images * 80 ? warn(line, evidence) : fail(line, evidence);
  },
};
