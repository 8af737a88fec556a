import type { AnswerFacts } from '../src/domain/answer/answerFacts.ts';
import { readAnswer } from '../src/domain/answer/readAnswer.ts';
import { extractFacts } from '../src/domain/answer/savedReading.ts';
import type { VisibilityAttempt, VisibilityWebsite } from '../src/domain/identity/attempt.ts';
import { readOwner } from '../src/domain/identity/owner.ts';
import { decideStatus, readListing } from '../src/domain/marks/listing.ts';
import { assumedFlipRate, detectableWithPower } from '../src/domain/statistics/detectableWithPower.ts';
import { wilson } from '../src/domain/statistics/wilson.ts';
import { type AttemptWindow, openWindow } from '../src/domain/visibility/attemptWindow.ts';
import { levelOf } from '../src/domain/visibility/comparison/significanceLevel.ts';
import { compareWindows } from '../src/domain/visibility/comparison/windows.ts';
import { writtenAnswer } from './writtenAnswers.ts';

/** One size of panel: questions, answers to each in each window, and how many looks share the level. */
export type Design = { questions: number; repeats: number; looks: number };

export type ComparisonFigures = Design & {
  /** Share of pairs without a change that are reported as one. */
  falseAlarms: number;
  falseAlarms95: { lower: number; upper: number };
  /** Share of pairs with a change of +20 points that are reported as an increase. */
  power: number;
  power95: { lower: number; upper: number };
  /** Points that such a panel finds four times in five, as the service states beforehand. */
  stated: number | null;
};

const site: VisibilityWebsite = {
  id: 'site',
  domain: 'quillmark.example',
  name: 'Quillmark',
  url: 'https://quillmark.example/',
  aliases: [],
  exactNames: [],
  others: [],
  settledDomains: [],
  learned: [],
  commonWords: [],
};

