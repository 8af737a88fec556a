import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overviewView } from '../../../src/cli/report/overviewView.ts';
import { changeFact, compareForAlert } from '../../../src/domain/alerts/changeFact.ts';
import { digestFact } from '../../../src/domain/alerts/digestFact.ts';
import { reportPage } from '../../../src/domain/sharing/reportPage.ts';
import { openWindow } from '../../../src/domain/visibility/attemptWindow.ts';
import { v1Comparison } from '../../../src/domain/visibility/comparison/v1.ts';
import { computeReports } from '../../../src/domain/visibility/runReport.ts';
import { long } from '../../support/long.ts';
import { attempt, scope } from './savedAttempts.ts';

const own = 'acme.example';
const rival = 'rival.example';
const window = { startDate: '2026-03-08', endDate: '2026-03-14' };
const before = { startDate: '2026-03-01', endDate: '2026-03-07' };

type Answers = readonly (readonly boolean[])[];

/** Creates several answers to each question, the latest first: whether each lists the website. */
function answersOf(period: 'now' | 'then', questions: Answers) {
  const day = period === 'now' ? '2026-03-10' : '2026-03-03';
  return questions.flatMap((listed, question) =>
    listed.map((isListed, repeat) =>
      attempt({
        runId: `${period}_${question}_${repeat}`,
        caseId: `case_${String(question).padStart(2, '0')}`,
        createdAt: `${day}T${String(20 - repeat).padStart(2, '0')}:00:00.000Z`,
        mentions: [isListed ? own : rival],
      }),
    ),
  );
}

/** Returns every text of the product that states a comparison's result. */
function textsOf(now: Answers, then: Answers) {
  const [attempts, previousAttempts] = [answersOf('now', now), answersOf('then', then)];
  const reports = computeReports({
    ...scope(attempts, { window }),
    previousAttempts,
    websiteRun: null,
    now: '2026-03-15T00:00:00.000Z',
    savedQuestions: now.length,
  });
  const periods = {
    website: { id: 'site_1', name: 'Acme' },
    engine: { id: 'openai', label: 'OpenAI' },
    period: window,
    previousPeriod: before,
    current: openWindow(scope(attempts)),
    previous: openWindow(scope(previousAttempts)),
    simulated: false,
  };
  const looked = compareForAlert(periods, 28);
  const shared = reportPage({
    brand: { name: 'Acme', logo: null, accent: null },
    name: 'Acme',
    reports,
    experiments: [],
    work: [],
    manifest: {
      madeAt: '2026-03-15T00:00:00.000Z',
      versions: { reader: 'r', analyzer: 'a', botTable: 'b', rules: [] },
      engineLabel: 'OpenAI',
    },
    digest: 'ab'.repeat(32),
  });
  const section = /<h2>Against the period before<\/h2>(.*?)<\/section>/s.exec(shared)?.[1] ?? '';
  const { comparison } = reports.overview;
  if (comparison === null) throw new Error('expected a comparison');
  return {
    comparison,
    looked,
    command: overviewView(reports.overview).head.at(-1) ?? '',
    shared: section.replaceAll('\u202f', ' '),
    step: reports.recommendations.recommendations.rows.find(({ ruleId }) => ruleId === 'VR19')?.text ?? null,
    alert: changeFact(periods, looked, 'both')?.lines.join('\n') ?? null,
    digest: digestFact(periods, looked, { failedGates: [] }).lines.find((line) => line.startsWith('Against')) ?? '',
  };
}

/** Returns the first figure in points of a text, and the interval in brackets after it. */
function figuresIn(text: string): { difference: number; lower: number; upper: number } {
  const number = '([+−-]?\\d+\\.\\d)';
  const found = new RegExp(`${number} (?:percentage )?points[^(]*\\(${number} to ${number} at 95 %`).exec(text);
  const [difference, lower, upper] = (found ?? []).slice(1).map((part) => Number(part.replace('−', '-')));
  if (difference === undefined || lower === undefined || upper === undefined) throw new Error(`no difference: ${text}`);
  return { difference, lower, upper };
}

