import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { PageFacts } from '../html/pageFacts.ts';
import { tokenOverlap } from '../html/words.ts';
import { canonicalJson } from '../text/canonicalJson.ts';
import { count } from '../text/count.ts';
import { overPages } from './aggregate.ts';
import {
  type Check,
  fail,
  notApplicable,
  notRendered,
  pass,
  percent,
  unmeasured,
  type Verdict,
  warn,
} from './check.ts';
import type { RenderedPage } from './evidenceBundle.ts';
import { finalStatus, header, isHtml, mediaType } from './fetchFacts.ts';
import { buildCanonical, metaContent, robotsDirectives } from './pageSignals.ts';
import { fetchesFor, type ReadablePage, type SiteEvidence } from './site.ts';
import { sources } from './sources.ts';

export const rawText: Check = {
  id: 'render.raw_text',
  class: 'gate',
  scope: 'page',
  title: 'The main text is in the HTML as served',
  rule: 'Words in the raw HTML outside navigation, header, footer and hidden parts. Pass: at least 150 and at least one heading. Warn: 50 to 149, no heading, or fewer words that are all there: the page runs no script, or a browser shows no more. Fail: fewer than 50 otherwise, or none. Not applicable: no page is HTML.',
  sources: [sources.vercel],
  strength: 'R',
  remediation: 'Write at least 150 words below a heading; if scripts add them, render them on the server.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const answers = site.pages.filter((page) => page.status === 200 && page.challenge === null);
    const [first] = answers;
    if (first !== undefined && answers.every((page) => !isHtml(page.fetch))) {
      return notApplicable(`${first.url} is ${mediaType(first.fetch) ?? 'of no type'}, not HTML.`);
    }
    return overPages(site, (page) => {
      const { facts } = page;
      const evidence = {
        words: facts.contentWords,
        headings: facts.headings.length,
        emptyRoot: facts.emptyRoot,
        framework: facts.framework,
        cut: facts.cut,
      };
      const line = `the HTML as served holds ${count(facts.contentWords, 'word')} and ${count(facts.headings.length, 'heading')} before any script runs.`;
      if (facts.contentWords < 50 && !isWholeAsServed(site, page)) return fail(line, evidence);
      return facts.contentWords < 150 || facts.headings.length === 0 ? warn(line, evidence) : pass(line, evidence);
    });
  },
};

/** Returns true for a page with text to which scripts add nothing: a short page, not one that they fill. */
function isWholeAsServed(site: SiteEvidence, { facts, fetch }: ReadablePage): boolean {
  if (facts.contentWords === 0 || facts.emptyRoot) return false;
  const rendered = site.rendered.get(fetch.id)?.facts;
  if (rendered === undefined || rendered.contentWords === 0) return !facts.runsScripts;
  return tokenOverlap(facts.contentText, rendered.contentText) >= 0.9;
}

/** An empty page in our browser means that we could not show it, and proves nothing about its scripts. */
function nothingShown({ url, scriptErrors = [] }: RenderedPage): Verdict {
  const errors = scriptErrors.length === 0 ? 'its scripts threw no error' : `script errors: ${scriptErrors.join('; ')}`;
  return unmeasured('render_failed', `${url} showed no text in the browser; ${errors}.`);
}

/** Measures only the pages that a browser rendered; without any, the check is unmeasured. */
function overRendered(site: SiteEvidence, rule: (page: ReadablePage, rendered: PageFacts) => Verdict): Verdict {
  if (site.rendered.size === 0) return notRendered(site.bundle.renderer);
  return overPages(site, (page) => {
    const rendered = site.rendered.get(page.fetch.id);
    if (rendered === undefined) return unmeasured('page_missing', 'This page was not rendered.');
    return rendered.facts.contentWords === 0 ? nothingShown(rendered.page) : rule(page, rendered.facts);
  });
}