/** Mulberry32 (public domain, by Tommy Ettinger): small, seeded, good enough to draw answers with. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Spread of the log-odds between questions that makes two answers to one question correlate by about 0.3. */
const spread = 1.45;

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Returns the shift of all log-odds at which questions list the target with this mean rate. */
export function shiftFor(rate: number): number {
  let [low, high] = [-10, 10];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    let sum = 0;
    for (let cell = -400; cell <= 400; cell += 1)
      sum += logistic(middle + (spread * cell) / 100) * Math.exp(-((cell / 100) ** 2) / 2);
    if (sum / 100 / Math.sqrt(2 * Math.PI) < rate) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

type Answer = { facts: AnswerFacts; text: string };
export type Pools = { listed: readonly Answer[]; notListed: readonly Answer[] };

/** Writes answers and reads them with the reader: `truth` is the written outcome, not the read one. */
export function answersOf(truth: boolean, count: number, random: () => number): Answer[] {
  return Array.from({ length: count }, () => {
    const text = writtenAnswer(site.name, truth, random);
    const frozen = { text, annotations: [], sources: [], refusal: null, incompleteReason: null, searchCount: 1 };
    return { facts: extractFacts(readAnswer(frozen), null), text };
  });
}

/** Counts how the written answers are decided: share decided as written, wrongly, and not at all. */
export function decided(pool: readonly Answer[], truth: boolean): { right: number; wrong: number; open: number } {
  const owner = readOwner(site);
  const statuses = pool.map(({ facts, text }) =>
    decideStatus(readListing(attemptOf('r', 'c', { facts, text }, day1), owner), site.domain),
  );
  const share = (status: string) => statuses.filter((one) => one === status).length / statuses.length;
  const [right, wrong] = truth ? ['listed', 'not_listed'] : ['not_listed', 'listed'];
  return { right: share(right ?? ''), wrong: share(wrong ?? ''), open: share('unknown') };
}

const day1 = '2026-03-02T10:00:00.000Z';
const day2 = '2026-03-09T10:00:00.000Z';
const place = { language: 'en', country: null, region: null, city: null, timezone: null };

function attemptOf(runId: string, caseId: string, { facts, text }: Answer, createdAt: string): VisibilityAttempt {
  return {
    runId,
    engine: 'openai',
    caseId,
    question: caseId,
    locale: place,
    status: 'completed',
    createdAt,
    observedAt: createdAt,
    model: 'm',
    harnessVersion: 'h/1',
    searchMode: 'open-web',
    useSeoTools: false,
    completedSearchCount: 1,
    facts,
    text,
  };
}

/**
 * Draws windows of answers of one panel, with as many repeats as the design or the window says: `levels` are the
 * questions' own log-odds, `shift` is added to all of them.
 */
export function windowsOf(
  { questions, repeats }: Design,
  pools: Pools,
  random: () => number,
): {
  levels(): number[];
  draw(levels: readonly number[], shift: number, createdAt: string, repeats?: number): AttemptWindow;
} {
  const pick = (pool: readonly Answer[]): Answer => pool[Math.floor(random() * pool.length)] as Answer;
  return {
    levels: () => Array.from({ length: questions }, () => spread * normal(random)),
    draw(levels, shift, createdAt, times = repeats) {
      const attempts = levels.flatMap((own, question) =>
        Array.from({ length: times }, (_none, repeat) => {
          const pool = random() < logistic(shift + own) ? pools.listed : pools.notListed;
          return attemptOf(`${createdAt}_${question}_${repeat}`, `case_${question}`, pick(pool), createdAt);
        }),
      );
      const completed = attempts.length;
      // As v2 reads periods: all of their answers, not the newest hundred.
      const counted = { considered: completed, completed, failed: 0, cancelled: 0, active: 0 };
      return openWindow({ website: site, attempts, truncated: false, counted });
    },
  };
}

const before = { startDate: '2026-03-01', endDate: '2026-03-07' };

/**
 * Computes the share of series of thirteen windows without a change in which at least one of the twelve comparisons
 * reports one.
 */
export function falseCallsInTwelve(design: Design, pools: Pools, series: number, random: () => number): number {
  const panel = windowsOf(design, pools, random);
  const shift = shiftFor(0.4);
  let called = 0;
  for (let one = 0; one < series; one += 1) {
    const levels = panel.levels();
    let previous = panel.draw(levels, shift, day1);
    let any = false;
    for (let look = 0; look < 12; look += 1) {
      const next = panel.draw(levels, shift, look % 2 === 0 ? day2 : day1);
      const { verdict } = compareWindows(next, previous, before, design.looks);
      any ||= verdict === 'increase' || verdict === 'decrease';
      previous = next;
    }
    if (any) called += 1;
  }
  return called / series;
}

/** Compares `pairs` simulated pairs of windows of one design, without a change and with one of +20 points. */
export function measureDesign(design: Design, pools: Pools, pairs: number, random: () => number): ComparisonFigures {
  const { questions, repeats, looks } = design;
  const [low, high] = [shiftFor(0.4), shiftFor(0.6)];
  const panel = windowsOf(design, pools, random);

  function calls(after: number): { any: number; up: number } {
    let [any, up] = [0, 0];
    for (let pair = 0; pair < pairs; pair += 1) {
      const levels = panel.levels();
      const previous = panel.draw(levels, low, day1);
      const { verdict } = compareWindows(panel.draw(levels, after, day2), previous, before, looks);
      if (verdict === 'increase' || verdict === 'decrease') any += 1;
      if (verdict === 'increase') up += 1;
    }
    return { any, up };
  }

  const [still, moved] = [calls(low), calls(high)];
  const stated = detectableWithPower({ questions, repeats, flipRate: assumedFlipRate, level: levelOf(looks) });
  return {
    ...design,
    falseAlarms: still.any / pairs,
    falseAlarms95: wilson(still.any, pairs),
    power: moved.up / pairs,
    power95: wilson(moved.up, pairs),
    stated: stated === null ? null : 100 * stated,
  };
}
