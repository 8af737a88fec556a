import type { HeaderList, Purpose } from '../checks/evidenceBundle.ts';
import type { PageReferences } from '../html/references.ts';
import { byCodeUnits } from './digest.ts';
import { parityAgents, parityPageCount } from './probes.ts';
import { byDigest } from './sampling.ts';

export type FollowUp = { purpose: Purpose; url: string; headers: HeaderList };

export type CapturedPage = {
  requestedUrl: string;
  /** Final address, after redirects. */
  url: string;
  references: PageReferences | null;
  etag: string | null;
  lastModified: string | null;
};

export type FollowUpInput = {
  /** Null unless the home page answered 200. */
  home: CapturedPage | null;
  /** The sampled pages that answered 200, in sample order. */
  pages: readonly CapturedPage[];
  /** Links of the home page; see `trustLinks`. */
  trustLinks: readonly string[];
  sitemapUrls: readonly string[];
  llmsLinks: readonly string[];
  /** URLs whose response is already in the evidence. */
  seen: ReadonlySet<string>;
  botParityAuthorised: boolean;
};

const timings = 3;
const atMost = { canonical: 6, trust_page: 4, sitemap_sample: 5, hreflang: 5, image: 3, llms_txt_link: 5 } as const;

/**
 * Plans the small requests that checks need in addition to the pages, most informative first, so that an exhausted
 * budget costs the least. A target that was already requested is not requested again: its response is found by URL.
 */
export function planFollowUps(input: FollowUpInput): FollowUp[] {
  const wishes: FollowUp[] = [];
  const visited = new Set(input.seen);
  const { home } = input;
  const add = (purpose: Purpose, url: string, headers: HeaderList = []) => wishes.push({ purpose, url, headers });
  const addUnseen = (purpose: keyof typeof atMost, urls: readonly string[]) => {
    let room: number = atMost[purpose];
    for (const url of urls) {
      if (visited.has(url) || room === 0) continue;
      visited.add(url);
      room -= 1;
      add(purpose, url);
    }
  };

  if (home !== null) {
    for (let count = 0; count < timings; count += 1) add('ttfb', home.url);
    const headers = conditionalHeaders(home.etag, home.lastModified);
    if (headers.length > 0) add('validator', home.url, headers);
  }
  const references = [...(home === null ? [] : [home]), ...input.pages].flatMap((page) =>
    page.references === null ? [] : [page.references],
  );
  addUnseen(
    'canonical',
    references.flatMap((each) => each.canonicals),
  );
  addUnseen('trust_page', input.trustLinks);
  addUnseen('sitemap_sample', byDigest(input.sitemapUrls));
  addUnseen('hreflang', [...new Set(references.flatMap((each) => each.hreflangs))].sort(byCodeUnits));
  addUnseen(
    'image',
    references.flatMap((each) => each.images),
  );
  addUnseen('llms_txt_link', input.llmsLinks);
  // Last, because a firewall that answers them with 429 or 503 ends the capture.
  if (home !== null && input.botParityAuthorised) {
    for (const url of [home.requestedUrl, ...parityPages(home.requestedUrl, input.pages)])
      for (const agent of parityAgents) add('bot_ua', url, [['user-agent', agent]]);
  }
  return wishes;
}

/**
 * Returns the first sampled pages of the verified host itself, because another host of the domain may have another
 * owner.
 */
function parityPages(homeUrl: string, pages: readonly CapturedPage[]): string[] {
  const host = (url: string) => new URL(url).host.replace(/^www\./, '');
  return pages
    .map(({ requestedUrl }) => requestedUrl)
    .filter((url) => host(url) === host(homeUrl))
    .slice(0, parityPageCount);
}

function conditionalHeaders(etag: string | null, lastModified: string | null): HeaderList {
  const headers: [string, string][] = [];
  if (etag !== null) headers.push(['if-none-match', etag]);
  if (lastModified !== null) headers.push(['if-modified-since', lastModified]);
  return headers;
}
