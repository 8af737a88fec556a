import type { Fetch } from '../../domain/checks/evidenceBundle.ts';
import { crawlDelaySeconds, decideRobots, type RobotsFile } from '../../domain/checks/robots.ts';
import { type ForeignText, valueOr } from '../../ports/foreignText.ts';
import type { Budget } from './budget.ts';
import { finalStatus, finalUrl, type RobotsGate, type SiteFetcher } from './siteFetcher.ts';

export type RobotsAccess = {
  /** Loads the robots.txt of a host, unless it is known. Null if the capture ended before it could. */
  load(url: string): Promise<HostRobots | null>;
  /** Checks a URL for our token in its host's file. */
  gate: RobotsGate;
  /** Does the same with files that were already read: of another host nothing is requested, and everything is open. */
  gateOfKnown: RobotsGate;
};

type HostRobots = {
  allows(url: string): boolean;
  sitemaps: readonly string[];
  /** Addresses named by Agentmap lines. */
  agentmaps: readonly string[];
  /** Seconds that our token has to wait between requests. */
  crawlDelay: number | null;
  /**
   * `connection`: no server answered. `status`: the server failed to return the file. In both cases nothing on the host
   * may be read.
   */
  unreachable: null | 'connection' | 'status';
};

const nobodyAnswered = new Set(['dns', 'refused', 'reset', 'tls', 'timeout']);

/**
 * Applies RFC 9309 §2.3.1: a missing file (4xx, endless redirects) closes nothing, an unreachable one (5xx, no
 * connection) closes everything. One file per host; if one host's file redirects to another host's, both are known.
 */
export function createRobotsAccess(
  token: string,
  fetcher: SiteFetcher,
  budget: Budget,
  texts: ForeignText,
): RobotsAccess {
  const knownByKey = new Map<string, Promise<HostRobots | null>>();

  async function read(url: string): Promise<HostRobots | null> {
    const end = await fetcher.get({ purpose: 'robots', url: new URL('/robots.txt', url).href }, null);
    if (end.kind !== 'fetched') return null;
    const robots = await interpret(end.fetch, token, texts);
    const final = new URL(finalUrl(end.fetch));
    const hosts = [new URL(url).host, ...(final.pathname === '/robots.txt' ? [final.host] : [])];
    for (const host of hosts) {
      if (robots.crawlDelay !== null) budget.slow(host, robots.crawlDelay);
      if (!knownByKey.has(host)) knownByKey.set(host, Promise.resolve(robots));
    }
    return robots;
  }

  function load(url: string): Promise<HostRobots | null> {
    const host = new URL(url).host;
    const request = knownByKey.get(host) ?? read(url);
    knownByKey.set(host, request);
    return request;
  }

  return {
    load,
    gate: async (url) => /^https?:/.test(url) && ((await load(url))?.allows(url) ?? false),
    gateOfKnown: async (url) => (await knownByKey.get(new URL(url).host))?.allows(url) ?? true,
  };
}

async function interpret(fetch: Fetch, token: string, texts: ForeignText): Promise<HostRobots> {
  const status = finalStatus(fetch);
  const last = fetch.hops.at(-1)?.outcome;
  if (status === 200) {
    const file = valueOr(null, await texts.read('robots', fetch.body ?? new Uint8Array()));
    // A file that cannot be read may forbid anything, so it closes everything.
    return file === null ? closed : fromFile(file, token, finalUrl(fetch));
  }
  const missing = status !== null ? status < 500 : last?.kind === 'error' && last.code === 'too_many_redirects';
  const connection = last?.kind === 'error' && nobodyAnswered.has(last.code);
  return {
    allows: () => missing,
    sitemaps: [],
    agentmaps: [],
    crawlDelay: null,
    unreachable: missing ? null : connection ? 'connection' : 'status',
  };
}

const closed: HostRobots = {
  allows: () => false,
  sitemaps: [],
  agentmaps: [],
  crawlDelay: null,
  unreachable: 'status',
};

function fromFile(file: RobotsFile, token: string, url: string): HostRobots {
  const absolute = (values: readonly string[]) =>
    values.flatMap((value) => (value !== '' && URL.canParse(value, url) ? [new URL(value, url).href] : []));
  const agentmaps = file.records.filter(({ key }) => key === 'agentmap').map(({ value }) => value);
  return {
    allows: (target) => decideRobots(file, token, target).allowed,
    sitemaps: [...new Set(absolute(file.sitemaps.map((entry) => entry.url)))],
    agentmaps: [...new Set(absolute(agentmaps))],
    crawlDelay: crawlDelaySeconds(file, token),
    unreachable: null,
  };
}
