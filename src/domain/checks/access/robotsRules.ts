import { count } from '../../text/count.ts';
import { type Bot, botsOf, decideForBot, retiredTokens } from '../bots.ts';
import { type Check, fail, notApplicable, pass, unmeasured, type Verdict, warn } from '../check.ts';
import { finalStatus, pathOf, urlKey } from '../fetchFacts.ts';
import type { RobotsDecision } from '../robots.ts';
import { type RobotsEvidence, robotsFor, type SiteEvidence } from '../site.ts';
import { sources } from '../sources.ts';

/** Decides whether robots.txt allows one crawler to read one address, whatever the state of the file. */
function decide(site: SiteEvidence, bot: Bot, url: string): RobotsDecision {
  const robots = robotsFor(site, url);
  if (robots.state === 'read') return decideForBot(robots.file, bot, url);
  return { allowed: robots.state === 'unavailable' && !isClosedTo(bot, robots), rule: null, group: 'none' };
}

/** RFC 9309 treats 429 as a 4xx, so that no rule binds; Google documents that it treats 429 as a server error. */
function isClosedTo(bot: Bot, robots: RobotsEvidence): boolean {
  return bot.vendor === 'Google' && robots.fetch !== null && finalStatus(robots.fetch) === 429;
}

type GoogleReading = { path: string; allowed: boolean; line: number | null; rule: string | null };

/** Finds addresses for which Google's parser decides differently from RFC 9309, for Googlebot. */
function googleReadings(site: SiteEvidence, urls: readonly string[]): GoogleReading[] {
  const googlebot = botsOf('search').find(({ token }) => token === 'Googlebot');
  if (googlebot === undefined) return [];
  return urls.flatMap((url) => {
    const robots = robotsFor(site, url);
    if (robots.state !== 'read' || robots.google === robots.file) return [];
    const google = decideForBot(robots.google, googlebot, url);
    if (google.allowed === decideForBot(robots.file, googlebot, url).allowed) return [];
    const { rule } = google;
    return [{ path: pathOf(url), allowed: google.allowed, line: rule?.line ?? null, rule: rule?.text ?? null }];
  });
}

function googleSentence(readings: readonly GoogleReading[]): string {
  const [first] = readings;
  if (first === undefined) return '';
  const by = first.line === null ? 'no rule' : `line ${first.line} "${first.rule}"`;
  return ` Googlebot’s own parser differs from RFC 9309 here: it ${first.allowed ? 'allows' : 'blocks'} ${first.path} by ${by}.`;
}

function winning(decision: RobotsDecision): string {
  if (decision.rule === null) return 'a robots.txt that could not be had';
  const group = decision.group === 'named' ? 'its own group' : 'the * group';
  return `line ${decision.rule.line} "${decision.rule.text}" in ${group}`;
}

function entry(bot: Bot, url: string, decision: RobotsDecision) {
  return {
    token: bot.token,
    path: pathOf(url),
    line: decision.rule?.line ?? null,
    rule: decision.rule?.text ?? null,
    group: decision.group,
  };
}

const notCaptured: Verdict = unmeasured('not_captured', 'robots.txt was not requested.');

/** Returns the final address of home: the host whose rules bind its readers. */
function homeAddress(site: SiteEvidence): string {
  return site.home?.url ?? site.bundle.plan.homeUrl;
}

function homeDecisions(site: SiteEvidence, list: readonly Bot[]) {
  const url = homeAddress(site);
  return list.map((bot) => ({ bot, url, decision: decide(site, bot, url) }));
}

export const searchBots: Check = {
  id: 'access.robots.search_bots',
  class: 'gate',
  scope: 'site',
  title: 'Search crawlers of answer engines may read the site',
  rule: 'Each search token × (home + sample). Pass: all allowed. Warn: a token outside the core five is blocked, or a core token on less than 50 % of the sample and not on home. Fail: a core token (OAI-SearchBot, Claude-SearchBot, PerplexityBot, Bingbot, Googlebot) is blocked on home or on at least 50 % of the sample without home. An unreachable robots.txt blocks all crawlers; one that answers 429 blocks Google’s. RFC 9309 decides. Google’s published parser reads some lines differently (a misspelt key, a missing colon, index.html for its directory). If so, its verdict for Googlebot is shown too, and a block there warns.',
  sources: [sources.openai, sources.anthropic, sources.rfc9309, sources.googleParser],
  strength: 'V',
  remediation: 'Give the blocked token a separate group that allows these paths.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    if (site.robots.state === 'not_captured') return notCaptured;
    const list = botsOf('search');
    const planned = site.planned.map((url) =>
      urlKey(url) === urlKey(site.bundle.plan.homeUrl) ? homeAddress(site) : url,
    );
    const homeKey = urlKey(homeAddress(site));
    const blocked: ReturnType<typeof entry>[] = [];
    let worst: { failed: boolean; bot: Bot; url: string; decision: RobotsDecision } | null = null;
    const tokens = new Set<string>();
    for (const bot of list) {
      const denied = planned
        .map((url) => ({ bot, url, decision: decide(site, bot, url) }))
        .filter(({ decision }) => !decision.allowed);
      const first = denied[0];
      if (first === undefined) continue;
      tokens.add(bot.token);
      for (const each of denied.slice(0, 3)) blocked.push(entry(bot, each.url, each.decision));
      const onHome = denied.some(({ url }) => urlKey(url) === homeKey);
      // Home decides separately, so the share counts only the other pages.
      const failed = bot.core && (onHome || denied.length * 2 >= site.planned.length - 1);
      if (worst === null || (failed && !worst.failed)) worst = { failed, ...first };
    }
    const readings = googleReadings(site, planned);
    const evidence = {
      tokens: list.length,
      urls: site.planned.length,
      blocked: blocked.slice(0, 20),
      ...(readings.length === 0 ? {} : { googleReading: readings.slice(0, 10) }),
    };
    const google = googleSentence(readings);
    if (worst === null) {
      const line = `${count(list.length, 'search token')} may read ${count(site.planned.length, 'address', 'addresses')}.${google}`;
      return readings.some(({ allowed }) => !allowed) ? warn(line, evidence) : pass(line, evidence);
    }
    const line = `robots.txt keeps out ${[...tokens].join(', ')}: ${worst.bot.token} from ${pathOf(worst.url)} by ${winning(worst.decision)}.${google}`;
    return worst.failed ? fail(line, evidence) : warn(line, evidence);
  },
};

