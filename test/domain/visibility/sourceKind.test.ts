import { describe, expect, it } from 'vitest';
import { registrableDomain } from '../../../src/domain/urls/siteDomain.ts';
import { decideSourceKind } from '../../../src/domain/visibility/sources/sourceKind.ts';
import data from '../../../src/domain/visibility/sources/sourceKinds.json' with { type: 'json' };

describe('the kind of a cited page', () => {
  const recommended = new Set(['rival.example', 'amazon.com', 'own.example']);
  const none = new Set<string>();

  it.each([
    ['own.example', true, 'own'],
    // An owned page stays the owner's, also on a third-party host.
    ['youtube.com', true, 'own'],
    ['youtube.com', false, 'video'],
    ['reddit.com', false, 'forum'],
    ['g2.com', false, 'editorial'],
    // A shop remains a shop even if answers recommend it.
    ['amazon.com', false, 'shop'],
    ['rival.example', false, 'rival'],
    ['unheard-of.example', false, 'other'],
  ])('%s, owned %s, is %s', (domain, owned, kind) => {
    expect(decideSourceKind({ domain, owned }, { declared: none, recommended })).toBe(kind);
  });

  it.each([
    ['declared.example', false, 'rival'],
    // The owner's statement about rivals takes precedence over the list, and over other recommendations.
    ['amazon.com', false, 'rival'],
    ['rival.example', false, 'other'],
    ['own.example', true, 'own'],
    ['reddit.com', false, 'forum'],
  ])('with declared rivals, %s, owned %s, is %s', (domain, owned, kind) => {
    const declared = new Set(['declared.example', 'amazon.com']);
    expect(decideSourceKind({ domain, owned }, { declared, recommended })).toBe(kind);
  });

  it('the list contains registrable domains, each once', () => {
    const domains = [...data.forum, ...data.video, ...data.shop, ...data.editorial];
    expect(domains.filter((domain, index) => domains.indexOf(domain) !== index)).toEqual([]);
    expect(domains.filter((domain) => registrableDomain(domain) !== domain)).toEqual([]);
  });
});