export const rawVsRendered: Check = {
  id: 'render.raw_vs_rendered',
  class: 'core',
  scope: 'page',
  title: 'Scripts add little to the text',
  rule: 'Share of the rendered words outside navigation that the raw HTML also has. Pass: at least 0.9. Warn: 0.5 to 0.9. Fail: less. Unmeasured without a browser, or if the browser showed no text; script errors are then listed. Shadow roots that the HTML declares are read, and open ones that scripts attach. The browser loads no images, media, fonts or frames, and nothing that a captured robots.txt disallows for our token. The robots.txt of third-party hosts is not requested.',
  sources: [sources.vercel],
  strength: 'R',
  remediation: 'Render the main text on the server.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) =>
    overRendered(site, ({ facts }, rendered) => {
      const exact = tokenOverlap(facts.contentText, rendered.contentText);
      const ratio = Math.floor(exact * 1000) / 1000;
      const evidence = { rawWords: facts.contentWords, renderedWords: rendered.contentWords, ratio };
      const line = `${percent(ratio * 1000, 1000)} of the ${count(rendered.contentWords, 'word')} that a browser shows are in the HTML as served.`;
      if (exact >= 0.9) return pass(line, evidence);
      return exact >= 0.5 ? warn(line, evidence) : fail(line, evidence);
    }),
};

function digest(text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text))).slice(0, 16);
}

/** Writes members in one order, and null for a JSON number that a double cannot represent. */
function sortedJson(value: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(value)));
}

function parityFields(page: ReadablePage, facts: PageFacts): Record<string, string> {
  const robots = robotsDirectives({ ...page.fetch, hops: [] }, facts).map(
    ({ agent, name, value }) => `${agent}:${name}=${value}`,
  );
  const structured = facts.jsonLd.flatMap((block) =>
    block.nodes.filter((node) => node.top).map((node) => sortedJson(node.properties)),
  );
  return {
    title: digest(facts.titles[0] ?? ''),
    description: digest(metaContent(facts, 'description') ?? ''),
    h1: digest(facts.headings.find(({ level }) => level === 1)?.text ?? ''),
    jsonLd: digest(structured.toSorted().join('\n')),
    canonical: buildCanonical(page.fetch, facts).urls.join(' '),
    robots: robots.toSorted().join(','),
  };
}

export const metaParity: Check = {
  id: 'render.meta_parity',
  class: 'core',
  scope: 'page',
  title: 'Scripts do not change the page’s metadata',
  rule: 'Title, description, h1, JSON-LD, canonical and robots meta, raw against rendered. Pass: equal. Warn: title, description, h1 or JSON-LD differ. Fail: robots or canonical differ. Unmeasured without a browser, and where the browser showed no text.',
  sources: [sources.vercel],
  strength: 'R',
  remediation: 'Emit these elements on the server.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) =>
    overRendered(site, (page, rendered) => {
      const before = parityFields(page, page.facts);
      const after = parityFields(page, rendered);
      const differing = Object.keys(before).filter((name) => before[name] !== after[name]);
      const evidence = { differing, raw: before, rendered: after };
      if (differing.length === 0)
        return pass('title, description, h1, JSON-LD, canonical and robots are the same before and after scripts.', {
          differing,
        });
      const line = `its scripts change ${differing.join(', ')}.`;
      return differing.includes('robots') || differing.includes('canonical')
        ? fail(line, evidence)
        : warn(line, evidence);
    }),
};

/** Maximum share of undecodable characters in visible text. */
const someUndecodable = 0.001;
const manyUndecodable = 0.03;

export const charset: Check = {
  id: 'render.charset',
  class: 'core',
  scope: 'page',
  title: 'The text can be decoded',
  rule: 'Share of U+FFFD, which replaces bytes that could not be decoded, among the characters of the text. The charset comes from the byte order mark, the Content-Type or a meta element, otherwise UTF-8 is assumed. Pass: at most 0.1 %. Warn: at most 3 %. Fail: more. Not applicable: no page has text.',
  sources: [sources.htmlEncoding],
  strength: 'S',
  remediation: 'Declare the charset in which the page is saved; UTF-8 is best.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ facts }) => {
      const text = facts.titles.join('') + facts.bodyText;
      if (text.trim() === '') return notApplicable('the page has no text.');
      const broken = text.length - text.replaceAll('\uFFFD', '').length;
      const share = broken / text.length;
      const evidence = { characters: text.length, undecodable: broken, charset: facts.charset };
      if (broken === 0) return pass(`all ${text.length} characters can be decoded as ${facts.charset}.`, evidence);
      const line = `${broken} of its ${text.length} characters cannot be decoded as ${facts.charset}.`;
      if (share > manyUndecodable) return fail(`charset fault: ${line}`, evidence);
      return share > someUndecodable ? warn(`charset fault: ${line}`, evidence) : pass(line, evidence);
    }),
};

