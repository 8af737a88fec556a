import { expect, test } from 'vitest';
import { catalogue } from '../../../../src/domain/checks/catalogue.ts';
import type { Outcome } from '../../../../src/domain/checks/check.ts';
import type { EvidenceBundle } from '../../../../src/domain/checks/evidenceBundle.ts';
import { readSite } from '../../../../src/domain/checks/site.ts';
import type { Change } from './change.ts';
import { bundleOf, healthySite } from './siteSpec.ts';

/** Changes of a healthy site by the outcome that they lead to, each under its description. */
export type OutcomeTable = Partial<Record<Outcome | 'unmeasured', Readonly<Record<string, Change>>>>;

/** Registers one test of a check for each change. */
export function checkOutcomes(
  id: string,
  table: OutcomeTable,
  prepare: (bundle: EvidenceBundle) => EvidenceBundle = (bundle) => bundle,
): void {
  const check = catalogue.find((each) => each.id === id);
  for (const [outcome, changes] of Object.entries(table)) {
    test.each(Object.entries(changes))(`${id}: %s is ${outcome}`, (_, change) => {
      const site = healthySite();
      change(site);
      const verdict = check?.run(readSite(prepare(bundleOf(site))));
      expect(verdict?.outcome, verdict?.line).toBe(outcome);
    });
  }
}
