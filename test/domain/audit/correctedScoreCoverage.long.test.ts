import { describe, expect, it } from 'vitest';
import { coverageOf, rareErrors, scenarios } from '../../../bench/auditCoverage.ts';
import { seededRandom } from '../../../bench/random.ts';

describe('the interval of the corrected score', () => {
  // 1,000 seeded rounds have a standard error of 0.7 points around a coverage of 95 %.
  it.each(scenarios)('contains the true value in 93 to 97 of 100 audits: %o', (scenario) => {
    const coverage = coverageOf(scenario, 1_000, seededRandom(28));
    expect(coverage).toBeGreaterThanOrEqual(0.93);
    expect(coverage).toBeLessThanOrEqual(0.97);
  });

  it.each(rareErrors)('is never too narrow if errors are rare: %o', (scenario) => {
    expect(coverageOf(scenario, 1_000, seededRandom(28))).toBeGreaterThanOrEqual(0.93);
  });
});
