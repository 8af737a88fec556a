import { isRecord } from '../html/jsonLd.ts';
import { readMarkdownLinks } from '../html/references.ts';
import { count } from '../text/count.ts';
import { readJson } from '../text/readJson.ts';
import { type Check, notApplicable, notRendered, pass, unmeasured, type Verdict, warn } from './check.ts';
import type { Fetch } from './evidenceBundle.ts';
import { bodyText, finalStatus, headerValues, isHtml, mediaType, pathOf, startsAsHtml, urlKey } from './fetchFacts.ts';
import { plain } from './pageSignals.ts';
import { fetchesFor, findEndStatus, type SiteEvidence } from './site.ts';
import { sources } from './sources.ts';

/** Detects a site that returns 200 and a page for any path: its response to ours then proves nothing. */
function answersEverything(site: SiteEvidence): boolean {
  const [probe] = fetchesFor(site, 'not_found_probe');
  return probe !== undefined && finalStatus(probe) === 200;
}

/** Detects HTML by its type or its first tag: servers of single-page apps send it under any type. */
function isPage(fetch: Fetch): boolean {
  return isHtml(fetch) || startsAsHtml(fetch);
}

function isAbsent(site: SiteEvidence, fetch: Fetch): boolean {
  const status = finalStatus(fetch);
  return status !== 200 || (isPage(fetch) && answersEverything(site));
}

export const llmsTxt: Check = {
  id: 'agent.llms_txt',
  class: 'emerging',
  scope: 'site',
  title: 'llms.txt, if present, is accurate',
  rule: 'Pass: text with one H1, at least one link, and sampled links that answer 200. Warn: malformed, or dead links. Not applicable: absent.',
  sources: [sources.llmsTxtStudies, sources.googleAi, sources.lighthouseAgents],
  strength: '0',
  remediation: 'Optional. If you keep it, keep it accurate.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const [fetch] = fetchesFor(site, 'llms_txt');
    if (fetch === undefined || finalStatus(fetch) === null)
      return unmeasured('not_captured', 'llms.txt was not answered.');
    if (isAbsent(site, fetch))
      return notApplicable(
        `No llms.txt exists: its address answers ${finalStatus(fetch)}${finalStatus(fetch) === 200 ? ', as any made-up path does' : ''}.`,
      );
    const text = bodyText(fetch).slice(0, 200_000);
    const titles = text.match(/^#[ \t]+\S/gm)?.length ?? 0;
    const urls = readMarkdownLinks(text, fetch.requestedUrl);
    const links = urls.slice(0, 200).flatMap((url) => {
      const status = findEndStatus(site, url);
      return status === undefined ? [] : [{ url, status }];
    });
    const evidence = { bytes: fetch.decodedBytes, titles, links: urls.length, checked: links.slice(0, 10) };
    if (isPage(fetch)) return warn('llms.txt is an HTML page.', evidence);
    if (titles !== 1) return warn(`llms.txt has ${count(titles, 'H1 line')}, not one.`, evidence);
    if (urls.length === 0) return warn('llms.txt has no link.', evidence);
    const dead = links.find(({ status }) => status !== 200);
    if (dead !== undefined) return warn(`llms.txt links to ${dead.url}, which answers ${dead.status}.`, evidence);
    if (links.length === 0) return unmeasured('not_captured', 'None of the links in llms.txt was requested.');
    return pass(
      `llms.txt has one H1 and ${count(urls.length, 'link')}; of these ${links.length} ${links.length === 1 ? 'was' : 'were'} requested and ${links.length === 1 ? 'answers' : 'answer'} 200.`,
      evidence,
    );
  },
};

