import { describe, expect, it } from 'vitest';
import type { VisibilityAttempt } from '../../../src/domain/identity/attempt.ts';
import { runReport } from '../../../src/domain/visibility/runReport.ts';
import type { VisibilityOverview } from '../../../src/domain/visibility/visibilityOverview.ts';
import { attempt, cited, facts, mention, panel, retrieved, scope, website } from './savedAttempts.ts';

const own = 'acme.example';
const now = '2026-03-10T10:00:00.000Z';

function overview(attempts: readonly VisibilityAttempt[], extra: Parameters<typeof scope>[1] = {}): VisibilityOverview {
  return runReport('overview', { ...scope(attempts, extra), now, savedQuestions: 8, previousAttempts: null });
}

function day(date: string, runId: string, caseId: string, mentions: readonly string[], extra = {}): VisibilityAttempt {
  return attempt({ runId, caseId, createdAt: `${date}T10:00:00.000Z`, mentions, ...extra });
}

describe('daily samples', () => {
  const { dailySamples } = overview([
    day('2026-03-01', 'run_1', 'case_1', [own]),
    day('2026-03-01', 'run_2', 'case_2', ['rival.example']),
    day('2026-03-02', 'run_3', 'case_1', [own]),
    day('2026-03-02', 'run_4', 'case_2', [own], { createdAt: '2026-03-02T23:59:59.999Z' }),
    day('2026-03-03', 'run_5', 'case_1', ['~Acme'], { model: 'model-b' }),
  ]);

  it('are one per UTC day, oldest first, with listed, known and score', () => {
    expect(dailySamples.map((s) => [s.date, s.questionCount, s.listed, s.known, s.unknown, s.score])).toEqual([
      ['2026-03-01', 2, 1, 2, 0, 50],
      ['2026-03-02', 2, 2, 2, 0, 100],
      ['2026-03-03', 1, 0, 0, 1, null],
    ]);
  });

  it('mark changes of questions or setup since the previous sample', () => {
    expect(dailySamples.map((s) => [s.questionsDiffer, s.setupDiffers])).toEqual([
      [null, null],
      [false, false],
      [true, true],
    ]);
  });

  it('use the latest answer of a question asked twice in a day', () => {
    const [sample] = overview([
      day('2026-03-01', 'run_1', 'case_1', [own]),
      day('2026-03-01', 'run_2', 'case_1', ['rival.example'], { createdAt: '2026-03-01T12:00:00.000Z' }),
    ]).dailySamples;
    expect(sample).toMatchObject({ questionCount: 1, listed: 0, runIds: ['run_2'] });
  });

  it('exclude an answer without a time of observation', () => {
    expect(overview([attempt({ runId: 'run_1', observedAt: null })]).dailySamples).toEqual([]);
  });
});

describe('domain leaderboard', () => {
  const lists = [
    ['rival.example', own],
    ['rival.example'],
    ['third.example', 'rival.example', own],
    ['?X', 'fourth.example'],
  ];

  it('sorts domains by appearances, then position, and marks the own one', () => {
    const { rows, total } = overview(panel(lists)).domains;
    expect(total).toBe(4);
    expect(rows.map((r) => [r.domain, r.own, r.appearances, r.averagePosition])).toEqual([
      ['rival.example', false, 3, 4 / 3],
      [own, true, 2, 2.5],
      ['third.example', false, 1, 1],
      ['fourth.example', false, 1, 2],
    ]);
  });

  it('gives each domain its share of all seven appearances', () => {
    expect(overview(panel(lists)).domains.rows[0]?.share).toBe(3 / 7);
  });

  it('is cut at the limit, with the total number', () => {
    const { rows, total } = overview(panel(lists), {
      filters: { platform: null, model: null, sourceType: 'all', limit: 1 },
    }).domains;
    expect([rows.length, total]).toEqual([1, 4]);
  });
});

it('a split by model shows each model like a filter on it', () => {
  const attempts = [
    day('2026-03-01', 'run_1', 'case_1', [own]),
    day('2026-03-02', 'run_2', 'case_1', ['rival.example'], { model: 'model-b' }),
    day('2026-03-02', 'run_3', 'case_2', [own], { model: null }),
  ];
  expect(overview(attempts).models.map((m) => [m.model, m.questionsAnswered, m.score, m.averagePosition])).toEqual([
    ['model-a', 1, 100, 1],
    ['model-b', 1, 0, null],
    [null, 1, 100, 1],
  ]);
});

