import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadSearch } from '../../../src/domain/answer/reading.ts';
import type { VisibilityAttempt } from '../../../src/domain/identity/attempt.ts';
import { compareEngines } from '../../../src/domain/visibility/engines/comparison.ts';
import { addCounts, countSearches } from '../../../src/domain/visibility/engines/searchCounts.ts';
import { searchQueries } from '../../../src/domain/visibility/engines/searchQueries.ts';
import { computeReports } from '../../../src/domain/visibility/runReport.ts';
import { attempt, cited, facts, scope, textOf, website } from './savedAttempts.ts';

const own = 'acme.example';
const rival = 'rival.example';

type Answers = readonly (readonly string[] | 'no answer')[];

/** Creates one answer per question at one engine. All engines share questions, but not cases. */
function answersOf(engine: string, answers: Answers, extra: Partial<VisibilityAttempt> = {}): VisibilityAttempt[] {
  return answers.map((mentions, index) => {
    const at = { runId: `run_${engine}_${index}`, caseId: `case_${engine}_${index}`, question: `Question ${index}?` };
    const reading =
      mentions === 'no answer'
        ? facts([], { noAnswer: 'no_answer_shown', recommendsNobody: null, usable: false })
        : facts(mentions, { sources: cited(`https://${engine}.example/a`, 'https://shared.example/b') });
    return attempt({ ...at, engine, facts: reading, text: mentions === 'no answer' ? '' : textOf(mentions), ...extra });
  });
}

function compare(engines: Record<string, Answers>, extra: Record<string, Partial<VisibilityAttempt>> = {}) {
  const head = {
    website: { id: website.id, domain: website.domain },
    window: { startDate: null, endDate: null },
    simulated: false,
    filters: { sourceType: 'all' as const, limit: 50 },
  };
  return compareEngines(head, {
    declared: 'one',
    leftOut: [],
    engines: Object.entries(engines).map(([engine, answers]) => ({
      label: engine,
      scope: scope(answersOf(engine, answers, extra[engine]), { engine }),
    })),
  });
}

const times = (count: number, mentions: readonly string[]): Answers => Array.from({ length: count }, () => mentions);

