import { describe, expect, it } from 'vitest';
import type { VisibilityAttempt } from '../../../src/domain/identity/attempt.ts';
import type { Recommendation } from '../../../src/domain/visibility/recommendations/rule.ts';
import type { ReportData } from '../../../src/domain/visibility/reportData.ts';
import { runReport } from '../../../src/domain/visibility/runReport.ts';
import { answers, at, history, own, page, review, rival, ruleCases, times } from './recommendationCases.ts';
import { attempt, cited, facts, mention, panel, scope, website } from './savedAttempts.ts';

function recommend(attempts: readonly VisibilityAttempt[], extra: Partial<ReportData> = {}): Recommendation[] {
  const given = { ...scope(attempts), now: at(3), previousAttempts: null, websiteRun: null, ...extra };
  return runReport('recommendations', given).recommendations.rows;
}

function rule(ruleId: string, attempts: readonly VisibilityAttempt[], extra: Partial<ReportData> = {}) {
  return recommend(attempts, extra).filter((row) => row.ruleId === ruleId);
}

describe.each(ruleCases)('$id', ({ id, version = 1, when, fires, runIds, says, silentWhen, silent }) => {
  it(`applies if ${when}`, () => {
    const [first, ...more] = rule(id, fires.attempts, fires.extra);
    expect(more).toEqual([]);
    expect(first?.text).toContain(says);
    expect(first).toMatchObject({ ruleId: id, ruleVersion: version, runIds, totalRunIds: runIds.length });
  });

  it(`does not apply if ${silentWhen}`, () => {
    expect(rule(id, silent.attempts, silent.extra)).toEqual([]);
  });
});

