import { withAsciiDigits } from '../html/decimalDigits.ts';
import { asList, type JsonLdNode, textOf } from '../html/jsonLd.ts';
import type { PageFacts } from '../html/pageFacts.ts';
import { count } from '../text/count.ts';
import { overPages } from './aggregate.ts';
import { type Check, fail, notApplicable, pass, unmeasured, warn } from './check.ts';
import { datePattern, parseIsoDate } from './content/dateText.ts';
import { structuredPrices } from './content/identityChecks.ts';
import { visibleNumbers, visiblePrices } from './content/numbers.ts';
import { urlKey } from './fetchFacts.ts';
import {
  allNodes,
  articleTypes,
  buildCanonical,
  holdsName,
  listNodes,
  metaContent,
  organisationTypes,
  plain,
  productTypes,
} from './pageSignals.ts';
import { missingProperties } from './schemaRequired.ts';
import { findEndStatus } from './site.ts';
import { sources } from './sources.ts';

const problemWords = {
  not_json: 'is not JSON',
  no_schema_context: 'has no schema.org context',
  not_an_object: 'is not an object',
  too_large: 'is too large to be read',
  too_deep: 'is nested too deep to be read',
} as const;

export const jsonLdSyntax: Check = {
  id: 'schema.parse',
  class: 'core',
  scope: 'page',
  title: 'JSON-LD can be parsed',
  rule: 'Pass: every JSON-LD block is JSON with a schema.org context. Fail: any is not. Not applicable: no block.',
  sources: [sources.structuredData],
  strength: 'V',
  remediation: 'Fix the JSON at the given offset.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts }) => {
      const blocks = facts.jsonLd;
      if (blocks.length === 0) return notApplicable('the page has no JSON-LD.');
      const index = blocks.findIndex(({ problem }) => problem !== null);
      const bad = blocks[index];
      if (bad === undefined)
        return pass(`${count(blocks.length, 'JSON-LD block')} can be parsed.`, { blocks: blocks.length });
      const evidence = { blocks: blocks.length, block: index + 1, problem: bad.problem, errorOffset: bad.errorOffset };
      return fail(
        `JSON-LD block ${index + 1} ${problemWords[bad.problem ?? 'not_json']}${bad.errorOffset === null ? '' : `; the fault is at character ${bad.errorOffset}`}.`,
        evidence,
      );
    }),
};

export const identity: Check = {
  id: 'schema.identity',
  class: 'hygiene',
  scope: 'site',
  title: 'Home identifies itself in structured data',
  rule: 'Home, in JSON-LD, microdata or RDFa. Pass: an Organization, LocalBusiness or WebSite with name, url and at least one sameAs. Warn: partial. Not applicable: none of these types.',
  sources: [sources.disambiguation, sources.schemaStudy],
  strength: '0',
  remediation: 'Complete the node; do not expect more citations from it.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const home = site.readableHome;
    if (home === null) return unmeasured('page_missing', 'Home could not be read.');
    const nodes = listNodes(home.facts, new Set([...organisationTypes, 'WebSite']));
    const targets = ['name', 'url', 'sameAs'];
    const present = nodes.map(({ types, properties }) => ({
      types,
      fields: targets.filter((field) => textOf(properties[field]) !== null),
    }));
    const [best] = present.toSorted((a, b) => b.fields.length - a.fields.length);
    if (best === undefined) return notApplicable('Home names no organisation or website in structured data.');
    const missing = targets.filter((field) => !best.fields.includes(field));
    const evidence = { type: best.types[0] ?? null, fields: best.fields };
    if (missing.length === 0)
      return pass(`The structured data of home describes its ${best.types[0]} with name, url and sameAs.`, evidence);
    return warn(`The ${best.types[0]} that home describes lacks ${missing.join(', ')}.`, evidence);
  },
};

export const requiredProperties: Check = {
  id: 'schema.required',
  class: 'hygiene',
  scope: 'page',
  title: 'Typed nodes have the properties that Google requires',
  rule: 'Required properties of the types that Google supports, in JSON-LD, microdata or RDFa. Pass: all present. Warn: any missing. Not applicable: no such type.',
  sources: [sources.requiredProperties],
  strength: 'V',
  remediation: 'Add the missing properties, if they are true and shown.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts }) => {
      const checked = allNodes(facts).flatMap((node) => missingProperties(node) ?? []);
      if (checked.length === 0) return notApplicable('no structured data has a type with required properties.');
      const lacking = checked.filter(({ missing }) => missing.length > 0);
      const evidence = { nodes: checked.length, lacking: lacking.slice(0, 5) };
      const [first] = lacking;
      if (first === undefined)
        return pass(
          `${count(checked.length, 'item')} of structured data ${checked.length === 1 ? 'has' : 'have'} what Google requires.`,
          evidence,
        );
      return warn(
        `its ${first.type} lacks ${first.missing.map((each) => each.replaceAll('|', ' or ')).join(', ')}.`,
        evidence,
      );
    }),
};

