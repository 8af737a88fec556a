import { describe, expect, it } from 'vitest';
import { findAddressFlaw, rotateSecret, secretsAt, shownAddress } from '../../../src/domain/alerts/alertDestination.ts';
import { canEvaluate, endedPeriod, endOfPeriod, periodsEndedBetween } from '../../../src/domain/alerts/alertPeriod.ts';
import { comparedDays, findSubjectFlaw, looksInQuarter } from '../../../src/domain/alerts/alertRule.ts';
import { budgetFacts } from '../../../src/domain/alerts/budgetFacts.ts';
import { changeFact, compareForAlert } from '../../../src/domain/alerts/changeFact.ts';
import { deliveryTimeMs, pauseAfterTry } from '../../../src/domain/alerts/deliverySchedule.ts';
import { mailOf, slackBody, teamsBody } from '../../../src/domain/alerts/messageShapes.ts';
import { failureStreak, gateFact } from '../../../src/domain/alerts/runFacts.ts';
import { streaksOf } from '../../../src/domain/alerts/streaks.ts';
import { openWindow } from '../../../src/domain/visibility/attemptWindow.ts';
import { levelOf } from '../../../src/domain/visibility/comparison/significanceLevel.ts';
import { panel, scope } from '../visibility/savedAttempts.ts';

describe('the periods that rules compare', () => {
  it.each([
    ['2026-03-16T00:00:00.000Z', 7, '2026-03-09', '2026-03-15'],
    ['2026-03-15T23:59:59.999Z', 7, '2026-03-02', '2026-03-08'],
    ['2026-03-16T00:00:00.000Z', 1, '2026-03-15', '2026-03-15'],
    ['2026-03-16T12:00:00.000Z', 14, '2026-03-02', '2026-03-15'],
    ['2026-03-10T12:00:00.000Z', 28, '2026-01-19', '2026-02-15'],
  ] as const)('at %s of %i days is %s to %s', (now, days, startDate, endDate) => {
    expect(endedPeriod(now, days)).toEqual({ startDate, endDate });
  });

  it.each(comparedDays)('of %i days follow each other without a gap or an overlap', (days) => {
    const periods = periodsEndedBetween('2026-01-01T00:00:00.001Z', '2026-04-03T00:00:00.000Z', days);
    for (const [index, { startDate }] of periods.slice(1).entries()) {
      expect(`${startDate}T00:00:00.000Z`).toBe(endOfPeriod(periods[index] as never));
    }
    // A quarter has at most as many interim analyses as share its level.
    expect(periods.length).toBeLessThanOrEqual(looksInQuarter(days));
    expect(looksInQuarter(days) * levelOf(looksInQuarter(days))).toBeCloseTo(0.05, 10);
  });

  it.each([
    ['2026-03-16T01:59:00.000Z', false, false],
    ['2026-03-16T02:00:00.000Z', false, true],
    ['2026-03-16T02:00:00.000Z', true, false],
    ['2026-03-17T02:00:00.000Z', true, true],
  ])('are judged at %s, answers awaited: %s: %s', (now, awaited, ripe) => {
    expect(canEvaluate({ startDate: '2026-03-09', endDate: '2026-03-15' }, now, awaited)).toBe(ripe);
  });
});

describe('the subject of a rule', () => {
  const nothing = { websiteId: null, engine: null, periodDays: null };
  it.each([
    [{ ...nothing, kind: 'visibility_change', websiteId: 's', periodDays: 7 }, null],
    [{ ...nothing, kind: 'visibility_change' }, 'websiteId'],
    [{ ...nothing, kind: 'gate_failed' }, null],
    [{ ...nothing, kind: 'engine_failing', engine: 'openai' }, null],
    [{ ...nothing, kind: 'engine_failing', websiteId: 's' }, 'websiteId'],
    [{ ...nothing, kind: 'run_needs_action', engine: 'openai' }, 'engine'],
    [{ ...nothing, kind: 'weekly_digest', websiteId: 's', periodDays: 7 }, 'periodDays'],
  ] as const)('%j has a flaw in %s', (subject, field) => {
    expect(findSubjectFlaw(subject)?.field ?? null).toBe(field);
  });
});

