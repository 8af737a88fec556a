import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/domain/checks/catalogue.ts';
import { readSite } from '../../../src/domain/checks/site.ts';
import { cases } from './support/cases.ts';
import { type Change, morePages, onEveryPage, onHome } from './support/change.ts';
import { bundleOf, healthySite } from './support/siteSpec.ts';

function lineOf(id: string, change: Change): string {
  const site = healthySite();
  change(site);
  const check = catalogue.find((each) => each.id === id);
  return check?.run(readSite(bundleOf(site))).line ?? '';
}

describe('evidence lines', () => {
  for (const { id, reachable } of catalogue) {
    for (const outcome of reachable) {
      test(`${id}, ${outcome}, is a sentence`, () => {
        const line = lineOf(id, cases[id]?.[outcome] ?? (() => undefined));
        expect(line).toMatch(/^(?:[A-Z0-9]|https?:|robots\.txt|llms\.txt|\/\.well-known)/);
        expect(line).toMatch(/\.$/);
        expect(line).not.toMatch(/\b0 (?:fail|warn)\b|\b1 (?!(?:is|was|has|address)\b)\p{L}+s\b|undefined| {2}/u);
        expect(line.split(' ').length).toBeGreaterThanOrEqual(3);
      });
    }
  }

  const noTitle = 'the page has no title.';
  const untitled = onHome({ title: null });
  test('say if home is among the failing pages, and which share of the website fails', () => {
    expect(lineOf('content.title', untitled)).toMatch(
      new RegExp(
        `^1 of 8 pages fails, home among them .*confidence\\)\\. https://lanternworks\\.example/: ${noTitle}$`,
      ),
    );
  });

  test('count warnings as well as failures', () => {
    const change: Change = (site) => {
      morePages(2, (each) => {
        each.doc.title = 'Lamp';
      })(site);
      untitled(site);
    };
    expect(lineOf('content.title', change)).toMatch(/^1 of 10 pages fails and 2 get a warning, home among them/);
  });

  test('of a rule that applies to no page say so, with the reason of one page', () => {
    const noLinks = onEveryPage({ nav: '', main: '<p>Nothing to follow.</p>' });
    expect(lineOf('content.links', noLinks)).toBe(
      'It applies to none of the pages. https://lanternworks.example/: the page has no link.',
    );
  });
});
