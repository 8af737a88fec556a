import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestSample } from '../../src/domain/capture/limits.ts';
import { firstSegment } from '../../src/domain/capture/pageUrl.ts';
import { samplePages } from '../../src/domain/capture/sampling.ts';

const site = 'https://kettle.example/';
const plan = (candidates: readonly string[], size = 12) =>
  samplePages({ candidates, homeUrls: [site], registrableDomain: 'kettle.example', size });

const path = fc.stringMatching(/^[a-d]{1,2}\/[a-z]{1,6}$/);
const urls = fc
  .uniqueArray(path, { minLength: 0, maxLength: 80 })
  .map((paths) => paths.map((each) => `${site}${each}`));

describe('the sample of pages', () => {
  it('is the same whatever order the candidates come in', () => {
    fc.assert(
      fc.property(urls, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (candidates, numbers) => {
        const shuffled = candidates
          .map((url) => ({ url, at: numbers.next().value }))
          .sort((a, b) => a.at - b.at)
          .map((entry) => entry.url);
        expect(plan(shuffled)).toEqual(plan(candidates));
      }),
    );
  });

  it('hears every part of the website before it hears one part twice more', () => {
    fc.assert(
      fc.property(urls, fc.integer({ min: 1, max: 50 }), (candidates, size) => {
        const sample = plan(candidates, size);
        const available = countBySegment(candidates);
        const taken = countBySegment(sample);
        for (const [segment, count] of available) {
          const mine = taken.get(segment) ?? 0;
          const most = Math.max(0, ...taken.values());
          expect(mine === count || mine >= most - 1).toBe(true);
        }
      }),
    );
  });

  it('takes all pages of a small website and never more than forty', () => {
    fc.assert(
      fc.property(urls, fc.integer({ min: 0, max: 200 }), (candidates, size) => {
        expect(plan(candidates, size)).toHaveLength(Math.min(candidates.length, size, largestSample));
      }),
    );
  });

  it.each([
    ['the home page', site],
    ['another website', 'https://teapot.example/a'],
    ['a look-alike host', 'https://notkettle.example/a'],
    ['an image', `${site}a/cup.JPG`],
    ['a mail address', 'mailto:cup@kettle.example'],
    ['an address with a password', 'https://me:secret@kettle.example/a'],
    ['a script address', 'javascript:void(0)'],
    ['words that are no address', 'a nice page'],
  ])('leaves out %s', (_what, candidate) => {
    expect(plan([candidate])).toEqual([]);
  });

  it('takes one page once when only its fragment differs', () => {
    expect(plan([`${site}a#x`, `${site}a#y`])).toEqual([`${site}a`]);
  });

  it('takes pages of a subdomain, which belong to the website', () => {
    expect(plan(['https://blog.kettle.example/a'])).toEqual(['https://blog.kettle.example/a']);
  });

  it('does not read a flat website by its alphabet', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('').map((letter) => `${site}${letter}`);
    expect(plan(letters)).not.toEqual(letters.slice(0, 12));
  });
});

function countBySegment(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const url of list) counts.set(firstSegment(url), (counts.get(firstSegment(url)) ?? 0) + 1);
  return counts;
}
