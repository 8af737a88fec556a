import { asList, isRecord, textOf } from '../../html/jsonLd.ts';
import type { PageFacts } from '../../html/pageFacts.ts';
import { firstWords } from '../../html/words.ts';
import { count } from '../../text/count.ts';
import { overPages } from '../aggregate.ts';
import { type Check, notApplicable, pass, type Verdict, warn } from '../check.ts';
import { articleTypes, isArticle, isOnDomain, listNodes, metaContent, registrableDomain } from '../pageSignals.ts';
import type { SiteEvidence } from '../site.ts';
import { sources } from '../sources.ts';
import { findDate, parseIsoDate } from './dateText.ts';

type FoundDate = { time: number | null; from: 'json-ld' | 'meta' | 'time' | 'text' };

/** Lists dates of an article, structured ones first; `time: null` for a value that cannot be read as a date. */
function datesOf(facts: PageFacts): FoundDate[] {
  const out: FoundDate[] = [];
  const add = (text: string | null, from: FoundDate['from']) => {
    if (text !== null) out.push({ time: parseIsoDate(text), from });
  };
  for (const { properties } of listNodes(facts, articleTypes)) {
    add(textOf(properties.datePublished), 'json-ld');
    add(textOf(properties.dateModified), 'json-ld');
  }
  add(metaContent(facts, 'article:published_time'), 'meta');
  add(metaContent(facts, 'article:modified_time'), 'meta');
  for (const value of facts.times.slice(0, 10)) add(value, 'time');
  const visible = findDate(firstWords(facts.mainText, 200));
  if (visible !== null) out.push({ time: visible, from: 'text' });
  return out;
}

/** The earliest time zone is 14 hours ahead of UTC. */
const zones = 14 * 3_600_000;

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns the one date that every article has, if there are at least three articles. */
function sharedDay(site: SiteEvidence): string | null {
  const days = site.readable.flatMap(({ facts }) => {
    const time = isArticle(facts) ? datesOf(facts).find((each) => each.time !== null)?.time : undefined;
    return time == null ? [] : [isoDay(time)];
  });
  return days.length >= 3 && new Set(days).size === 1 ? (days[0] ?? null) : null;
}

export const dates: Check = {
  id: 'content.dates',
  class: 'hygiene',
  scope: 'page',
  title: 'Articles have plausible dates',
  rule: 'Article-like pages. Pass: a visible or structured date that can be parsed and is not after the capture (14 hours are allowed for time zones). Three or more articles must not all carry the same date. Warn: otherwise. Not applicable: not an article. Visible dates are read in ISO and English forms.',
  sources: [sources.googleAi, sources.freshness],
  strength: 'V',
  remediation: 'Show the true date of publication and of the last real change.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const shared = sharedDay(site);
    return overPages(site, ({ facts }) => {
      if (!isArticle(facts)) return notApplicable('the page is not an article.');
      const dates = datesOf(facts);
      const read = dates.flatMap(({ time, from }) => (time === null ? [] : [{ date: isoDay(time), from, time }]));
      const evidence = {
        dates: read.slice(0, 6).map(({ date, from }) => `${date} (${from})`),
        unparsed: dates.length - read.length,
      };
      const [first] = read;
      if (first === undefined)
        return warn(
          dates.length === 0 ? 'the article carries no date.' : 'no date of the article can be read.',
          evidence,
        );
      const future = read.find(({ time }) => time > site.now + zones);
      if (future !== undefined) return warn(`its date ${future.date} lies after the capture.`, evidence);
      if (shared !== null) return warn(`every article is dated ${shared}.`, evidence);
      return pass(`the article is dated ${first.date}.`, evidence);
    });
  },
};

/** Resolves `{"@id": …}` to its node within the page; returns any other value unchanged. */
function referred(facts: PageFacts, value: unknown): unknown {
  const id = isRecord(value) && textOf(value) === null ? value['@id'] : undefined;
  if (typeof id !== 'string') return value;
  const nodes = facts.jsonLd.flatMap((block) => block.nodes);
  return nodes.find(({ properties }) => properties['@id'] === id && textOf(properties) !== null)?.properties ?? value;
}

export const authorship: Check = {
  id: 'content.authorship',
  class: 'hygiene',
  scope: 'page',
  title: 'Articles say who wrote them',
  rule: 'Article-like pages. Pass: an author or organisation named in JSON-LD with an address, or a linked byline. Warn: none, or a name without a link. Not applicable: not an article.',
  sources: [sources.googleAi],
  strength: 'V',
  remediation: 'Link the author’s name to a page about the author.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts }) => {
      if (!isArticle(facts)) return notApplicable('the page is not an article.');
      const authors = listNodes(facts, articleTypes).flatMap(({ properties }) =>
        asList(properties.author).map((author) => referred(facts, author)),
      );
      const named = authors.some((author) => textOf(author) !== null) || metaContent(facts, 'author') !== null;
      const linked = authors.some(
        (author) =>
          isRecord(author) &&
          textOf(author) !== null &&
          (textOf(author.url) !== null || textOf(author.sameAs) !== null),
      );
      const evidence = { named: named || facts.byline !== null, linked: linked || facts.byline?.linked === true };
      if (evidence.linked) return pass('the article names its author and links to a page about them.', evidence);
      return warn(evidence.named ? 'the name of its author has no link.' : 'the article names no author.', evidence);
    }),
};

/** A number with a unit, a currency or a percent sign. */
const numericFact =
  /(?:[$€£¥]\s?\d[\d.,]{0,15}|\b\d[\d.,]{0,15}\s?(?:%|percent|per cent|kg|g|mg|km|m|cm|mm|kW|kWh|MW|W|V|A|Hz|GHz|MHz|GB|MB|TB|ms|seconds?|minutes?|hours?|days?|weeks?|months?|years?|people|users?|customers?|litres?|liters?|EUR|USD|GBP|°C|°F|m²|m2|ha|miles?|points?)(?![\p{L}\p{N}]))/gu;

function buildEvidence(facts: PageFacts, site: SiteEvidence): Verdict {
  const own = site.bundle.plan.registrableDomain;
  const external = new Set(
    facts.links.flatMap(({ url, inMain }) => {
      if (!inMain || url === null || isOnDomain(url, own)) return [];
      return registrableDomain(url) === null ? [] : [url];
    }),
  ).size;
  const numbers = facts.mainText.match(numericFact)?.length ?? 0;
  const evidence = { externalLinks: external, numericFacts: numbers };
  const line = `the article links to ${count(external, 'page')} of other domains and holds ${count(numbers, 'number')} with a unit.`;
  return external >= 1 || numbers >= 2 ? pass(line, evidence) : warn(line, evidence);
}

export const evidenceCheck: Check = {
  id: 'content.evidence',
  class: 'hygiene',
  scope: 'page',
  title: 'Articles cite sources or figures',
  rule: 'Article-like pages. Pass: at least one link to another domain in the main text, or at least two numbers with a unit. Warn: neither. Not applicable: not an article. Never fails.',
  sources: [sources.geo, sources.cseo],
  strength: 'R',
  remediation: 'Cite sources and figures where they are true.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts }) =>
      isArticle(facts) ? buildEvidence(facts, site) : notApplicable('the page is not an article.'),
    ),
};
