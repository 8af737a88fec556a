import type { Protocol } from '../domain/experiments/protocol.ts';
import type { KeywordCase } from '../domain/questions/keywordCase.ts';
import type { Ctx } from '../services/appContext.ts';
import { createExperiment } from '../services/experiments/experiments.ts';
import { recordChange, registerExperiment } from '../services/experiments/registerExperiment.ts';
import { inTransaction } from '../store/database/transaction.ts';
import { changeItem, insertItems, insertRound } from '../store/plans/rounds.ts';
import type { DemoCall } from './demoPlans.ts';

/** Days of the rounds that the experiment reads: four before the rewrite, one in its lag, four after. */
const roundDays = [48, 55, 62, 69, 76, 83, 90, 97, 104];
const dayMs = 86_400_000;

type Answer = { caseId: string; runId: string };

export type DemoExperiment = {
  /** Control questions, whose pages stay unchanged. */
  control: ReadonlySet<string>;
  /** Writes a day's round if one was due, and the change on its day. */
  endDay(day: number, startMs: number, answers: readonly Answer[]): Promise<void>;
};

/** Registers "did the rewrite help?" before its answers are made: half of the questions of each topic get new pages. */
export async function registerRewrite(
  ctx: Ctx,
  call: DemoCall,
  rewrite: {
    websiteId: string;
    topics: Readonly<Record<string, readonly string[]>>;
    cases: readonly KeywordCase[];
    rewriteDay: number;
    startMs: number;
  },
): Promise<DemoExperiment> {
  const { websiteId, topics, rewriteDay, startMs } = rewrite;
  const engine = ctx.engines.declared.id;
  const byQuery = new Map(
    rewrite.cases.filter(({ search }) => search.engine === engine).map((one) => [one.query, one]),
  );
  const clusters: Protocol['clusters'] = Object.entries(topics)
    .filter(([topic]) => topic !== 'brand')
    .flatMap(([topic, queries]) =>
      queries.map((query, at) => ({
        id: `${topic}-${at + 1}`,
        questionIds: [byQuery.get(query)?.questionId ?? ''],
        pages: [],
        stratum: topic,
        arm: null,
      })),
    );
  const questionIds = clusters.flatMap((cluster) => cluster.questionIds);
  const { plan } = await call('/plans', {
    name: 'The rewrite, weekly',
    questions: { questionIds },
    engines: [engine],
    repeats: 1,
    cadence: { kind: 'weekly', weekday: 'monday', at: '06:00', timeZone: 'UTC' },
  });
  const at = (day: number, hours: number): Ctx => ({
    ...ctx,
    runtime: { ...ctx.runtime, now: () => startMs + day * dayMs + hours * 3_600_000 },
  });
  const planned = at(rewriteDay - 2, 12);
  const { id } = await createExperiment(planned, {
    ...{ name: 'Rewrite of half the pages', websiteId, planId: plan.id, engine },
    ...{ hypothesis: 'Prices and examples on a page raise recommendations', metric: 'listed', secondary: ['first'] },
    ...{ assignment: 'random', clusters, firstRound: 1, roundsBefore: 4, roundsAfter: 4, lagDays: 7, steps: 1 },
    ...{ level: 0.05, looks: [0.5, 1], spending: 'power', effectOfInterest: 20, chosenThroughRound: null },
    ...{ chosenOnRuns: [], allowBranded: false, isRetrospective: false, captureBefore: null },
  });
  const { registration } = await registerExperiment(planned, { id });
  const isControl = (questionId: string) =>
    clusters.some(({ questionIds: [id] }, index) => registration?.labels[index] === 0 && id === questionId);
  const control = new Set([...byQuery.values()].filter((one) => isControl(one.questionId)).map(({ query }) => query));
  const caseIds = [...byQuery.values()]
    .filter(({ questionId }) => questionIds.includes(questionId))
    .map((one) => one.id);
  return {
    control,
    async endDay(day, dayStartMs, answers) {
      if (day === rewriteDay) await recordChange(at(day, 5), { id, at: null, step: 0, captureAfter: null });
      const number = roundDays.indexOf(day) + 1;
      if (number === 0) return;
      const runs = new Map(answers.map(({ caseId, runId }) => [caseId, runId]));
      await saveRound(ctx, { planId: plan.id, number, dueAt: new Date(dayStartMs).toISOString() }, { caseIds, runs });
    },
  };
}

/** Writes an ended round for answers already saved. */
async function saveRound(
  ctx: Ctx,
  { planId, number, dueAt }: { planId: string; number: number; dueAt: string },
  { caseIds, runs }: { caseIds: readonly string[]; runs: ReadonlyMap<string, string> },
): Promise<void> {
  const { workspaceId } = ctx.principal;
  const times = { dueAt, openedAt: dueAt, endsAt: dueAt, endedAt: dueAt };
  const state = { kind: 'scheduled', revision: 1, state: 'ended', reason: null, wait: null, note: null } as const;
  await inTransaction(ctx.db, async (tx) => {
    await insertRound(tx, { id: planId, workspaceId }, { planId, number, ...state, ...times }, dueAt, { by: null });
    await tx.updateTable('plans').set({ last_round: number }).where('id', '=', planId).execute();
    await insertItems(tx, { planId, workspaceId, round: number }, caseIds, 1);
    for (const caseId of caseIds) {
      const runId = runs.get(caseId) ?? null;
      const item = { planId, workspaceId, round: number, caseId, repeat: 1 };
      await changeItem(tx, item, { met: 'started', runId });
    }
  });
}
