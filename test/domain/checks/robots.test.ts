import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crawlDelaySeconds, decideRobots, parseRobots, robotsByteLimit } from '../../../src/domain/checks/robots.ts';

function file(...lines: string[]) {
  return parseRobots(new TextEncoder().encode(lines.join('\n')));
}

type Row = readonly [what: string, lines: readonly string[], token: string, path: string, allowed: boolean];

function check(rows: readonly Row[]): void {
  for (const [what, lines, token, path, allowed] of rows) {
    test(`${what}: ${token} ${allowed ? 'may' : 'may not'} read ${path}`, () => {
      expect(decideRobots(file(...lines), token, path).allowed).toBe(allowed);
    });
  }
}

// Source: RFC 9309, section 2.2.1 (user-agent lines and merging).
describe('RFC 9309 section 2.2.1', () => {
  const twice = [
    'user-agent: LampBot',
    'disallow: /red',
    'disallow: /blue',
    '',
    'user-agent: LampBot',
    'disallow: /green',
  ];
  const general = [
    'user-agent: *',
    'disallow: /red',
    'disallow: /blue',
    '',
    'user-agent: OtherBot',
    'disallow: /green',
  ];
  check([
    ['groups of one token are merged', twice, 'LampBot', '/red', false],
    ['groups of one token are merged', twice, 'LampBot', '/green', false],
    ['groups of one token are merged', twice, 'LampBot', '/yellow', true],
    ['without a group of its own, * binds', general, 'LampBot', '/red', false],
    ['without a group of its own, * binds', general, 'LampBot', '/green', true],
    ['a group of its own replaces *', general, 'OtherBot', '/red', true],
    ['a group of its own replaces *', general, 'OtherBot', '/green', false],
    ['no group matches and there is no *', ['user-agent: OtherBot', 'disallow: /'], 'LampBot', '/x', true],
    ['no groups at all', [], 'LampBot', '/x', true],
    ['tokens are compared without case', ['user-agent: lAmPbOt', 'disallow: /'], 'LampBot', '/x', false],
    [
      'several * groups are merged',
      ['user-agent: *', 'disallow: /a', 'user-agent: *', 'disallow: /b'],
      'LampBot',
      '/b',
      false,
    ],
    ['a token is not a prefix of another', ['user-agent: LampBot-News', 'disallow: /'], 'LampBot', '/x', true],
    ['a version after the token is no part of it', ['user-agent: LampBot/2.1', 'disallow: /'], 'LampBot', '/x', false],
    [
      'a full agent string is no token',
      ['user-agent: LampBot', 'disallow: /'],
      'Mozilla/5.0 (compatible; LampBot/1.0)',
      '/x',
      true,
    ],
  ]);
});

// Source: RFC 9309, section 2.2.2 (allow and disallow lines) and table 4 (percent-encoding).
describe('RFC 9309 section 2.2.2', () => {
  const only = (path: string) => ['user-agent: *', 'disallow: /', `allow: ${path}`];
  check([
    ['matching is case sensitive', ['user-agent: *', 'disallow: /Lamps'], 'LampBot', '/lamps', true],
    ['matching starts at the first octet', ['user-agent: *', 'disallow: /lamps'], 'LampBot', '/old/lamps', true],
    ['a path matches all that it begins', ['user-agent: *', 'disallow: /lamps'], 'LampBot', '/lamps-and-more', false],
    [
      'the longest rule wins, whatever the order',
      ['user-agent: *', 'allow: /a/', 'disallow: /a/b'],
      'LampBot',
      '/a/b',
      false,
    ],
    [
      'the longest rule wins, whatever the order',
      ['user-agent: *', 'disallow: /a/b', 'allow: /a/'],
      'LampBot',
      '/a/b',
      false,
    ],
    ['allow wins between equals', ['user-agent: *', 'disallow: /a', 'allow: /a'], 'LampBot', '/a', true],
    ['allow wins between equals', ['user-agent: *', 'allow: /a', 'disallow: /a'], 'LampBot', '/a', true],
    ['no rule matches', ['user-agent: *', 'disallow: /a'], 'LampBot', '/b', true],
    ['a group without rules', ['user-agent: LampBot', '', 'user-agent: *', 'disallow: /'], 'OtherBot', '/', false],
    ['an empty disallow binds nothing', ['user-agent: *', 'disallow:'], 'LampBot', '/a', true],
    ['robots.txt itself is always allowed', ['user-agent: *', 'disallow: /'], 'LampBot', '/robots.txt', true],
    ['a rule before any group is ignored', ['disallow: /', 'user-agent: *', 'disallow: /a'], 'LampBot', '/b', true],
    ['table 4, a plain query', only('/a/b?c=d'), 'LampBot', '/a/b?c=d', true],
    [
      'table 4, reserved characters in a query equal their encoded form',
      only('/a/b?c=https://x.example'),
      'LampBot',
      '/a/b?c=https%3A%2F%2Fx.example',
      true,
    ],
    [
      'table 4, the other way round',
      only('/a/b?c=https%3A%2F%2Fx.example'),
      'LampBot',
      '/a/b?c=https://x.example',
      true,
    ],
    ['table 4, a character outside ASCII in the rule', only('/a/ツ'), 'LampBot', '/a/%E3%83%84', true],
    ['table 4, a character outside ASCII in the address', only('/a/%E3%83%84'), 'LampBot', '/a/ツ', true],
    ['table 4, encoded octets that need no encoding', only('/a/%62%61%7A'), 'LampBot', '/a/baz', true],
    ['table 4, the other way round', only('/a/baz'), 'LampBot', '/a/%62%61%7A', true],
    ['hex digits in either case', only('/a/%c3%a9'), 'LampBot', '/a/%C3%A9', true],
    ['an encoded tilde is a tilde', only('/%7Elamp'), 'LampBot', '/~lamp', true],
    ['an encoded slash is no slash in a path', only('/a%2Fb'), 'LampBot', '/a/b', false],
  ]);
});

