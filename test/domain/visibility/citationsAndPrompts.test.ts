import { describe, expect, it } from 'vitest';
import { runReport } from '../../../src/domain/visibility/runReport.ts';
import type { SourceType } from '../../../src/domain/visibility/scope.ts';
import { attempt, cited, facts, mention, retrieved, scope } from './savedAttempts.ts';

const own = 'acme.example';
const page = 'https://acme.example/pricing';
const review = 'https://review.example/best';

describe('top cited URLs', () => {
  const attempts = [
    attempt({
      runId: 'run_1',
      caseId: 'case_1',
      facts: facts([mention(own, { citationUrls: [review] })], {
        sources: [...cited(review, page), ...retrieved('https://seen.example/')],
      }),
    }),
    attempt({
      runId: 'run_2',
      caseId: 'case_2',
      facts: facts([], { sources: cited(review, 'https://review.example/other') }),
    }),
    attempt({ runId: 'run_3', caseId: 'case_3', facts: facts([], { sources: retrieved(page) }) }),
  ];
  const report = (sourceType: SourceType = 'all', limit = 50) =>
    runReport('citations', scope(attempts, { filters: { platform: null, model: null, sourceType, limit } }));

  it('count each page once per answer, most answers first', () => {
    expect(report().citations.rows.map((row) => [row.url, row.answers, row.questions, row.runIds])).toEqual([
      [review, 2, 2, ['run_1', 'run_2']],
      [page, 1, 1, ['run_1']],
      ['https://review.example/other', 1, 1, ['run_2']],
    ]);
  });

  it('distinguish owned from external pages, and cited from only retrieved ones', () => {
    const row = report().citations.rows.find(({ url }) => url === page);
    expect(row).toMatchObject({ owned: true, domain: own, answers: 1, retrievedOnly: 1 });
  });

  it('list pages that were returned and never cited separately', () => {
    expect(report().retrievedOnly.rows).toEqual([
      {
        url: 'https://seen.example/',
        title: null,
        domain: 'seen.example',
        owned: false,
        answers: 0,
        questions: 0,
        retrievedOnly: 1,
        runIds: ['run_1'],
      },
    ]);
  });

  it.each([
    ['cited', cited, 'citations'],
    ['returned without being cited', retrieved, 'retrievedOnly'],
  ] as const)('are sorted by how often they were %s, whatever their names', (_how, sourcesOf, list) => {
    const [often, once] = ['https://b.example/', 'https://a.example/'];
    const answers = [[once, often], [often]].map((urls, index) =>
      attempt({ runId: `run_${index}`, caseId: `case_${index}`, facts: facts([], { sources: sourcesOf(...urls) }) }),
    );
    expect(runReport('citations', scope(answers))[list].rows.map(({ url }) => url)).toEqual([often, once]);
  });

  it('belong to the registrable domain of their host, and an address to itself', () => {
    const urls = ['https://www.blog.review.co.uk/x', 'http://192.0.2.7/x'];
    const answers = [attempt({ runId: 'run_1', facts: facts([], { sources: cited(...urls) }) })];
    expect(runReport('citations', scope(answers)).domains.rows.map(({ domain }) => domain)).toEqual([
      '192.0.2.7',
      'review.co.uk',
    ]);
  });

  it('have the title returned by the search', () => {
    const titled = cited(review).map((source) => ({ ...source, title: 'Best of all' }));
    const answers = [attempt({ runId: 'run_1', facts: facts([], { sources: titled }) })];
    expect(runReport('citations', scope(answers)).citations.rows[0]?.title).toBe('Best of all');
  });

  it('are summed by domain, with the share of all citations', () => {
    expect(report().domains.rows).toEqual([
      {
        ...{ domain: 'review.example', owned: false, urls: 2, answers: 2, questions: 2, citations: 3, share: 0.75 },
        runIds: ['run_1', 'run_2'],
      },
      {
        ...{ domain: own, owned: true, urls: 1, answers: 1, questions: 1, citations: 1, share: 0.25 },
        runIds: ['run_1'],
      },
    ]);
  });

  it('keep every answer of a domain if the limit cuts its pages', () => {
    const { citations, domains } = report('all', 1);
    expect(citations.rows.map(({ answers }) => answers)).toEqual([2]);
    expect(domains.rows.map(({ runIds }) => runIds)).toEqual([['run_1', 'run_2']]);
  });

  it.each([
    ['owned' as const, [page]],
    ['external' as const, [review, 'https://review.example/other']],
  ])('show %s pages only on request', (sourceType, urls) => {
    expect(report(sourceType).citations.rows.map(({ url }) => url)).toEqual(urls);
  });

  it('keep shares and totals if pages are filtered', () => {
    expect(report('owned').domains.rows[0]?.share).toBe(0.25);
    expect(report('owned').totals).toEqual({ citations: 4, urls: 3, domains: 2, ownedCitations: 1 });
  });

  it('are cut at the limit, with the total number', () => {
    expect(report('all', 1).citations).toMatchObject({ total: 3, rows: [{ url: review }] });
  });

  it('count a page under a registered prefix as owned, in the domain of the website', () => {
    const repository = 'https://github.com/acme/tool';
    const answers = [attempt({ runId: 'run_1', facts: facts([], { sources: cited(repository) }) })];
    expect(runReport('citations', scope(answers)).citations.rows[0]).toMatchObject({ owned: true, domain: own });
  });
});

