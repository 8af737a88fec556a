import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildTextFragment,
  formatTextFragment,
  holdsFragment,
  parseTextFragments,
} from '../../../src/domain/support/textFragment.ts';

const page = 'Our plans. The Team plan costs 20 euros a month, billed monthly. The Pro plan costs 40 euros a month.';
const at = (directive: string) => `https://list.example/a#:~:text=${directive}`;

describe('text fragments', () => {
  it.each([
    ['start', 'Team%20plan', { prefix: null, start: 'Team plan', end: null, suffix: null }],
    ['start and end', 'Team%20plan,billed', { prefix: null, start: 'Team plan', end: 'billed', suffix: null }],
    ['prefix and start', 'The-,Team%20plan', { prefix: 'The', start: 'Team plan', end: null, suffix: null }],
    [
      'start and suffix',
      'Team%20plan,-costs%2020',
      { prefix: null, start: 'Team plan', end: null, suffix: 'costs 20' },
    ],
    ['all four', 'The-,Team,month,-billed', { prefix: 'The', start: 'Team', end: 'month', suffix: 'billed' }],
  ])('are read in the shape %s', (_shape, directive, expected) => {
    const [fragment] = parseTextFragments(at(directive));
    expect(fragment).toEqual(expected);
    expect(fragment !== undefined && holdsFragment(fragment, page)).toBe(true);
  });

  it('keep a comma inside a term', () => {
    expect(parseTextFragments(at('a%20month%2C%20billed'))[0]?.start).toBe('a month, billed');
  });

  it('may be several in one address, also after an ordinary fragment', () => {
    const url = 'https://list.example/a#plans:~:text=Team&other=1&text=Pro';
    expect(parseTextFragments(url).map(({ start }) => start)).toEqual(['Team', 'Pro']);
  });

  it.each(['', ',', 'a,b,c', 'a,b,c,d,e', 'a-b', 'x-', '%E0%A4%A', 'a,,b'])(
    'are dropped when broken: %j',
    (directive) => {
      expect(parseTextFragments(at(directive))).toEqual([]);
    },
  );

  it('match whole words only, in any case', () => {
    const [part, whole] = parseTextFragments(`${at('tea')}&text=TEAM%20PLAN`);
    expect(part !== undefined && holdsFragment(part, page)).toBe(false);
    expect(whole !== undefined && holdsFragment(whole, page)).toBe(true);
  });

  it('of a repeated text get the words before it', () => {
    const built = buildTextFragment('plan costs', page);
    expect(built).toEqual({ prefix: 'plans. the team', start: 'plan costs', end: null, suffix: null });
  });

  it('lead back to the passage from which they were built, whatever it contains', () => {
    const words = fc.array(
      fc.stringMatching(/^[a-z&,%-]{1,8}$/).filter((word) => /[a-z]/.test(word)),
      {
        minLength: 3,
        maxLength: 80,
      },
    );
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (all, one, other) => {
        const [from, to] = [one % all.length, other % all.length].toSorted((a, b) => a - b);
        const text = all.join(' ');
        const passage = all.slice(from, (to ?? 0) + 1).join(' ');
        const built = buildTextFragment(passage, text);
        if (built === null) return;
        const [read] = parseTextFragments(`https://a.example/${formatTextFragment(built)}`);
        expect(read).toEqual(built);
        expect(holdsFragment(built, text)).toBe(true);
      }),
    );
  });
});