describe('stability', () => {
  // a = acme, r = rival, t = third: lists ar, ra, a.
  const repeated = [
    day('2026-03-01', 'run_1', 'case_1', [own, 'rival.example']),
    day('2026-03-02', 'run_2', 'case_1', ['rival.example', own]),
    day('2026-03-03', 'run_3', 'case_1', ['third.example']),
  ];

  it('of a question averages over the pairs of its repeats', () => {
    const [row] = overview(repeated).stability.questions;
    // Jaccard 1, 0, 0. RBO at .8 of ar-ra: .25 x (0 + .64) + .64 = .8; the others 0. First domain: never the same.
    expect(row?.meanJaccard).toBeCloseTo(1 / 3, 12);
    expect(row?.meanRankBiasedOverlap).toBeCloseTo(0.8 / 3, 12);
    expect(row).toMatchObject({ answers: 3, pairs: 3, sameFirstShare: 0, meanListLength: 5 / 3, listed: 2, known: 3 });
    expect(row?.listedRate).toBeCloseTo(200 / 3, 12);
  });

  it('of the panel counts each repeated question once', () => {
    const other = [1, 2].map((n) => day(`2026-03-0${n}`, `run_x${n}`, 'case_2', [own]));
    const { stability } = overview([...repeated, ...other]);
    expect(stability.questionsRepeated).toBe(2);
    expect(stability.meanJaccard).toBeCloseTo((1 / 3 + 1) / 2, 12);
    expect(stability.meanRankBiasedOverlap).toBeCloseTo((0.8 / 3 + 1) / 2, 12);
    expect(stability.meanSameFirstShare).toBe(0.5);
  });

  it('never compares answers of different models', () => {
    const changed = repeated.map((one, index) => ({ ...one, model: `model-${index}` }));
    expect(overview(changed).stability).toMatchObject({ questionsRepeated: 0, meanJaccard: null });
  });

  it('does not affect the score', () => {
    expect(overview(repeated).visibilityScore).toMatchObject({ value: 0, denominator: 1 });
  });
});

describe('sources', () => {
  const lists = (...urls: string[]) => facts([own], { sources: cited(...urls) });
  const attempts = [
    attempt({
      runId: 'run_1',
      caseId: 'case_1',
      facts: lists('https://a.example/1', 'https://a.example/2', 'https://b.example/'),
    }),
    attempt({ runId: 'run_2', caseId: 'case_2', facts: lists('https://a.example/1') }),
    attempt({
      runId: 'run_3',
      caseId: 'case_2',
      createdAt: '2026-03-01T10:00:00.000Z',
      facts: lists('https://c.example/'),
    }),
    attempt({
      runId: 'run_4',
      caseId: 'case_2',
      createdAt: '2026-03-01T09:00:00.000Z',
      model: 'model-b',
      facts: lists(),
    }),
  ];

  it('overlap between questions, repeats and models', () => {
    // Questions: {a, b} and {a} share half. Repeats and models of case_2: {a} against {c}, and against nothing.
    expect(overview(attempts).sourceOverlap).toEqual({
      betweenQuestions: { pairs: 1, meanJaccard: 0.5 },
      betweenRepeats: { pairs: 1, meanJaccard: 0 },
      betweenModels: { pairs: 1, meanJaccard: 0 },
    });
  });

  it('have the concentration of their citations: three of a, one of b', () => {
    expect(overview(attempts).sourceConcentration).toEqual({
      citations: 4,
      domains: 2,
      herfindahl: 0.625,
      topFiveShare: 1,
      oneOffShare: 0.5,
    });
  });

  it('give the share of the five most cited of six domains: seven of eight citations', () => {
    const urls = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `https://${name}.example/`);
    const more = ['https://a.example/2', 'https://a.example/3'];
    const answer = attempt({ runId: 'run_1', facts: lists(...urls, ...more) });
    expect(overview([answer]).sourceConcentration).toMatchObject({ citations: 8, domains: 6, topFiveShare: 7 / 8 });
  });

  it('have no concentration if nothing is cited', () => {
    expect(overview(panel([[own]])).sourceConcentration).toMatchObject({
      herfindahl: null,
      topFiveShare: null,
      oneOffShare: null,
    });
  });
});