describe('engines side by side', () => {
  it('have a column each, and no number combines several', () => {
    const report = compare({
      one: [...times(6, [own, rival]), ...times(4, [rival])],
      two: [...times(2, [rival, own]), ...times(6, [rival]), 'no answer', 'no answer'],
    });
    expect(report.engines).toMatchObject([
      {
        engine: 'one',
        visibilityScore: { value: 60, numerator: 6, denominator: 10 },
        shareOfVoice: { numerator: 6, denominator: 16 },
        averagePosition: { value: 1, listed: 6 },
        sources: { total: 2, citations: 20, pages: 2 },
        coverage: { noAnswer: { questions: 0, of: 10, rate: 0 } },
      },
      {
        engine: 'two',
        visibilityScore: { value: 25, numerator: 2, denominator: 8 },
        averagePosition: { value: 2, listed: 2 },
        coverage: { noAnswer: { questions: 2, of: 10, rate: 20, runIds: ['run_two_8', 'run_two_9'] } },
      },
    ]);
    expect(report.engines[1]?.coverage.noAnswer.interval95?.lower).toBeCloseTo(5.67, 2);
    expect(report.engines.map(({ runIds }) => runIds.length)).toEqual([10, 8]);
    expect(Object.keys(report)).not.toContain('visibilityScore');
  });

  it.each([
    ['six of six one way', times(6, [own]), times(6, [rival]), 'first_listed_more', 0.03125],
    ['the other way', times(6, [rival]), times(6, [own]), 'second_listed_more', 0.03125],
    ['five of five', times(5, [own]), times(5, [rival]), 'insufficient_data', null],
    ['four of six', [...times(4, [own]), ...times(2, [rival])], times(6, [rival]), 'no_detectable_difference', 0.125],
  ] as [string, Answers, Answers, string, number | null][])(
    'report of %s only what a paired test supports',
    (_what, one, two, verdict, adjustedP) => {
      const [pair] = compare({ one, two }).pairs;
      expect(pair).toMatchObject({ first: 'one', second: 'two', verdict, adjustedP, paired: one.length });
    },
  );

  it('correct for the number of pairs: a difference significant for one pair is not for three', () => {
    const one = times(6, [own]);
    const two = times(6, [rival]);
    const three = [...times(3, [own]), ...times(3, [rival])];
    const { pairs } = compare({ one, two, three });
    expect(pairs.map(({ p, adjustedP }) => [p, adjustedP])).toEqual([
      [0.03125, 0.09375],
      [0.25, 0.25],
      [0.25, 0.25],
    ]);
    expect(pairs[0]).toMatchObject({
      verdict: 'no_detectable_difference',
      reason: expect.stringMatching(/among 3 pairs/),
    });
  });

  it('state the steadiness of each, with an interval over its repeated questions', () => {
    const repeated = (question: number, mentions: readonly string[], hour: number): VisibilityAttempt[] =>
      answersOf('one', times(question + 1, mentions))
        .slice(question)
        .map((one) => ({ ...one, runId: `${one.runId}_at_${hour}`, createdAt: `2026-03-01T0${hour}:00:00.000Z` }));
    const attempts = [
      ...repeated(0, [own, rival], 1),
      ...repeated(0, [own, rival], 2),
      ...repeated(1, [own], 1),
      ...repeated(1, [rival], 2),
      ...repeated(2, [own], 1),
    ];
    const { engines } = compareEngines(
      {
        website: { id: website.id, domain: website.domain },
        window: { startDate: null, endDate: null },
        simulated: false,
        filters: { sourceType: 'all', limit: 50 },
      },
      { declared: 'one', leftOut: [], engines: [{ label: 'one', scope: scope(attempts, { engine: 'one' }) }] },
    );
    const half = { lower: expect.closeTo(0.0945, 4), upper: expect.closeTo(0.9055, 4) };
    expect(engines[0]?.steadiness).toEqual({
      questionsRepeated: 2,
      meanJaccard: 0.5,
      interval95: half,
      meanRankBiasedOverlap: 0.5,
      rankBiasedOverlapInterval95: half,
      meanSameFirstShare: 0.5,
      sameFirstInterval95: half,
    });
    expect(compare({ one: times(3, [own]) }).engines[0]?.steadiness).toMatchObject({
      meanJaccard: null,
      interval95: null,
    });
  });

  it('pair only the same questions, and count the rest by reason', () => {
    const [pair] = compare({ one: [[own], [own], [rival, '~Acme'], [own]], two: [[rival], [own], [own]] }).pairs;
    expect(pair).toMatchObject({ paired: 2, unpaired: 1, unknownIdentity: 1, onlyFirst: 1, onlySecond: 0 });
    expect(pair?.differing).toMatchObject({ total: 1, rows: [{ listedAt: 'first' }] });
    expect(pair?.difference).toBe(50);
  });

  it('exclude an engine whose model changes within its answers', () => {
    const report = compare({ one: times(8, [own]), two: times(8, [rival]) });
    expect(report.pairs[0]?.verdict).toBe('first_listed_more');
    const mixed = scope(
      answersOf('two', times(8, [rival])).map((one, at) => ({ ...one, model: at < 4 ? 'model-a' : 'model-b' })),
      { engine: 'two' },
    );
    const { pairs } = compareEngines(
      { ...report, filters: { sourceType: 'all', limit: 50 } },
      {
        declared: 'one',
        leftOut: [],
        engines: [
          { label: 'one', scope: scope(answersOf('one', times(8, [own])), { engine: 'one' }) },
          { label: 'two', scope: mixed },
        ],
      },
    );
    expect(pairs[0]).toMatchObject({ verdict: 'not_comparable', adjustedP: null });
  });

  it('state how much two engines use the same sources', () => {
    const [pair] = compare({ one: times(3, [own]), two: times(3, [own]) }).pairs;
    expect(pair?.sources).toEqual({
      shared: 1,
      onlyFirst: 1,
      onlySecond: 1,
      jaccard: 1 / 3,
      sharedPages: 1,
      pagesJaccard: 1 / 3,
      questions: 3,
      meanJaccard: 1 / 3,
    });
  });
});

