import {
  answersOf,
  type ComparisonFigures,
  type Design,
  decided,
  falseCallsInTwelve,
  measureDesign,
  type Pools,
  seeded,
} from './comparison.ts';
import type { Bench, Figure } from './figure.ts';

const designs: readonly Design[] = [
  { questions: 10, repeats: 1, looks: 1 },
  { questions: 20, repeats: 1, looks: 1 },
  { questions: 30, repeats: 1, looks: 1 },
  { questions: 50, repeats: 1, looks: 1 },
  { questions: 80, repeats: 1, looks: 1 },
  { questions: 10, repeats: 3, looks: 1 },
  { questions: 20, repeats: 3, looks: 1 },
  { questions: 20, repeats: 5, looks: 1 },
  { questions: 30, repeats: 3, looks: 1 },
  { questions: 50, repeats: 2, looks: 1 },
  { questions: 14, repeats: 7, looks: 1 },
  { questions: 30, repeats: 3, looks: 12 },
];

/** `npm run bench -- comparePanels [pairs] [seed]`: compares simulated windows with known truth. */
export const comparePanels: Bench = {
  name: 'comparePanels',
  async run([pairs = '1500', seed = '20260302']) {
    const random = seeded(Number(seed));
    const pools = { listed: answersOf(true, 1_000, random), notListed: answersOf(false, 1_000, random) };
    const count = Number(pairs);
    const figures = designs.map((design) => measureDesign(design, pools, count, random));
    return [
      ...readingFigures(pools),
      ...figures.flatMap(figuresOf),
      ...seriesFigures(pools, Math.ceil(count / 3), random),
    ];
  },
};

function readingFigures({ listed, notListed }: Pools): Figure[] {
  const [yes, no] = [decided(listed, true), decided(notListed, false)];
  const line = (what: string, value: number): Figure => ({
    what,
    unit: '%',
    value: 100 * value,
    baseline: null,
    target: null,
  });
  return [
    line('written answers that list the target, read as listed', yes.right),
    line('… read as not listed', yes.wrong),
    line('written answers that do not list it, read as not listed', no.right),
    line('… read as listed', no.wrong),
    line('… left open', no.open),
  ];
}

function figuresOf(found: ComparisonFigures): Figure[] {
  const { questions, repeats, looks, falseAlarms, falseAlarms95, power, power95, stated } = found;
  const panel = `${questions} × ${repeats}${looks === 1 ? '' : `, level of ${looks} looks`}`;
  const range = ({ lower, upper }: { lower: number; upper: number }) =>
    `${(100 * lower).toFixed(1)}–${(100 * upper).toFixed(1)}`;
  const says = stated === null ? 'said: no change' : `said: ±${stated.toFixed(1)} points at 80 %`;
  const required = questions === 30 && repeats === 3 && looks === 1;
  return [
    {
      what: `${panel}: called without a change (${range(falseAlarms95)})`,
      unit: '%',
      value: 100 * falseAlarms,
      baseline: null,
      target: { of: 'value', atMost: 5 },
    },
    {
      what: `${panel}: +20 points found (${range(power95)}; ${says})`,
      unit: '%',
      value: 100 * power,
      baseline: null,
      target: required ? { of: 'value', atLeast: 80 } : null,
    },
  ];
}

function seriesFigures(pools: Pools, series: number, random: () => number): Figure[] {
  const design = { questions: 30, repeats: 3 };
  return [1, 12].map((looks): Figure => {
    const share = falseCallsInTwelve({ ...design, looks }, pools, series, random);
    return {
      what: `30 × 3: twelve comparisons without a change, any called, at the level of ${looks === 1 ? 'one look' : '12 looks'}`,
      unit: '%',
      value: 100 * share,
      baseline: null,
      target: looks === 12 ? { of: 'value', atMost: 5 } : null,
    };
  });
}
