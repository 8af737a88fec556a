import { overPages } from '../aggregate.ts';
import { type Check, fail, notApplicable, pass, unmeasured, warn } from '../check.ts';
import { textOf } from '../page/jsonLd.ts';
import type { PageFacts } from '../page/pageFacts.ts';
import { isOnDomain, metaContent, nodesOf, organisationTypes, plain } from '../pageSignals.ts';
import { endStatusOf } from '../site.ts';
import { sources } from '../sources.ts';
import { readNumber, visiblePrices } from './numbers.ts';
import { trustKinds, trustLink } from './trustLinks.ts';

type Field = 'name' | 'price' | 'phone' | 'address';

const offerTypes = new Set(['Offer', 'AggregateOffer', 'UnitPriceSpecification', 'PriceSpecification']);

/** Prices that JSON-LD states; for a range, both ends. */
export function structuredPrices(facts: PageFacts): number[] {
  return nodesOf(facts, offerTypes).flatMap(({ properties }) =>
    [properties.price, properties.lowPrice, properties.highPrice].flatMap((value) => {
      const text = textOf(value);
      return text === null ? [] : (readNumber(text) ?? []);
    }),
  );
}

function agree(a: string, b: string): boolean {
  const [x, y] = [plain(a), plain(b)];
  return x === y || x.includes(y) || y.includes(x);
}

/** For each field that two places state: whether they agree. */
function compare(facts: PageFacts): Partial<Record<Field, boolean>> {
  const out: Partial<Record<Field, boolean>> = {};
  const organisations = nodesOf(facts, organisationTypes);
  const names = [...organisations, ...nodesOf(facts, new Set(['WebSite']))]
    .filter(({ top }) => top)
    .flatMap(({ properties }) => textOf(properties.name) ?? []);
  const shownName = metaContent(facts, 'og:site_name', 'application-name');
  if (names.length > 0 && shownName !== null) out.name = names.some((name) => agree(name, shownName));

  const prices = structuredPrices(facts).filter((price) => price > 0);
  const metaPrice = readNumber(metaContent(facts, 'product:price:amount', 'og:price:amount') ?? '');
  const stated = prices.length > 0 || metaPrice !== null;
  const shown = stated ? visiblePrices(facts.bodyText) : [];
  const sources = [prices, metaPrice === null ? [] : [metaPrice], shown].filter((list) => list.length > 0);
  const [first, ...rest] = sources;
  if (first !== undefined && rest.length > 0)
    out.price = rest.every((list) => list.some((price) => first.includes(price)));

  const phones = organisations.flatMap(({ properties }) => textOf(properties.telephone)?.replace(/\D/g, '') ?? []);
  const linked = facts.phones.filter((phone) => phone.length >= 5);
  // National and international spellings share their last digits.
  if (phones.length > 0 && linked.length > 0)
    out.phone = phones.some((phone) => linked.some((other) => phone.slice(-7) === other.slice(-7)));

  const postcodes = nodesOf(facts, new Set(['PostalAddress'])).flatMap(
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
  category: 'content',
  scope: 'page',
  title: 'Name, price, phone and address agree wherever they stand',
  rule: 'Fields that at least two of text, JSON-LD and meta elements state. Pass: they agree. Warn: phone or address conflict. Fail: names or prices conflict on one page. Not applicable: fewer than two places state any field.',
  sources: [sources.entity],
  strength: 'C',
  remediation: 'State each fact once and derive the other places from it.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts }) => {
      const compared = compare(facts);
      const fields = Object.entries(compared);
      if (fields.length === 0) return notApplicable('no field is stated twice.');
      const conflicts = fields.filter(([, agrees]) => !agrees).map(([field]) => field);
      const evidence = { compared: fields.map(([field]) => field), conflicts };
      if (conflicts.length === 0) return pass(`agreement on ${fields.map(([field]) => field).join(', ')}.`, evidence);
      const line = `conflict on ${conflicts.join(', ')}.`;
      return conflicts.includes('price') || conflicts.includes('name') ? fail(line, evidence) : warn(line, evidence);
    }),
};

export const trustPages: Check = {
  id: 'content.trust_pages',
  class: 'hygiene',
  category: 'content',
  scope: 'site',
  title: 'Home links to who is behind the site',
  rule: 'About, contact, and privacy or terms pages linked from home (recognised by words of several languages in link text or path) that answer 200. Pass: all three. Warn: any missing.',
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
    const found = trustKinds.map(([kind, pattern]) => {
      // A page of the website itself first: it is the one that the capture asked for.
      const url = trustLink(own, pattern) ?? trustLink(home.facts.links, pattern);
      return { kind, url, status: url === null ? null : (endStatusOf(site, url) ?? null) };
    });
    const missing = found.filter(({ url, status }) => url === null || (status !== null && status !== 200));
    if (missing.length > 0) {
      const words = missing.map(({ kind, url, status }) =>
        url === null ? `no ${kind} page` : `${kind} page answers ${status}`,
      );
      return warn(`${words.join(', ')}.`, { pages: found });
    }
    if (found.some(({ status }) => status === null))
      return unmeasured('not_captured', 'The linked pages were not all requested.');
    return pass('About, contact and privacy or terms are linked and answer 200.', { pages: found });
  },
};
