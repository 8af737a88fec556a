import { coverageOf, rareErrors, type Scenario, scenarios } from './auditCoverage.ts';
import type { Bench, Figure } from './figure.ts';
import { seededRandom } from './random.ts';

const rounds = 2_000;

const wordsOf = ({ all, checked, truth, undecided, wrong }: Scenario): string =>
  `${checked} of ${all} checked, truth ${truth}, reader ${undecided} undecided and ${wrong} wrong`;

function figureOf(scenario: Scenario, target: Figure['target']): Figure {
  const value = coverageOf(scenario, rounds, seededRandom(2_028));
  return { what: `interval holds the truth: ${wordsOf(scenario)}`, unit: 'share', value, baseline: null, target };
}

/** Measures how many simulated audits give an interval that contains the truth: 95 % are promised. */
export const audit: Bench = {
  name: 'audit',
  async run() {
    const all = [
      ...scenarios.map((scenario) => figureOf(scenario, null)),
      ...rareErrors.map((scenario) => figureOf(scenario, null)),
    ];
    const values = all.slice(0, scenarios.length).map(({ value }) => value);
    const summary = (what: string, value: number, target: Figure['target']): Figure => ({
      ...{ what, unit: 'share', value, baseline: null, target },
    });
    return [
      summary('least coverage of all readers', Math.min(...values), { of: 'value', atLeast: 0.93 }),
      summary('greatest coverage of all readers', Math.max(...values), { of: 'value', atMost: 0.97 }),
      ...all,
    ];
  },
};
