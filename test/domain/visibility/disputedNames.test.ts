import { describe, expect, it } from 'vitest';
import { readOwner } from '../../../src/domain/identity/owner.ts';
import { decideStatus, readListing } from '../../../src/domain/marks/listing.ts';
import { attempt, facts, mention, website } from './savedAttempts.ts';

const own = website.domain;

function listingOf(recommended: readonly string[], disputed: readonly string[], text: string) {
  const read = facts(recommended, { disputed: disputed.map((name) => mention(name)), secondReader: 'second/1.m' });
  return readListing({ ...attempt({ runId: 'run_1', facts: read }), text }, readOwner(website));
}

describe('a name that only one of two readers reads as recommended', () => {
  it('makes the answer unknown if it is the target, and names it', () => {
    const listing = listingOf(['rival.example'], [own], 'Nothing that matters here');
    expect(decideStatus(listing, own)).toBe('unknown');
    expect(listing.own.candidates).toEqual([`Maker at ${own}`]);
  });

  it('makes the answer unknown if it may be the target', () => {
    const listing = listingOf(['rival.example'], ['?The Acme Works'], 'Nothing that matters here');
    expect(decideStatus(listing, own)).toBe('unknown');
  });

  it('does not affect a target that both recommend', () => {
    const listing = listingOf([own], ['rival.example'], 'Nothing that matters here');
    expect(decideStatus(listing, own)).toBe('listed');
    expect(decideStatus(listing, 'rival.example')).toBe('unknown');
  });

  it('keeps a no if it certainly belongs to another company', () => {
    const listing = listingOf(['rival.example'], ['other.example'], 'Nothing that matters here');
    expect(decideStatus(listing, own)).toBe('not_listed');
  });
});
