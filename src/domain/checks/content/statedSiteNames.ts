import { textOf } from '../../html/jsonLd.ts';
import type { PageFacts } from '../../html/pageFacts.ts';
import { tokens } from '../../html/words.ts';
import { holdsName, listNodes, metaContent, organisationTypes, plain, productTypes } from '../pageSignals.ts';
import type { ReadablePage, SiteEvidence } from '../site.ts';

const publishers: ReadonlySet<string> = new Set([...organisationTypes, 'WebSite']);
const products: ReadonlySet<string> = new Set([...productTypes, 'Brand']);
/** Characters that separate the site name from the page name in a title. A hyphen counts only between spaces. */
const titleBreak = /[|–—·•»«›‹:：｜]| [-/] /u;

function titleParts(facts: PageFacts): string[] {
  return (facts.titles.find((text) => text !== '') ?? '')
    .split(titleBreak)
    .map(plain)
    .filter((part) => part !== '');
}

/** Lists parts that at least half of the titles, and at least two, share. */
function sharedParts(site: SiteEvidence): string[] {
  const pages = new Map(site.readable.map((page) => [page.url, titleParts(page.facts)]));
  const counts = new Map<string, number>();
  for (const parts of pages.values()) for (const part of new Set(parts)) counts.set(part, (counts.get(part) ?? 0) + 1);
  return [...counts].flatMap(([part, count]) => (count >= 2 && count * 2 >= pages.size ? [part] : []));
}

/**
 * Lists names of the site as `plain` spells them: the one its owner gave, `og:site_name`, the organisation or website
 * of structured data, and what titles share. A domain does not count as a name. Empty if no source has one.
 */
export function siteNames(site: SiteEvidence): string[] {
  const { siteName, registrableDomain } = site.bundle.plan;
  const reports = site.readable.flatMap(({ facts }) => [
    metaContent(facts, 'og:site_name', 'application-name'),
    ...listNodes(facts, publishers)
      .filter(({ top }) => top)
      .flatMap(({ properties }) => [textOf(properties.name), textOf(properties.alternateName)]),
  ]);
  const text = siteName.toLowerCase() === registrableDomain.toLowerCase() ? null : siteName;
  const names = [text, ...reports].flatMap((name) => (name === null ? [] : plain(name)));
  return [...new Set([...names, ...sharedParts(site)])].filter((name) => name !== '');
}

/**
 * Lists the subjects of an inner page: its products, and its title without the name of the site, or else its main
 * heading.
 */
export function listSubjects({ facts }: ReadablePage, names: readonly string[]): string[] {
  const heads = facts.headings.filter(({ level }) => level === 1).map(({ text }) => plain(text));
  const items = listNodes(facts, products).flatMap(({ properties }) => plain(textOf(properties.name) ?? ''));
  const own = titleParts(facts).filter((part) => !names.includes(part));
  return [...new Set([...items, ...(own.length === 0 ? heads : own)])].filter((subject) => subject !== '');
}

/**
 * Returns true if a text names a subject literally, or by at least half of its words. Both must be normalised by
 * `plain`.
 */
export function mentionsSubject(text: string, subject: string): boolean {
  if (holdsName(text, subject)) return true;
  // In Latin scripts, articles and prepositions are short, and occur in every text.
  const words = [...new Set(tokens(subject))].filter((word) => word.length > 3 || !/^[a-z]+$/.test(word));
  const present = new Set(tokens(text));
  return words.length >= 2 && words.filter((word) => present.has(word)).length * 2 >= words.length;
}
