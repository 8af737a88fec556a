import type { Outcome } from '../../../../src/domain/checks/check.ts';
import { at, type Doc, type Extra, type PageSpec, page, type Reply, reply, type SiteSpec } from './siteSpec.ts';

/** Change of a healthy site. */
export type Change = (site: SiteSpec) => void;

export type CaseTable = Readonly<Record<string, Partial<Record<Outcome | 'unmeasured', Change>>>>;

export const keep: Change = () => undefined;

export function home(site: SiteSpec): PageSpec {
  if (site.home === null) throw new Error('the fixture has no home');
  return site.home;
}

export function pageAt(site: SiteSpec, path: string): PageSpec {
  const match = site.pages.find((each) => each.path === path);
  if (match === undefined) throw new Error(`the fixture has no page ${path}`);
  return match;
}

export function extra(site: SiteSpec, purpose: Extra['purpose'], url?: string): Extra {
  const match = site.extras.find((each) => each.purpose === purpose && (url === undefined || each.url === at(url)));
  if (match === undefined) throw new Error(`the fixture has no ${purpose}`);
  return match;
}

export function onHome(change: (doc: Doc) => void): Change {
  return (site) => change(home(site).doc);
}

export function onEveryPage(change: (doc: Doc, path: string) => void): Change {
  return (site) => {
    for (const each of [home(site), ...site.pages]) change(each.doc, each.path);
  };
}

export function homeReply(change: Partial<Reply>): Change {
  return (site) => Object.assign(home(site).reply, change);
}

export function robots(change: Partial<Reply> | null): Change {
  return (site) => {
    site.robots = change === null ? null : reply(change);
  };
}

export function robotsText(...lines: string[]): Change {
  return robots({ body: `${lines.join('\n')}\n` });
}

export function without(purpose: Extra['purpose']): Change {
  return (site) => {
    site.extras = site.extras.filter((each) => each.purpose !== purpose);
  };
}

export function probe(purpose: Extra['purpose'], change: Partial<Reply>): Change {
  return (site) => Object.assign(extra(site, purpose).reply, change);
}

/** Adds `count` sampled pages without relevant differences; `change` adapts each to the case. */
export function morePages(count: number, change: (each: PageSpec, index: number) => void = () => undefined): Change {
  return (site) => {
    for (let index = 0; index < count; index += 1) {
      const made = page(`/more/${index}`);
      change(made, index);
      site.pages.push(made);
    }
  };
}

export function all(...changes: Change[]): Change {
  return (site) => {
    for (const change of changes) change(site);
  };
}

/** Makes every page answer without HTML that could be judged. */
export const nothingReadable: Change = (site) => {
  home(site).reply.status = 404;
  site.pages = [];
};

/** Removes home's request and all samples. */
export const noPages: Change = (site) => {
  site.home = null;
  site.pages = [];
};

export const noSitemap: Change = (site) => {
  site.sitemaps = [];
};

export const noBrowser: Change = (site) => {
  site.rendered = [];
  site.renderer = { available: false, reason: 'not_found' };
};

/** Makes the rendered home differ from the raw one. */
export function renderedHome(change: (doc: Doc) => void): Change {
  return (site) => {
    const doc = structuredClone(home(site).doc);
    change(doc);
    site.rendered = [{ path: '/', doc, interactive: [], tools: [] }];
  };
}
