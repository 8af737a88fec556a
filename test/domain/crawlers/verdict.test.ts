import { describe, expect, it } from 'vitest';
import { addressMatcher, networkOf, parseAddressList } from '../../../src/domain/crawlers/addressList.ts';
import { assistantOf } from '../../../src/domain/crawlers/assistantVisit.ts';
import { agentReader, isSharedList, publishedLists } from '../../../src/domain/crawlers/claimedBot.ts';
import { countingSources, describeCoverage } from '../../../src/domain/crawlers/logCoverage.ts';
import { judgeClaim, type KnownList, settleUncovered } from '../../../src/domain/crawlers/verdict.ts';

const readAgent = agentReader();
const dayMs = 24 * 60 * 60 * 1000;
const atMs = Date.parse('2026-11-21T09:00:00Z');
const listOf = (url: string, prefixes: string[], readAtMs = atMs): KnownList => ({
  url,
  digest: `digest of ${url}`,
  readAtMs,
  covers: addressMatcher(prefixes),
});
const gpt = listOf('https://openai.com/gptbot.json', ['20.0.2.0/28', '2001:db8::/56']);
const claude = listOf('https://claude.com/crawling/bots.json', ['198.51.100.0/24']);

function judge(userAgent: string, address: string | null, lists: KnownList[] = [gpt, claude], isVerifiedByCdn = false) {
  const bot = readAgent(userAgent);
  if (bot === null || bot === 'own') throw new Error(`${userAgent} is not a claim`);
  return judgeClaim({ bot, address, atMs, isVerifiedByCdn }, lists, isSharedList).verdict;
}

describe('a claimed crawler', () => {
  it.each([
    ['from an address of its list', 'GPTBot/1.2', '20.0.2.7', 'verified'],
    ['from IPv4 written as IPv6', 'GPTBot/1.2', '::ffff:20.0.2.7', 'verified'],
    ['from an IPv6 address of its list', 'GPTBot/1.2', '2001:db8::9', 'verified'],
    ['from elsewhere', 'GPTBot/1.2', '20.0.3.7', 'uncovered'],
    ['of a vendor with one list for several crawlers', 'Claude-SearchBot/1.0', '198.51.100.9', 'operator_only'],
    ['without an address', 'GPTBot/1.2', null, 'unverifiable'],
    ['whose vendor publishes nothing', 'Bytespider', '203.0.113.9', 'unverifiable'],
    ['whose list was not read', 'PerplexityBot/1.0', '203.0.113.9', 'unverifiable'],
    ['by a token that no request contains', 'Google-Extended', '66.249.64.1', 'uncovered'],
  ])('%s is judged', (_name, agent, address, expected) => {
    expect(judge(agent, address)).toBe(expected);
  });

  it('is verified if a CDN says so', () => {
    expect(judge('PerplexityBot/1.0', null, [], true)).toBe('verified');
  });

  it('is not refuted by a list of another time', () => {
    const old = listOf(gpt.url, ['20.0.2.0/28'], atMs - 8 * dayMs);
    expect(judge('GPTBot/1.2', '20.0.3.7', [old])).toBe('unverifiable');
    expect(judge('GPTBot/1.2', '20.0.2.7', [old])).toBe('verified');
  });

  it('is refuted only by a method that has confirmed a claim, or by a token that is never sent', () => {
    expect(settleUncovered('address_list', false)).toBe('unverifiable');
    expect(settleUncovered('address_list', true)).toBe('false_claim');
    expect(settleUncovered('never_sent', false)).toBe('false_claim');
  });

  it.each([
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      'GPTBot',
    ],
    ['Mozilla/5.0 (compatible; Claude-SearchBot/1.0)', 'Claude-SearchBot'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'Bingbot'],
    ['Mozilla/5.0 (compatible; Amzn-SearchBot/0.1)', 'Amzn-SearchBot'],
    ['Google-Extended', 'Google-Extended'],
    ['GPTBot/1.2 (like ClaudeBot/1.0)', 'ClaudeBot'],
    ['ClaudeBot/1.0 (like GPTBot/1.2)', 'ClaudeBot'],
    ['NotGPTBot/1.0 1GPTBot/1.2', 'GPTBot'],
  ])('is found in %j', (agent, token) => {
    expect(readAgent(agent)).toMatchObject({ token });
  });

  it.each(['Mozilla/5.0 (Windows NT 10.0) Chrome/130', 'NotGPTBot/1.0', 'GPTBotanist/1.0', 'curl/8', ''])(
    'is not found in %j',
    (agent) => {
      expect(readAgent(agent)).toBeNull();
    },
  );
});

