import { describe, expect, test } from 'vitest';
import {
  announcedSignals,
  bots,
  botsOf,
  botTableVersion,
  decideForBot,
  retiredTokens,
} from '../../../src/domain/checks/bots.ts';
import { catalogue } from '../../../src/domain/checks/catalogue.ts';
import { parseRobots } from '../../../src/domain/checks/robots.ts';

function count(checkClass: string): number {
  return catalogue.filter((check) => check.class === checkClass).length;
}

describe('the catalogue', () => {
  test('has 62 checks: 9 gates, 20 core, 25 hygiene, 8 emerging', () => {
    expect([catalogue.length, count('gate'), count('core'), count('hygiene'), count('emerging')]).toEqual([
      62, 9, 20, 25, 8,
    ]);
  });

  test('names each check once', () => {
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  });

  test.each(catalogue.filter((check) => check.class === 'emerging').map(({ id, reachable }) => ({ id, reachable })))(
    '$id is emerging and cannot fail',
    ({ reachable }) => {
      expect(reachable).not.toContain('fail');
    },
  );

  test.each(catalogue.map(({ id, sources, rule, remediation, title }) => ({ id, sources, rule, remediation, title })))(
    '$id states its rule, its sources and its remedy',
    ({ sources, rule, remediation, title }) => {
      expect(sources.length).toBeGreaterThan(0);
      for (const text of [rule, remediation]) expect(text).toMatch(/[.]$/);
      expect(title).not.toMatch(/[.]$/);
    },
  );

  test.each(catalogue.map(({ id, strength, sources }) => ({ id, strength, sources })))(
    '$id claims no more strength than its sources have',
    ({ strength, sources }) => {
      expect(sources.map((source) => source.strength)).toContain(strength);
    },
  );
});

describe('the bot table', () => {
  test('has five core search crawlers', () => {
    const core = bots.filter((bot) => bot.core).map(({ token }) => token);
    expect(core).toEqual(['OAI-SearchBot', 'Claude-SearchBot', 'PerplexityBot', 'Bingbot', 'Googlebot']);
  });

  test.each([
    ['search', 10],
    ['user', 6],
    ['training', 8],
    ['control', 1],
  ] as const)('judges the %s crawlers of the rules: %i', (role, number) => {
    expect(botsOf(role)).toHaveLength(number);
  });

  test.each(bots.map(({ token, verifiedAt, docUrl, note }) => ({ token, verifiedAt, docUrl, note })))(
    '$token has a dated source, or states that it has none',
    ({ verifiedAt, docUrl, note }) => {
      if (verifiedAt !== null) expect(docUrl).toMatch(/^https:\/\//);
      else expect(note).toMatch(/not re-read|was found/);
      if (verifiedAt !== null) expect(verifiedAt).toMatch(/^\d{4}-\d\d-\d\d$/);
    },
  );

  test.each(bots.map(({ token, unread, verifiedAt }) => ({ token, unread, verifiedAt })))(
    '$token states whether it was verified for this table',
    ({ unread, verifiedAt }) => {
      expect(unread || verifiedAt === botTableVersion.slice(0, 10)).toBe(true);
    },
  );

  test.each(['meta-webindexer', 'MistralAI-Index', 'MistralAI-Training', 'Google-Agent', 'Google-GeminiNotebook'])(
    'knows %s',
    (token) => {
      expect(bots.map((bot) => bot.token)).toContain(token);
    },
  );

  test('says that the token of the announced training signal is not known yet', () => {
    expect(announcedSignals).toMatchObject([{ announcedAt: '2026-10-30', token: null, unread: true }]);
  });

  test('names each token once, including retired ones', () => {
    const tokens = [...bots, ...retiredTokens].map(({ token }) => token.toLowerCase());
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  test.each([
    ['User-agent: Googlebot\nDisallow: /', false],
    ['User-agent: Googlebot\nDisallow: /\nUser-agent: Applebot\nAllow: /', true],
    ['User-agent: *\nDisallow: /', false],
    ['User-agent: Bingbot\nDisallow: /', true],
  ])('Applebot obeys Googlebot’s group when it has none of its own (%j)', (text, allowed) => {
    const applebot = bots.find(({ token }) => token === 'Applebot');
    if (applebot === undefined) throw new Error('no Applebot');
    expect(decideForBot(parseRobots(new TextEncoder().encode(text)), applebot, '/').allowed).toBe(allowed);
  });
});
