import { readMarkdownLinks } from '../capture/htmlLinks.ts';
import {
  type Check,
  count,
  fail,
  notApplicable,
  notRendered,
  pass,
  percent,
  unmeasured,
  type Verdict,
  warn,
} from './check.ts';
import type { Fetch } from './evidence.ts';
import { bodyText, finalStatus, headerValues, isHtml, mediaType, pathOf, startsAsHtml } from './fetchFacts.ts';
import { isRecord } from './page/jsonLd.ts';
import { plain } from './pageSignals.ts';
import { endStatusOf, fetchesFor, type SiteEvidence } from './site.ts';
import { sources } from './sources.ts';

/** A site that answers 200 with a page to any path says nothing by answering one to ours. */
function answersEverything(site: SiteEvidence): boolean {
  const [probe] = fetchesFor(site, 'not_found_probe');
  return probe !== undefined && finalStatus(probe) === 200;
}

/** HTML by its type or by its first tag: servers of single-page apps send theirs under any type. */
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
  category: 'agent',
  scope: 'site',
  title: 'llms.txt is true, if there is one',
  rule: 'Pass: text with one H1, at least one link, and sampled links that answer 200. Warn: malformed, or dead links. Not applicable: absent.',
  sources: [sources.llmsTxtStudies, sources.googleAi, sources.lighthouseAgents],
  strength: '0',
  remediation: 'Optional. If you keep it, keep it true.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const [fetch] = fetchesFor(site, 'llms_txt');
    if (fetch === undefined || finalStatus(fetch) === null)
      return unmeasured('not_captured', 'llms.txt was not answered.');
    if (isAbsent(site, fetch)) return notApplicable(`llms.txt answers ${finalStatus(fetch)}.`);
    const text = bodyText(fetch).slice(0, 200_000);
    const titles = text.match(/^#[ \t]+\S/gm)?.length ?? 0;
    const urls = readMarkdownLinks(text, fetch.requestedUrl);
    const links = urls.slice(0, 200).flatMap((url) => {
      const status = endStatusOf(site, url);
      return status === undefined ? [] : [{ url, status }];
    });
    const evidence = { bytes: fetch.decodedBytes, titles, links: urls.length, checked: links.slice(0, 10) };
    if (isPage(fetch)) return warn('llms.txt is an HTML page.', evidence);
    if (titles !== 1) return warn(`llms.txt has ${count(titles, 'H1 line')}, not one.`, evidence);
    if (urls.length === 0) return warn('llms.txt has no link.', evidence);
    const dead = links.find(({ status }) => status !== 200);
    if (dead !== undefined) return warn(`${dead.url} answers ${dead.status}.`, evidence);
    if (links.length === 0) return unmeasured('not_captured', 'None of its links was requested.');
    return pass(`${count(urls.length, 'link')}, ${links.length} checked.`, evidence);
  },
};

