import { count } from '../../text/count.ts';
import { type Check, fail, notApplicable, pass, unmeasured, warn } from '../check.ts';
import { finalError, isHtml, startsAsHtml } from '../fetchFacts.ts';
import type { SitemapEvidence } from '../site.ts';
import { sources } from '../sources.ts';

function isValid(sitemap: SitemapEvidence): boolean {
  return sitemap.document !== null && sitemap.document.problem === null;
}

const problemWords = {
  not_xml: 'is neither sound XML nor a list of addresses',
  doctype: 'begins with a document type',
  wrong_root: 'is XML of another kind',
} as const;

/** Explains why a declared file is not a sitemap. */
function whatItIs({ fetch, status, document }: SitemapEvidence): string {
  if (status !== 200) return `answers ${status ?? finalError(fetch)}`;
  return isHtml(fetch) || startsAsHtml(fetch) ? 'is an HTML page' : problemWords[document?.problem ?? 'not_xml'];
}

export const sitemapPresent: Check = {
  id: 'discovery.sitemap.present',
  class: 'core',
  scope: 'site',
  title: 'A sitemap is declared and can be read',
  rule: 'Pass: a valid sitemap that robots.txt declares: XML of the protocol, a plain list of addresses, RSS or Atom. Warn: valid but only at /sitemap.xml, or none. Fail: declared, but not 200 or none of these forms.',
  sources: [sources.sitemaps],
  strength: 'S',
  remediation: 'Publish a valid sitemap and name it in robots.txt.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    const declared = site.robots.file?.sitemaps.length ?? 0;
    const files = site.sitemaps.slice(0, 10).map((each) => ({
      url: each.url,
      status: each.status,
      root: each.document?.root ?? null,
      entries: each.document?.entries.length ?? 0,
      declared: each.declared,
    }));
    const evidence = { declared, files };
    const broken = site.sitemaps.find((each) => each.declared && !isValid(each));
    if (broken !== undefined) {
      return fail(`${broken.url} is declared and ${whatItIs(broken)}.`, evidence);
    }
    const good = site.sitemaps.find((each) => each.declared) ?? site.sitemaps.find(isValid);
    if (good?.declared) return pass(`${good.url} is declared and valid.`, evidence);
    if (good !== undefined) return warn(`${good.url} is valid, and robots.txt does not name it.`, evidence);
    if (site.sitemaps.length === 0) return unmeasured('not_captured', 'No sitemap was requested.');
    return warn('No sitemap was found.', evidence);
  },
};

const megabytes50 = 50 * 1024 * 1024;

export const sitemapLimits: Check = {
  id: 'discovery.sitemap.limits',
  class: 'hygiene',
  scope: 'site',
  title: 'Sitemaps stay within the limits of the protocol',
  rule: 'Pass: each file has at most 50 000 entries and 50 MiB, and no index lists another index. Warn: exceeded. Not applicable: no sitemap.',
  sources: [sources.sitemaps],
  strength: 'S',
  remediation: 'Split the files and list them in one index.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const read = site.sitemaps.filter(isValid);
    if (site.sitemaps.length === 0) return unmeasured('not_captured', 'No sitemap was requested.');
    if (read.length === 0) return notApplicable('No sitemap exists to measure.');
    const files = read.slice(0, 10).map((each) => ({
      url: each.url,
      entries: each.document?.entries.length ?? 0,
      bytes: each.fetch.decodedBytes,
      depth: each.depth,
      cut: each.fetch.truncated,
    }));
    const over = read.find(
      (each) =>
        (each.document?.entries.length ?? 0) > 50_000 ||
        each.fetch.decodedBytes > megabytes50 ||
        (each.depth >= 1 && each.document?.lists === 'sitemaps'),
    );
    if (over !== undefined) return warn(`${over.url} exceeds a limit of the protocol.`, { files });
    const cut = read.find((each) => each.fetch.truncated);
    if (cut !== undefined) return unmeasured('not_captured', `${cut.url} is larger than what was read of it.`);
    return pass(
      `${count(read.length, 'sitemap file')} ${read.length === 1 ? 'stays' : 'stay'} within the limits of the protocol.`,
      { files },
    );
  },
};
