import type { AnswerReading } from '../answer/reading.ts';
import type { Fetch } from '../checks/evidenceBundle.ts';
import type { Fact } from '../facts/fact.ts';
import { type FactQuote, factQuotes } from '../facts/factQuotes.ts';
import { decodeBody } from '../html/decodeCharset.ts';
import { detectLanguage, primaryLanguage } from '../html/language.ts';
import { type PageFacts as ReadPage, readPage } from '../html/pageFacts.ts';
import { simhash, simhashText } from '../html/simhash.ts';
import { type ComparedPage, comparedPage, compareWording, notJudged, type Support } from '../support/supportVerdict.ts';
import { holdsFragment, type TextFragment } from '../support/textFragment.ts';
import { sha256Hex } from '../text/canonicalJson.ts';
import type { FactOnPage, PageFacts, PageOutcome, PageView } from './citedPage.ts';
import { declaredList } from './declaredList.ts';
import { excerptOf, shortText } from './excerpt.ts';
import { pageDate } from './pageDate.ts';
import { pageMarkdown } from './pageMarkdown.ts';
import { type ComparedWebsite, ownerOf, pageView, readPageList } from './pageNames.ts';
import { findHeader, outcomeOfFetch, outcomeOfPage, type Probe } from './pageOutcome.ts';
import { isReservedBy } from './reservation.ts';
import { unreadFacts } from './unreadFacts.ts';

/** A sentence of an answer that cites the page. */
export type CitingSentence = {
  runId: string;
  start: number;
  end: number;
  text: string;
  /** Language of its answer. */
  language: string;
  /** Text fragments with which the engine cites the page; empty without any. */
  fragments: readonly TextFragment[];
};

export type CitingWebsite = { website: ComparedWebsite; facts: readonly Fact[]; sentences: readonly CitingSentence[] };

export type JudgedSentence = Pick<CitingSentence, 'runId' | 'start' | 'end'> &
  Omit<Support, 'passage'> & {
    excerpt: string | null;
    /** Null without text fragments; otherwise true if the page still contains one of them. */
    fragment: 'found' | 'fragment_gone' | null;
  };

export type JudgedWebsite = {
  websiteId: string;
  view: PageView | null;
  facts: FactOnPage[];
  support: JudgedSentence[];
};

/** All data kept of a page: only short excerpts of its text leave this function. */
export type CitedPageReading = { facts: PageFacts; websites: JudgedWebsite[] };

/** A fetched page, with the response of a random path on its host, and the host's reservation file. */
export type FetchedPage = {
  fetch: Fetch;
  probe: { status: number | null; body: Uint8Array | null } | null;
  reservations: string | null;
};

/** Reads a cited page for the websites whose answers cite it. */
export function readCitedPage(
  { fetch, probe, reservations }: FetchedPage,
  wishes: readonly CitingWebsite[],
): CitedPageReading {
  const last = fetch.hops.at(-1);
  const headers = last?.outcome.kind === 'response' ? last.outcome.headers : [];
  const status = last?.outcome.kind === 'response' ? last.outcome.status : null;
  const finalUrl = last?.url ?? fetch.requestedUrl;
  const early = outcomeOfFetch(fetch);
  const contentType = findHeader(headers, 'content-type');
  const page = early === null && fetch.body !== null ? readPage(fetch.body, contentType, finalUrl) : null;
  if (page === null || fetch.body === null) {
    const outcome = early ?? 'unreachable';
    return { facts: { ...unreadFacts, outcome, status, finalUrl }, websites: wishes.map((one) => unread(one)) };
  }
  const html = decodeBody(fetch.body, contentType).text;
  const outcome = outcomeOfPage(page, toProbe(probe, contentType, finalUrl), html);
  const isReserved = findHeader(headers, 'tdm-reservation') === '1' || isReservedBy(reservations, finalUrl);
  const facts = factsOfPage(page, outcome, findHeader(headers, 'last-modified'), isReserved);
  if (outcome !== 'read') {
    return { facts: { ...facts, status, finalUrl, textDigest: null }, websites: wishes.map((one) => unread(one)) };
  }
  const text = page.contentWords > 0 ? page.contentText : page.bodyText;
  const list = readList(html, finalUrl, page);
  const compared = comparedPage(text);
  return {
    facts: { ...facts, status, finalUrl },
    websites: wishes.map(({ website, facts: sheet, sentences }) => ({
      websiteId: website.id,
      view: pageView(website, list, `${page.titles[0] ?? ''}\n${text}`, page.links),
      facts: factsOnPage(
        text,
        website,
        sheet,
        list.mentions.map(({ name }) => name),
      ),
      support: sentences.map((sentence) => judge(sentence, compared, page.bodyText, facts.language)),
    })),
  };
}

