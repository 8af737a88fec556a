import { describe, expect, it } from 'vitest';
import { agentReader } from '../../../src/domain/crawlers/claimedBot.ts';
import type { LogOptions } from '../../../src/domain/crawlers/logEntry.ts';
import { logFormats } from '../../../src/domain/crawlers/logFormats.ts';
import { LogTally } from '../../../src/domain/crawlers/logTally.ts';
import { fractionOf } from '../../../src/simulator/seededChoice.ts';

/** Generated request, before any format has written it. */
type Planted = {
  atMs: number;
  address: string;
  path: string;
  query: string;
  status: number;
  agent: string;
  referer: string;
};

const startMs = Date.parse('2026-11-20T00:00:00Z');
const agents = [
  'GPTBot/1.2',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; Claude-SearchBot/1.0; +Claude-SearchBot@anthropic.com)',
  'Mozilla/5.0 (compatible; Applebot-Extended; Applebot/0.1)',
  'Mozilla/5.0 (X11; Linux) "quoted" Chrome/130',
  'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36',
];
const paths = ['/', '/faq', '/preise/ä', '/a%20b', '/robots.txt', '/style.css', '/deep/er/path-1'];

function planted(count: number): Planted[] {
  let drawn = 0;
  const next = (): number => fractionOf(`planted ${drawn++}`);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  return Array.from({ length: count }, () => ({
    atMs: startMs + Math.floor(next() * 86_400) * 1_000,
    address: pick(['203.0.113.9', '2001:db8::7', '198.51.100.20', '2001:db8:5::a']),
    path: encodeURI(pick(paths)).replaceAll('%25', '%'),
    query: pick(['', '', 'x=1', 'utm_source=chatgpt.com']),
    status: pick([200, 200, 200, 304, 403, 404, 500]),
    agent: pick(agents),
    referer: pick(['', '', 'https://chatgpt.com/', 'https://www.perplexity.ai/search?q=a+b', 'https://news.example/']),
  }));
}

const target = ({ path, query }: Planted): string => (query === '' ? path : `${path}?${query}`);
const common = (atMs: number): string => {
  const [day, month, year, time] = new Date(atMs).toUTCString().slice(5).split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};
const iso = (atMs: number): string => new Date(atMs).toISOString();
const dash = (text: string): string => (text === '' ? '-' : text);
const json = (value: unknown): string => JSON.stringify(value);
const combinedLine = (one: Planted, quote: string): string =>
  `${one.address} - - [${common(one.atMs)}] "GET ${target(one)} HTTP/1.1" ${one.status} 512 "${dash(one.referer)}" "${one.agent.replaceAll('"', quote)}"`;
const dated = (one: Planted) => ({ date: iso(one.atMs).slice(0, 10), time: iso(one.atMs).slice(11, 19) });

type Writer = {
  format: string;
  heads?: string[];
  /** Part of a request that the format leaves out. */
  lacks?: 'referer';
  write(one: Planted, index: number): string;
};