type Match = { field: 'price' | 'rating' | 'name' | 'author' | 'date'; shown: boolean };

function ratingValues(facts: PageFacts): number[] {
  const nodes = listNodes(facts, new Set(['AggregateRating']));
  return nodes.flatMap(({ properties }) => {
    const value = Number(textOf(properties.ratingValue)?.replace(',', '.') ?? Number.NaN);
    return Number.isFinite(value) ? [value] : [];
  });
}

function names(nodes: readonly JsonLdNode[], property: string): string[] {
  return nodes.flatMap(({ properties }) => asList(properties[property]).flatMap((value) => textOf(value) ?? []));
}

const legalForm =
  / (?:gmbh|mbh|ag|kg|se|inc|llc|ltd|limited|corp|corporation|co|plc|bv|nv|ab|as|oy|sa|srl|spa|sas|pty)\b[\s\S]*/;

/** Collects the numbers in a text, thousands joined, and prices also in their country's grouping. */
function numbersOf(text: string): ReadonlySet<number> {
  const together = withAsciiDigits(text).replace(/(\d)[\s\u00a0\u202f'’,.](?=\d{3}(?!\d))/g, '$1');
  return new Set([...visibleNumbers(together), ...visiblePrices(text)]);
}

function matches(facts: PageFacts): Match[] {
  const out: Match[] = [];
  const prices = structuredPrices(facts).filter((price) => price > 0);
  const ratings = ratingValues(facts);
  // Reading a whole text is costly, and most pages state no number that it would have to contain.
  const numbers = prices.length + ratings.length === 0 ? new Set<number>() : numbersOf(facts.bodyText);
  let text: string | null = null;
  const has = (target: string) => {
    text ??= plain(facts.bodyText);
    return target === '' || holdsName(text, target);
  };
  const shows = (value: string) => has(plain(value));
  // A shop's data adds size or colour to the name in its heading.
  const heads = facts.headings.filter(({ level }) => level === 1).map(({ text: head }) => plain(head));
  const showsMost = (value: string) => {
    const wantedText = plain(value);
    return has(wantedText) || heads.some((head) => head.length * 2 >= wantedText.length && holdsName(wantedText, head));
  };
  for (const price of prices) out.push({ field: 'price', shown: numbers.has(price) });
  for (const rating of ratings) {
    // A shown rating may be rounded to one decimal.
    const isShown = numbers.has(rating) || numbers.has(Math.round(rating * 10) / 10);
    out.push({ field: 'rating', shown: isShown });
  }
  const articles = listNodes(facts, articleTypes);
  const products = listNodes(facts, productTypes).filter(({ top }) => top);
  for (const name of [...names(products, 'name'), ...names(articles, 'headline')])
    out.push({ field: 'name', shown: showsMost(name) });
  // The publisher's name may appear in a logo or the title, and without its legal form.
  const publishers = listNodes(facts, new Set([...organisationTypes, 'WebSite'])).filter(({ top }) => top);
  const publisherNames = names(publishers, 'name');
  const aside = publisherNames.length === 0 ? [] : [...facts.titles, ...facts.images.map(({ alt }) => alt ?? '')];
  const wide = plain(aside.join(' | '));
  for (const name of publisherNames) {
    const short = plain(name).replace(legalForm, '');
    out.push({ field: 'name', shown: has(short) || holdsName(wide, short) });
  }
  for (const name of names(articles, 'author')) out.push({ field: 'author', shown: shows(name) });
  for (const { properties } of articles) {
    const stated = textOf(properties.datePublished) ?? '';
    const time = parseIsoDate(stated);
    if (time === null) continue;
    // The day in the writer's time zone, and the day in UTC.
    const days = [stated.slice(0, 10), new Date(time).toISOString().slice(0, 10)];
    const shownFlag = days.some(
      (day) => datePattern(Date.parse(day)).test(facts.bodyText) || facts.times.some((value) => value.startsWith(day)),
    );
    out.push({ field: 'date', shown: shownFlag });
  }
  return out;
}

export const matchesText: Check = {
  id: 'schema.matches_text',
  class: 'core',
  scope: 'page',
  title: 'Structured data matches what the page shows',
  rule: 'Price, rating, name or headline, author and date of structured data (JSON-LD, microdata, RDFa) in the visible text. Digits of any script count, and a price split across elements is read as one. A name may be longer than the main heading. The name of the publisher or website may also be in the title or an alternative text, and may lack its legal form. Pass: all shown. Warn: name, author or date not shown. Fail: a price or rating is not shown, or differs. Not applicable: none stated.',
  sources: [sources.matchText, sources.googleAi],
  strength: 'V',
  remediation: 'Mark up only what the page shows.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts, fetch, url }) => {
      const all = matches(facts);
      if (all.length === 0) return notApplicable('its structured data states no price, rating, name, author or date.');
      const absent = [...new Set(all.filter(({ shown }) => !shown).map(({ field }) => field))];
      const evidence = { fields: [...new Set(all.map(({ field }) => field))], absent };
      if (absent.length === 0)
        return pass(
          `its text shows ${all.length === 1 ? 'the one value' : `all ${all.length} values`} that its structured data states.`,
          evidence,
        );
      // The missing text may be in the part that was cut off.
      if (facts.cut !== null || fetch.truncated)
        return unmeasured('not_captured', `${url}: only a part of the page was read.`);
      const line = `the text does not show the ${absent.join(' and ')} that its structured data states.`;
      return absent.includes('price') || absent.includes('rating') ? fail(line, evidence) : warn(line, evidence);
    }),
};