// Source: RFC 9309, section 2.2.3 (special characters), tables 5 and 6.
describe('RFC 9309 section 2.2.3', () => {
  const group = (...rules: string[]) => ['user-agent: *', ...rules];
  check([
    ['a comment after a rule', group('disallow: /a # not this'), 'LampBot', '/a', false],
    ['a comment on its own line', group('# disallow: /a'), 'LampBot', '/a', true],
    ['a comment without a space', group('disallow: /a#b'), 'LampBot', '/a', false],
    ['$ ends the address', group('disallow: /a/exactly$'), 'LampBot', '/a/exactly', false],
    ['$ ends the address', group('disallow: /a/exactly$'), 'LampBot', '/a/exactly/more', true],
    ['* is any run of characters', group('disallow: /a/*/exactly'), 'LampBot', '/a/b/c/exactly', false],
    ['* is also no character at all', group('disallow: /a*b'), 'LampBot', '/ab', false],
    ['* crosses a slash', group('disallow: *.gif$'), 'LampBot', '/x/y/z.gif', false],
    ['* and $ together', group('disallow: *.gif$'), 'LampBot', '/x.gif?y', true],
    ['several *', group('disallow: /a*b*c'), 'LampBot', '/a1b2c3', false],
    ['several * in order', group('disallow: /a*b*c'), 'LampBot', '/a1c2b3', true],
    ['table 6, an encoded * is a star', group('disallow: /file-%2A.html'), 'LampBot', '/file-*.html', false],
    ['table 6, an encoded * is no wildcard', group('disallow: /file-%2A.html'), 'LampBot', '/file-1.html', true],
    ['table 6, an encoded $ is a dollar', group('disallow: /price-%24'), 'LampBot', '/price-$', false],
    ['a $ inside a pattern is a dollar', group('disallow: /a$b'), 'LampBot', '/a$b', false],
  ]);
});