/** Writes a request in each format. */
const writers: Readonly<Record<string, Writer>> = {
  nginx: { format: 'combined', write: (one) => combinedLine(one, '\\x22') },
  Apache: { format: 'combined', write: (one) => `shop.example:443 ${combinedLine(one, '\\"')}` },
  Caddy: {
    format: 'caddy',
    write: (one) =>
      json({
        ts: one.atMs / 1000,
        logger: 'http.log.access.log0',
        request: {
          remote_ip: '10.0.0.2',
          client_ip: one.address,
          method: 'GET',
          host: 'shop.example',
          uri: target(one),
          headers: { 'User-Agent': [one.agent], ...(one.referer === '' ? {} : { Referer: [one.referer] }) },
        },
        status: one.status,
      }),
  },
  Traefik: {
    format: 'traefik',
    write: (one) =>
      json({
        ClientHost: one.address,
        RequestMethod: 'GET',
        RequestHost: 'shop.example',
        RequestPath: target(one),
        DownstreamStatus: one.status,
        StartUTC: iso(one.atMs),
        'request_User-Agent': one.agent,
        request_Referer: one.referer,
      }),
  },
  HAProxy: {
    format: 'haproxy',
    write: (one) =>
      `Nov 21 09:01:02 lb haproxy[7]: ${one.address}:4711 [${common(one.atMs).slice(0, -6)}.655] fe~ be/s1 10/0/30/69/109 ${one.status} 2750 - - ---- 1/1/1/1/0 0/0 {shop.example|${one.agent}|${one.referer}} {} "GET ${target(one)} HTTP/1.1"`,
  },
  IIS: {
    format: 'iis',
    heads: ['#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) cs(Referer) sc-status'],
    write: (one) =>
      `${dated(one).date} ${dated(one).time} GET ${one.path} ${dash(one.query)} ${one.address} ${one.agent.replaceAll(' ', '+')} ${dash(one.referer)} ${one.status}`,
  },
  ALB: {
    format: 'aws-alb',
    lacks: 'referer',
    write: (one) =>
      `h2 ${iso(one.atMs)} app/a/1 ${one.address.includes(':') ? `[${one.address}]` : one.address}:2817 10.0.0.1:80 0 0.04 0 ${one.status} 200 34 366 "GET https://shop.example:443${target(one)} HTTP/2.0" "${one.agent.replaceAll('"', '\\"')}" - - arn:x "Root=1" "-" "-" 0 x "forward" "-" "-" "-" "-" "-" "-" T more fields`,
  },
  CloudFront: {
    format: 'cloudfront',
    heads: [
      '#Version: 1.0',
      '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header',
    ],
    write: (one, index) =>
      `${dated(one).date} ${dated(one).time} FRA2 512 ${one.address} GET d1.cloudfront.net ${one.path} ${one.status} ${dash(one.referer)} ${encodeURIComponent(one.agent)} ${dash(one.query)} - Hit r${index} shop.example`.replaceAll(
        ' ',
        '\t',
      ),
  },
  'CloudFront JSON': {
    format: 'cloudfront-json',
    write: (one) =>
      json({
        ...dated(one),
        'c-ip': one.address,
        'cs-method': 'GET',
        'x-host-header': 'shop.example',
        'cs-uri-stem': one.path,
        'cs-uri-query': dash(one.query),
        'sc-status': String(one.status),
        'cs(User-Agent)': encodeURIComponent(one.agent),
        'cs(Referer)': dash(one.referer),
      }),
  },
  Cloudflare: {
    format: 'cloudflare',
    write: (one) =>
      json({
        ClientIP: one.address,
        ClientRequestHost: 'shop.example',
        ClientRequestMethod: 'GET',
        ClientRequestURI: target(one),
        ClientRequestUserAgent: one.agent,
        ClientRequestReferer: one.referer,
        EdgeResponseStatus: one.status,
        EdgeStartTimestamp: one.atMs * 1_000_000,
      }),
  },
  Vercel: {
    format: 'vercel',
    write: (one, index) =>
      json({
        id: `${index}`,
        source: 'static',
        requestId: `r${index}`,
        proxy: {
          timestamp: one.atMs,
          method: 'GET',
          host: 'shop.example',
          path: target(one),
          userAgent: [one.agent],
          referer: one.referer,
          statusCode: one.status,
          clientIp: one.address,
        },
      }),
  },
  Netlify: {
    format: 'netlify',
    write: (one) =>
      json({
        timestamp: iso(one.atMs),
        method: 'GET',
        url: `https://shop.example${target(one)}`,
        status_code: one.status,
        user_agent: one.agent,
        client_ip: one.address,
        referrer: one.referer,
      }),
  },
  Akamai: {
    format: 'akamai',
    write: (one) =>
      json({
        cliIP: one.address,
        reqTimeSec: String(one.atMs / 1000),
        reqMethod: 'GET',
        reqHost: 'shop.example',
        reqPath: one.path.slice(1),
        ...(one.query === '' ? {} : { queryStr: one.query }),
        statusCode: String(one.status),
        UA: encodeURIComponent(one.agent),
        referer: dash(encodeURIComponent(one.referer)),
      }),
  },
  'Google Cloud': {
    format: 'google-cloud',
    write: (one) =>
      json({
        timestamp: iso(one.atMs),
        resource: { type: 'http_load_balancer' },
        httpRequest: {
          requestMethod: 'GET',
          requestUrl: `https://shop.example${target(one)}`,
          status: one.status,
          userAgent: one.agent,
          remoteIp: one.address,
          referer: one.referer,
        },
      }),
  },
  Azure: {
    format: 'azure-front-door',
    write: (one) =>
      json({
        time: iso(one.atMs),
        category: 'FrontDoorAccessLog',
        properties: {
          httpMethod: 'GET',
          requestUri: `https://shop.example:443${target(one)}`,
          userAgent: one.agent,
          clientIp: '192.0.2.1',
          socketIp: one.address,
          httpStatusCode: String(one.status),
          referrer: one.referer,
        },
      }),
  },
};

