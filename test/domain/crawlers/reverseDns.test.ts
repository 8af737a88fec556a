import { describe, expect, it } from 'vitest';
import { isUnderPattern } from '../../../src/domain/crawlers/verdict.ts';
import { ReverseLookups } from '../../../src/services/crawlers/reverseLookups.ts';

const patterns = ['crawl-*.googlebot.com', '*.search.msn.com'];

describe('the reverse name of an address', () => {
  it.each([
    ['crawl-66-249-66-1.googlebot.com', true],
    ['CRAWL-66-249-66-1.GOOGLEBOT.COM.', true],
    ['msnbot-1.search.msn.com', true],
    ['crawl-1.googlebot.com.evil.example', false],
    ['x.googlebot.com.evil.example', false],
    ['crawl-1.evilgooglebot.com', false],
    ['evilsearch.msn.com', false],
    ['.search.msn.com', false],
    ['crawl-1 evil.googlebot.com', false],
  ])('%s is the vendor’s: %s', (name, expected) => expect(isUnderPattern(name, patterns)).toBe(expected));

  it.each([
    ['confirmed', 'crawl-1.googlebot.com', ['192.0.2.7', '::ffff:203.0.113.9']],
    ['refuted', 'crawl-1.googlebot.com', ['192.0.2.7']],
    ['refuted', 'crawl-1.googlebot.com', []],
    ['refuted', 'x.googlebot.com.evil.example', ['203.0.113.9']],
    ['unknown', 'crawl-1.googlebot.com', null],
  ] as const)('is %s if %s resolves back to %j', async (outcome, name, addresses) => {
    const vendors = {
      namesOf: async () => [name],
      addressesOf: async () => addresses ?? Promise.reject(new Error('no answer')),
    };
    const lookups = new ReverseLookups({ vendors } as never);
    await lookups.look([{ address: '203.0.113.9', patterns }]);
    expect(lookups.outcome('203.0.113.9', patterns)).toBe(outcome);
  });
});
