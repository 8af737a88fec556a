import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crawlDelaySeconds, decideRobots, parseRobots, robotsByteLimit } from '../../../src/domain/checks/robots.ts';
import { property } from '../../support/property.ts';

function robotsFile(...lines: string[]) {
  return parseRobots(new TextEncoder().encode(lines.join('\n')));
}

describe('the deciding line', () => {
  test('is named with its number, its text and the kind of its group', () => {
    const lines = robotsFile(
      '# hello',
      'User-agent: *',
      'Disallow: /',
      '',
      'User-agent: LampBot',
      'Disallow: /shop # closed',
      'Allow: /shop/open',
    );
    expect(decideRobots(lines, 'LampBot', '/shop/open/now')).toEqual({
      allowed: true,
      rule: { line: 7, text: 'Allow: /shop/open', kind: 'allow' },
      group: 'named',
    });
    expect(decideRobots(lines, 'OtherBot', '/')).toEqual({
      allowed: false,
      rule: { line: 3, text: 'Disallow: /', kind: 'disallow' },
      group: '*',
    });
  });

  test('is absent if nothing matched', () => {
    expect(decideRobots(robotsFile('user-agent: LampBot', 'disallow: /a'), 'OtherBot', '/a')).toEqual({
      allowed: true,
      rule: null,
      group: 'none',
    });
  });
});

describe('errors and other records', () => {
  test('are listed with their lines', () => {
    const parsed = robotsFile(
      'disallow: /a',
      'nonsense',
      'user-agent: ツ',
      'noindex: /b',
      'sitemap: https://x.example/s.xml',
      'content-signal: search=yes',
    );
    expect(parsed.issues).toEqual([
      { line: 1, kind: 'rule_before_group' },
      { line: 2, kind: 'no_colon' },
      { line: 3, kind: 'bad_token' },
    ]);
    expect(parsed.sitemaps).toEqual([{ line: 5, url: 'https://x.example/s.xml' }]);
    expect(parsed.records.map(({ key, group }) => [key, group])).toEqual([
      ['noindex', 0],
      ['content-signal', 0],
    ]);
  });

  test('lines beyond 500 KiB are not read, and a cut line is dropped', () => {
    const head = 'user-agent: *\ndisallow: /a\n';
    const body = new TextEncoder().encode(
      `${head}${'#'.repeat(robotsByteLimit - head.length - 12)}\ndisallow: /b-and-more\n`,
    );
    const parsed = parseRobots(body);
    expect(parsed.issues).toEqual([{ line: null, kind: 'too_large' }]);
    expect(decideRobots(parsed, 'LampBot', '/a').allowed).toBe(false);
    expect(decideRobots(parsed, 'LampBot', '/b-and-more').allowed).toBe(true);
  });

  test('text that is not UTF-8 is reported, and the rest is still used', () => {
    const parsed = parseRobots(
      new Uint8Array([...new TextEncoder().encode('user-agent: *\ndisallow: /a\n# '), 0xe9, 0x0a]),
    );
    expect(parsed.issues).toEqual([{ line: null, kind: 'bad_utf8' }]);
    expect(decideRobots(parsed, 'LampBot', '/a').allowed).toBe(false);
  });

  test.each([
    ['crawl-delay: 2.5', 2.5],
    ['crawl-delay: soon', null],
    ['disallow: /a', null],
  ])('%s is a delay of %s seconds', (line, seconds) => {
    expect(crawlDelaySeconds(robotsFile('user-agent: LampBot', line), 'LampBot')).toBe(seconds);
  });
});

describe('a robots.txt', () => {
  test.each([
    ['binds no whole agent string by its token', 'disallow: /', 'Mozilla/5.0 (compatible; LampBot/1.0)', '/x', true],
    [
      'is matched against an address without its fragment',
      'disallow: /a/b?c=d&e=f$',
      'LampBot',
      'https://x.example/a/b?c=d&e=f#part',
      false,
    ],
    ['reads a bare host as its home page', 'disallow: /$', 'LampBot', 'https://x.example', false],
  ])('%s', (_, rule, token, address, allowed) => {
    expect(decideRobots(robotsFile('user-agent: LampBot', rule), token, address).allowed).toBe(allowed);
  });

  test.each([
    ['line feeds', '\n'],
    ['carriage returns with line feeds', '\r\n'],
    ['carriage returns', '\r'],
  ])('counts lines that end with %s', (_, end) => {
    const text = ['User-Agent: a', 'Allow: /some/path', 'User-Agent: b', '', '', 'Disallow: /'].join(end);
    const parsed = parseRobots(new TextEncoder().encode(text));
    expect(parsed.groups.map((group) => group.rules.map((rule) => rule.line))).toEqual([[2], [6]]);
  });

  test.each([
    ['whole', [0xef, 0xbb, 0xbf]],
    ['cut to two bytes', [0xef, 0xbb]],
    ['cut to one byte', [0xef]],
  ])('skips a byte order mark that is %s', (_, mark) => {
    const body = new Uint8Array([...mark, ...new TextEncoder().encode('User-Agent: LampBot\nDisallow: /a\n')]);
    expect(decideRobots(parseRobots(body), 'LampBot', '/a').allowed).toBe(false);
  });
});

describe('for any file', () => {
  const path = fc.stringMatching(/^\/[a-z0-9/%*$?=~.-]{0,20}$/);
  const line = fc.oneof(
    fc.constantFrom('user-agent: *', 'user-agent: LampBot', '', '# note', 'sitemap: https://x.example/s.xml'),
    path.map((each) => `allow: ${each}`),
    path.map((each) => `disallow: ${each}`),
  );

  property(
    'other records change no decision',
    [fc.array(line, { maxLength: 12 }), path],
    { numRuns: 200 },
    (lines, url) => {
      const noisy = lines.flatMap((each) => [each, 'sitemap: https://x.example/other.xml', 'unknown: thing']);
      expect(decideRobots(robotsFile(...noisy), 'LampBot', url).allowed).toBe(
        decideRobots(robotsFile(...lines), 'LampBot', url).allowed,
      );
    },
  );

  property(
    'the case of keys and tokens changes no decision',
    [fc.array(line, { maxLength: 12 }), path],
    { numRuns: 200 },
    (lines, url) => {
      const loud = lines.map((each) =>
        each.replace(/^[a-z-]+:/, (key) => key.toUpperCase()).replace('LampBot', 'LAMPBOT'),
      );
      expect(decideRobots(robotsFile(...loud), 'lampbot', url).allowed).toBe(
        decideRobots(robotsFile(...lines), 'LampBot', url).allowed,
      );
    },
  );

  property(
    'an address is allowed exactly if the deciding line says so',
    [fc.array(line, { maxLength: 12 }), path],
    { numRuns: 200 },
    (lines, url) => {
      const decision = decideRobots(robotsFile(...lines), 'LampBot', url);
      expect(decision.allowed).toBe(decision.rule === null || decision.rule.kind === 'allow');
      if (decision.rule !== null) expect(lines[decision.rule.line - 1]?.trim()).toBe(decision.rule.text);
    },
  );

  property('any bytes are parsed without an error', [fc.uint8Array({ maxLength: 300 })], { numRuns: 200 }, (body) => {
    expect(parseRobots(body).bytes).toBe(body.length);
  });

  test('a pattern with many wildcards is decided at once', () => {
    const lines = robotsFile('user-agent: *', `disallow: /${'*a'.repeat(2000)}b`);
    expect(decideRobots(lines, 'LampBot', `/${'a'.repeat(4000)}`).allowed).toBe(true);
  });
});
