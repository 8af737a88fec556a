import { describe, expect, test } from 'vitest';
import { decideRobots, parseRobots } from '../../../src/domain/checks/robots.ts';
import { checkRows } from './support/robotsRows.ts';

// Source: google/robotstxt, robots_test.cc: only cases that RFC 9309 supports, with our own fixtures. Cases that rely
// on that parser's leniency are left out: a missing colon, misspelled keys, a token cut at a space for a name of two
// words, index.html for its directory, lines over 16 KiB, and %62%61%7A not matching baz (in the RFC it does).
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
  checkRows([
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
