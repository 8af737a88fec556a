import { describe, expect, it } from 'vitest';
import { runReport } from '../../../src/domain/visibility/runReport.ts';
import { attempt, facts, panel, scope } from './savedAttempts.ts';

const own = 'acme.example';

describe('visibility score', () => {
  // Six list the target, four are known not to, five cannot say: 100 x 6 / 10.
  const lists = [
    ...Array.from({ length: 6 }, () => [own]),
    ...Array.from({ length: 4 }, () => ['rival.example']),
    ...Array.from({ length: 5 }, () => ['rival.example', '~Acme']),
  ];
  const report = runReport('current', scope(panel(lists)));

  it('is 60 with six listed of ten known answers', () => {
    expect(report.visibilityScore).toMatchObject({ value: 60, numerator: 6, denominator: 10, excludedUnknown: 5 });
  });

  it('has its Wilson interval in points of the score', () => {
    expect(report.visibilityScore.interval95?.lower).toBeCloseTo(31.2673769733658, 9);
    expect(report.visibilityScore.interval95?.upper).toBeCloseTo(83.1819670293764, 9);
  });

  it('has the bounds that the unknown answers leave open', () => {
    expect(report.visibilityScore.worstCaseBounds).toEqual({ lower: 40, upper: (100 * 11) / 15 });
  });

  it('lists the runs it counts, without the excluded ones', () => {
    expect(report.visibilityScore.runIds).toEqual(
      Array.from({ length: 10 }, (_, i) => `run_${String(i + 1).padStart(2, '0')}`),
    );
  });

  it('counts known, unknown, listed and not listed answers', () => {
    expect(report.counts).toEqual({ known: 10, unknown: 5, listed: 6, notListed: 4, answers: 15 });
  });
});

describe('without an answer', () => {
  const report = runReport('current', scope([]));

  it('every metric is unknown, not zero', () => {
    expect(report.visibilityScore).toMatchObject({ value: null, interval95: null, worstCaseBounds: null });
    expect(report.shareOfVoice).toMatchObject({ value: null, interval95: null });
    expect(report.averagePosition).toMatchObject({ value: null, median: null, min: null, max: null });
  });
});

describe('whether an answer lists the target', () => {
  it.each([
    ['listed together with an unknown name', facts(['?Somebody', own]), { listed: 1, notListed: 0, unknown: 0 }],
    ['listed in a truncated answer', facts([own], { usable: false }), { listed: 1, notListed: 0, unknown: 0 }],
    [
      'not listed, with an unknown name',
      facts(['rival.example', '?Somebody']),
      { listed: 0, notListed: 1, unknown: 0 },
    ],
    ['unknown next to a similar name', facts(['?AcmeCloud']), { listed: 0, notListed: 0, unknown: 1 }],
    [
      'unknown in a truncated answer',
      facts(['rival.example'], { usable: false }),
      { listed: 0, notListed: 0, unknown: 1 },
    ],
    ['unknown without a reading', null, { listed: 0, notListed: 0, unknown: 1 }],
    ['not listed among identified names', facts(['rival.example']), { listed: 0, notListed: 1, unknown: 0 }],
    ['not listed where nobody is recommended', facts([]), { listed: 0, notListed: 1, unknown: 0 }],
    ['unknown in an empty reading', facts([], { recommendsNobody: null }), { listed: 0, notListed: 0, unknown: 1 }],
  ])('%s', (_name, given, counts) => {
    expect(runReport('current', scope([attempt({ runId: 'run_1', facts: given })])).counts).toMatchObject(counts);
  });

  it('counts an answer without a search, which rule VR14 reports', () => {
    const report = runReport('current', scope([attempt({ runId: 'run_1', mentions: [own], completedSearchCount: 0 })]));
    expect(report.visibilityScore.value).toBe(100);
  });
});

describe('share of voice', () => {
  const report = runReport(
    'current',
    scope(panel([[own, 'rival.example'], ['rival.example', 'third.example', 'fourth.example'], [own]])),
  );

  it('is its part of all identified appearances: two of six', () => {
    expect(report.shareOfVoice).toMatchObject({ value: 2 / 6, numerator: 2, denominator: 6 });
  });

  it('has the linearised interval, here cut at zero', () => {
    expect(report.shareOfVoice.interval95?.lower).toBe(0);
    expect(report.shareOfVoice.interval95?.upper).toBeCloseTo(1 / 3 + (1.959963984540054 * Math.sqrt(7 / 3)) / 6, 12);
  });

  it('counts each domain once in an answer that lists it twice', () => {
    const twice = runReport('current', scope(panel([[own, own, 'rival.example']])));
    expect(twice.shareOfVoice).toMatchObject({ numerator: 1, denominator: 2 });
  });

  it('lists only the answers that identify a domain', () => {
    const report = runReport('current', scope(panel([[own], [], ['?Somebody']])));
    expect(report.shareOfVoice.runIds).toEqual(['run_01']);
  });

  it('counts grouped domains as one', () => {
    const grouped = runReport('current', scope(panel([[own, 'acme-shop.example', 'rival.example']])));
    expect(grouped.shareOfVoice).toMatchObject({ numerator: 1, denominator: 2 });
  });

  it('counts identified domains of answers whose target status is unknown', () => {
    const mixed = runReport('current', scope(panel([[own], ['rival.example', '~Acme']])));
    expect(mixed.shareOfVoice).toMatchObject({ numerator: 1, denominator: 2, runIds: ['run_01', 'run_02'] });
  });
});