export const markdown: Check = {
  id: 'agent.markdown',
  class: 'emerging',
  category: 'agent',
  scope: 'site',
  title: 'Home can be had as Markdown',
  rule: 'GET home with Accept: text/markdown. Pass: Markdown with Vary: Accept and the title of the page. Warn: Markdown without that Vary, or another title. Not applicable: HTML.',
  sources: [sources.markdown],
  strength: 'C',
  remediation: 'Optional. Send Vary: Accept with it.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const [fetch] = fetchesFor(site, 'markdown');
    if (fetch === undefined || finalStatus(fetch) === null)
      return unmeasured('not_captured', 'Markdown was not asked for.');
    const type = mediaType(fetch);
    if (finalStatus(fetch) !== 200 || type !== 'text/markdown')
      return notApplicable(`Answers ${finalStatus(fetch)}, ${type ?? 'no type'}.`);
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
    if (!/(?:^|,)\s*(?:accept|\*)\s*(?:,|$)/i.test(vary)) return warn('Markdown without Vary: Accept.', evidence);
    if (home !== null && !same) return warn('Markdown under another title.', evidence);
    return pass('Markdown with Vary: Accept and the title of the page.', evidence);
  },
};

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The least that each description must hold to be one. */
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
  '/.well-known/api-catalog': (value) =>
    isList(value.linkset) && value.linkset.length > 0 && value.linkset.every(isRecord),
};
const retiredPath = '/.well-known/ai-plugin.json';

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const wellKnown: Check = {
  id: 'agent.well_known',
  class: 'emerging',
  category: 'agent',
  scope: 'site',
  title: 'Agent descriptions are valid, if there are any',
  rule: 'mcp/server-card.json, agent-card.json, agent-skills/index.json and api-catalog under /.well-known/. Pass: each that answers 200 has the members its format needs. Warn: 200 but invalid, or the retired ai-plugin.json. Not applicable: none.',
  sources: [sources.wellKnown, sources.wellKnownAdoption],
  strength: 'S-draft',
  remediation: 'Publish one only if a service stands behind it.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const fetches = fetchesFor(site, 'well_known').filter((fetch) => finalStatus(fetch) !== null);
    if (fetches.length === 0) return unmeasured('not_captured', 'No well-known path was answered.');
    const found = fetches.filter((fetch) => !isAbsent(site, fetch));
    if (found.length === 0) return notApplicable(`None of ${count(fetches.length, 'path')} is there.`);
    const files = found.map((fetch) => {
      const path = pathOf(fetch.requestedUrl);
      const value = readJson(bodyText(fetch));
      const valid = isRecord(value) && wellKnownShapes[path]?.(value) === true;
      return { path, status: finalStatus(fetch), valid, keys: isRecord(value) ? Object.keys(value).slice(0, 10) : [] };
    });
    const retired = files.find(({ path }) => path === retiredPath);
    if (retired !== undefined) return warn('ai-plugin.json is retired.', { files });
    const bad = files.find(({ valid }) => !valid);
    if (bad !== undefined) return warn(`${bad.path} answers 200 and is not valid.`, { files });
    return pass(`${files.map(({ path }) => path).join(', ')} valid.`, { files });
  },
};

function withoutRenderer(site: SiteEvidence): Verdict | null {
  if (site.bundle.rendered.length > 0) return null;
  return notRendered(site.bundle.renderer);
}

export const names: Check = {
  id: 'agent.names',
  class: 'core',
  category: 'agent',
  scope: 'page',
  title: 'Controls have names',
  rule: 'Interactive nodes of all rendered pages with an accessible name. Pass: at least 98 %. Warn: at least 90 %. Fail: less. Not applicable: no interactive node. Unmeasured without a browser.',
  sources: [sources.lighthouseAgents],
  strength: 'V',
  remediation: 'Label the controls.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const missing = withoutRenderer(site);
    if (missing !== null) return missing;
    const nodes = site.bundle.rendered.flatMap(({ interactive }) => interactive);
    if (nodes.length === 0) return notApplicable('No interactive node.');
    const unnamed = nodes.filter(({ name }) => name.trim() === '');
    const roles: Record<string, number> = {};
    for (const { role } of unnamed) roles[role] = (roles[role] ?? 0) + 1;
    const named = nodes.length - unnamed.length;
    const evidence = { nodes: nodes.length, named, unnamedByRole: roles };
    const without = Object.entries(roles).map(([role, number]) => `${number} ${role}`);
    const rest = without.length === 0 ? '' : `; without: ${without.join(', ')}`;
    const line = `${named} of ${count(nodes.length, 'control')} (${percent(named, nodes.length)}) with a name${rest}.`;
    if (named * 100 >= nodes.length * 98) return pass(line, evidence);
    return named * 100 >= nodes.length * 90 ? warn(line, evidence) : fail(line, evidence);
  },
};

export const webmcp: Check = {
  id: 'agent.webmcp',
  class: 'emerging',
  category: 'agent',
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
      ? pass(`${count(tools.length, 'tool')} valid.`, evidence)
      : warn(`${bad.name} has no valid schema.`, evidence);
  },
};