/** Counts a log. Returns every bucket, and the lines by outcome. */
function bucketsOf(format: string, lines: string[]) {
  const options: LogOptions = { captures: ['Host', 'User-Agent', 'Referer'], mapping: {}, receivedAtMs: null };
  const read = logFormats.find(({ id }) => id === format)?.open(options);
  const tally = new LogTally({
    nowMs: startMs + 2 * 86_400_000,
    defaultHost: 'shop.example',
    isOwnHost: (host) => host === 'shop.example',
    readAgent: agentReader(),
    signedBy: () => null,
    judge: (_bot, { address }) => ({ verdict: 'unverifiable', method: 'none', listDigest: address }),
    keepsAddresses: true,
  });
  for (const line of lines) {
    const request = tally.take(line, read?.(line) ?? null);
    if (request !== null) tally.count(request);
  }
  const { hours, bots, claims } = tally.takeOut();
  const text = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();
  return {
    counts: tally.counts,
    hours: text(hours),
    bots: text(bots),
    claims: text(claims),
    visits: text(tally.visits()),
  };
}

describe('1,000 generated requests', () => {
  const requests = planted(1_000);
  // Expected counts from the owner's own format, which needs no escaping.
  const truth = (lacks?: 'referer') =>
    bucketsOf(
      'netlify',
      requests.map(
        (one, index) => writers.Netlify?.write(lacks === 'referer' ? { ...one, referer: '' } : one, index) ?? '',
      ),
    );

  it.each(Object.entries(writers))('have the same buckets in %s', (_name, { format, heads = [], write, lacks }) => {
    const { counts, ...buckets } = bucketsOf(format, [...heads, ...requests.map(write)]);
    const { counts: expected, ...planned } = truth(lacks);
    expect({ ...counts, lines: counts.lines - heads.length, skipped: 0 }).toEqual(expected);
    expect(counts.skipped).toBe(heads.length);
    expect(buckets).toEqual(planned);
    const { lines, ...parts } = counts;
    expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(lines);
  });

  it('are counted as generated', () => {
    const { counts, bots } = truth();
    const isClaim = ({ agent }: Planted): boolean => /GPTBot|Claude-SearchBot|Applebot/.test(agent);
    const isVisit = ({ path, query, status, referer }: Planted): boolean =>
      status < 400 && !/txt$|css$/.test(path) && (/chatgpt|perplexity/.test(referer) || /chatgpt/.test(query));
    const claims = requests.filter(isClaim);
    expect(counts.claims).toBe(claims.length);
    expect(counts.visits).toBe(requests.filter((one) => !isClaim(one) && isVisit(one)).length);
    const sum = bots.reduce((total, row) => total + JSON.parse(row).requests, 0);
    expect(sum).toBe(claims.length);
    const extended = bots.filter((row) => JSON.parse(row).token === 'Applebot-Extended');
    expect(extended.reduce((total, row) => total + JSON.parse(row).requests, 0)).toBe(
      requests.filter(({ agent }) => agent.includes('Extended')).length,
    );
  });
});