export const markdown: Check = {
  id: 'agent.markdown',
  class: 'emerging',
  scope: 'site',
  title: 'Home is available as Markdown',
  rule: 'GET home with Accept: text/markdown. Pass: Markdown with Vary: Accept and the title of the page. Warn: Markdown without that Vary, or another title. Not applicable: HTML.',
  sources: [sources.markdown],
  strength: 'C',
  remediation: 'Optional. Send Vary: Accept with it.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const [fetch] = fetchesFor(site, 'markdown');
    if (fetch === undefined || finalStatus(fetch) === null)
      return unmeasured('not_captured', 'Home was not asked for as Markdown, or did not answer.');
    const type = mediaType(fetch);
    if (finalStatus(fetch) !== 200 || type !== 'text/markdown')
      return notApplicable(
        `Home, asked for as Markdown, answers ${finalStatus(fetch)} with ${type ?? 'no media type'}.`,
      );
    const vary = headerValues(fetch, 'vary').join(',');
    const home = site.readableHome;
    const start = ` ${plain(bodyText(fetch).slice(0, 2000))} `;
    const titles = [home?.facts.titles[0], home?.facts.headings.find(({ level }) => level === 1)?.text];
    const same = titles.some(
      (title) => title !== undefined && plain(title) !== '' && start.includes(` ${plain(title)} `),
    );
    const ratio =
      home === null || home.fetch.decodedBytes === 0
        ? null
        : Math.round((fetch.decodedBytes / home.fetch.decodedBytes) * 1000) / 1000;
    const evidence = { type, vary, sameTitle: same, bytesRatio: ratio };
    if (!/(?:^|,)\s*(?:accept|\*)\s*(?:,|$)/i.test(vary))
      return warn('Home comes as Markdown, but without the header Vary: Accept.', evidence);
    if (home !== null && !same) return warn('Home comes as Markdown, but under another title than its HTML.', evidence);
    return pass('Home comes as Markdown, with the header Vary: Accept and the title of its HTML.', evidence);
  },
};

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** An AI Catalog: its version, and entries with a name, a type and either an address or the data itself. */
function isAiCatalog(value: Readonly<Record<string, unknown>>): boolean {
  return (
    isText(value.specVersion) &&
    isList(value.entries) &&
    value.entries.every(
      (entry) =>
        isRecord(entry) &&
        isText(entry.identifier) &&
        (isText(entry.type) || isText(entry.mediaType)) &&
        (isText(entry.url) || entry.data !== undefined),
    )
  );
}

/** Minimum contents of each kind of description. */
const wellKnownShapes: Readonly<Record<string, (value: Readonly<Record<string, unknown>>) => boolean>> = {
  '/.well-known/mcp/server-card.json': (value) =>
    isText(value.name) || (isRecord(value.serverInfo) && isText(value.serverInfo.name)),
  '/.well-known/agent-card.json': (value) =>
    isText(value.name) &&
    isText(value.version) &&
    isList(value.skills) &&
    (isText(value.url) || isList(value.supportedInterfaces)),
  '/.well-known/agent-skills/index.json': (value) =>
    isList(value.skills) && value.skills.every((skill) => isRecord(skill) && isText(skill.name)),
  // `type` names an entry's kind; drafts before June 2026 use `mediaType`.
  '/.well-known/ai-catalog.json': isAiCatalog,
  '/.well-known/api-catalog': (value) =>
    isList(value.linkset) && value.linkset.length > 0 && value.linkset.every(isRecord),
};
const retiredPath = '/.well-known/ai-plugin.json';

