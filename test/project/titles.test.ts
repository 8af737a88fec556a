import { describe, expect, it } from 'vitest';
import { problemOfTitle } from '../../scripts/checkTitle.mjs';

describe('the title of a commit', () => {
  it.each([
    'feat: show the price before the first question',
    'fix(reader): keep the reason of a repeated name',
    'refactor!: one contract for server and callers',
    'Merge branch that git named itself, however long its name may be, as it always was',
  ])('%j is accepted', (title) => {
    expect(problemOfTitle(title)).toBeNull();
  });

  it.each([
    ['Show the price before the first question', /kind: what/],
    ['feature: show the price', /kind: what/],
    ['fix: Show the price.', /full stop/],
    [`fix: ${'x'.repeat(70)}`, /75 characters/],
    ['fix:', /kind: what/],
    ['perf: let no request wait', /begins with 'let'/],
  ])('%j is refused with the reason', (title, why) => {
    expect(problemOfTitle(title)).toMatch(why);
  });
});
