import { describe, expect, it } from 'vitest';
import type { VisibilityAttempt } from '../../../src/domain/identity/attempt.ts';
import { tango } from '../../../src/domain/statistics/tango.ts';
import { openWindow } from '../../../src/domain/visibility/attemptWindow.ts';
import { precedingComparison } from '../../../src/domain/visibility/comparison/preceding.ts';
import { previousWindow } from '../../../src/domain/visibility/comparison/previousWindow.ts';
import type { WindowComparison } from '../../../src/domain/visibility/comparison/windows.ts';
import { attempt, panel, scope } from './savedAttempts.ts';

const own = 'acme.example';
const yes = [own];
const no = ['rival.example'];
const window = { startDate: '2026-03-08', endDate: '2026-03-14' };

function times<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value);
}

function before(lists: readonly (readonly string[])[], extra = {}): VisibilityAttempt[] {
  return panel(lists, { runId: 'old', createdAt: '2026-03-02T10:00:00.000Z', ...extra });
}

function after(lists: readonly (readonly string[])[], extra = {}): VisibilityAttempt[] {
  return panel(lists, { runId: 'new', createdAt: '2026-03-09T10:00:00.000Z', ...extra });
}

function compare(current: readonly VisibilityAttempt[], previous: readonly VisibilityAttempt[]): WindowComparison {
  const given = { ...scope(current, { window }), previousAttempts: previous };
  const { comparison } = precedingComparison(given, openWindow(given));
  if (comparison === null) throw new Error('expected a comparison');
  return comparison;
}

