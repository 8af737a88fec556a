import { type CheckedReading, correctedShare, type MachineReading } from '../src/domain/audit/correctedScore.ts';

/** Parameters of a simulated website's answers and of their reader. */
export type Scenario = {
  /** Number of answers read by machine, and number of them that a person checks. */
  all: number;
  checked: number;
  /** Share of answers that recommend the website. */
  truth: number;
  /** Shares of answers that the reader leaves undecided, and that it decides wrongly. */
  undecided: number;
  wrong: number;
};

/** Readers from a good one to the one measured on answers that were not used for tuning (36 % undecided, 2 % wrong). */
const readers = [
  { undecided: 0.1, wrong: 0.01 },
  { undecided: 0.1, wrong: 0.05 },
  { undecided: 0.2, wrong: 0.02 },
  { undecided: 0.36, wrong: 0.02 },
] as const;

export const scenarios: readonly Scenario[] = [200, 1_000].flatMap((all) =>
  [30, 60, 100].flatMap((checked) =>
    [0.2, 0.5, 0.8].flatMap((truth) => readers.map((reader) => ({ all, checked, truth, ...reader }))),
  ),
);

/** Readers with few errors: a sample of thirty often shows none at all, so that the interval is rather too wide. */
export const rareErrors: readonly Scenario[] = [0.2, 0.5, 0.8].flatMap((truth) =>
  [30, 100].map((checked) => ({ all: 1_000, checked, truth, undecided: 0.02, wrong: 0.01 })),
);

/** Computes the share of simulated audits whose interval contains the truth. */
export function coverageOf(scenario: Scenario, rounds: number, random: () => number): number {
  let holds = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { all, checked } = simulate(scenario, random);
    const corrected = correctedShare(all, checked);
    if (corrected === null) throw new Error('a simulated audit has too few checked answers');
    const { lower, upper } = corrected.interval;
    if (lower <= scenario.truth && scenario.truth <= upper) holds += 1;
  }
  return holds / rounds;
}

function simulate({ all: size, checked: sample, truth, undecided, wrong }: Scenario, random: () => number) {
  const all: MachineReading[] = [];
  const checked: CheckedReading[] = [];
  for (let index = 0; index < size; index += 1) {
    const person = random() < truth ? 1 : 0;
    const chance = random();
    const opposite = person === 1 ? 0 : 1;
    const machine = chance < undecided ? 0.5 : chance < undecided + wrong ? opposite : person;
    all.push(machine);
    if (index < sample) checked.push({ machine, person });
  }
  return { all, checked };
}