// Source: RFC 9309, sections 2.2.4, 2.2 (line ends, white space) and 2.3 (byte order mark is no part of a key).
describe('RFC 9309 other records and lines', () => {
  check([
    [
      'a sitemap line ends no group',
      ['user-agent: LampBot', 'sitemap: https://x.example/s.xml', 'user-agent: *', 'disallow: /'],
      'LampBot',
      '/a',
      false,
    ],
    [
      'an unknown line ends no group',
      ['user-agent: LampBot', 'favourite-colour: blue', 'user-agent: *', 'disallow: /'],
      'LampBot',
      '/a',
      false,
    ],
    [
      'crawl-delay ends no group',
      ['user-agent: LampBot', 'crawl-delay: 5', 'user-agent: OtherBot', 'disallow: /'],
      'LampBot',
      '/a',
      false,
    ],
    ['blank lines end no group', ['user-agent: LampBot', '', '', 'disallow: /'], 'LampBot', '/a', false],
    [
      'a rule ends the list of user-agent lines',
      ['user-agent: LampBot', 'disallow: /a', 'user-agent: OtherBot', 'disallow: /b'],
      'LampBot',
      '/b',
      true,
    ],
    [
      'two user-agent lines share a group',
      ['user-agent: LampBot', 'user-agent: OtherBot', 'disallow: /a'],
      'LampBot',
      '/a',
      false,
    ],
    ['white space around key and value', [' user-agent : LampBot', '\tdisallow :/a\t'], 'LampBot', '/a', false],
    ['no white space at all', ['user-agent:LampBot', 'disallow:/a'], 'LampBot', '/a', false],
    ['keys in capitals', ['USER-AGENT: LampBot', 'DISALLOW: /a'], 'LampBot', '/a', false],
    ['a line without a colon is no rule', ['user-agent: LampBot', 'disallow /a'], 'LampBot', '/a', true],
    ['lines end with CR LF', ['user-agent: LampBot\r', 'disallow: /a\r'], 'LampBot', '/a', false],
    ['lines end with CR', ['user-agent: LampBot\rdisallow: /a\r'], 'LampBot', '/a', false],
    ['a byte order mark before the first key', ['\uFEFFuser-agent: LampBot', 'disallow: /a'], 'LampBot', '/a', false],
  ]);
});

// Source: RFC 9309, section 5.1 (the simple example), rebuilt with other names.
describe('RFC 9309 section 5.1', () => {
  const lines = [
    'User-Agent: *',
    'Disallow: *.png$',
    'Disallow: /workshop/',
    'Allow: /catalogue/',
    '',
    'User-Agent: redbot',
    'Disallow:/',
    'Allow:/workshop/page.html',
    'Allow:/workshop/open.png',
    '',
    'User-Agent: bluebot',
    'User-Agent: greenbot',
    'Disallow: /workshop/page.html',
    '',
    'User-Agent: greybot',
  ];
  check([
    ['the general group', lines, 'anybot', '/catalogue/one', true],
    ['the general group', lines, 'anybot', '/workshop/one', false],
    ['the general group', lines, 'anybot', '/catalogue/one.png', true],
    ['the general group', lines, 'anybot', '/one.png', false],
    ['a group of two paths', lines, 'redbot', '/workshop/page.html', true],
    ['a group of two paths', lines, 'redbot', '/workshop/open.png', true],
    ['a group of two paths', lines, 'redbot', '/catalogue/', false],
    ['a shared group', lines, 'bluebot', '/workshop/page.html', false],
    ['a shared group', lines, 'greenbot', '/workshop/other.html', true],
    ['an empty group at the end', lines, 'greybot', '/workshop/page.html', true],
  ]);
});

// Source: RFC 9309, section 5.2 (longest match).
describe('RFC 9309 section 5.2', () => {
  const lines = ['User-Agent: redbot', 'Allow: /workshop/page/', 'Disallow: /workshop/page/closed.png'];
  check([
    ['the longer rule', lines, 'redbot', '/workshop/page/closed.png', false],
    ['the shorter rule', lines, 'redbot', '/workshop/page/open.png', true],
  ]);
});