describe('an address list', () => {
  const text =
    '{"creationTime":"2026-08-14T20:03:38.055838","prefixes":[{"ipv4Prefix":"20.0.2.0/28"},{"ipv6Prefix":"2001:db8::/56"}]}';

  it('is read as published, also inside a page', () => {
    const expected = { prefixes: ['20.0.2.0/28', '2001:db8::/56'], createdAt: '2026-08-14T20:03:38.055838' };
    expect(parseAddressList(text)).toEqual(expected);
    expect(parseAddressList(`<html><body><pre>${text}</pre></body></html>`)).toEqual(expected);
    expect(parseAddressList('{"prefixes":["192.0.2.7"]}').prefixes).toEqual(['192.0.2.7/32']);
  });

  it.each([
    ['no JSON', 'hello'],
    ['no prefixes', '{"prefixes":[]}'],
    ['one damaged entry', '{"prefixes":[{"ipv4Prefix":"20.0.2.0/28"},{"ipv4Prefix":"20.0.2.0/99"}]}'],
    ['half an address', '{"prefixes":[{"ipv4Prefix":"20.0"}]}'],
  ])('with %s is refused completely', (_name, list) => {
    expect(() => parseAddressList(list)).toThrow(/list/);
  });

  it('with a range too wide needs an operator to accept it', () => {
    const list = '{"prefixes":[{"ipv4Prefix":"0.0.0.0/0"}]}';
    expect(() => parseAddressList(list)).toThrow(/accept/);
    expect(parseAddressList(list, true).prefixes).toEqual(['0.0.0.0/0']);
  });

  it('is found inside a page with styles and scripts, and read if IPv4 is written as IPv6', () => {
    const page =
      '<style>a{b:c}</style><pre>{&quot;creationTime&quot;:&quot;2024-01-02&quot;,&quot;prefixes&quot;:[{&quot;ip_prefix&quot;:&quot;20.0.2.7&quot;}]}</pre><script>if(x){y()}</script>';
    expect(parseAddressList(page)).toEqual({ prefixes: ['20.0.2.7/32'], createdAt: '2024-01-02' });
    expect(parseAddressList('{"prefixes":[{"ipv6Prefix":"::ffff:20.0.2.0/124"}]}').prefixes).toEqual(['20.0.2.0/28']);
  });

  it('is reduced to networks if full addresses are no longer stored', () => {
    expect([networkOf('20.0.2.7'), networkOf('::ffff:20.0.2.7'), networkOf('2001:db8:1:2::9'), networkOf('x')]).toEqual(
      ['20.0.2.0/24', '20.0.2.0/24', '2001:db8:1::/48', null],
    );
  });

  it('is shared only if crawlers of several roles use it', () => {
    expect(publishedLists.filter(isSharedList)).toEqual(['https://claude.com/crawling/bots.json']);
  });
});

describe('a visit', () => {
  const visit = (target: string, referer = '') =>
    assistantOf({
      atMs,
      address: null,
      method: 'GET',
      host: null,
      target,
      status: 200,
      userAgent: '',
      referer,
      isVerifiedByCdn: false,
      isPrefetch: false,
      requestId: null,
      signed: null,
    });

  it.each([
    ['/', 'https://chatgpt.com/', { assistant: 'chatgpt.com', basis: 'referer', isPaid: false }],
    ['/', 'https://www.perplexity.ai/search/x', { assistant: 'perplexity.ai', basis: 'referer', isPaid: false }],
    ['/?utm_source=chatgpt.com', '', { assistant: 'chatgpt.com', basis: 'utm_source', isPaid: false }],
    ['/?utm_source=openai', '', { assistant: 'chatgpt.com', basis: 'utm_source', isPaid: false }],
    ['/?utm_source=chatgpt.com&utm_medium=cpc', '', { assistant: 'chatgpt.com', basis: 'utm_source', isPaid: true }],
    ['/', 'android-app://com.openai.chatgpt/', { assistant: 'chatgpt.com', basis: 'referer', isPaid: false }],
    ['/', 'https://www.google.com/', null],
    ['/', 'https://chatgpt.com.evil.example/', null],
    ['/', 'https://notchatgpt.com/', null],
    ['/?utm_source=newsletter', '', null],
  ])('of %s from %j is recognised', (target, referer, expected) => {
    expect(visit(target, referer)).toEqual(expected);
  });
});

describe('coverage', () => {
  it('shows gaps of more than a day and counts each hour once', () => {
    const rows = ['2026-11-01T00', '2026-11-01T00', '2026-11-01T23', '2026-11-04T02'].map((hour) => ({
      sourceId: 'a',
      hour,
      host: 'shop.example',
    }));
    expect(describeCoverage(rows, 96)).toEqual({
      hoursCovered: 3,
      hoursInPeriod: 96,
      firstAt: '2026-11-01T00:00:00.000Z',
      lastAt: '2026-11-04T02:00:00.000Z',
      hosts: ['shop.example'],
      gaps: [{ from: '2026-11-02T00:00:00.000Z', to: '2026-11-04T02:00:00.000Z' }],
    });
  });

  it('counts the source nearest to the visitor for each host and hour', () => {
    const rows = [
      { sourceId: 'origin', hour: '2026-11-01T00', host: 'shop.example' },
      { sourceId: 'cdn', hour: '2026-11-01T00', host: 'shop.example' },
      { sourceId: 'origin', hour: '2026-11-01T01', host: 'shop.example' },
    ];
    const sources = [
      { id: 'origin', kind: 'origin' as const, createdAt: '2026-01-01' },
      { id: 'cdn', kind: 'cdn' as const, createdAt: '2026-02-01' },
    ];
    expect([...countingSources(rows, sources).values()]).toEqual(['cdn', 'origin']);
  });
});
