import { count } from '../text/count.ts';
import { botsOf, decideForBot } from './bots.ts';
import { type Check, notApplicable, pass, unmeasured, warn } from './check.ts';
import { headerValues } from './fetchFacts.ts';
import { groupsFor, type RobotsFile, type RobotsRecord } from './robots.ts';
import type { SiteEvidence } from './site.ts';
import { sources } from './sources.ts';

type Signals = Readonly<Record<string, string>>;

/** Parses `search=yes, ai-train=no`; null if a part is malformed. */
function parseSignals(value: string): Signals | null {
  const out: Record<string, string> = {};
  for (const part of value.split(',')) {
    const match = /^\s*(search|ai-input|ai-train|use)\s*=\s*([a-z-]+)\s*$/i.exec(part);
    const key = match?.[1]?.toLowerCase();
    const setting = match?.[2]?.toLowerCase();
    if (key === undefined || setting === undefined || Object.hasOwn(out, key)) return null;
    if (key !== 'use' && setting !== 'yes' && setting !== 'no') return null;
    out[key] = setting;
  }
  return out;
}

/** Describes how a signal contradicts the rules for the search crawlers of the same group; null if they agree. */
function contradiction(site: SiteEvidence, file: RobotsFile, record: RobotsRecord, signals: Signals): string | null {
  const bound = botsOf('search').filter((bot) => {
    const groups = groupsFor(file, bot.token).groups;
    return bot.core && (record.group === null || groups.some((group) => group.index === record.group));
  });
  const home = site.bundle.plan.homeUrl;
  const allowed = bound.filter((bot) => decideForBot(file, bot, home).allowed);
  const closed = ['search', 'ai-input'].find((key) => signals[key] === 'no');
  if (closed !== undefined && allowed.length > 0) return `${closed}=no while ${allowed[0]?.token} may read home`;
  const open = signals.search === 'yes' && bound.length > 0 && allowed.length === 0;
  return open ? `search=yes while ${bound[0]?.token} may not read home` : null;
}

export const contentSignal: Check = {
  id: 'policy.content_signal',
  class: 'emerging',
  scope: 'site',
  title: 'Content-Signal lines agree with the rules',
  rule: 'Content-Signal lines of robots.txt with the keys search, ai-input, ai-train (yes or no) and use. Pass: valid and in agreement with the rules of the same group. Warn: malformed, search or ai-input=no while search crawlers are allowed, or search=yes while they are blocked. Not applicable: absent.',
  sources: [sources.contentSignals],
  strength: 'S-draft',
  remediation: 'Fix or remove the line.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    if (site.robots.state === 'not_captured') return unmeasured('not_captured', 'robots.txt was not requested.');
    const file = site.robots.file;
    const records = (file?.records ?? []).filter(({ key }) => key === 'content-signal');
    if (file === null || records.length === 0) return notApplicable('robots.txt has no Content-Signal line.');
    const lines = records.slice(0, 10).map(({ line, value }) => ({ line, value }));
    for (const record of records) {
      const signals = parseSignals(record.value);
      if (signals === null)
        return warn(`The Content-Signal in line ${record.line} of robots.txt is malformed.`, { lines });
      const against = contradiction(site, file, record, signals);
      if (against !== null)
        return warn(`The Content-Signal in line ${record.line} of robots.txt says ${against}.`, { lines });
    }
    return pass(`What ${count(records.length, 'Content-Signal line')} of robots.txt says agrees with its rules.`, {
      lines,
    });
  },
};

/** Returns true for an RFC 9651 dictionary whose members are the tokens y or n: `train-ai=n, search=y`. */
function isUsage(value: string): boolean {
  return value.split(',').every((part) => /^\s*[a-z*][a-z0-9_.*-]*=[yn]\s*$/.test(part));
}

export const contentUsage: Check = {
  id: 'policy.content_usage',
  class: 'emerging',
  scope: 'site',
  title: 'Content-Usage can be parsed',
  rule: 'Content-Usage header of home, or lines of robots.txt (an optional path, then keys with y or n). Pass: parses. Warn: malformed. Not applicable: absent.',
  sources: [sources.aipref],
  strength: 'S-draft',
  remediation: 'Fix the syntax, or wait for the standard.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const fromHeader = site.home === null ? [] : headerValues(site.home.fetch, 'content-usage');
    const fromFile = (site.robots.file?.records ?? []).filter(({ key }) => key === 'content-usage');
    const values = [
      ...fromHeader.map((value) => ({ where: 'header of home', value, usage: value })),
      ...fromFile.map(({ line, value }) => ({
        where: `line ${line} of robots.txt`,
        value,
        usage: value.replace(/^\/\S*\s+/, ''),
      })),
    ];
    const evidence = { values: values.slice(0, 10).map(({ where, value }) => ({ where, value })) };
    const bad = values.find(({ usage }) => !isUsage(usage));
    if (bad !== undefined) return warn(`The Content-Usage statement (${bad.where}) is malformed.`, evidence);
    if (values.length > 0) return pass(`${count(values.length, 'Content-Usage statement')} can be parsed.`, evidence);
    if (site.home?.status == null && site.robots.state === 'not_captured')
      return unmeasured('not_captured', 'Neither home nor robots.txt was read.');
    return notApplicable('Neither the header of home nor robots.txt has a Content-Usage statement.');
  },
};

export const googleAiControl: Check = {
  id: 'policy.google_ai_control',
  class: 'emerging',
  scope: 'site',
  title: 'Google’s generative answers may use the website',
  rule: 'Search Console has a switch that keeps a website out of AI Overviews and AI Mode. Its value is not visible from outside, so the owner states it. Pass: included. Warn: excluded. Unmeasured: no statement when the website was captured.',
  sources: [sources.googleAi],
  strength: 'V',
  remediation: 'Check the switch in Search Console, and state its value in the website’s settings.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: ({ bundle: { plan } }) => {
    const statement = plan.googleAiControl;
    if (statement === undefined)
      return unmeasured('not_captured', 'The owner has not stated how the switch in Search Console is set.');
    const evidence = { setting: statement.setting, statedAt: statement.saidAt };
    const day = statement.saidAt.slice(0, 10);
    return statement.setting === 'included'
      ? pass(`The owner stated on ${day} that the website is included.`, evidence)
      : warn(`The owner stated on ${day} that the website is excluded.`, evidence);
  },
};