const repeats = fc.array(fc.boolean(), { minLength: 1, maxLength: 4 });
const mostly = (listed: boolean) =>
  fc.array(
    fc.integer({ min: 0, max: 9 }).map((draw) => (draw === 0 ? !listed : listed)),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
const questions = { minLength: 8, maxLength: 24 };
const windows = fc.oneof(
  fc.array(fc.tuple(repeats, repeats), questions),
  fc.array(fc.tuple(mostly(true), mostly(false)), questions),
  fc.array(fc.tuple(mostly(false), mostly(true)), questions),
  // The latest answers move one way, all answers together the other way.
  fc.array(
    fc.tuple(fc.constant([false, true, true, true]), fc.constantFrom([true, false, false, false], [false, false])),
    questions,
  ),
);

describe('the difference next to a verdict', () => {
  long('agrees with its sign and its interval, and is the same in every text', () => {
    const called = { increase: 0, decrease: 0, other: 0 };
    fc.assert(
      fc.property(windows, (pairs) => {
        const texts = textsOf(
          pairs.map(([now]) => now),
          pairs.map(([, then]) => then),
        );
        for (const comparison of [texts.comparison, texts.looked]) {
          const { verdict, difference, interval95 } = comparison;
          if (difference === null || interval95 === null) throw new Error('expected a difference');
          expect(interval95.lower).toBeLessThanOrEqual(difference);
          expect(interval95.upper).toBeGreaterThanOrEqual(difference);
          if (verdict === 'increase') expect(interval95.lower).toBeGreaterThan(0);
          if (verdict === 'decrease') expect(interval95.upper).toBeLessThan(0);
        }
        const { verdict, difference, interval95, p } = texts.comparison;
        expect((interval95?.lower ?? 0) > 0 || (interval95?.upper ?? 0) < 0).toBe((p ?? 1) < 0.05);
        const isCalled = verdict === 'increase' || verdict === 'decrease';
        called[isCalled ? verdict : 'other'] += 1;
        const rounded = (value = 0) => Number(value.toFixed(1));
        const same = {
          difference: rounded(difference ?? 0),
          lower: rounded(interval95?.lower),
          upper: rounded(interval95?.upper),
        };
        const told = [texts.command, texts.shared, ...(isCalled ? [texts.step ?? ''] : [])];
        const alerts = texts.alert === null ? [] : [texts.alert, texts.digest];
        for (const text of [...told, ...alerts]) {
          const figures = figuresIn(text);
          expect(figures.difference + 0).toBeCloseTo(same.difference, 9);
          expect(figures.lower + 0).toBeCloseTo(same.lower, 9);
          expect(figures.upper + 0).toBeCloseTo(same.upper, 9);
        }
      }),
      { numRuns: 200 },
    );
    expect(Math.min(...Object.values(called))).toBeGreaterThan(5);
  });

  it('covers all answers, even if the latest ones moved the other way', () => {
    const now = Array.from({ length: 12 }, () => [false, true, true, true]);
    const then = Array.from({ length: 12 }, () => [true, false, false, false]);
    const { comparison, command, shared } = textsOf(now, then);
    expect(comparison).toMatchObject({ verdict: 'increase', difference: 50, gained: 0, lost: 12, repeated: 12 });
    expect(command).toContain('+50.0 points over 12 questions');
    expect(shared).toContain('+50.0 points over 12 questions');
  });

  it('is unchanged in v1: that of the latest answers, followed by the test of all answers', () => {
    const now = Array.from({ length: 12 }, () => [false, true, true, true]);
    const then = Array.from({ length: 12 }, () => [true, false, false, false]);
    expect(v1Comparison(textsOf(now, then).comparison)).toMatchObject({
      verdict: 'increase',
      difference: -100,
      mcnemarP: 2 / 2 ** 12,
      repeats: { questions: 12, compared: 12, meanDifference: 50, signFlipP: 2 / 2 ** 12 },
    });
  });
});