export const userFetchers: Check = {
  id: 'access.robots.user_fetchers',
  class: 'core',
  scope: 'site',
  title: 'Fetchers that act for a person may read home',
  rule: 'ChatGPT-User, Claude-User, Perplexity-User, Amzn-User, meta-externalfetcher, MistralAI-User. Pass: allowed on home. Warn: any blocked.',
  sources: [sources.anthropic, sources.openai],
  strength: 'V',
  remediation: 'Allow them, or keep the block as a policy you chose.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) => {
    if (site.robots.state === 'not_captured') return notCaptured;
    const all = homeDecisions(site, botsOf('user'));
    const blocked = all.filter(({ decision }) => !decision.allowed);
    const evidence = {
      tokens: all.length,
      blocked: blocked.map(({ bot, url, decision }) => entry(bot, url, decision)),
    };
    const first = blocked[0];
    if (first === undefined) return pass(`${count(all.length, 'token')} may read home.`, evidence);
    return warn(
      `robots.txt keeps ${blocked.map(({ bot }) => bot.token).join(', ')} from home: ${first.bot.token} by ${winning(first.decision)}.`,
      evidence,
    );
  },
};

export const trainingPolicy: Check = {
  id: 'access.robots.training_policy',
  class: 'core',
  scope: 'site',
  title: 'Training crawlers are allowed or blocked by name',
  rule: 'GPTBot, ClaudeBot, Applebot-Extended, CCBot, meta-externalagent, Amazonbot, Bytespider, MistralAI-Training on home. Pass: allowed, or blocked by a group that names the token. Warn: blocked only through *. Never fails: training tokens do not decide inclusion in search.',
  sources: [sources.openai, sources.anthropic, sources.accidentalBlocks, sources.trainingSignal],
  strength: 'V',
  remediation: 'Name the tokens that you mean to block.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) => {
    if (site.robots.state === 'not_captured') return notCaptured;
    const all = homeDecisions(site, botsOf('training'));
    const decisions = Object.fromEntries(
      all.map(({ bot, decision }) => [bot.token, `${decision.allowed ? 'allowed' : 'blocked'} (${decision.group})`]),
    );
    const byStar = all.filter(({ decision }) => !decision.allowed && decision.group !== 'named');
    const first = byStar[0];
    if (first !== undefined) {
      return warn(
        `robots.txt keeps out ${byStar.map(({ bot }) => bot.token).join(', ')} without naming them, by ${winning(first.decision)}.`,
        { decisions },
      );
    }
    const named = all.filter(({ decision }) => !decision.allowed).map(({ bot }) => bot.token);
    return pass(
      named.length === 0
        ? 'All training tokens may read home.'
        : `robots.txt keeps out ${named.join(', ')} by name, and no other training token.`,
      {
        decisions,
      },
    );
  },
};

export const googleExtended: Check = {
  id: 'access.robots.google_extended',
  class: 'core',
  scope: 'site',
  title: 'Google-Extended may use home',
  rule: 'Pass: allowed or not mentioned. Warn: blocked on home. Google-Extended is not a crawler. Grounding with Google Search on Google’s agent platform skips pages that disallow this token; AI Overviews ignore it.',
  sources: [sources.googleGrounding, sources.googleAi],
  strength: 'V',
  remediation: 'Unblock it if grounding by Gemini matters to you.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) => {
    if (site.robots.state === 'not_captured') return notCaptured;
    const [match] = homeDecisions(site, botsOf('control'));
    if (match === undefined || match.decision.allowed)
      return pass('Google-Extended may use home.', { group: match?.decision.group ?? 'none' });
    return warn(
      `Google-Extended is blocked by ${winning(match.decision)}.`,
      entry(match.bot, match.url, match.decision),
    );
  },
};

export const deadTokens: Check = {
  id: 'access.robots.dead_tokens',
  class: 'hygiene',
  scope: 'site',
  title: 'No vendor is addressed only by retired tokens',
  rule: 'Warn: a vendor is addressed only by tokens that it no longer documents (anthropic-ai, claude-web, cohere-ai). Pass: such tokens appear next to documented ones. Not applicable: none used.',
  sources: [sources.anthropic],
  strength: 'V',
  remediation: 'Add groups for the tokens that the vendor documents today.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    if (site.robots.state === 'not_captured') return notCaptured;
    const used = new Map<string, number>();
    for (const group of site.robots.file?.groups ?? []) {
      for (const token of group.tokens) if (!used.has(token)) used.set(token, group.line);
    }
    const old = retiredTokens.filter(({ token }) => used.has(token));
    if (old.length === 0) return notApplicable('No retired token is used.');
    const alone = old.filter(({ successors }) => !successors.some((token) => used.has(token.toLowerCase())));
    const tokens = old.map(({ token }) => ({ token, line: used.get(token) ?? null }));
    const first = alone[0];
    if (first === undefined) return pass('Retired tokens appear only next to documented ones.', { tokens });
    return warn(
      `${first.vendor} is addressed only as ${first.token} (line ${used.get(first.token)}), which governs nothing.`,
      { tokens },
    );
  },
};
