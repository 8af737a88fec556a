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

/** A change of a page: new parts, or what happens to it. */
export type DocChange = Partial<Doc> | ((doc: Doc, path: string) => void);

export function changeDoc(doc: Doc, path: string, change: DocChange): void {
  if (typeof change === 'function') change(doc, path);
  else Object.assign(doc, structuredClone(change));
}

/** Adds to the end of parts of a page. */
export function adding(more: Partial<Pick<Doc, 'head' | 'nav' | 'main' | 'after'>>): DocChange {
  return (doc) => {
    for (const [part, text] of Object.entries(more)) doc[part as keyof typeof more] += text;
  };
}

export function onHome(change: DocChange): Change {
  return (site) => changeDoc(home(site).doc, '/', change);
}

export function onEveryPage(change: DocChange): Change {
  return (site) => {
    for (const each of [home(site), ...site.pages]) changeDoc(each.doc, each.path, change);
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
export function renderedHome(change: DocChange): Change {
  return (site) => {
    const doc = structuredClone(home(site).doc);
    changeDoc(doc, '/', change);
    site.rendered = [{ path: '/', doc, interactive: [], tools: [] }];
  };
}
