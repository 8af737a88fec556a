import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VisibilityAttempt } from '../../../src/domain/identity/attempt.ts';
import { runReport } from '../../../src/domain/visibility/runReport.ts';
import { property } from '../../support/property.ts';
import { attempt, cited, facts, retrieved, scope } from './savedAttempts.ts';

const domains = [
  'acme.example',
  'acme-shop.example',
  'rival.example',
  'third.example',
  '?Somebody',
  '?AcmeCloud',
  '?Acme',
  '~Acme',
];
const pages = [
  'https://acme.example/a',
  'https://review.example/1',
  'https://review.example/2',
  'https://github.com/acme/x',
];

const oneAttempt = fc
  .record({
    question: fc.integer({ min: 1, max: 6 }),
    day: fc.integer({ min: 1, max: 9 }),
    status: fc.constantFrom('completed', 'completed', 'completed', 'failed', 'cancelled', 'running'),
    model: fc.constantFrom('model-a', 'model-a', 'model-b', null),
    mentions: fc.array(fc.constantFrom(...domains), { maxLength: 5 }),
    cites: fc.subarray(pages),
    finds: fc.subarray(pages),
    usable: fc.constantFrom(true, true, true, false),
    searches: fc.constantFrom(1, 0, null),
  })
  .map((given) => ({
    caseId: `case_${given.question}`,
    createdAt: `2026-03-0${given.day}T10:00:00.000Z`,
    status: given.status as VisibilityAttempt['status'],
    model: given.model,
    completedSearchCount: given.searches,
    facts: facts(given.mentions, {
      sources: [...cited(...given.cites), ...retrieved(...given.finds)],
      usable: given.usable,
    }),
  }));

const attempts = fc
  .array(oneAttempt, { maxLength: 30 })
  .map((list) => list.map((one, index) => attempt({ ...one, runId: `run_${String(index).padStart(2, '0')}` })));

const now = '2026-03-12T00:00:00.000Z';
const window = { startDate: '2026-03-05', endDate: '2026-03-09' };

function allReports(list: readonly VisibilityAttempt[], previous: readonly VisibilityAttempt[]): string {
  const given = scope(list, { window });
  const websiteRun = { runId: 'run_web', failedGates: [{ checkId: 'W01', urls: pages }] };
  return JSON.stringify([
    runReport('current', given),
    runReport('overview', { ...given, now, savedQuestions: 6, previousAttempts: previous }),
    runReport('citations', given),
    runReport('prompts', given),
    runReport('recommendations', { ...given, now, previousAttempts: previous, websiteRun }),
  ]);
}

describe('for any saved attempts', () => {
  property('the score lies from 0 to 100, inside its interval and its bounds', [attempts], (list) => {
    const { value, interval95, worstCaseBounds } = runReport('current', scope(list)).visibilityScore;
    if (value === null || interval95 === null || worstCaseBounds === null) {
      expect([value, interval95]).toEqual([null, null]);
      return;
    }
    for (const { lower, upper } of [interval95, worstCaseBounds]) {
      expect(0 <= lower && lower <= value + 1e-9 && value <= upper + 1e-9 && upper <= 100).toBe(true);
    }
  });

  property('known and unknown answers add up, and listed and not listed add up to the known', [attempts], (list) => {
    const { counts, coverage } = runReport('current', scope(list));
    expect(counts.known + counts.unknown).toBe(counts.answers);
    expect(counts.listed + counts.notListed).toBe(counts.known);
    expect(counts.answers).toBe(coverage.questionsAnswered);
    expect(coverage.completed + coverage.failed + coverage.cancelled + coverage.active).toBe(
      coverage.attemptsConsidered,
    );
  });

  property('the shares of all domains add up to one, and the owner’s is the share of voice', [attempts], (list) => {
    const { domains: board, shareOfVoice } = runReport('overview', {
      ...scope(list),
      now,
      savedQuestions: null,
      previousAttempts: null,
    });
    if (shareOfVoice.value === null) {
      expect(board.rows).toEqual([]);
      return;
    }
    expect(board.rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(board.rows.find(({ own }) => own)?.share ?? 0).toBe(shareOfVoice.value);
  });

  property('an average position lies between the first and the last place', [attempts], (list) => {
    const { value, median, min, max, listed } = runReport('current', scope(list)).averagePosition;
    if (value === null || median === null || min === null || max === null) {
      expect(listed).toBe(0);
      return;
    }
    expect(1 <= min && min <= value && value <= max && min <= median && median <= max).toBe(true);
  });

  it('the order of attempts changes nothing, in any report', () => {
    const shuffled = attempts.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, attempts, ([list, other], previous) => {
        expect(allReports(other, [...previous].reverse())).toBe(allReports(list, previous));
      }),
      { numRuns: 50 },
    );
  });

  property('an undecidable answer never moves the score, nor raises the lower bound', [attempts], (list) => {
    const more = [...list, attempt({ runId: 'run_x', caseId: 'case_x', mentions: ['~Acme'] })];
    const before = runReport('current', scope(list)).visibilityScore;
    const after = runReport('current', scope(more)).visibilityScore;
    expect(after.value).toBe(before.value);
    expect(after.worstCaseBounds?.lower ?? 0).toBeLessThanOrEqual(before.worstCaseBounds?.lower ?? 0);
    expect(after.worstCaseBounds?.upper ?? 100).toBeGreaterThanOrEqual(before.worstCaseBounds?.upper ?? 0);
  });

  property('a failed attempt never changes a metric', [attempts], (list) => {
    const more = [...list, attempt({ runId: 'run_z', caseId: 'case_1', status: 'failed', createdAt: now })];
    const metrics = (given: readonly VisibilityAttempt[]) => {
      const { visibilityScore, shareOfVoice, averagePosition, counts } = runReport('current', scope(given));
      return { visibilityScore, shareOfVoice, averagePosition, counts };
    };
    expect(metrics(more)).toEqual(metrics(list));
  });

  property('a period compared with itself shows no change', [attempts], (list) => {
    const given = { ...scope(list, { window }), now, savedQuestions: null, previousAttempts: list };
    const { comparison } = runReport('overview', given);
    expect(['no_detectable_change', 'insufficient_data', 'not_comparable']).toContain(comparison?.verdict);
    expect([0, null]).toContain(comparison?.difference);
  });

  property('owned and external citations make up all citations', [attempts], (list) => {
    const rows = (sourceType: 'all' | 'owned' | 'external') =>
      runReport('citations', scope(list, { filters: { platform: null, model: null, sourceType, limit: 200 } }))
        .citations.rows;
    expect(rows('owned').every(({ owned }) => owned)).toBe(true);
    expect(rows('external').some(({ owned }) => owned)).toBe(false);
    expect(rows('owned').length + rows('external').length).toBe(rows('all').length);
  });

  property(
    'a report survives JSON unchanged: no absent field, and no number that JSON cannot represent',
    [attempts],
    { numRuns: 50 },
    (list) => {
      const given = { ...scope(list, { window }), now, savedQuestions: 6, previousAttempts: list };
      const reports = [runReport('overview', given), runReport('citations', given), runReport('prompts', given)];
      expect(JSON.parse(JSON.stringify(reports))).toStrictEqual(reports);
    },
  );
});
