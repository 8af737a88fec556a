import { type ComparedDays, looksInQuarter } from '../src/domain/alerts/alertRule.ts';
import { changeFact, compareForAlert } from '../src/domain/alerts/changeFact.ts';
import { assumedFlipRate, detectableWithPower } from '../src/domain/statistics/detectableWithPower.ts';
import { wilson } from '../src/domain/statistics/wilson.ts';
import type { AttemptWindow } from '../src/domain/visibility/attemptWindow.ts';
import { levelOf } from '../src/domain/visibility/comparison/significanceLevel.ts';
import { answersOf, type Pools, seeded, shiftFor, windowsOf } from './comparison.ts';
import type { Bench, Figure } from './figure.ts';

/** A rule and the panel that it compares. `uneven`: every other period has three times as many answers. */
type Watched = { days: ComparedDays; questions: number; repeats: number; uneven?: boolean };

const rules: readonly Watched[] = [
  { days: 1, questions: 60, repeats: 1 },
  { days: 7, questions: 20, repeats: 1 },
  { days: 7, questions: 60, repeats: 1 },
  { days: 7, questions: 20, repeats: 3 },
  { days: 7, questions: 30, repeats: 3 },
  { days: 7, questions: 30, repeats: 1, uneven: true },
  { days: 7, questions: 30, repeats: 7 },
  { days: 14, questions: 30, repeats: 3 },
  { days: 28, questions: 30, repeats: 3 },
];

/** `npm run bench -- alerts [quarters] [seed]`: applies rules to quarters of simulated answers with known truth. */
export const alerts: Bench = {
  name: 'alerts',
  async run([quarters = '400', seed = '20260302']) {
    const random = seeded(Number(seed));
    const pools = { listed: answersOf(true, 1_000, random), notListed: answersOf(false, 1_000, random) };
    // Rules that are evaluated rarely get more quarters, so that all figures are based on about as many evaluations.
    const times = (days: ComparedDays) => Math.max(1, Math.round(looksInQuarter(7) / looksInQuarter(days)));
    return rules.flatMap((rule) => figuresOf(rule, pools, Number(quarters) * times(rule.days), random));
  },
};

function tells(days: ComparedDays, current: AttemptWindow, previous: AttemptWindow): 'increase' | 'decrease' | null {
  const compared = {
    website: { id: 'site', name: 'Quillmark' },
    engine: { id: 'openai', label: 'OpenAI' },
    period: { startDate: '2026-03-09', endDate: '2026-03-15' },
    previousPeriod: { startDate: '2026-03-02', endDate: '2026-03-08' },
    current,
    previous,
    simulated: true,
  };
  const fact = changeFact(compared, compareForAlert(compared, days), 'both');
  const verdict = fact?.figures.verdict;
  return verdict === 'increase' || verdict === 'decrease' ? verdict : null;
}

function figuresOf(rule: Watched, pools: Pools, quarters: number, random: () => number): Figure[] {
  const { days, questions, repeats, uneven = false } = rule;
  const looks = looksInQuarter(days);
  const panel = windowsOf({ questions, repeats, looks }, pools, random);
  const [low, high] = [shiftFor(0.4), shiftFor(0.6)];
  const [day1, day2] = ['2026-03-03T10:00:00.000Z', '2026-03-10T10:00:00.000Z'];
  const timesOf = (look: number) => (uneven && look % 2 === 1 ? 3 * repeats : repeats);
  let [alarmed, alarms, caught] = [0, 0, 0];
  for (let quarter = 0; quarter < quarters; quarter += 1) {
    const levels = panel.levels();
    let previous = panel.draw(levels, low, day1, timesOf(0));
    let told = 0;
    for (let look = 1; look <= looks; look += 1) {
      const current = panel.draw(levels, low, look % 2 === 1 ? day2 : day1, timesOf(look));
      if (tells(days, current, previous) !== null) told += 1;
      previous = current;
    }
    alarms += told;
    if (told > 0) alarmed += 1;
    // Then a change: the first evaluation after it.
    if (tells(days, panel.draw(levels, high, day2, timesOf(looks + 1)), previous) === 'increase') caught += 1;
  }
  const range = (successes: number) => {
    const { lower, upper } = wilson(successes, quarters);
    return `${(100 * lower).toFixed(1)}–${(100 * upper).toFixed(1)}`;
  };
  const stated = detectableWithPower({ questions, repeats, flipRate: assumedFlipRate, level: levelOf(looks) });
  const what = `${questions} × ${repeats}${uneven ? ' and 3 in turns' : ''}, periods of ${days} ${days === 1 ? 'day' : 'days'}`;
  return [
    {
      what: `${what}: quarters without a change in which the rule told of one (${range(alarmed)}; ${alarms} alerts)`,
      unit: '%',
      value: (100 * alarmed) / quarters,
      baseline: null,
      target: { of: 'value', atMost: 5 },
    },
    {
      what: `${what}: +20 points told at the next look (${range(caught)}; ${stated === null ? 'said: no change' : `said: ±${(100 * stated).toFixed(1)} points at 80 %`})`,
      unit: '%',
      value: (100 * caught) / quarters,
      baseline: null,
      target: null,
    },
  ];
}