describe('pages without an answer', () => {
  const inputs = (attempts: readonly VisibilityAttempt[]) => ({
    ...scope(attempts),
    now: '2026-03-03T00:00:00.000Z',
    savedQuestions: 6,
    previousAttempts: null,
    websiteRun: null,
  });
  const answered = answersOf('one', [[own], [rival], [own, rival], [rival, '~Acme']]);
  const unanswered = answersOf('one', ['no answer', 'no answer', 'no answer', 'no answer', 'no answer', 'no answer']);
  /** Two questions never showed an answer; the other four had none earlier. */
  const earlier = unanswered.map((one, at) => ({
    ...one,
    runId: `${one.runId}_before`,
    createdAt: at < 4 ? '2026-03-01T10:00:00.000Z' : one.createdAt,
  }));
  const with_ = computeReports(inputs([...answered, ...earlier]));
  const without = computeReports(inputs(answered));

  it.each([
    ['the score', ({ current }: typeof with_) => current.visibilityScore],
    ['the share of voice', ({ current }: typeof with_) => current.shareOfVoice],
    ['the positions', ({ current }: typeof with_) => current.averagePosition],
    ['the counts', ({ overview }: typeof with_) => overview.counts],
    ['the leading domains', ({ overview }: typeof with_) => overview.domains],
    ['the models', ({ overview }: typeof with_) => overview.models],
    ['the stability', ({ overview }: typeof with_) => overview.stability],
    ['the sources', ({ overview }: typeof with_) => [overview.sourceOverlap, overview.sourceConcentration]],
    ['the citation integrity', ({ overview }: typeof with_) => overview.citationIntegrity],
    ['the names', ({ overview }: typeof with_) => [overview.unresolvedNames, overview.learnedNames]],
    ['the daily sample of the answers', ({ overview }: typeof with_) => overview.dailySamples.at(-1)],
    ['the citations', ({ citations }: typeof with_) => [citations.totals, citations.citations, citations.domains]],
    ['the recommendations', ({ recommendations }: typeof with_) => recommendations.recommendations],
  ])('change nothing about %s', (_what, of) => {
    expect(of(with_)).toEqual(of(without));
  });

  it('are counted separately, by the newest completed attempt of each question', () => {
    expect(with_.current.coverage.noAnswer).toMatchObject({ questions: 2, of: 6, rate: 100 / 3 });
    expect(with_.current.coverage).toMatchObject({ questions: 6, questionsAnswered: 4, completed: 10 });
    const rows = with_.prompts.questions.rows.filter(({ runId }) => runId === null);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ targetStatus: null, position: null, known: 0, completed: 0, attempts: 1 });
  });
});

type SearchedAnswer = { runId: string; engine: string; questionId: string; searches: readonly ReadSearch[] | null };

const partsOf = (answers: readonly SearchedAnswer[]) =>
  answers.map(({ engine, questionId, ...answer }) => ({ engine, questionId, counts: countSearches([answer]) }));

describe('searches of engines', () => {
  const page = (url: string, isCited: boolean) => ({ url, title: null, cited: isCited });
  const report = searchQueries(
    {
      website: { id: website.id, domain: own },
      window: { startDate: null, endDate: null },
      simulated: false,
      questionKinds: null,
    },
    {
      website,
      engines: [
        { engine: 'one', label: 'One' },
        { engine: 'two', label: 'Two' },
      ],
      leftOut: [],
      limit: 1,
      parts: partsOf([
        {
          runId: 'r1',
          engine: 'one',
          questionId: 'q1',
          searches: [
            { query: 'Best CRM', pages: [page('https://acme.example/a', true), page('https://x.example/', false)] },
            { query: 'crm price', pages: [] },
          ],
        },
        { runId: 'r2', engine: 'one', questionId: 'q2', searches: [] },
        {
          runId: 'r3',
          engine: 'two',
          questionId: 'q1',
          searches: [{ query: 'best  crm', pages: [page('https://acme.example/a', false)] }],
        },
        { runId: 'r4', engine: 'two', questionId: 'q2', searches: null },
      ]),
    },
  );

  it('are counted by query and by engine, with the pages returned, cited and owned', () => {
    expect(report.searches.total).toBe(2);
    expect(report.searches.rows).toMatchObject([
      {
        query: 'Best CRM',
        times: 2,
        engines: [
          { engine: 'one', times: 1, answers: 1 },
          { engine: 'two', times: 1, answers: 1 },
        ],
        ...{ pagesReturned: 2, pagesCited: 1, ownedReturned: 1, ownedCited: 1 },
        pages: { rows: [{ url: 'https://acme.example/a', owned: true, returned: 2, cited: 1 }, { owned: false }] },
        questionIds: ['q1'],
        runIds: ['r1', 'r3'],
      },
    ]);
  });

  it('are the same however its answers were added up in advance', () => {
    const pageOf = fc.record({
      url: fc.constantFrom('https://acme.example/a', 'https://x.example/', 'https://y.example/b'),
      title: fc.constant(null),
      cited: fc.boolean(),
    });
    const search = fc.record({
      query: fc.constantFrom('Best CRM', 'best  crm', 'BEST CRM', 'crm price'),
      pages: fc.array(pageOf, { maxLength: 3 }),
    });
    const searches = fc.option(fc.array(search, { maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(searches, { maxLength: 40 }), fc.nat(40), (lists, cut) => {
        const answers = lists.map((list, at) => ({ runId: `r${at}`, searches: list }));
        const added = addCounts([countSearches(answers.slice(0, cut)), countSearches(answers.slice(cut))]);
        expect(added).toEqual(countSearches(answers));
      }),
    );
  });

  it('distinguish an engine that did not search from one that does not report searches', () => {
    expect(report.engines).toEqual([
      { engine: 'one', label: 'One', answers: 2, told: 2, withSearches: 1, searches: 2 },
      { engine: 'two', label: 'Two', answers: 2, told: 1, withSearches: 1, searches: 1 },
    ]);
  });
});
