import { describe } from 'vitest';
import { checkRows } from './support/robotsRows.ts';

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
  checkRows([
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
  checkRows([
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
  checkRows([
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
  checkRows([
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
  checkRows([
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
  checkRows([
    ['the longer rule', lines, 'redbot', '/workshop/page/closed.png', false],
    ['the shorter rule', lines, 'redbot', '/workshop/page/open.png', true],
  ]);
});