describe('a change', () => {
  const yes = ['acme.example'];
  const no = ['rival.example'];
  const week = (lists: readonly (readonly string[])[], runId: string, createdAt: string) =>
    panel(lists, { runId, createdAt });
  const look = (then: number, now: number, questions = 20) => {
    const lists = (listed: number) => Array.from({ length: questions }, (_, at) => (at < listed ? yes : no));
    const current = openWindow(scope(week(lists(now), 'new', '2026-03-10T10:00:00.000Z')));
    const previous = openWindow(scope(week(lists(then), 'old', '2026-03-03T10:00:00.000Z')));
    const compared = {
      website: { id: 'site_1', name: 'Acme' },
      engine: { id: 'openai', label: 'OpenAI' },
      period: { startDate: '2026-03-09', endDate: '2026-03-15' },
      previousPeriod: { startDate: '2026-03-02', endDate: '2026-03-08' },
      current,
      previous,
      simulated: false,
    };
    const comparison = compareForAlert(compared, 7);
    return {
      comparison,
      tell: (direction: 'both' | 'increase' | 'decrease') => changeFact(compared, comparison, direction),
    };
  };

  it.each([
    // 2 x 0.5^10 = 0.00195 is below 0.05 / 14 = 0.00357, and 2 x 0.5^9 is not.
    [10, 0, 'both', 'decrease'],
    [0, 10, 'both', 'increase'],
    [10, 0, 'decrease', 'decrease'],
    [10, 0, 'increase', null],
    [0, 10, 'decrease', null],
    [9, 0, 'both', null],
    [6, 0, 'both', null],
    [10, 10, 'both', null],
  ] as const)('from %i to %i of 20 questions, with direction %s, is %s', (then, now, direction, verdict) => {
    const { tell } = look(then, now);
    expect(tell(direction)?.figures.verdict ?? null).toBe(verdict);
  });

  it('never alerts about an untested difference, whatever its size', () => {
    const { comparison, tell } = look(5, 0, 5);
    expect([comparison.verdict, comparison.difference]).toEqual(['insufficient_data', -100]);
    expect(tell('both')).toBeNull();
  });

  it('names its answers, its counts and its intervals', () => {
    const fact = look(14, 2).tell('both');
    expect(fact).toMatchObject({
      subject: 'change:2026-03-15',
      figures: { listed: 2, known: 20, score: 10, previousScore: 70, lost: 12, looks: 14 },
      path: '/sites/site_1?from=2026-03-09&to=2026-03-15&engine=openai',
    });
    expect(fact?.runIds).toHaveLength(40);
    expect(fact?.lines.join(' ')).toMatch(/2 of 20 questions \(10 %, 3–30 % at 95 %\).*14 of 20 questions \(70 %/s);
  });
});

describe('a budget', () => {
  const about = { month: '2026-03', simulated: false, refused: null };
  const standing = (used: number, limit: number | null) => [{ kind: 'workspace' as const, id: 'w', used, limit }];
  it.each([
    [79, 100, []],
    [80, 100, [80]],
    [99, 100, [80]],
    [100, 100, [100]],
    [120, 100, [100]],
    [0, 0, [100]],
    [500, null, []],
  ])('with %i of %s used reports %j', (used, limit, thresholds) => {
    expect(budgetFacts(standing(used, limit), about).map(({ figures }) => figures.threshold)).toEqual(thresholds);
  });

  it('is full for a purchase that does not fit, and alerts again after it is raised', () => {
    const [fact] = budgetFacts(standing(50, 100), { ...about, refused: 'workspace' });
    expect(fact).toMatchObject({ figures: { threshold: 100, refused: true } });
    const [raised] = budgetFacts(standing(180, 200), about);
    expect(raised?.subject).not.toBe(budgetFacts(standing(90, 100), about)[0]?.subject);
  });
});

describe('a streak of failures', () => {
  const ends = (statuses: string) =>
    [...statuses].map((letter, at) => ({
      id: `run_${at}`,
      status: letter === 'f' ? 'failed' : 'completed',
      engine: 'openai',
      createdAt: String(at),
      error: null,
    }));
  it.each([
    ['ff', null],
    ['fff', 'since:run_0'],
    ['cfff', 'after:run_0'],
    ['cffff', 'after:run_0'],
    ['cffcf', null],
  ])('of %s (the latest last) is %s', (statuses, subject) => {
    expect(failureStreak(ends(statuses).reverse())?.subject ?? null).toBe(subject);
  });

  it('alerts once over a history, at its third failure', () => {
    const told = streaksOf(ends('fffffcffcfff'));
    expect(told.map(({ last, streak }) => [last.id, streak.subject])).toEqual([
      ['run_2', 'since:run_0'],
      ['run_11', 'after:run_8'],
    ]);
  });
});

describe('a gate', () => {
  const run = { id: 'run_1', websiteId: 'site_1', ask: { siteName: 'Acme' } };
  it.each([
    [['a'], null, 1],
    [['a'], [], 1],
    [['a'], ['a'], null],
    [['a', 'b'], ['a'], 1],
    [[], ['a'], null],
  ])('failing %j after %j alerts about %s', (failed, before, count) => {
    expect(gateFact(run, failed, before)?.figures.newlyFailed ?? null).toBe(count);
  });
});

describe('the pauses between attempts', () => {
  it('grow, vary randomly, and fill a day', () => {
    const tries = Array.from({ length: 60 }, (_, at) => pauseAfterTry(at + 1, 0, null));
    expect(tries.every((pause, at) => at === 0 || pause >= (tries[at - 1] ?? 0))).toBe(true);
    let sum = 0;
    const within = tries.findIndex((pause) => {
      sum += pause;
      return sum > deliveryTimeMs;
    });
    expect(within).toBeGreaterThanOrEqual(8);
    expect(pauseAfterTry(1, 0.99, null)).toBeGreaterThan(pauseAfterTry(1, 0, null));
  });

  it('are as long as a receiver requests, within limits', () => {
    expect(pauseAfterTry(1, 0, 120)).toBe(120_000);
    expect(pauseAfterTry(1, 0, 1_000_000)).toBe(4 * 3_600_000);
    expect(pauseAfterTry(5, 0, 1)).toBe(pauseAfterTry(5, 0, null));
  });
});

describe('an address', () => {
  it.each([
    ['webhook', 'https://hooks.example/x', false, null],
    ['webhook', 'http://hooks.example/x', true, 'https'],
    ['webhook', 'http://127.0.0.1:9/x', false, 'https'],
    ['webhook', 'http://127.0.0.1:9/x', true, null],
    ['slack', 'https://u:p@hooks.example/x', false, 'password'],
    ['teams', 'ftp://hooks.example/x', false, 'https'],
    ['email', 'a.b+c@mail.example', false, null],
    ['email', 'a@b.example, c@d.example', false, 'email'],
    ['email', 'Me <a@b.example>', false, 'email'],
    ['email', 'a@b.example\nBcc: x@y.example', false, 'email'],
  ] as const)('of a %s %j (loopback: %s) has this flaw: %s', (kind, address, loopback, flaw) => {
    const message = findAddressFlaw(kind, address, loopback);
    if (flaw === null) expect(message).toBeNull();
    else expect(message).toContain(flaw);
  });

  it('is shown without its path and query', () => {
    expect(shownAddress('slack', 'https://hooks.slack.example/services/T0/B0/secret')).toBe(
      'https://hooks.slack.example/…',
    );
  });

  it('keeps the previous secret for a day', () => {
    const first = { address: 'a', secrets: [{ value: '1', until: null }] };
    const second = rotateSecret(first, '2', '2026-03-01T00:00:00.000Z');
    const values = (now: string) => secretsAt(second.secrets, now).map(({ value }) => value);
    expect(values('2026-03-01T12:00:00.000Z')).toEqual(['2', '1']);
    expect(values('2026-03-02T00:00:00.000Z')).toEqual(['2']);
  });
});

describe('the shape of a message', () => {
  const fact = {
    ...{ id: 'alert_1', ruleId: 'rule_1', ruleName: 'R', at: '2026-03-16T00:00:00.000Z', kind: 'gate_failed' as const },
    ...{ subject: 's', websiteId: 'site_1', runIds: [], figures: {}, path: '/x', simulated: true },
    title: '<!channel> *Acme* [x](https://evil.example)',
    lines: ['One & two', 'Three'],
  };
  const letter = { fact, url: 'https://sightline.example/x' };

  it('gives third-party text no way to become markup, a mention or a link', () => {
    const slack = JSON.stringify(slackBody(letter));
    expect(slack).toContain('&lt;!channel&gt;');
    expect(slack).not.toContain('mrkdwn');
    const teams = JSON.stringify(teamsBody(letter));
    expect(teams).not.toContain('[x](');
    const { html, text, subject } = mailOf(letter);
    expect(html).not.toContain('<!channel>');
    expect(text).toContain('One & two\n\nThree');
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it('states that it is simulated, and links to the page that shows it', () => {
    for (const body of [slackBody(letter), teamsBody(letter), mailOf(letter)]) {
      expect(JSON.stringify(body)).toContain('Simulated');
      expect(JSON.stringify(body)).toContain('https://sightline.example/x');
    }
  });
});