// Source: google/robotstxt, robots_test.cc: facts of its cases that RFC 9309 supports, with fixtures of our own. Left out,
// because they are that parser's own leniencies: a missing colon, misspelled keys, a token cut at a space for a name of two
// words, index.html standing for its directory, lines over 16 KiB, and %62%61%7A not being equal to baz (the RFC says it is).
describe('facts shared with the test table of google/robotstxt', () => {
  const open = (path: string) => ['user-agent: LampBot', 'disallow: /', `allow: ${path}`];
  const groups = [
    'allow: /early/',
    'user-agent: LampBot',
    'disallow: /',
    'allow: /x/',
    'user-agent: BarnBot',
    'disallow: /',
    'allow: /y/',
    '',
    'allow: /w/',
    'user-agent: BazaarBot',
    '',
    'user-agent: LampBot',
    'allow: /z/',
    'disallow: /',
  ];
  check([
    ['groups (LineSyntax_Groups)', groups, 'LampBot', '/x/b', true],
    ['groups (LineSyntax_Groups)', groups, 'LampBot', '/z/d', true],
    ['groups (LineSyntax_Groups)', groups, 'LampBot', '/y/c', false],
    ['groups (LineSyntax_Groups)', groups, 'BarnBot', '/y/c', true],
    ['groups (LineSyntax_Groups)', groups, 'BarnBot', '/w/a', true],
    ['groups (LineSyntax_Groups)', groups, 'BarnBot', '/z/d', false],
    ['groups (LineSyntax_Groups)', groups, 'BazaarBot', '/z/d', true],
    ['rules outside groups (LineSyntax_Groups)', groups, 'LampBot', '/early/', false],
    ['rules outside groups (LineSyntax_Groups)', groups, 'BarnBot', '/early/', false],
    ['rules outside groups (LineSyntax_Groups)', groups, 'BazaarBot', '/early/', false],
    ['unknown names are no rules (LineSyntax_Line)', ['who: LampBot', 'where: /'], 'LampBot', '/x', true],
    [
      'a general group first (GlobalGroups_Secondary)',
      ['user-agent: *', 'allow: /', 'user-agent: LampBot', 'disallow: /'],
      'LampBot',
      '/x',
      false,
    ],
    [
      'a general group first (GlobalGroups_Secondary)',
      ['user-agent: *', 'allow: /', 'user-agent: LampBot', 'disallow: /'],
      'BarnBot',
      '/x',
      true,
    ],
    [
      'case of a path (AllowDisallow_Value_CaseSensitive)',
      ['user-agent: LampBot', 'disallow: /X/'],
      'LampBot',
      '/x/y',
      true,
    ],
    [
      'longest match (LongestMatch)',
      ['user-agent: LampBot', 'disallow: /x/page.html', 'allow: /x/'],
      'LampBot',
      '/x/page.html',
      false,
    ],
    [
      'longest match (LongestMatch)',
      ['user-agent: LampBot', 'allow: /x/page.html', 'disallow: /x/'],
      'LampBot',
      '/x/page.html',
      true,
    ],
    [
      'longest match (LongestMatch)',
      ['user-agent: LampBot', 'allow: /x/page.html', 'disallow: /x/'],
      'LampBot',
      '/x/',
      false,
    ],
    ['empty patterns (LongestMatch)', ['user-agent: LampBot', 'disallow:', 'allow:'], 'LampBot', '/x', true],
    ['equals (LongestMatch)', ['user-agent: LampBot', 'disallow: /', 'allow: /'], 'LampBot', '/x', true],
    ['a closing slash (LongestMatch)', ['user-agent: LampBot', 'disallow: /x', 'allow: /x/'], 'LampBot', '/x', false],
    ['a closing slash (LongestMatch)', ['user-agent: LampBot', 'disallow: /x', 'allow: /x/'], 'LampBot', '/x/', true],
    [
      'a wildcard counts its octets (LongestMatch)',
      ['user-agent: LampBot', 'allow: /page', 'disallow: /*.html'],
      'LampBot',
      '/page.html',
      false,
    ],
    [
      'a wildcard counts its octets (LongestMatch)',
      ['user-agent: LampBot', 'allow: /x/page.', 'disallow: /*.html'],
      'LampBot',
      '/x/page.html',
      true,
    ],
    [
      'a specific group hides the general (LongestMatch)',
      ['User-agent: *', 'Disallow: /x/', 'User-agent: LampBot', 'Disallow: /y/'],
      'LampBot',
      '/x/page',
      true,
    ],
    [
      'a long query (Encoding)',
      open('/a/b?c=d&e=http://f.example?g&h'),
      'LampBot',
      '/a/b?c=d&e=http://f.example?g&h',
      true,
    ],
    ['three bytes (Encoding)', open('/a/b/ツ'), 'LampBot', '/a/b/%E3%83%84', true],
    ['encoded letters match themselves (Encoding)', open('/a/%62%61%7A'), 'LampBot', '/a/%62%61%7A', true],
    [
      'a wildcard for a directory (SpecialCharacters)',
      ['user-agent: LampBot', 'disallow: /a/b/q', 'allow: /a/*/x'],
      'LampBot',
      '/a/b/q',
      false,
    ],
    [
      'an end mark (SpecialCharacters)',
      ['user-agent: LampBot', 'disallow: /a/b$', 'allow: /a/b/x'],
      'LampBot',
      '/a/b/',
      true,
    ],
    [
      'a comment inside a rule (SpecialCharacters)',
      ['user-agent: LampBot', '# disallow: /', 'disallow: /a/q#x', 'allow: /'],
      'LampBot',
      '/a/q',
      false,
    ],
    ['a prefix (DocumentationChecks)', open('/lamp'), 'LampBot', '/lamp', true],
    ['a prefix (DocumentationChecks)', open('/lamp'), 'LampBot', '/lamp.html', true],
    ['a prefix (DocumentationChecks)', open('/lamp'), 'LampBot', '/lamp/tall.html', true],
    ['a prefix (DocumentationChecks)', open('/lamp'), 'LampBot', '/lampshades/new.html', true],
    ['a prefix (DocumentationChecks)', open('/lamp'), 'LampBot', '/lamp.html?id=any', true],
    ['a prefix (DocumentationChecks)', open('/lamp'), 'LampBot', '/Lamp.asp', false],
    ['a prefix (DocumentationChecks)', open('/lamp'), 'LampBot', '/streetlamp', false],
    ['a prefix (DocumentationChecks)', open('/lamp'), 'LampBot', '/?id=lamp', false],
    ['a closing * adds nothing (DocumentationChecks)', open('/lamp*'), 'LampBot', '/lampshades/new.html', true],
    ['a closing * adds nothing (DocumentationChecks)', open('/lamp*'), 'LampBot', '/streetlamp', false],
    ['a directory (DocumentationChecks)', open('/lamp/'), 'LampBot', '/lamp/?id=any', true],
    ['a directory (DocumentationChecks)', open('/lamp/'), 'LampBot', '/lamp', false],
    ['a directory (DocumentationChecks)', open('/lamp/'), 'LampBot', '/lamp.html', false],
    ['an ending anywhere (DocumentationChecks)', open('/*.php'), 'LampBot', '/folder/any.php?x', true],
    ['an ending anywhere (DocumentationChecks)', open('/*.php'), 'LampBot', '//folder/any.php.file.html', true],
    ['an ending anywhere (DocumentationChecks)', open('/*.php'), 'LampBot', '/index?f=any.php/', true],
    ['an ending anywhere (DocumentationChecks)', open('/*.php'), 'LampBot', '/php/', false],
    ['an ending anywhere (DocumentationChecks)', open('/*.php'), 'LampBot', '/windows.PHP', false],
    ['an ending at the end (DocumentationChecks)', open('/*.php$'), 'LampBot', '/folder/any.php', true],
    ['an ending at the end (DocumentationChecks)', open('/*.php$'), 'LampBot', '/any.php?x', false],
    ['an ending at the end (DocumentationChecks)', open('/*.php$'), 'LampBot', '/any.php5', false],
    ['an ending at the end (DocumentationChecks)', open('/*.php$'), 'LampBot', '/any?php', false],
    ['a * inside (DocumentationChecks)', open('/lamp*.php'), 'LampBot', '/lampshades/catlamp.php?x', true],
    ['a * inside (DocumentationChecks)', open('/lamp*.php'), 'LampBot', '/Lamp.PHP', false],
    ['only home (DocumentationChecks)', ['user-agent: LampBot', 'allow: /$', 'disallow: /'], 'LampBot', '/', true],
    [
      'only home (DocumentationChecks)',
      ['user-agent: LampBot', 'allow: /$', 'disallow: /'],
      'LampBot',
      '/page.html',
      false,
    ],
    [
      'a full address (GetPathParamsQuery)',
      ['user-agent: LampBot', 'disallow: /a/b?c=d&e=f'],
      'LampBot',
      'https://x.example/a/b?c=d&e=f#part',
      false,
    ],
    [
      'a bare host (GetPathParamsQuery)',
      ['user-agent: LampBot', 'disallow: /$'],
      'LampBot',
      'https://x.example',
      false,
    ],
  ]);

  test.each([
    ['line feeds', '\n'],
    ['carriage returns with line feeds', '\r\n'],
    ['carriage returns', '\r'],
  ])('lines are counted with %s (LinesNumbersAreCountedCorrectly)', (_, end) => {
    const text = ['User-Agent: a', 'Allow: /some/path', 'User-Agent: b', '', '', 'Disallow: /'].join(end);
    const parsed = parseRobots(new TextEncoder().encode(text));
    expect(parsed.groups.map((group) => group.rules.map((rule) => rule.line))).toEqual([[2], [6]]);
  });

  test.each([
    ['whole', [0xef, 0xbb, 0xbf]],
    ['cut to two bytes', [0xef, 0xbb]],
    ['cut to one byte', [0xef]],
  ])('a byte order mark is skipped when %s (UTF8ByteOrderMarkIsSkipped)', (_, mark) => {
    const body = new Uint8Array([...mark, ...new TextEncoder().encode('User-Agent: LampBot\nDisallow: /a\n')]);
    expect(decideRobots(parseRobots(body), 'LampBot', '/a').allowed).toBe(false);
  });
});

