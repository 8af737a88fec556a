import { describe, expect, test } from 'vitest';
import { decideRobots, parseRobots } from '../../../src/domain/checks/robots.ts';
import { googleAllows } from './support/googleOracle.ts';
import { decisionTable } from './support/robotsDecisionTable.ts';
import { type FileKind, makeFile, makePath, numbers } from './support/robotsFiles.ts';
import { oracleAllows } from './support/robotsOracle.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

type Decision = { agent: string; path: string; allowed: boolean };

function decisionsOf(text: string): Decision[] {
  return text.split(' ').map((each) => {
    const [, agent, sign, path] = /^(?:([\w-]+)=)?([+-])(.*)$/.exec(each) ?? [];
    if (path === undefined) throw new Error(`not a decision: ${each}`);
    return { agent: agent ?? 'LampBot', path, allowed: sign === '+' };
  });
}

const rows = Object.entries(decisionTable).flatMap(([clause, cases]) =>
  cases.map(([what, file, text]) => {
    const decisions = decisionsOf(text);
    return { clause, what, file: file.replaceAll('|', '\n'), decisions };
  }),
);

describe('the table of decisions', () => {
  test('contains at least 300', () => {
    expect(rows.flatMap(({ decisions }) => decisions).length).toBeGreaterThanOrEqual(300);
  });

  test.each(rows)('$clause: $what', ({ file, decisions }) => {
    const parsed = parseRobots(bytes(file));
    const decided = decisions.map(({ agent, path }) => ({
      agent,
      path,
      allowed: decideRobots(parsed, agent, path).allowed,
    }));
    expect(decided).toEqual(decisions);
  });

  test.each(rows)('a whole address is decided like its path, $clause: $what', ({ file, decisions }) => {
    const parsed = parseRobots(bytes(file));
    for (const { agent, path, allowed } of decisions) {
      expect(decideRobots(parsed, agent, `https://lamps.example${path}`).allowed, path).toBe(allowed);
    }
  });

  test.each(rows)('the second implementation decides the same, $clause: $what', ({ file, decisions }) => {
    for (const { agent, path, allowed } of decisions) {
      // RFC 9309 allows no digits in a token, so the second reading does not support them.
      if (/\d/.test(agent)) continue;
      expect(oracleAllows(file, agent, path), `${agent} ${path}`).toBe(allowed);
    }
  });
});

/** Finds the first files on which two readings differ, each with one address. */
function differences(count: number, kind: FileKind, differ: (file: string, agent: string, path: string) => boolean) {
  const found: { file: string; agent: string; path: string }[] = [];
  const next = numbers(20261121);
  let decisions = 0;
  while (decisions < count) {
    const file = makeFile(next, kind);
    for (let at = 0; at < 20; at += 1) {
      const path = makePath(next, kind);
      for (const agent of ['LampBot', 'OtherBot', 'Third_Bot']) {
        decisions += 1;
        if (found.length < 3 && differ(file, agent, path)) found.push({ file, agent, path });
      }
    }
  }
  return found;
}

/** Parses each file once, as the product does. */
function reader(reading: 'rfc' | 'google') {
  let last = { file: '', parsed: parseRobots(bytes('')) };
  return (file: string, agent: string, path: string): boolean => {
    if (file !== last.file) last = { file, parsed: parseRobots(bytes(file), reading) };
    return decideRobots(last.parsed, agent, path).allowed;
  };
}

describe('generated files', () => {
  test('are read as by the second implementation of RFC 9309, in 120 000 decisions', () => {
    const allows = reader('rfc');
    const kind = { encoded: true, loose: true };
    expect(differences(120_000, kind, (...each) => allows(...each) !== oracleAllows(...each))).toEqual([]);
  });

  test('are read as by Google’s parser, if nothing is encoded, in 60 000 decisions', () => {
    const allows = reader('google');
    const kind = { encoded: false, loose: true };
    expect(differences(60_000, kind, (...each) => allows(...each) !== googleAllows(...each))).toEqual([]);
  });

  test('without misspellings and index pages are read alike by both, in 60 000 decisions', () => {
    const allows = reader('rfc');
    const kind = { encoded: false, loose: false };
    const differ = (file: string, agent: string, path: string) =>
      !/index\.htm/.test(file) && allows(file, agent, path) !== googleAllows(file, agent, path);
    expect(differences(60_000, kind, differ)).toEqual([]);
  });
});

describe('rules that only Google’s parser understands', () => {
  test.each([
    ['a misspelt key', 'User-agent: *\nDisalow: /a', '/a', false],
    ['another misspelt key', 'User-agent: *\nDissallow: /a', '/a', false],
    ['a forgotten colon', 'User-agent: *\nDisallow /a', '/a', false],
    ['a forgotten colon before three words', 'User-agent: *\nDisallow /a /b', '/a', true],
    ['a key that only begins with a known one', 'User-agent: *\nDisallow: /\nAllowed: /a', '/a', true],
    ['a misspelt user-agent', 'Useragent: Googlebot\nDisallow: /a', '/a', false],
    ['an index page for its directory', 'User-agent: *\nDisallow: /\nAllow: /a/index.html', '/a/', true],
    ['an index page for home', 'User-agent: *\nDisallow: /\nAllow: /index.htm', '/', true],
    ['a closed index page closes no directory', 'User-agent: *\nDisallow: /a/index.html', '/a/', true],
  ])('%s', (_, file, path, allowed) => {
    expect(decideRobots(parseRobots(bytes(file), 'google'), 'Googlebot', path).allowed).toBe(allowed);
    expect(googleAllows(file, 'Googlebot', path)).toBe(allowed);
  });

  test.each([
    ['Disalow: /a', 'google_only'],
    ['Disallow /a', 'google_only'],
    ['Allowed: /a', 'google_only'],
    ['Disallow: a', 'dead_rule'],
    ['Flavour: sweet', 'unknown_key'],
    ['Clean-param: ref /a', null],
    ['Host: lamps.example', null],
    ['Noindex: /a', null],
    ['Request-rate: 1/5', null],
    ['Visit-time: 0100-0500', null],
    ['Agentmap: /catalogue.json', null],
    ['some words', 'no_colon'],
  ])('of the line %j the issue is %s', (line, kind) => {
    const { issues } = parseRobots(bytes(`User-agent: *\n${line}`));
    expect(issues.map((issue) => issue.kind)).toEqual(kind === null ? [] : [kind]);
  });
});
