import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxSamplePages } from '../../../src/domain/capture/limits.ts';
import { samplePages } from '../../../src/domain/capture/sampling.ts';
import { firstSegment } from '../../../src/domain/urls/pageUrl.ts';
import { property } from '../../support/property.ts';

const site = 'https://kettle.example/';
const plan = (candidates: readonly string[], size = 12) =>
  samplePages({ candidates, homeUrls: [site], registrableDomain: 'kettle.example', size }).urls;

const path = fc.stringMatching(/^[a-d]{1,2}\/[a-z]{1,6}$/);
const urls = fc
  .uniqueArray(path, { minLength: 0, maxLength: 80 })
  .map((paths) => paths.map((each) => `${site}${each}`));

describe('the sample of pages', () => {
  property(
    'does not depend on the order of the candidates',
    [urls, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }))],
    (candidates, numbers) => {
      const shuffled = candidates
        .map((url) => ({ url, at: numbers.next().value }))
        .sort((a, b) => a.at - b.at)
        .map((entry) => entry.url);
      expect(plan(shuffled)).toEqual(plan(candidates));
    },
  );

  property(
    'gives each part seats by its size, and no part more than half while others have pages left',
    [urls, fc.integer({ min: 2, max: 50 })],
    (candidates, size) => {
      const available = partsOf(candidates);
      const taken = countBySegment(plan(candidates, size));
      const places = Math.min(size, maxSamplePages);
      for (const [part, segments] of available) {
        const mine = segments.reduce((sum, segment) => sum + (taken.get(segment) ?? 0), 0);
        const whole = [...countBySegment(candidates)].filter(([segment]) => segments.includes(segment));
        const pages = whole.reduce((sum, [, count]) => sum + count, 0);
        const fair = (places * pages) / Math.max(1, candidates.length);
        // Sainte-Laguë stays within one seat of a part's fair share, unless the cap moves seats to other parts.
        if (fair <= places / 2) expect(mine, part).toBeGreaterThanOrEqual(Math.min(pages, Math.floor(fair)) - 1);
        const others = candidates.length - pages;
        if (mine > Math.ceil(places / 2)) expect(others, part).toBeLessThan(places - Math.ceil(places / 2));
      }
    },
  );

  it.each(['part/page-8', 'p1234', 'pages/2', 'blog/page-turner'])('counts %s as a separate page', (path) => {
    expect(plan([`${site}${path}`, `${site}blog/page/2`], 1)).toEqual([`${site}${path}`]);
  });

  it('names the parts with their numbers of pages and of sampled pages', () => {
    const shop = Array.from({ length: 30 }, (_, index) => `${site}shop/${index}`);
    const blog = Array.from({ length: 10 }, (_, index) => `${site}blog/${index}`);
    const input = { candidates: [...shop, ...blog, `${site}about`, `${site}contact`], homeUrls: [site] };
    const { plan: drawn } = samplePages({ ...input, registrableDomain: 'kettle.example', size: 12 });
    expect(drawn).toEqual({
      candidates: 42,
      marginal: { candidates: 0, taken: 0 },
      strata: [
        { segment: 'shop', candidates: 30, taken: 6 },
        { segment: 'blog', candidates: 10, taken: 5 },
        { segment: '', candidates: 2, taken: 1 },
      ],
    });
  });

  it('counts one page once if only its percent-encoding differs', () => {
    expect(plan([`${site}caf%c3%a9`, `${site}caf%C3%A9`, `${site}c%61f%c3%a9`])).toHaveLength(1);
  });

  it.each([
    ['a further page of a list', `${site}blog/page/2/`],
    ['a further page of a list in a language', `${site}fr/blog/page/12`],
    ['a further page by its query', `${site}blog?page=3`],
    ['an attachment', `${site}?attachment_id=12`],
    ['an uploaded file', `${site}wp-content/uploads/leaflet`],
  ])('uses %s only if nothing else is left', (_, marginal) => {
    const others = [`${site}a`, `${site}b`];
    expect(plan([marginal, ...others], 2)).not.toContain(marginal);
    expect(plan([marginal, ...others], 3)).toContain(marginal);
  });

  property(
    'includes all pages of a small website and never more than forty',
    [urls, fc.integer({ min: 0, max: 200 })],
    (candidates, size) => {
      expect(plan(candidates, size)).toHaveLength(Math.min(candidates.length, size, maxSamplePages));
    },
  );

  it.each([
    ['the home page', site],
    ['another website', 'https://teapot.example/a'],
    ['a look-alike host', 'https://notkettle.example/a'],
    ['an image', `${site}a/cup.JPG`],
    ['a mail address', 'mailto:cup@kettle.example'],
    ['an address with a password', 'https://me:secret@kettle.example/a'],
    ['a script address', 'javascript:void(0)'],
    ['text that is not an address', 'a nice page'],
  ])('leaves out %s', (_what, candidate) => {
    expect(plan([candidate])).toEqual([]);
  });

  it('counts one page once if only its fragment differs', () => {
    expect(plan([`${site}a#x`, `${site}a#y`])).toEqual([`${site}a`]);
  });

  it('includes pages of a subdomain, which belong to the website', () => {
    expect(plan(['https://blog.kettle.example/a'])).toEqual(['https://blog.kettle.example/a']);
  });

  it('does not sample a flat website alphabetically', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('').map((letter) => `${site}${letter}`);
    expect(plan(letters)).not.toEqual(letters.slice(0, 12));
  });
});

/** Groups segments by part: those with one page each form one part together. */
function partsOf(list: readonly string[]): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  for (const [segment, count] of countBySegment(list)) {
    const part = count === 1 ? '' : segment;
    parts.set(part, [...(parts.get(part) ?? []), segment]);
  }
  return parts;
}

function countBySegment(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const url of list) counts.set(firstSegment(url), (counts.get(firstSegment(url)) ?? 0) + 1);
  return counts;
}