describe('average position', () => {
  const report = runReport(
    'current',
    scope(
      panel([[own, 'rival.example'], ['rival.example', '?Somebody', own, own], ['rival.example'], ['?Other', own]]),
    ),
  );

  it('averages the first positions 1, 3 and 2 of the answers that list the target', () => {
    expect(report.averagePosition).toMatchObject({ value: 2, median: 2, min: 1, max: 3, listed: 3 });
  });

  it('lists the answers with the target, and states that it is conditional on them', () => {
    expect(report.averagePosition.runIds).toEqual(['run_01', 'run_02', 'run_04']);
    expect(report.averagePosition.note).toBe('conditional on being listed');
  });
});

describe('counted attempts', () => {
  const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z`;

  it('include the latest completed answer of each question', () => {
    const attempts = [
      attempt({ runId: 'run_1', createdAt: at(1), mentions: [own] }),
      attempt({ runId: 'run_2', createdAt: at(2), mentions: ['rival.example'] }),
    ];
    expect(runReport('current', scope(attempts)).visibilityScore).toMatchObject({
      value: 0,
      denominator: 1,
      runIds: ['run_2'],
    });
  });

  it('keep a completed answer if later attempts fail, are cancelled or still run', () => {
    const attempts = [
      attempt({ runId: 'run_1', createdAt: at(1), mentions: [own] }),
      attempt({ runId: 'run_2', createdAt: at(2), status: 'failed' }),
      attempt({ runId: 'run_3', createdAt: at(3), status: 'cancelled' }),
      attempt({ runId: 'run_4', createdAt: at(4), status: 'running' }),
    ];
    expect(runReport('current', scope(attempts)).visibilityScore).toMatchObject({ value: 100, runIds: ['run_1'] });
  });

  it('break a tie of time by the run id', () => {
    const attempts = [
      attempt({ runId: 'run_b', mentions: [own] }),
      attempt({ runId: 'run_a', mentions: ['rival.example'] }),
    ];
    expect(runReport('current', scope(attempts)).visibilityScore.runIds).toEqual(['run_b']);
  });

  it('exclude searches restricted to reviewed domains', () => {
    const attempts = [attempt({ runId: 'run_1', mentions: [own], searchMode: 'reviewed-domains' })];
    expect(runReport('current', scope(attempts)).coverage.attemptsConsidered).toBe(0);
  });

  it('are the newest hundred, with a note that more exist', () => {
    const many = panel(Array.from({ length: 101 }, () => [own]));
    const { coverage, visibilityScore } = runReport('current', scope(many));
    expect(coverage).toMatchObject({ attemptsConsidered: 100, truncated: true });
    expect(visibilityScore.runIds).not.toContain('run_01');
  });
});

describe('the head of a report', () => {
  const report = runReport(
    'current',
    scope(
      [
        attempt({ runId: 'run_1', mentions: [own] }),
        attempt({ runId: 'run_2', caseId: 'case_2', model: 'model-b', mentions: [] }),
        attempt({ runId: 'run_3', caseId: 'case_3', status: 'failed' }),
        attempt({ runId: 'run_4', caseId: 'case_3', status: 'cancelled' }),
        attempt({ runId: 'run_5', caseId: 'case_3', status: 'queued' }),
        attempt({ runId: 'run_6', caseId: 'case_3', status: 'requires_action' }),
      ],
      { matched: 250, truncated: true, simulated: true, window: { startDate: '2026-03-01', endDate: null } },
    ),
  );

  it('states what was counted', () => {
    expect(report.coverage).toEqual({
      scope: 'newest100',
      attemptsRead: 6,
      attemptsConsidered: 6,
      attemptsMatched: 250,
      truncated: true,
      completed: 2,
      failed: 1,
      cancelled: 1,
      active: 2,
      questionKinds: null,
      questions: 3,
      questionsAnswered: 2,
      noAnswer: { questions: 0, of: 2, rate: 0, interval95: { lower: 0, upper: expect.closeTo(65.76, 2) }, runIds: [] },
    });
  });

  it('reports mixed models', () => {
    expect(report.comparability).toEqual({
      models: ['model-a', 'model-b'],
      harnessVersions: ['harness/1'],
      mixed: true,
    });
  });

  it('lists models and harness versions in one order, whatever the order of the answers', () => {
    const asked = ['b', 'a', 'c'].map((mark, at) =>
      attempt({ runId: `run_${at}`, caseId: `case_${at}`, model: `model-${mark}`, harnessVersion: `harness/${mark}` }),
    );
    for (const attempts of [asked, asked.toReversed()]) {
      expect(runReport('current', scope(attempts)).comparability).toMatchObject({
        models: ['model-a', 'model-b', 'model-c'],
        harnessVersions: ['harness/a', 'harness/b', 'harness/c'],
      });
    }
  });

  it('names the website and the time, and says if the answers were simulated', () => {
    expect(report).toMatchObject({
      website: { id: 'site_1', domain: own },
      window: { startDate: '2026-03-01', endDate: null },
      filters: { platform: null, model: null, sourceType: 'all', limit: 50 },
      simulated: true,
    });
  });

  it('says that a position is not a rank', () => {
    expect(report.reading).toContain('neither a search-engine rank nor a measurement of a consumer chat website');
  });

  it('does not report a mixed setup if only questions and their locations differ', () => {
    const german = { language: 'de', country: 'DE', region: null, city: null, timezone: null };
    const attempts = [attempt({ runId: 'run_1' }), attempt({ runId: 'run_2', caseId: 'case_2', locale: german })];
    expect(runReport('current', scope(attempts)).comparability.mixed).toBe(false);
  });
});