describe('recommendations', () => {
  it('cover the twenty-one rules, each in its own case', () => {
    expect(ruleCases.map(({ id }) => id).sort()).toEqual(
      Array.from({ length: 21 }, (_, index) => `VR${String(index + 1).padStart(2, '0')}`),
    );
  });

  it('are sorted by priority, then question, then rule', () => {
    const rows = recommend([
      ...answers([
        { list: [rival], urls: [review, page] },
        { list: [rival], urls: [review, page] },
      ]),
      attempt({
        runId: 'run_9',
        caseId: 'case_9',
        completedSearchCount: 0,
        mentions: [mention(rival, { name: 'Acme' })],
      }),
    ]);
    const keys = rows.map((row) => [row.priority, row.questionIds[0] ?? '', row.ruleId].join(' '));
    expect(keys).toEqual([...keys].sort());
    expect(new Set(rows.map((row) => row.priority)).size).toBeGreaterThan(2);
  });

  it('list at most twenty runs and the total', () => {
    const [wide] = rule('VR07', panel(times(25, ['~Acme'])));
    expect([wide?.runIds.length, wide?.totalRunIds]).toEqual([20, 25]);
  });

  it('keep the website run visible among many answers', () => {
    const websiteRun = { runId: 'zz_web', failedGates: [{ checkId: 'W01', urls: [page] }] };
    const [row] = rule('VR13', answers(times(25, { list: [own], urls: [page] })), { websiteRun });
    expect(row?.runIds).toHaveLength(20);
    expect(row?.runIds).toContain('zz_web');
    expect(row?.totalRunIds).toBe(26);
  });

  it('call four of five listings unstable, and five of six stable', () => {
    expect(rule('VR05', history([...times(4, [own]), [rival]]))).toHaveLength(1);
    expect(rule('VR05', history([...times(5, [own]), [rival]]))).toEqual([]);
  });

  it('do not mention removed links if no answer has links', () => {
    expect(rule('VR20', panel(times(3, [own])))).toEqual([]);
  });

  it('have the exact numbers that their text rounds', () => {
    const [row] = rule('VR06', panel([[own], [own], [rival], [rival]]));
    expect(row?.numbers).toEqual({
      known: 4,
      lower: expect.closeTo(15.003898915215, 9),
      upper: expect.closeTo(84.996101084785, 9),
      moreQuestions: 89,
    });
  });

  it('begin with unclear names, followed by doubtful evidence and broken pages, gaps, context, and more data', () => {
    const spoken = ruleCases.flatMap(({ id, fires }) => rule(id, fires.attempts, fires.extra));
    const order = Map.groupBy(spoken, (row) => row.priority);
    expect([1, 2, 3, 4, 5].map((priority) => order.get(priority)?.map(({ ruleId }) => ruleId))).toEqual([
      ['VR07', 'VR08'],
      ['VR09', 'VR13', 'VR14', 'VR16'],
      ['VR01', 'VR02', 'VR17'],
      ['VR03', 'VR04', 'VR05', 'VR10', 'VR19', 'VR20'],
      ['VR06', 'VR11', 'VR12', 'VR15', 'VR18', 'VR21'],
    ]);
    expect(new Set(order.get(2)?.map(({ severity }) => severity))).toEqual(new Set(['high']));
  });

  it('use the singular for one answer', () => {
    const [known] = rule('VR06', panel([[own]]));
    expect(known?.text).toMatch(/^With 1 known answer the score may lie/);
    const [excluded] = rule('VR07', panel([[rival, '~Acme']]));
    expect(excluded?.text).toMatch(/^1 of 1 answer is excluded: /);
  });

  it('call answers old if a fifth of the questions has old ones, and not if a sixth has', () => {
    const old = attempt({ runId: 'run_old', caseId: 'case_x', createdAt: at(1) });
    const fresh = (count: number) => panel(times(count, [own]), { createdAt: at(9) });
    expect(rule('VR15', [old, ...fresh(4)], { now: at(9) })).toHaveLength(1);
    expect(rule('VR15', [old, ...fresh(5)], { now: at(9) })).toEqual([]);
  });

  it('use the observation date of an answer', () => {
    const failed = [4, 5, 6].map((day) => attempt({ runId: `run_${day}`, createdAt: at(day), status: 'failed' }));
    const answer = attempt({ runId: 'run_1', createdAt: at(1), observedAt: at(2), mentions: [own] });
    expect(rule('VR16', [answer, ...failed])[0]?.numbers.usedAnswerOf).toBe('2026-03-02');
  });

  it('offer the five most frequent names that may be yours, and none that begins with a registered one', () => {
    const named = ['Big', 'Car', 'Dog', 'Egg', 'Fig', 'Gum'].map((first) => `?${first} Acmecloud`);
    const near = { ...website, aliases: ['Acmecloud Works'], exactNames: ['Acmecloud Works'], name: 'Acmecloud Land' };
    const [row] = rule('VR07', panel([[...named, '?Acmecloud Works Pro'], [named[5] ?? '']]), { website: near });
    expect(row?.numbers.names).toBe('Gum Acmecloud, Big Acmecloud, Car Acmecloud, Dog Acmecloud, Egg Acmecloud');
  });

  it('state why each excluded answer is excluded', () => {
    const cut = attempt({
      runId: 'run_cut',
      caseId: 'case_cut',
      facts: facts([rival], { limitationCodes: ['truncated'] }),
    });
    const [row] = rule('VR07', [...panel([[rival, '~Acme'], ['?AcmeCloud']]), cut]);
    expect(row?.numbers).toMatchObject({ unknown: 3, standsInText: 1, possibleName: 1, unusable: 1 });
  });

  it('find a page that cites you even if an answer contains only its link', () => {
    const saved = attempt({ runId: 'run_1', facts: facts([rival], { sources: cited(page) }) });
    const linked = { ...saved, text: `${saved.text} ([source](${page}))` };
    expect(rule('VR02', [linked])).toHaveLength(1);
    expect(rule('VR02', [{ ...linked, text: `${linked.text} Acme` }])).toEqual([]);
  });

  it('do not suggest being named on a page of a domain that the answers list', () => {
    const rivals = `https://${rival}/best`;
    expect(rule('VR10', answers(times(2, { list: [rival], urls: [rivals] })))).toEqual([]);
  });

  it('never give high priority to one answer without a search', () => {
    const without = (caseId: string) => attempt({ runId: caseId, caseId, mentions: [own], completedSearchCount: 0 });
    expect(rule('VR14', [without('case_1')])[0]?.severity).toBe('low');
    expect(rule('VR14', [without('case_1'), without('case_2')])[0]?.severity).toBe('high');
  });

  it('do not call answers of a closed period old', () => {
    const old = [attempt({ runId: 'run_old', createdAt: at(1), mentions: [own] })];
    const until = (endDate: string) => ({ now: at(20), window: { startDate: '2026-03-01', endDate } });
    expect(rule('VR15', old, until('2026-03-19'))).toEqual([]);
    expect(rule('VR15', old, until('2026-03-20'))).toHaveLength(1);
  });

  it('suggest no rival that was declared, named or dismissed', () => {
    const recurring = panel([...times(3, [rival]), ...times(7, [own])]);
    const others = [{ name: 'Some Rival', domain: rival }];
    expect(rule('VR21', recurring, { website: { ...website, settledDomains: [rival] } })).toEqual([]);
    expect(rule('VR21', recurring, { website: { ...website, others } })).toEqual([]);
  });

  it('name their question if it is the only one', () => {
    const [row] = rule('VR01', history([[rival], [rival]]));
    expect(row?.question).toBe('Question of case_1');
    expect(rule('VR07', panel(times(3, ['~Acme'])))[0]?.question).toBeNull();
  });

  it('name ten pages at most of one kind', () => {
    const urls = Array.from({ length: 14 }, (_, index) => `https://review.example/${index}`);
    expect(rule('VR10', answers(times(2, { list: [rival], urls })))).toHaveLength(10);
  });

  it('are cut at the limit, with the total number', () => {
    const attempts = answers(times(3, { list: [rival], urls: [page] }));
    const filters = { platform: null, model: null, sourceType: 'all' as const, limit: 1 };
    const given = { ...scope(attempts, { filters }), now: at(3), previousAttempts: null, websiteRun: null };
    const { recommendations } = runReport('recommendations', given);
    expect(recommendations.rows).toHaveLength(1);
    expect(recommendations.total).toBeGreaterThan(1);
  });

  it('ask for evidence when there is none at all', () => {
    expect(recommend([]).map(({ ruleId, text }) => [ruleId, text])).toEqual([
      [
        'VR06',
        'No answer says whether you are listed. About 93 more questions give ±10 points; more questions help more than more repeats.',
      ],
    ]);
  });
});
