import type { AttemptWindow } from '../src/domain/visibility/attemptWindow.ts';
import { compareWindows } from '../src/domain/visibility/comparison/windows.ts';
import { answersOf, type Pools, seeded, shiftFor, windowsOf } from './comparison.ts';
import type { Bench, Figure } from './figure.ts';

const day1 = '2026-03-02T10:00:00.000Z';
const day2 = '2026-03-09T10:00:00.000Z';
const before = { startDate: '2026-03-01', endDate: '2026-03-07' };

/** Topics, wordings of each, and answers to each question in each period. */
const designs = [
  { topics: 8, wordings: 4, repeats: 1 },
  { topics: 12, wordings: 4, repeats: 2 },
  { topics: 20, wordings: 4, repeats: 1 },
  { topics: 33, wordings: 4, repeats: 1 },
  { topics: 40, wordings: 1, repeats: 3 },
];

/** Spread of the log-odds by which all questions of one topic move together from one period to the next. */
const drift = 1;

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** `npm run bench -- topicPanels [pairs] [seed]`: measures false calls if wordings of one topic drift together. */
export const topicPanels: Bench = {
  name: 'topicPanels',
  async run([pairs = '500', seed = '20260302']) {
    const random = seeded(Number(seed));
    const pools = { listed: answersOf(true, 500, random), notListed: answersOf(false, 500, random) };
    return designs.flatMap((design) => measureTopics(design, pools, Number(pairs), random));
  },
};

function measureTopics(
  { topics, wordings, repeats }: (typeof designs)[number],
  pools: Pools,
  pairs: number,
  random: () => number,
): Figure[] {
  const questions = topics * wordings;
  const panel = windowsOf({ questions, repeats, looks: 1 }, pools, random);
  const declaredTopics = Object.fromEntries(
    Array.from({ length: questions }, (_none, question) => [`case_${question}`, String(question % topics)]),
  );
  const shift = shiftFor(0.4);
  const calls = { questions: 0, topics: 0, found: 0 };
  for (let pair = 0; pair < pairs; pair += 1) {
    const base = Array.from({ length: topics }, () => 1.45 * normal(random));
    const levels = Array.from({ length: questions }, (_none, question) => base[question % topics] ?? 0);
    const moves = Array.from({ length: topics }, () => drift * normal(random));
    const later = levels.map((level, question) => level + (moves[question % topics] ?? 0));
    const previous = panel.draw(levels, shift, day1);
    const current = panel.draw(later, shift, day2);
    const raised = panel.draw(later, shiftFor(0.6), day2);
    const isCalled = (window: AttemptWindow, declared: AttemptWindow['declaredTopics']) =>
      /crease$/.test(compareWindows({ ...window, declaredTopics: declared }, previous, before).verdict);
    if (isCalled(current, null)) calls.questions += 1;
    if (isCalled(current, declaredTopics)) calls.topics += 1;
    if (isCalled(raised, declaredTopics)) calls.found += 1;
  }
  const name = `${topics} topics × ${wordings} wordings × ${repeats}`;
  const figure = (what: string, count: number, target: Figure['target']): Figure => ({
    what: `${name}: ${what}`,
    unit: '%',
    value: (100 * count) / pairs,
    baseline: null,
    target,
  });
  return [
    figure('called without a change, question by question', calls.questions, null),
    figure('called without a change, topic by topic', calls.topics, { of: 'value', atMost: 6 }),
    figure('+20 points found, topic by topic', calls.found, null),
  ];
}