/** Reads the page's visible list, or the list in its structured data if none is visible. */
function readList(html: string, url: string, { jsonLd }: ReadPage): AnswerReading {
  const list = readPageList(pageMarkdown(html, url));
  if (list.mentions.length > 0) return list;
  const declared = declaredList(jsonLd.flatMap(({ nodes }) => nodes));
  return declared === '' ? list : readPageList(declared);
}

function unread({ website, sentences }: CitingWebsite): JudgedWebsite {
  return {
    websiteId: website.id,
    view: null,
    facts: [],
    support: sentences.map(({ runId, start, end }) => {
      const { passage: _none, ...support } = notJudged('page');
      return { runId, start, end, ...support, excerpt: null, fragment: null };
    }),
  };
}

function toProbe(probe: FetchedPage['probe'], contentType: string | null, url: string): Probe | null {
  if (probe === null) return null;
  const body = probe.status === 200 ? probe.body : null;
  return { status: probe.status, simhash: body === null ? null : simhash(readPage(body, contentType, url).bodyText) };
}

function factsOfPage(
  page: ReadPage,
  outcome: PageOutcome,
  lastModified: string | null,
  isReserved: boolean,
): PageFacts {
  const text = page.mainText === '' ? page.bodyText : page.mainText;
  const meta = (name: string) => page.metas.find((one) => one.name === name)?.content ?? null;
  return {
    ...unreadFacts,
    outcome,
    title: page.titles[0] === undefined ? null : shortText(page.titles[0], 200),
    language: detectLanguage(text) ?? (page.lang === null ? null : primaryLanguage(page.lang)),
    date: pageDate(page, lastModified),
    author: shortAuthor(authorOf(page) ?? meta('author')),
    contactUrl: page.links.find(isContact)?.url ?? null,
    textDigest: sha256Hex(text.replace(/\s+/g, ' ')),
    simhash: simhashText(simhash(text)),
    words: page.mainWords > 0 ? page.mainWords : page.bodyWords,
    reserved: isReserved || meta('tdm-reservation') === '1',
  };
}

const shortAuthor = (name: string | null): string | null => (name === null ? null : shortText(name, 100));

const maxContactUrl = 300;

const isContact = ({ url }: ReadPage['links'][number]): boolean =>
  url !== null && url.length <= maxContactUrl && contactPath.test(new URL(url).pathname);

const contactPath =
  /\/(?:contact|contact-us|kontakt|contacto|contato|contatti|impressum|imprint|write-for-us|submit|advertise)(?:\/|\.|$)/i;

function authorOf({ jsonLd }: ReadPage): string | null {
  for (const { properties } of jsonLd.flatMap(({ nodes }) => nodes)) {
    const author: unknown = Array.isArray(properties.author) ? properties.author[0] : properties.author;
    const name = typeof author === 'string' ? author : (author as { name?: unknown } | undefined)?.name;
    if (typeof name === 'string' && name.trim() !== '') return name;
  }
  return null;
}

function judge(
  { runId, start, end, text, language, fragments }: CitingSentence,
  page: ComparedPage,
  bodyText: string,
  pageLanguage: string | null,
): JudgedSentence {
  const support =
    text === '' ? notJudged('no_place') : compareWording(text, page, { answer: language, page: pageLanguage });
  const { passage, ...rest } = support;
  const isThere = fragments.some((fragment) => holdsFragment(fragment, bodyText));
  return {
    ...{ runId, start, end },
    ...rest,
    share: Math.round(rest.share * 1000) / 1000,
    excerpt: passage === null ? null : excerptOf(passage),
    fragment: fragments.length === 0 ? null : isThere ? 'found' : 'fragment_gone',
  };
}

function factsOnPage(
  text: string,
  website: ComparedWebsite,
  sheet: readonly Fact[],
  names: readonly string[],
): FactOnPage[] {
  const owner = ownerOf(website);
  const ours = new Set([website.name, ...website.aliases]);
  const others = names.filter((name) => !ours.has(name));
  return factQuotes(text, owner, sheet, others)
    .filter(({ verdict }) => verdict !== 'cannot_tell')
    .slice(0, 50)
    .map(({ factId, version, verdict, stated, sentence }: FactQuote) => ({
      factId,
      version,
      verdict,
      value: (stated ?? '').slice(0, 100),
      excerpt: excerptOf(sentence),
    }));
}