const retiredTypes = new Set(['HowTo', 'FAQPage']);

export const retiredTypesCheck: Check = {
  id: 'schema.retired',
  class: 'hygiene',
  scope: 'site',
  title: 'Markup does not use only retired types',
  rule: 'Warn: HowTo or FAQPage is the only structured data on the sampled pages. Not applicable: otherwise.',
  sources: [sources.retired, sources.retiredClaims],
  strength: 'V',
  remediation: 'Keep the text; the markup has no effect.',
  reachable: ['warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    if (site.readable.length === 0) return unmeasured('page_missing', 'No page could be read.');
    const tops = site.readable.flatMap(({ facts }) => allNodes(facts).filter(({ top }) => top));
    const types = [...new Set(tops.flatMap((node) => node.types))].sort();
    if (types.length === 0 || !types.every((type) => retiredTypes.has(type)))
      return notApplicable('The structured data does not rest on HowTo or FAQPage alone.', {
        types: types.slice(0, 20),
      });
    return warn(`${types.join(' and ')} is the only structured data of the sampled pages.`, { types });
  },
};

export const openGraph: Check = {
  id: 'social.opengraph',
  class: 'hygiene',
  scope: 'page',
  title: 'Links to the page show a preview',
  rule: 'Pass: og:title, og:url equal to the canonical (or the page’s address), and og:image that answers 200. Warn: partial.',
  sources: [sources.openGraph, sources.openGraphFolklore],
  strength: 'V',
  remediation: 'Add the missing tags.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) =>
    overPages(site, (page) => {
      const title = metaContent(page.facts, 'og:title');
      const ownUrl = URL.parse(metaContent(page.facts, 'og:url') ?? '', page.url);
      const hasUrl = metaContent(page.facts, 'og:url') !== null && ownUrl !== null;
      const image = metaContent(page.facts, 'og:image', 'og:image:url', 'og:image:secure_url');
      const imageUrl = image === null ? null : (URL.parse(image, page.url)?.href ?? null);
      const canonical = buildCanonical(page.fetch, page.facts).urls[0] ?? urlKey(page.url);
      const imageStatus = imageUrl === null ? null : (findEndStatus(site, imageUrl) ?? null);
      const evidence = { title: title !== null, url: ownUrl?.href ?? null, canonical, image: imageUrl, imageStatus };
      if (title === null) return warn('the page has no og:title.', evidence);
      if (!hasUrl || ownUrl === null) return warn('the page has no og:url.', evidence);
      if (urlKey(ownUrl.href) !== canonical) return warn('og:url is not the canonical address.', evidence);
      if (imageUrl === null) return warn('the page has no og:image.', evidence);
      if (imageStatus === null) return unmeasured('not_captured', `${page.url}: og:image was not requested.`);
      return imageStatus === 200
        ? pass('the page has og:title, og:url and an og:image that answers.', evidence)
        : warn(`its og:image answers ${imageStatus}.`, evidence);
    }),
};
