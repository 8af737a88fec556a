import { beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import { runCli } from '../support/cli.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { tool } from '../support/mcp.ts';
import { daysBefore, type Panel, panelEngines, savePanel } from '../support/panel.ts';
import { homeOf } from '../support/records.ts';
import { saveHistory } from '../support/savedHistory.ts';
import { useService } from '../support/service.ts';
import type { ReportId } from '../support/wire.ts';

type Choice = Record<string, string>;
type Figures = {
  score: number | null;
  listed: number;
  known: number;
  unknown: number;
  answers: number;
  share: [number | null, number, number];
  position: [number | null, number];
};

const figuresOf = ({ visibilityScore, shareOfVoice, averagePosition, counts }: any): Figures => ({
  score: visibilityScore.value,
  listed: visibilityScore.numerator,
  known: visibilityScore.denominator,
  unknown: counts.unknown,
  answers: counts.answers,
  share: [shareOfVoice.value, shareOfVoice.numerator, shareOfVoice.denominator],
  position: [averagePosition.value, averagePosition.listed],
});

/** Periods: a day, a day around midnight, some days, a week, all weeks; for each engine; by questions and by tag. */
const periods: Choice[] = [
  { startDate: daysBefore(2), endDate: daysBefore(2) },
  { startDate: daysBefore(4), endDate: daysBefore(3) },
  { startDate: daysBefore(12), endDate: daysBefore(5) },
  { startDate: daysBefore(40), endDate: daysBefore(0) },
  {},
];
const questionChoices: Choice[] = [{}, { branded: 'include' }, { branded: 'only' }, { tag: 'price' }];
/** Combines every period with every engine, and each of these with some of the question filters. */
const choices: Choice[] = periods.flatMap((period, at) =>
  panelEngines.flatMap((engine, of) =>
    [at + of, at + of + 2].map((turn) => ({ ...period, ...questionChoices[turn % questionChoices.length], engine })),
  ),
);

onEachDatabase('the number of one day', (engine) => {
  const service = useService(engine, { env: { ENGINES: panelEngines.join(',') } });
  let panel: Panel;
  let key: string;
  let manager: string;

  beforeAll(async () => {
    panel = await savePanel(service, service.cookie);
    key = await service.makeKey(['read']);
    manager = await service.makeKey(['manage']);
  });

  const get = <Id extends 'findAnswers' | ReportId>(id: Id, query: object) =>
    service.call(id, { websiteId: panel.siteId, ...query } as unknown as InputOf<Id>, { key });
  const matched = async (query: Choice): Promise<number> =>
    (await get('findAnswers', { limit: 1, ...query })).matched.answers;

  it.each(choices.map((choice) => [JSON.stringify(choice), choice] as const))(
    'in every read: %s',
    async (_name, choice) => {
      const current = await get('engineVisibility', choice);
      const figures = figuresOf(current);
      const overview = await get('engineOverview', choice);
      expect(figuresOf(overview), 'overview').toEqual(figures);
      const { engines } = await get('compareEngines', withoutEngine(choice));
      expect(figuresOf(engines.find((one) => one.engine === choice.engine)), 'engines').toEqual(figures);
      const rivals = await get('rivalVisibility', choice);
      const { shareOfVoice: voice } = rivals;
      expect([voice.value, voice.numerator, voice.denominator], 'rivals').toEqual(figures.share);
      expect(rivals.shareAmongRivals, 'declared rivals').toEqual(current.shareAmongRivals);
      const rows = (await get('enginePrompts', { ...choice, limit: 200 })).questions.rows;
      const saying = (...statuses: string[]) =>
        rows.filter(({ targetStatus }) => statuses.includes(targetStatus)).length;
      expect([saying('listed'), saying('listed', 'not_listed'), saying('unknown')], 'prompts').toEqual([
        figures.listed,
        figures.known,
        figures.unknown,
      ]);
      const sources = await get('sourceKinds', choice);
      expect(sources.answers, 'sources').toBe(figures.answers);
      const citations = await get('engineCitations', choice);
      expect(citations.coverage.questionsAnswered, 'citations').toBe(figures.answers);
      expect(
        sources.kinds.reduce((sum: number, kind) => sum + kind.citations, 0),
        'kinds of sources',
      ).toBe(citations.totals.citations);
      const leader = overview.domains.rows.find(({ own }) => own);
      expect(leader?.appearances ?? 0, 'leaderboard').toBe(figures.share[1]);
    },
  );

  it.each(choices.map((choice) => [JSON.stringify(choice), choice] as const))(
    'equals the count of its answers: %s',
    async (_name, choice) => {
      const current = await get('engineVisibility', choice);
      const figures = figuresOf(current);
      const counted = { ...choice, latest: 'true' };
      expect(await matched({ ...counted, status: 'listed' })).toBe(figures.listed);
      expect(await matched({ ...counted, status: 'listed,not_listed' })).toBe(figures.known);
      expect(await matched({ ...counted, status: 'unknown' })).toBe(figures.unknown);
      expect(await matched({ ...counted, status: 'listed,not_listed,unknown' })).toBe(figures.answers);
      expect(await matched({ ...counted, status: 'no_answer' })).toBe(current.coverage.noAnswer.questions);
      expect(await matched({ ...counted, rival: 'acme-crm.example' })).toBe(figures.share[1]);
      expect(await matched(choice)).toBe(current.coverage.attemptsConsidered);
      expect(await matched({ ...choice, runStatus: 'failed' })).toBe(current.coverage.failed);
    },
  );

  long('equals the point of its day, week and month, and the sum of a whole chart equals the period', async () => {
    for (const choice of [
      { engine: 'openai' },
      { engine: 'google-ai-mode', branded: 'include' },
      { engine: 'openai', tag: 'price' },
    ]) {
      for (const bucket of ['day', 'week', 'month']) {
        const { points } = await get('visibilityHistory', { ...choice, bucket, scope: 'all' });
        expect(points.length).toBeGreaterThan(1);
        for (const point of points) {
          const window = { ...choice, startDate: point.start, endDate: point.end };
          const figures = figuresOf(await get('engineVisibility', window));
          const { shareOfVoice: voice, averagePosition: place } = point;
          expect({
            score: point.score,
            listed: point.listed,
            known: point.known,
            unknown: point.unknown,
            answers: point.known + point.unknown,
            share: [voice.value, voice.numerator, voice.denominator],
            position: [place.value, place.listed],
          }).toEqual(figures);
        }
        if (bucket !== 'day') continue;
        const { dailySamples } = await get('engineOverview', choice);
        const answered = points.filter(({ known, unknown }) => known + unknown > 0);
        expect(dailySamples.map(({ date, score, listed, known }) => [date, score, listed, known])).toEqual(
          answered.map(({ start, score, listed, known }) => [start, score, listed, known]),
        );
      }
    }
  });

  it('equals the week of its kinds of sources, and each kind links to as many answers', async () => {
    const choice = { engine: 'openai', startDate: daysBefore(40), endDate: daysBefore(0) };
    const { kinds, weeks, rivalsNotUs, declaredRivals } = await get('sourceKinds', choice);
    expect(declaredRivals).toBe(1);
    expect(weeks.length).toBeGreaterThan(4);
    expect(kinds.find(({ kind }) => kind === 'rival')?.answers).toBeGreaterThan(0);
    expect(rivalsNotUs.total).toBeGreaterThan(0);
    for (const { kind, answers } of kinds) {
      expect(await matched({ ...choice, latest: 'true', sourceKind: kind }), kind).toBe(answers);
    }
    expect(await matched({ ...choice, latest: 'true', sourceKind: 'rival', notOwn: 'true' })).toBe(rivalsNotUs.total);
    for (const { start, end, answers, citing } of weeks) {
      const week = { engine: 'openai', startDate: start, endDate: end };
      const own = await get('sourceKinds', week);
      expect(own.answers).toBe(answers);
      const citingNow = Object.fromEntries(own.kinds.map((row) => [row.kind, row.answers]));
      expect(citingNow).toEqual(citing);
    }
  });

  it('links from a page, a search and a suggestion to as many answers as they state', async () => {
    const choice = { engine: 'openai', branded: 'include' };
    const { citations, retrievedOnly } = await get('engineCitations', choice);
    expect(citations.rows.length).toBeGreaterThan(3);
    for (const { url, answers } of citations.rows) {
      expect(await matched({ ...choice, latest: 'true', page: url }), url).toBe(answers);
    }
    for (const { url, retrievedOnly: answers } of retrievedOnly.rows) {
      expect(await matched({ ...choice, latest: 'true', returned: url }), url).toBe(answers);
    }
    const { searches } = await get('engineSearches', choice);
    expect(searches.rows.length).toBeGreaterThan(0);
    for (const { query, totalRunIds } of searches.rows) {
      expect(await matched({ ...choice, searched: query.toUpperCase() }), query).toBe(totalRunIds);
    }
    const { recommendations } = await get('engineRecommendations', { ...choice, limit: 200 });
    expect(new Set(recommendations.rows.map(({ ruleId }) => ruleId)).size).toBeGreaterThan(3);
    for (const { ruleId, questionIds, numbers, totalRunIds } of recommendations.rows) {
      const about = [numbers.url, numbers.domain, numbers.name].find((one) => typeof one === 'string');
      const asked = {
        ...choice,
        rule: ruleId,
        ...(questionIds.length === 1 ? { questionId: questionIds[0] } : {}),
        ...(about === undefined ? {} : { about }),
      };
      expect(await matched(asked), JSON.stringify(asked)).toBe(totalRunIds);
    }
    await service.refuse('findAnswers', { websiteId: panel.siteId, rule: 'VR01' }, 'invalid_request', { key });
  });

  long('is reported by tools, the command line, a shared report and the weekly digest', async () => {
    const window = { startDate: daysBefore(12), endDate: daysBefore(5) };
    const choice = { ...window, engine: 'google-ai-mode' };
    const figures = figuresOf(await get('engineVisibility', choice));
    const told = await tool(service, key, 'current_visibility', {
      websiteId: panel.siteId,
      ...choice,
      detail: 'full',
    });
    expect(figuresOf(told.structuredContent)).toEqual(figures);
    const args = ['report', 'current', '--website', panel.siteId, '--format', 'json', '--engine', 'google-ai-mode'];
    const printed = await runCli([...args, '--start', window.startDate ?? '', '--end', window.endDate ?? ''], {
      SIGHTLINE_URL: service.url,
      SIGHTLINE_API_KEY: key,
    });
    expect(figuresOf(JSON.parse(printed.stdout))).toEqual(figures);
    const body = { websiteId: panel.siteId, ...choice };
    const frozen = await service.call('createSharedReport', body, { key: manager });
    const file = await service.call('readSharedFile', { id: frozen.report.id }, { key: manager });
    const html = Buffer.from(file.base64, 'base64').toString('utf8');
    expect(html).toContain(`Listed in ${figures.listed} of ${figures.known} answers`);
    const digest = { kind: 'weekly_digest', websiteId: panel.siteId, engine: 'google-ai-mode' } as const;
    const preview = await service.call('previewAlertRule', digest, { key: manager });
    const facts = preview.items;
    expect(facts.length).toBeGreaterThan(1);
    for (const { figures: ofWeek } of facts) {
      const { startDate, endDate } = ofWeek;
      const week = figuresOf(await get('engineVisibility', { engine: 'google-ai-mode', startDate, endDate }));
      expect([ofWeek.listed, ofWeek.known, ofWeek.shareOfVoice, ofWeek.meanPosition]).toEqual([
        week.listed,
        week.known,
        week.share[0],
        week.position[0],
      ]);
    }
  });

  long('counts every attempt of a question, of a period of any size', async () => {
    const { workspaceId } = await homeOf(service);
    const site = await service.makeSite({ url: 'https://www.acme-crm.example/', name: 'Acme CRM' });
    const cases: string[] = [];
    for (const query of ['Of a long history: one?', 'Two?']) {
      cases.push((await service.makeCase({ query, websiteId: site.id })).id);
    }
    await saveHistory(service.db, engine, { workspaceId, websiteId: site.id, caseIds: cases, runs: 700 });
    const asked = { websiteId: site.id, engine: 'openai' };
    const { coverage, questions } = await get('enginePrompts', asked);
    expect(coverage).toMatchObject({ attemptsConsidered: 700, truncated: false });
    expect(coverage.attemptsRead).toBeLessThan(700);
    expect(questions.rows.map(({ attempts }) => attempts)).toEqual([350, 350]);
    for (const { caseId, completed, listed, known } of questions.rows) {
      const ofCase = { ...asked, questionId: caseId };
      expect(await matched({ ...ofCase, runStatus: 'completed' })).toBe(completed);
      expect(await matched({ ...ofCase, status: 'listed' })).toBe(listed);
      expect(await matched({ ...ofCase, status: 'listed,not_listed' })).toBe(known);
    }
    const caseIds: string[] = questions.rows.map(({ caseId }) => caseId);
    const page = async (given: Record<string, string>) =>
      (await get('enginePrompts', { ...asked, limit: 1, ...given })).questions;
    expect((await page({})).rows.map(({ caseId }) => caseId)).toEqual(caseIds.slice(0, 1));
    const second = await page({ cursor: caseIds[0] ?? '' });
    expect([second.total, second.rows.map(({ caseId }) => caseId)]).toEqual([2, caseIds.slice(1)]);
    expect((await page({ cursor: caseIds[1] ?? '' })).rows).toEqual([]);
  });
});

const withoutEngine = ({ engine: _engine, ...rest }: Choice): Choice => rest;
