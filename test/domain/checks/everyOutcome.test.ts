import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/domain/checks/catalogue.ts';
import type { Outcome } from '../../../src/domain/checks/check.ts';
import { readSite } from '../../../src/domain/checks/site.ts';
import { cases } from './support/cases.ts';
import { bundleOf, healthySite } from './support/siteSpec.ts';

const all: readonly (Outcome | 'unmeasured')[] = ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'];

test('the table of fixtures has one fixture for each check and each outcome that its rule can reach, and no other', () => {
  const wanted = catalogue.map(({ id, reachable }) => [id, all.filter((each) => reachable.includes(each))]);
  const present = catalogue.map(({ id }) => [id, all.filter((each) => cases[id]?.[each] !== undefined)]);
  expect(present).toEqual(wanted);
  expect(Object.keys(cases).sort()).toEqual(catalogue.map(({ id }) => id).sort());
});

for (const check of catalogue) {
  describe(check.id, () => {
    for (const outcome of check.reachable) {
      test(`can be ${outcome}`, () => {
        const site = healthySite();
        cases[check.id]?.[outcome]?.(site);
        const verdict = check.run(readSite(bundleOf(site)));
        expect(verdict.outcome, verdict.line).toBe(outcome);
        expect(verdict.line).not.toBe('');
      });
    }
  });
}

describe('every check on every fixture', () => {
  const sites = Object.values(cases).flatMap((row) => Object.values(row));
  const bundles = sites.map((change) => {
    const site = healthySite();
    change(site);
    return readSite(bundleOf(site));
  });
  for (const check of catalogue) {
    test(`${check.id} never has an outcome that its rule does not name`, () => {
      const seen = new Set(bundles.map((site) => check.run(site).outcome));
      expect([...seen].filter((outcome) => !check.reachable.includes(outcome))).toEqual([]);
    });
  }
});
