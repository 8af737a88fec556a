import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { identifyMentions } from '../../../src/domain/identity/mentions.ts';
import { readOwner } from '../../../src/domain/identity/owner.ts';
import { benjaminiHochberg } from '../../../src/domain/statistics/benjaminiHochberg.ts';
import { detectableChange } from '../../../src/domain/statistics/detectableChange.ts';
import { assumedFlipRate, detectableWithPower } from '../../../src/domain/statistics/detectableWithPower.ts';
import { herfindahl } from '../../../src/domain/statistics/herfindahl.ts';
import { jaccard } from '../../../src/domain/statistics/jaccard.ts';
import { mcnemar } from '../../../src/domain/statistics/mcnemar.ts';
import { newcombe } from '../../../src/domain/statistics/newcombe.ts';
import { effectiveAnswers, neededAnswers } from '../../../src/domain/statistics/sampleSize.ts';
import { tango } from '../../../src/domain/statistics/tango.ts';
import { meanInterval } from '../../../src/domain/statistics/wilson.ts';
import { openWindow } from '../../../src/domain/visibility/attemptWindow.ts';
import { singleLevel } from '../../../src/domain/visibility/comparison/significanceLevel.ts';
import { columnMetrics } from '../../../src/domain/visibility/metrics.ts';
import { runReport } from '../../../src/domain/visibility/runReport.ts';
import { facts, mention, panel, scope, website } from './savedAttempts.ts';
import { rankBiasedOverlap } from './statistics/overlap.ts';

const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');

type Lists = string[][];
type Counts = { [name: string]: number };

/** Recomputes each kind of example on the page. */
const recompute: { [kind: string]: (given: never) => unknown } = {
  identity: (given: { name: string; url?: string }[]) =>
    identifyMentions(facts(given.map(({ name, url = null }) => mention('?', { name, url }))), readOwner(website)),
  listing: (given: Lists) => openWindow(scope(panel(given))).answers.map(({ own }) => own),
  score: (given: Lists) => runReport('current', scope(panel(given))).visibilityScore,
  share: (given: Lists) => runReport('current', scope(panel(given))).shareOfVoice,
  position: (given: Lists) => runReport('current', scope(panel(given))).averagePosition,
  needed: (given: { share: number; points: number }[]) =>
    given.map(({ share, points }) => ({ answers: neededAnswers(share, points / 100) })),
  effective: (given: { questions: number; repeats: number; correlation: number }[]) =>
    given.map(({ questions, repeats, correlation }) => ({
      answers: effectiveAnswers(questions, repeats, correlation),
    })),
  lists: (given: [string, string][]) =>
    given.map(([a, b]) => ({ jaccard: jaccard(a, b), rbo: rankBiasedOverlap([...a], [...b]) })),
  steadiness: (given: number[][]) => given.map((means) => meanInterval(means)),
  concentration: (given: number[]) => ({ herfindahl: herfindahl(given) }),
  paired: (given: Counts[]) =>
    given.map(({ gained = 0, lost = 0, paired = 0 }) => ({
      difference: (100 * (gained - lost)) / paired,
      p: mcnemar(gained, lost),
    })),
  tango: (given: Counts[]) => given.map(({ gained = 0, lost = 0, paired = 0 }) => tango(gained, lost, paired)),
  newcombe: (given: { first: [number, number]; second: [number, number] }[]) =>
    given.map(({ first, second }) =>
      newcombe({ successes: first[0], trials: first[1] }, { successes: second[0], trials: second[1] }),
    ),
  adjusted: (given: number[]) => benjaminiHochberg(given),
  detectable: (given: { questions: number; changed: number }[]) =>
    given.map(({ questions, changed }) => ({ change: detectableChange(questions, changed) })),
  power: (given: { questions: number; repeats: number }[]) =>
    given.map((panel) => ({
      change: detectableWithPower({ ...panel, flipRate: assumedFlipRate, level: singleLevel }),
    })),
};

type Example = { kind: string; text: string };

function examplesOn(text: string): Example[] {
  return [...text.matchAll(/^```example (\w+)\n([\s\S]*?)^```$/gm)].map(([, kind = '', body = '']) => ({
    kind,
    text: body,
  }));
}

/** Rounds to four decimals, like the page. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
    typeof one === 'number' ? Math.round(one * 1e4) / 1e4 + 0 : one,
  );
}

function agrees({ kind, text }: Example): void {
  const { given, gives } = JSON.parse(text) as { given: never; gives: object };
  expect(rounded(recompute[kind]?.(given))).toMatchObject(gives);
}

describe('the page of the metrics', () => {
  it.each(examplesOn(page))('shows a $kind example whose result can be recomputed', (example) => {
    agrees(example);
  });

  it('has an example of every kind', () => {
    expect(new Set(examplesOn(page).map(({ kind }) => kind))).toEqual(new Set(Object.keys(recompute)));
  });

  it('would fail with a wrong number in it', () => {
    const wrong = page.replace('"value": 60', '"value": 61');
    const score = examplesOn(wrong).find(({ kind }) => kind === 'score');
    expect(() => score && agrees(score)).toThrow();
  });

  it('mentions every rule', () => {
    const named = [...page.matchAll(/^\| (VR\d\d) \|/gm)].map(([, id]) => id);
    expect(named).toEqual(Array.from({ length: 21 }, (_, index) => `VR${String(index + 1).padStart(2, '0')}`));
  });

  it('stays within 250 lines', () => {
    expect(page.split('\n').length).toBeLessThanOrEqual(250);
  });
});

describe('the table of metrics in the glossary', () => {
  it('contains every metric under its displayed name', () => {
    const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');
    const rows = [...glossary.matchAll(/^\| (.+) \| `(\w+)` \| (\w+) \| (.+) \| (.+) \|$/gm)].map(
      ([, ...cells]) => cells,
    );
    expect(rows).toEqual(
      columnMetrics.map(({ label, id, unit, formula, missing }) => [label, id, unit, formula, missing]),
    );
  });

  it('states no number as measured if the report has none', () => {
    const none = { value: null, numerator: 0, denominator: 0, interval95: null };
    const report = {
      ...{ visibilityScore: none, shareOfVoice: none, averagePosition: { value: null, listed: 0 } },
      steadiness: { meanJaccard: null, interval95: null, questionsRepeated: 0 },
      coverage: { noAnswer: { rate: null, interval95: null, questions: 0, of: 0 } },
    };
    expect(columnMetrics.map((metric) => metric.read(report).value)).toEqual(columnMetrics.map(() => null));
  });
});