describe('the previous period', () => {
  it.each([
    ['2026-03-08', '2026-03-14', '2026-03-01', '2026-03-07'],
    ['2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['2024-03-01', '2024-03-31', '2024-01-30', '2024-02-29'],
  ])('of %s to %s is %s to %s', (startDate, endDate, start, end) => {
    expect(previousWindow({ startDate, endDate })).toEqual({ startDate: start, endDate: end });
  });

  it.each([
    [null, '2026-03-14'],
    ['2026-03-08', null],
    ['2026-03-14', '2026-03-08'],
    ['0001-01-01', '9999-12-31'],
  ])('of %s to %s does not exist', (startDate, endDate) => {
    expect(previousWindow({ startDate, endDate })).toBeNull();
  });

  it.each([
    ['an open period', { startDate: null, endDate: null }, [], /a first and a last day/],
    ['a period whose predecessor was not read', window, null, /not read/],
  ])('is not compared for %s, and the reason is given', (_name, dates, previousAttempts, reason) => {
    const given = { ...scope([], { window: dates }), previousAttempts };
    const { comparison, comparisonMissing } = precedingComparison(given, openWindow(given));
    expect(comparison).toBeNull();
    expect(comparisonMissing).toMatch(reason);
  });
});

describe('a comparison of two periods', () => {
  it('is an increase if six of six changed questions gained', () => {
    const result = compare(after([...times(6, yes), ...times(4, no)]), before(times(10, no)));
    expect(result).toMatchObject({
      verdict: 'increase',
      paired: 10,
      gained: 6,
      lost: 0,
      difference: 60,
      p: 0.03125,
    });
  });

  it('is a decrease if nine of ten changed questions lost', () => {
    const current = after([...times(9, no), yes, ...times(5, no)]);
    const previous = before([...times(9, yes), no, ...times(5, no)]);
    expect(compare(current, previous)).toMatchObject({ verdict: 'decrease', gained: 1, lost: 9 });
  });

  it('is undecided if five of five gained: p is .0625', () => {
    const result = compare(after([...times(5, yes), ...times(5, no)]), before(times(10, no)));
    expect(result).toMatchObject({ verdict: 'no_detectable_change', p: 0.0625 });
  });

  it('has the paired score interval of its pairs, in percentage points', () => {
    const { interval95 } = compare(after([...times(6, yes), ...times(4, no)]), before(times(10, no)));
    const { lower, upper } = tango(6, 0, 10);
    expect(interval95).toEqual({ lower: 100 * lower, upper: 100 * upper });
  });

  it('is insufficient with five pairs, whatever they show', () => {
    const result = compare(after(times(5, yes)), before(times(5, no)));
    expect(result).toMatchObject({ verdict: 'insufficient_data', paired: 5, gained: 5 });
  });

  it('offers the unpaired difference with a warning only if too few are paired', () => {
    const few = compare(after(times(3, yes)), before(times(3, no)));
    const enough = compare(after(times(8, yes)), before(times(8, no)));
    expect(few.unpairedFallback).toMatchObject({ currentScore: 100, previousScore: 0, difference: 100 });
    expect(few.unpairedFallback?.warning).toContain('is not evidence of a change');
    expect(enough.unpairedFallback).toBeNull();
  });

  it('counts questions of one period only as unpaired', () => {
    const current = after(times(8, yes));
    const previous = before(times(10, yes)).slice(3);
    expect(compare(current, previous)).toMatchObject({ paired: 5, unpaired: 5 });
  });

  it('excludes questions whose identity is unknown in either period', () => {
    const current = after([...times(6, yes), ['~Acme'], yes]);
    const previous = before([...times(6, no), no, ['~Acme']]);
    expect(compare(current, previous)).toMatchObject({ paired: 6, dropped: { unknown_identity: 2 } });
  });

  it.each([
    ['model_changed', { model: 'model-b' }],
    ['harness_changed', { harnessVersion: 'harness/2' }],
    ['search_changed', { useSeoTools: true }],
    ['locale_changed', { locale: { language: 'de', country: null, region: null, city: null, timezone: null } }],
  ])('is not comparable if every question was answered with another setup: %s', (reason, extra) => {
    const result = compare(after(times(8, yes), extra), before(times(8, no)));
    expect(result).toMatchObject({
      verdict: 'not_comparable',
      difference: null,
      p: null,
      dropped: { [reason]: 8 },
    });
  });

  it('is not comparable if the model changes inside a period', () => {
    const [first, ...rest] = before(times(10, no));
    const mixed = [...rest, ...(first === undefined ? [] : [{ ...first, model: 'model-b' }])];
    expect(compare(after(times(10, yes)), mixed)).toMatchObject({ verdict: 'not_comparable', paired: 9, gained: null });
  });

  it('lists the paired runs of both periods', () => {
    const { runIds } = compare(after(times(2, yes)), before(times(2, no)));
    expect(runIds).toEqual({ current: ['new_01', 'new_02'], previous: ['old_01', 'old_02'] });
  });
});

describe('a comparison among others', () => {
  const six = [after([...times(6, yes), ...times(4, no)]), before(times(10, no))] as const;

  function compareAmong(firstAttemptAt: string, [current, previous]: readonly (readonly VisibilityAttempt[])[]) {
    const given = { ...scope(current ?? [], { window, firstAttemptAt }), previousAttempts: previous ?? [] };
    const { comparison } = precedingComparison(given, openWindow(given));
    return comparison;
  }

  it('uses its share of the level: significant as a single analysis, not as the second', () => {
    expect(compareAmong('2026-03-01T00:00:00.000Z', six)).toMatchObject({ looks: 1, level: 0.05, verdict: 'increase' });
    const second = compareAmong('2026-02-25T00:00:00.000Z', six);
    expect(second).toMatchObject({ looks: 2, level: 0.025, verdict: 'no_detectable_change', p: 0.03125 });
    expect(second?.reason).toMatch(/single look would call this a change, but among the 2 comparisons/);
  });

  it('has too few pairs if even all of them together could not reach its share of the level', () => {
    const eight = [after(times(8, yes)), before(times(8, no))];
    expect(compareAmong('2025-01-01T00:00:00.000Z', eight)).toMatchObject({
      looks: 12,
      verdict: 'insufficient_data',
      reason: expect.stringMatching(/fewer than 9/),
    });
    const nine = [after(times(9, yes)), before(times(9, no))];
    expect(compareAmong('2025-01-01T00:00:00.000Z', nine)).toMatchObject({ verdict: 'increase' });
  });
});

describe('questions of one topic', () => {
  const wordings = (topic: string) => [
    `Which ${topic} is best?`,
    `which ${topic} is best`,
    `Which is the best ${topic}?`,
    `Best ${topic}: which is it?`,
  ];
  const words = ['laptop', 'toaster', 'bicycle', 'umbrella', 'mattress', 'telescope', 'kettle', 'piano', 'tent'];
  const asked = (attempts: readonly VisibilityAttempt[], topics: number) => {
    const texts = words.slice(0, topics).flatMap(wordings);
    return attempts.map((one, index) => ({ ...one, question: texts[index] ?? one.question }));
  };
  const moved = (topics: number) =>
    compare(asked(after(times(4 * topics, yes)), topics), asked(before(times(4 * topics, no)), topics));

  it('move as one: three topics of four wordings give no verdict, and the reason is given', () => {
    const result = moved(3);
    expect(result).toMatchObject({ verdict: 'insufficient_data', compared: 12, topics: 3, p: 2 / 8 });
    expect(result.reason).toMatch(/fewer than 6 topics .* 12 questions form 3 topics/);
    expect(result.interval95?.lower).toBeLessThanOrEqual(0);
  });

  it('are significant at six topics, like six different questions', () => {
    expect(moved(6)).toMatchObject({ verdict: 'increase', compared: 24, topics: 6, p: 2 / 64, difference: 100 });
  });

  it('count as one also by the owner’s statement, and separately in v1', () => {
    const given = {
      ...scope(after(times(12, yes)), { window }),
      previousAttempts: before(times(12, no)),
    };
    const declaredTopics = Object.fromEntries(
      given.attempts.map(({ caseId }, index) => [caseId, `topic:${index % 4}`]),
    );
    const verdictOf = (extra: object) => {
      const one = { ...given, ...extra };
      return precedingComparison(one, openWindow(one)).comparison;
    };
    expect(verdictOf({})).toMatchObject({ verdict: 'increase', topics: 12 });
    expect(verdictOf({ declaredTopics })).toMatchObject({ verdict: 'insufficient_data', topics: 4 });
    expect(verdictOf({ declaredTopics, version: 'v1' })).toMatchObject({ verdict: 'increase', topics: 12 });
  });

  it('make another domain not significant as well', () => {
    const { otherDomains } = moved(3);
    expect(otherDomains).toMatchObject([
      { domain: 'rival.example', lost: 12, p: 2 / 8, verdict: 'no_detectable_change' },
    ]);
  });
});

describe('repeats inside the periods', () => {
  it('keep a question whose latest answer is unknown if another one is known', () => {
    const open = ['?The Acme Works'];
    const latest = after(times(7, open));
    const result = compare([...latest, ...again(latest, yes), ...again(again(latest, yes), yes)], before(times(7, no)));
    expect(result).toMatchObject({ paired: 0, compared: 7, difference: 100, verdict: 'increase' });
  });

  const again = (attempts: readonly VisibilityAttempt[], mentions: readonly string[]) =>
    attempts.map((one) =>
      attempt({ ...one, runId: `${one.runId}_again`, createdAt: one.createdAt.replace('T10', 'T09'), mentions }),
    );

  it('are averaged per question for the sign-flip test', () => {
    // Each of six questions moves from never to half of its answers: 2 of 64 sign patterns are as extreme.
    const latest = after(times(6, no));
    const result = compare([...latest, ...again(latest, yes)], before(times(6, no)));
    expect(result).toMatchObject({ repeated: 6, compared: 6, difference: 50, p: 2 / 64 });
    expect(result.verdict).toBe('increase');
  });

  it('count from the previous period too: from a half to nothing is a loss of fifty points', () => {
    const earlier = before(times(6, no));
    const result = compare(after(times(6, no)), [...earlier, ...again(earlier, yes)]);
    expect(result).toMatchObject({ repeated: 6, compared: 6, difference: -50, p: 2 / 64 });
    expect(result.verdict).toBe('decrease');
  });

  it('are not reported if no question was repeated', () => {
    expect(compare(after(times(6, yes)), before(times(6, no))).repeated).toBe(0);
  });

  it('give the noise floor: reruns that always differ, over four pairs, divided by the repeats averaged', () => {
    const latest = after(times(4, no));
    const result = compare([...latest, ...again(latest, yes)], before(times(4, no)));
    expect(result.noiseFloor).toMatchObject({ repeatPairs: 4, flips: 4, meanJaccard: 0 });
    // Two answers now and one before: (1/2 + 1) / 2 of the variance of single reruns, 1 for each of four questions.
    expect(result.noiseFloor.repeatsAveraged).toBeCloseTo(4 / 3, 12);
    expect(result.noiseFloor.percentagePoints).toBeCloseTo(100 * Math.sqrt(0.75 / 4), 12);
  });

  it('suppress a significant change that does not exceed the noise floor', () => {
    // Shares move by +50 points on 8 questions, -50 on none, 0 on 24; every one of 8 repeat pairs flips: floor 100/sqrt(32).
    const latest = after([...times(8, yes), ...times(24, no)]);
    const repeated = [...latest, ...again(latest.slice(0, 8), no)];
    const result = compare(repeated, before(times(32, no)));
    expect(result.p).toBeLessThan(0.05);
    expect(result.difference).toBeLessThan(result.noiseFloor.percentagePoints ?? 0);
    expect(result.verdict).toBe('no_detectable_change');
  });

  it('with another setup do not count', () => {
    const latest = after(times(6, no));
    const other = again(latest, yes).map((one) => ({ ...one, model: 'model-b' }));
    expect(compare([...latest, ...other], before(times(6, no))).repeated).toBe(0);
  });
});

describe('changes of other domains', () => {
  it('are tested if six questions changed, and adjusted for their number', () => {
    const current = after([...times(8, ['rival.example', 'third.example']), ...times(4, ['rival.example'])]);
    const previous = before([...times(8, yes), ...times(4, ['rival.example'])]);
    const { otherDomains } = compare(current, previous);
    expect(otherDomains).toEqual([
      { domain: 'rival.example', paired: 12, gained: 8, lost: 0, p: 1 / 128, adjustedP: 1 / 128, verdict: 'increase' },
      { domain: 'third.example', paired: 12, gained: 8, lost: 0, p: 1 / 128, adjustedP: 1 / 128, verdict: 'increase' },
    ]);
  });

  it('with exactly six changed questions are tested', () => {
    const current = after([...times(6, ['third.example']), ...times(5, no)]);
    expect(
      compare(current, before(times(11, no))).otherDomains.map(({ domain, gained, lost, verdict }) => [
        domain,
        gained,
        lost,
        verdict,
      ]),
    ).toEqual([
      ['rival.example', 0, 6, 'decrease'],
      ['third.example', 6, 0, 'increase'],
    ]);
  });

  it('with five changed questions are not tested', () => {
    const current = after([...times(5, ['third.example']), ...times(5, no)]);
    expect(compare(current, before(times(10, no))).otherDomains).toEqual([]);
  });
});