const mebibyte = 1024 * 1024;

export const htmlBytes: Check = {
  id: 'render.html_bytes',
  class: 'core',
  scope: 'page',
  title: 'HTML is small enough to be read completely',
  rule: 'Decoded HTML. Pass: at most 1 MiB. Warn: at most 2 MiB. Fail: more.',
  sources: [sources.googleSizes],
  strength: 'V',
  remediation: 'Move inline data and scripts out of the HTML.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) =>
    overPages(site, ({ fetch }) => {
      const evidence = { bytes: fetch.decodedBytes, cut: fetch.truncated };
      const line = `its HTML is ${fetch.truncated ? 'more than ' : ''}${Math.ceil(fetch.decodedBytes / 1024)} KiB large.`;
      if (fetch.decodedBytes > 2 * mebibyte || fetch.truncated) return fail(line, evidence);
      return fetch.decodedBytes > mebibyte ? warn(line, evidence) : pass(line, evidence);
    }),
};

export const ttfb: Check = {
  id: 'render.ttfb',
  class: 'hygiene',
  scope: 'site',
  title: 'Home answers quickly',
  rule: 'Median of three times to the first byte of home. Pass: at most 800 ms. Warn: at most 1800 ms. Fail: more. The time depends on where the capture ran.',
  sources: [sources.ttfb],
  strength: 'V',
  remediation: 'Cache the HTML close to its visitors.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    const timed = [...fetchesFor(site, 'ttfb'), ...fetchesFor(site, 'home')];
    const values = timed
      .flatMap((fetch) => (finalStatus(fetch) === 200 && fetch.ttfbMs !== null ? [Math.round(fetch.ttfbMs)] : []))
      .slice(0, 3);
    if (values.length < 3)
      return unmeasured(
        'too_few_samples',
        `The first byte of home was timed ${count(values.length, 'time')}, not 3 times.`,
      );
    const median = values.toSorted((a, b) => a - b)[1] ?? 0;
    const evidence = { valuesMs: values, medianMs: median };
    const line = `The first byte of home came after ${median} ms, the median of three requests.`;
    if (median <= 800) return pass(line, evidence);
    return median <= 1800 ? warn(line, evidence) : fail(line, evidence);
  },
};

export const validators: Check = {
  id: 'render.validators',
  class: 'hygiene',
  scope: 'site',
  title: 'An unchanged page is not sent again',
  rule: 'Pass: home carries ETag or Last-Modified, and a conditional GET answers 304. Warn: no validator, or no 304.',
  sources: [sources.validators],
  strength: 'S',
  remediation: 'Send ETag or Last-Modified, and answer conditional requests.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) => {
    const { home } = site;
    if (home?.status !== 200) return unmeasured('page_missing', 'Home did not answer 200.');
    const etag = header(home.fetch, 'etag');
    const lastModified = header(home.fetch, 'last-modified');
    const [conditional] = fetchesFor(site, 'validator');
    const status = conditional === undefined ? null : finalStatus(conditional);
    const evidence = { etag, lastModified, conditionalStatus: status };
    if (etag === null && lastModified === null) return warn('Home carries neither ETag nor Last-Modified.', evidence);
    if (status === null)
      return unmeasured('not_captured', 'Home was not asked again whether it changed, or did not answer.');
    if (status === 304)
      return pass('Home, asked again whether it changed, answers 304 without sending it again.', evidence);
    return warn(`Home, asked again whether it changed, answers ${status} and not 304.`, evidence);
  },
};