describe('the winning line', () => {
  test('is named with its number, its text and the kind of its group', () => {
    const lines = file(
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

  test('is absent when nothing matched', () => {
    expect(decideRobots(file('user-agent: LampBot', 'disallow: /a'), 'OtherBot', '/a')).toEqual({
      allowed: true,
      rule: null,
      group: 'none',
    });
  });
});

describe('faults and other records', () => {
  test('are listed with their lines', () => {
    const parsed = file(
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
      { line: 4, kind: 'unknown_key' },
    ]);
    expect(parsed.sitemaps).toEqual([{ line: 5, url: 'https://x.example/s.xml' }]);
    expect(parsed.records.map(({ key, group }) => [key, group])).toEqual([
      ['noindex', 0],
      ['content-signal', 0],
    ]);
  });

  test('lines behind 500 KiB are not read, and a cut line is dropped', () => {
    const head = 'user-agent: *\ndisallow: /a\n';
    const body = new TextEncoder().encode(
      `${head}${'#'.repeat(robotsByteLimit - head.length - 12)}\ndisallow: /b-and-more\n`,
    );
    const parsed = parseRobots(body);
    expect(parsed.issues).toEqual([{ line: null, kind: 'too_large' }]);
    expect(decideRobots(parsed, 'LampBot', '/a').allowed).toBe(false);
    expect(decideRobots(parsed, 'LampBot', '/b-and-more').allowed).toBe(true);
  });

  test('text that is not UTF-8 is said to be, and the rest is still used', () => {
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
    expect(crawlDelaySeconds(file('user-agent: LampBot', line), 'LampBot')).toBe(seconds);
  });
});

describe('for any file', () => {
  const path = fc.stringMatching(/^\/[a-z0-9/%*$?=~.-]{0,20}$/);
  const line = fc.oneof(
    fc.constantFrom('user-agent: *', 'user-agent: LampBot', '', '# note', 'sitemap: https://x.example/s.xml'),
    path.map((each) => `allow: ${each}`),
    path.map((each) => `disallow: ${each}`),
  );

  test('other records change no decision', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), path, (lines, url) => {
        const noisy = lines.flatMap((each) => [each, 'sitemap: https://x.example/other.xml', 'unknown: thing']);
        expect(decideRobots(file(...noisy), 'LampBot', url).allowed).toBe(
          decideRobots(file(...lines), 'LampBot', url).allowed,
        );
      }),
      { numRuns: 200 },
    );
  });

  test('the case of keys and tokens changes no decision', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), path, (lines, url) => {
        const loud = lines.map((each) =>
          each.replace(/^[a-z-]+:/, (key) => key.toUpperCase()).replace('LampBot', 'LAMPBOT'),
        );
        expect(decideRobots(file(...loud), 'lampbot', url).allowed).toBe(
          decideRobots(file(...lines), 'LampBot', url).allowed,
        );
      }),
      { numRuns: 200 },
    );
  });

  test('an address is allowed exactly when the winning line says so', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), path, (lines, url) => {
        const decision = decideRobots(file(...lines), 'LampBot', url);
        expect(decision.allowed).toBe(decision.rule === null || decision.rule.kind === 'allow');
        if (decision.rule !== null) expect(lines[decision.rule.line - 1]?.trim()).toBe(decision.rule.text);
      }),
      { numRuns: 200 },
    );
  });

  test('any bytes are parsed without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
        expect(parseRobots(body).bytes).toBe(body.length);
      }),
      { numRuns: 200 },
    );
  });

  test('a pattern of many wildcards is decided at once', () => {
    const lines = file('user-agent: *', `disallow: /${'*a'.repeat(2000)}b`);
    expect(decideRobots(lines, 'LampBot', `/${'a'.repeat(4000)}`).allowed).toBe(true);
  });
});