it('citation integrity counts cited, returned and dropped pages, and answers without a search', () => {
  const url = 'https://a.example/';
  const given = facts([mention('acme.example', { citationUrls: [url] }), 'rival.example'], {
    sources: [...cited(url), ...retrieved('https://b.example/')],
    dropped: { mentions: 1, citations: 2, byReason: { name_not_in_text: 1, citation_not_returned: 2 } },
  });
  const attempts = [
    attempt({ runId: 'run_1', caseId: 'case_1', facts: given }),
    attempt({ runId: 'run_2', caseId: 'case_2', facts: facts([]), completedSearchCount: 0 }),
    attempt({ runId: 'run_3', caseId: 'case_3', facts: null, completedSearchCount: null }),
    attempt({ runId: 'run_4', caseId: 'case_4', facts: facts([]) }),
  ];
  expect(overview(attempts).citationIntegrity).toEqual({
    cited: 1,
    returned: 2,
    dropped: 2,
    droppedByReason: { citation_not_returned: 2, name_not_in_text: 1 },
    mentions: 2,
    citedMentionShare: 0.5,
    noSearchShare: 0.25,
    searchUnrecordedShare: 0.25,
  });
});

describe('unresolved names', () => {
  it('are grouped under one form, most answers first', () => {
    const { unresolvedNames } = overview(panel([['?Other'], ['?Foo Inc', '?FOO'], ['?Foo']]));
    expect(unresolvedNames).toEqual({
      total: 2,
      rows: [
        { name: 'FOO', answers: 2, runIds: ['run_02', 'run_03'], beginsWithRegistered: false, mayBeOwn: false },
        { name: 'Other', answers: 1, runIds: ['run_01'], beginsWithRegistered: false, mayBeOwn: false },
      ],
    });
  });

  it('begin with those that start with a registered exact name, then those that may be yours', () => {
    const given = panel([['?Target Circle'], ['?TargetPlus'], ['?Zed'], ['?Zed'], ['?Target Deals']]);
    const owner = { ...website, name: 'Target', aliases: ['Target Plus'], exactNames: ['Target', 'Target Plus'] };
    const rows = runReport('overview', {
      ...scope(given, { website: owner }),
      now,
      savedQuestions: 8,
      previousAttempts: null,
    }).unresolvedNames.rows;
    expect(rows.map(({ name }) => name)).toEqual(['Target Circle', 'Target Deals', 'TargetPlus', 'Zed']);
  });
});

it('coverage of the questions is answers per saved question, known answers per answer, and their median age', () => {
  const attempts = [
    day('2026-03-10', 'run_1', 'case_1', [own]),
    day('2026-03-09', 'run_2', 'case_2', ['~Acme']),
    day('2026-03-05', 'run_3', 'case_3', [own]),
    attempt({ runId: 'run_4', caseId: 'case_4', observedAt: null }),
  ];
  expect(overview(attempts).questionCoverage).toEqual({
    savedQuestions: 8,
    answered: 4,
    answeredShare: 0.5,
    known: 3,
    knownShare: 0.75,
    medianAgeSeconds: 86_400,
  });
});

describe('detectable change', () => {
  it('is six questions of the panel if repeats show no changes', () => {
    expect(overview(panel(Array.from({ length: 20 }, () => [own]))).detectableChange).toEqual({
      questions: 20,
      expectedChanged: null,
      percentagePoints: 30,
    });
  });

  it('grows with the changes between repeats', () => {
    const latest = panel(Array.from({ length: 20 }, () => [own]));
    const repeats = latest.map((one, index) =>
      attempt({
        ...one,
        runId: `${one.runId}_a`,
        createdAt: '2026-03-01T10:00:00.000Z',
        mentions: index < 10 ? [] : [own],
      }),
    );
    // Ten of twenty are expected to change by chance; nine of ten one way is the smallest p below .05: (9 - 1) / 20.
    expect(overview([...latest, ...repeats]).detectableChange).toEqual({
      questions: 20,
      expectedChanged: 10,
      percentagePoints: 40,
    });
  });

  it('is unknown for a panel of five', () => {
    expect(overview(panel(Array.from({ length: 5 }, () => [own]))).detectableChange.percentagePoints).toBeNull();
  });
});
