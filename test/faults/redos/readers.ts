import { readRoles } from '../../../src/domain/answer/occurrenceRoles.ts';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { verifyBundle } from '../../../src/domain/bundle/verifyBundle.ts';
import { decideRobots, parseRobots } from '../../../src/domain/checks/robots.ts';
import { deniesPlainly, isBound } from '../../../src/domain/facts/boundValue.ts';
import type { Fact } from '../../../src/domain/facts/fact.ts';
import { factQuotes } from '../../../src/domain/facts/factQuotes.ts';
import { readHours } from '../../../src/domain/facts/hours.ts';
import { readMoney } from '../../../src/domain/facts/money.ts';
import { placesIn, seatIn } from '../../../src/domain/facts/namedPlace.ts';
import { readNumbers } from '../../../src/domain/facts/numberWithUnit.ts';
import { segmentsOf } from '../../../src/domain/facts/segments.ts';
import { isHedged, negates } from '../../../src/domain/facts/sentenceSigns.ts';
import { readDates } from '../../../src/domain/facts/writtenDate.ts';
import { readJsonLd } from '../../../src/domain/html/jsonLd.ts';
import { readPage } from '../../../src/domain/html/pageFacts.ts';
import { readMarkdownLinks, readReferences } from '../../../src/domain/html/references.ts';
import { readOwner } from '../../../src/domain/identity/owner.ts';
import { readSitemap } from '../../../src/domain/sitemaps/sitemapXml.ts';
import { homeCarries } from '../../../src/domain/websites/homeCarries.ts';
import { siteSuggestions } from '../../../src/domain/websites/siteSuggestions.ts';

const url = 'https://acme.example/';
const acme = readOwner({
  ...{ id: 'w1', url, domain: 'acme.example', name: 'Acme', aliases: [] },
  ...{ exactNames: [], others: [], settledDomains: [], learned: [], commonWords: [] },
});
const version = {
  version: 1,
  value: 'Via Roma 5, 20121 Milan, Italy',
  sourceUrl: url,
  madeAt: '2026-01-01',
  madeBy: 'u1',
};
const seat: Fact = { id: 'f1', websiteId: 'w1', kind: 'place', name: 'plans', words: [], versions: [version] };
const bytes = (text: string) => new TextEncoder().encode(text);

/** Returns the place of the name in a text that has `text` before and between. */
function placesOf(name: string, text: string) {
  const first = text.length + 3;
  const second = text.length * 2 + 18;
  return [first, second].map((start) => ({ start, end: start + name.length }));
}

/** Every reader of foreign text, as a function of one text. */
export const readers: Readonly<Record<string, (text: string) => unknown>> = {
  answer: (text) =>
    readAnswer({
      text: `These stand out:\n\n${text}\n\n1. **Acme Pad 3** – light\n`,
      annotations: [{ url, title: text.slice(0, 300), startIndex: 0, endIndex: 5 }],
      sources: [],
      refusal: null,
      incompleteReason: null,
      searchCount: 1,
    }),
  roles: (text) => readRoles(`${text}\n- Acme: light.\n${text} Acme ${text}`, placesOf('Acme', text), ['Bolt']),
  suggestions: (text) =>
    siteSuggestions(readPage(bytes(`<title>${text}</title><h1>${text}</h1>${text}`), null, url), 'acme.example'),
  facts: (text) => [
    factQuotes(`Acme plans: good. ${text}`, acme, [seat], ['Bolt']),
    readDates(text),
    readHours(text),
    readMoney(text),
    readNumbers(text, ['users']),
    placesIn(text),
    seatIn(`based ${text} Rome`, [{ start: 0, end: 5 }], ['Acme']),
    isHedged(text),
    negates(text),
    segmentsOf(text),
    deniesPlainly(`Acme ${text} API`, 'feature', { start: text.length + 6, end: text.length + 9 }, ['Acme'], ['API']),
    ...(['price', 'date', 'number'] as const).map((kind) =>
      isBound(`Acme plan 5 ${text}`, {
        ...{ kind, value: { start: 10, end: 11 }, word: { start: 5, end: 9 }, names: ['Acme'], words: ['plan'] },
      }),
    ),
  ],
  references: (text) => readReferences(text, url),
  markdownLinks: (text) => readMarkdownLinks(text, url),
  sitemap: (text) => readSitemap(text, 1000),
  robots: (text) => decideRobots(parseRobots(bytes(text)), 'SightlineBot', `${url}a/b?c`),
  jsonLd: (text) => readJsonLd(text),
  homeCarries: (text) => homeCarries(text, 'token'),
  bundle: (text) =>
    verifyBundle(
      new Map([
        ['manifest.json', bytes(text)],
        ['inputs.json', bytes(text)],
      ]),
    ),
  /** Not one of our readers: shows that quadratic time is detected. */
  quadratic: (text) => /\s+$/.test(text),
};