export const wellKnown: Check = {
  id: 'agent.well_known',
  class: 'emerging',
  scope: 'site',
  title: 'Agent descriptions are valid, if there are any',
  rule: 'mcp/server-card.json, agent-card.json, agent-skills/index.json, api-catalog and ai-catalog.json under /.well-known/, and the file that an Agentmap line of robots.txt names. Pass: each file that answers 200 has the members that its format requires. Warn: 200 but invalid, the retired ai-plugin.json, or an Agentmap line that names no address or one that does not answer 200. Not applicable: none.',
  sources: [sources.wellKnown, sources.ard, sources.wellKnownAdoption],
  strength: 'S-draft',
  remediation: 'Publish one only for a service that works.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const fetches = fetchesFor(site, 'well_known').filter((fetch) => finalStatus(fetch) !== null);
    if (fetches.length === 0) return unmeasured('not_captured', 'No path under /.well-known/ was answered.');
    const present = fetches.filter((fetch) => !isAbsent(site, fetch));
    const maps = agentmaps(site);
    const agentmap = maps.find(({ status }) => status !== null && status !== 200);
    if (agentmap !== undefined)
      return warn(`The Agentmap in line ${agentmap.line} of robots.txt ${agentmap.fault}.`, { agentmaps: maps });
    if (present.length === 0 && maps.length > 0 && maps.every(({ status }) => status === null))
      return unmeasured('not_captured', 'The address of the Agentmap line was not requested.');
    if (present.length === 0)
      return notApplicable(
        `The website has none of the ${count(fetches.length, 'file')} in which agents are described.`,
      );
    const catalogues = new Set(maps.map(({ url }) => url));
    const files = present.map((fetch) => {
      const path = pathOf(fetch.requestedUrl);
      const value = readJson(bodyText(fetch));
      const shape = catalogues.has(urlKey(fetch.requestedUrl)) ? isAiCatalog : wellKnownShapes[path];
      const valid = isRecord(value) && shape?.(value) === true;
      return { path, status: finalStatus(fetch), valid, keys: isRecord(value) ? Object.keys(value).slice(0, 10) : [] };
    });
    const retired = files.find(({ path }) => path === retiredPath);
    if (retired !== undefined) return warn('The website serves ai-plugin.json, a format that is retired.', { files });
    const bad = files.find(({ valid }) => !valid);
    if (bad !== undefined) return warn(`${bad.path} answers 200 and lacks members that its format needs.`, { files });
    return pass(
      `${files.map(({ path }) => path).join(', ')} ${files.length === 1 ? 'has' : 'have'} the members that the format needs.`,
      { files },
    );
  },
};

type Agentmap = { line: number; value: string; url: string | null; status: number | string | null; fault: string };

/** Lists the Agentmap lines of robots.txt, with the responses of their addresses, if requested. */
function agentmaps(site: SiteEvidence): Agentmap[] {
  const { robots } = site;
  return (robots.file?.records ?? [])
    .filter(({ key }) => key === 'agentmap')
    .slice(0, 5)
    .map(({ line, value }) => {
      const url = URL.parse(value, robots.fetch === null ? undefined : robots.fetch.requestedUrl);
      if (url === null || value === '') return { line, value, url: null, status: 'invalid', fault: 'names no address' };
      const status = findEndStatus(site, url.href) ?? null;
      return { line, value, url: urlKey(url.href), status, fault: `leads to ${url.href}, which answers ${status}` };
    });
}

function withoutRenderer(site: SiteEvidence): Verdict | null {
  if (site.bundle.rendered.length > 0) return null;
  return notRendered(site.bundle.renderer);
}

export const webmcp: Check = {
  id: 'agent.webmcp',
  class: 'emerging',
  scope: 'page',
  title: 'Tools that pages register are valid',
  rule: 'Tools registered on rendered pages. Pass: all with a valid schema. Warn: any without. Not applicable: none. Unmeasured without a browser.',
  sources: [sources.webmcp],
  strength: 'S-draft',
  remediation: 'Optional. Give each tool a valid schema.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const missing = withoutRenderer(site);
    if (missing !== null) return missing;
    const tools = site.bundle.rendered.flatMap(({ webmcpTools }) => webmcpTools);
    if (tools.length === 0) return notApplicable('No page registers a tool.');
    const evidence = { tools: tools.slice(0, 20).map(({ name, hasValidSchema }) => ({ name, hasValidSchema })) };
    const bad = tools.find(({ hasValidSchema }) => !hasValidSchema);
    return bad === undefined
      ? pass(`The pages register ${count(tools.length, 'tool')} with a valid schema.`, evidence)
      : warn(`The tool ${bad.name} has no valid schema.`, evidence);
  },
};
