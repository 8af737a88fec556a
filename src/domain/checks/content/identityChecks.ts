import { textOf } from '../../html/jsonLd.ts';
import type { PageFacts } from '../../html/pageFacts.ts';
import { overPages } from '../aggregate.ts';
import { type Check, fail, notApplicable, pass, unmeasured, warn } from '../check.ts';
import { holdsName, isOnDomain, listNodes, metaContent, organisationTypes, plain } from '../pageSignals.ts';
import { findEndStatus } from '../site.ts';
import { sources } from '../sources.ts';
import { readNumber, visiblePrices } from './numbers.ts';
import { trustKinds, trustLink } from './trustLinks.ts';

type Field = 'name' | 'price' | 'phone' | 'address';

const offerTypes = new Set(['Offer', 'AggregateOffer', 'UnitPriceSpecification', 'PriceSpecification']);

/** Lists the prices in structured data; for a range, both ends. */
export function structuredPrices(facts: PageFacts): number[] {
  return listNodes(facts, offerTypes).flatMap(({ properties }) =>
    [properties.price, properties.lowPrice, properties.highPrice].flatMap((value) => {
      const text = textOf(value);
      return text === null ? [] : (readNumber(text) ?? []);
    }),
  );
}

/** Returns true if one spelling of a name contains the other, as `Lamp House GmbH` contains `Lamp House`. */
function agree(a: string, b: string): boolean {
  const [x, y] = [plain(a), plain(b)];
  return x === y || holdsName(x, y) || holdsName(y, x);
}

/** Returns, for each field stated in two places, whether they agree. */
function compare(facts: PageFacts): Partial<Record<Field, boolean>> {
  const out: Partial<Record<Field, boolean>> = {};
  const organisations = listNodes(facts, organisationTypes);
  const names = [...organisations, ...listNodes(facts, new Set(['WebSite']))]
    .filter(({ top }) => top)
    .flatMap(({ properties }) => textOf(properties.name) ?? []);
  const shownName = metaContent(facts, 'og:site_name', 'application-name');
  if (names.length > 0 && shownName !== null) out.name = names.some((name) => agree(name, shownName));

  const prices = structuredPrices(facts).filter((price) => price > 0);
  const metaPrice = readNumber(metaContent(facts, 'product:price:amount', 'og:price:amount') ?? '');
  const stated = prices.length > 0 || metaPrice !== null;
  const visibleItems = stated ? visiblePrices(facts.bodyText) : [];
  const sources = [prices, metaPrice === null ? [] : [metaPrice], visibleItems].filter((list) => list.length > 0);
  const [first, ...rest] = sources;
  if (first !== undefined && rest.length > 0)
    out.price = rest.every((list) => list.some((price) => first.includes(price)));

  const phones = organisations.flatMap(({ properties }) => textOf(properties.telephone)?.replace(/\D/g, '') ?? []);
  const linked = facts.phones.filter((phone) => phone.length >= 5);
  // National and international formats share their last digits.
  if (phones.length > 0 && linked.length > 0)
    out.phone = phones.some((phone) => linked.some((other) => phone.slice(-7) === other.slice(-7)));

  const postcodes = listNodes(facts, new Set(['PostalAddress'])).flatMap(
    ({ properties }) => textOf(properties.postalCode) ?? [],
  );
  const shownAddress = facts.addresses.filter((text) => /\d{3}/.test(text)).join(' ');
  if (postcodes.length > 0 && shownAddress !== '') {
    const flat = plain(shownAddress).replaceAll(' ', '');
    out.address = postcodes.some((code) => flat.includes(plain(code).replaceAll(' ', '')));
  }
  return out;
}

export const identityFacts: Check = {
  id: 'content.identity_facts',
  class: 'core',
  scope: 'page',
  title: 'Name, price, phone and address agree wherever they appear',
  rule: 'Fields that appear in at least two of these: text, structured data (JSON-LD, microdata, RDFa), meta elements. In the text a telephone number is read from a tel: link, and an address from an address element. Pass: they agree. Warn: phone or address conflict. Fail: names or prices conflict on one page. Not applicable: fewer than two places state any field.',
  sources: [sources.entity],
  strength: 'C',
  remediation: 'State each fact once and derive the other places from it.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts }) => {
      const compared = compare(facts);
      const fields = Object.entries(compared);
      if (fields.length === 0) return notApplicable('no name, price, phone number or address is stated in two places.');
      const conflicts = fields.filter(([, agrees]) => !agrees).map(([field]) => field);
      const evidence = { compared: fields.map(([field]) => field), conflicts };
      if (conflicts.length === 0)
        return pass(`its places agree on ${fields.map(([field]) => field).join(', ')}.`, evidence);
      const line = `its places state different values for ${conflicts.join(' and ')}.`;
      return conflicts.includes('price') || conflicts.includes('name') ? fail(line, evidence) : warn(line, evidence);
    }),
};

const kindWords = {
  about: 'a page about the owner of the site',
  contact: 'a contact page',
  legal: 'a page on privacy or terms',
} as const;

export const trustPages: Check = {
  id: 'content.trust_pages',
  class: 'hygiene',
  scope: 'site',
  title: 'Home links to the owner of the site',
  rule: 'About (or imprint), contact, and privacy or terms pages that home links to and that answer 200. They are recognised by the words of a link in 36 languages or by the last step of its path. An e-mail address or phone number that home links to also counts as contact. Pass: all three. Warn: any missing.',
  sources: [sources.trust, sources.trustFolklore],
  strength: 'V',
  remediation: 'Link an about, a contact and a privacy page from home.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) => {
    const home = site.readableHome;
    if (home === null) return unmeasured('page_missing', 'Home could not be read.');
    const own = home.facts.links.filter(
      ({ url }) => url !== null && isOnDomain(url, site.bundle.plan.registrableDomain),
    );
    const reachable = home.facts.links.some(({ href }) => /^(?:mailto|tel):./i.test(href.trim()));
    const kinds = trustKinds.map(([kind, words]) => {
      // Prefers a page of the website itself, because the capture requested it.
      const url = trustLink(own, words) ?? trustLink(home.facts.links, words);
      return { kind, url, status: url === null ? null : (findEndStatus(site, url) ?? null) };
    });
    const missing = kinds.filter(
      ({ kind, url, status }) =>
        !(kind === 'contact' && reachable) && (url === null || (status !== null && status !== 200)),
    );
    if (missing.length > 0) {
      const absent = missing.filter(({ url }) => url === null).map(({ kind }) => kindWords[kind]);
      const dead = missing
        .filter(({ url }) => url !== null)
        .map(({ kind, status }) => `links to ${kindWords[kind]} that answers ${status}`);
      const words = [...(absent.length === 0 ? [] : [`does not link to ${absent.join(', or to ')}`]), ...dead];
      return warn(`Home ${words.join(' and ')}.`, { pages: kinds });
    }
    if (kinds.some(({ url, status }) => url !== null && status === null))
      return unmeasured('not_captured', 'The linked pages were not all requested.');
    return pass('Home links to the owner of the site, to contact details, and to privacy or terms.', { pages: kinds });
  },
};