describe('visibility of each question', () => {
  const at = (day: number) => `2026-03-0${day}T10:00:00.000Z`;
  const attempts = [
    attempt({ runId: 'run_1', createdAt: at(1), mentions: ['rival.example', own] }),
    attempt({ runId: 'run_2', createdAt: at(2), mentions: ['~Acme'] }),
    attempt({ runId: 'run_3', createdAt: at(3), mentions: ['rival.example', 'third.example', own] }),
    attempt({ runId: 'run_4', createdAt: at(4), status: 'failed' }),
    attempt({ runId: 'run_5', createdAt: at(5), status: 'running' }),
    attempt({ runId: 'run_6', createdAt: at(6), caseId: 'case_2', status: 'cancelled' }),
  ];
  const { questions } = runReport('prompts', scope(attempts));

  it('shows the latest completed answer and later attempts', () => {
    expect(questions.rows[1]).toMatchObject({
      caseId: 'case_1',
      question: 'Question of case_1',
      latestStatus: 'running',
      targetStatus: 'listed',
      position: 3,
      observedAt: at(3),
      model: 'model-a',
      runId: 'run_3',
      attempts: 5,
      completed: 3,
      failedAttemptsSince: 1,
    });
  });

  it('counts all its completed answers', () => {
    expect(questions.rows[1]).toMatchObject({ listed: 2, known: 2, unknown: 1, listedRate: 100 });
    expect(questions.rows[1]?.interval95?.lower).toBeCloseTo(34.2380227506653, 9);
  });

  it('shows the agreement of its repeats', () => {
    expect(questions.rows[1]?.stability).toMatchObject({ answers: 3, pairs: 3, listed: 2, known: 2 });
  });

  it('is unknown for a question without an answer', () => {
    expect(questions.rows[0]).toMatchObject({
      caseId: 'case_2',
      latestStatus: 'cancelled',
      targetStatus: null,
      position: null,
      observedAt: null,
      runId: null,
      listedRate: null,
      stability: null,
      failedAttemptsSince: 1,
    });
  });

  it('is cut at the limit, with the total number', () => {
    const one = runReport(
      'prompts',
      scope(attempts, { filters: { platform: null, model: null, sourceType: 'all', limit: 1 } }),
    );
    expect([one.questions.rows.length, one.questions.total]).toEqual([1, 2]);
  });
});
