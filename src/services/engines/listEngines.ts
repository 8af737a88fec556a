import { type Engine, enginePollMs } from '../../domain/runs/engine.ts';
import { sortedOnce } from '../../domain/text/codeUnitOrder.ts';
import { findLastAnswer } from '../../store/runs/engineAnswers.ts';
import type { Ctx } from '../appContext.ts';
import { type AnswerCost, createAnswerCosts } from '../money/answerCosts.ts';

/** Current state of an engine in this deployment, with what this workspace has seen of it. */
export type ListedEngine = {
  engine: Engine;
  declared: boolean;
  models: string[];
  /** Milliseconds between two polls, if an answer takes its typical time. */
  pollMs: number;
  lastSuccessAt: string | null;
  /** Price of one answer of the default model. */
  cost: AnswerCost;
};

/** Lists every known engine: the declared one first, then the ready ones. Calls no provider. */
export async function listEngines(ctx: Ctx): Promise<ListedEngine[]> {
  const { known, declared } = ctx.engines;
  await ctx.prices.refresh();
  const costOf = createAnswerCosts(ctx);
  return Promise.all(
    known.map(async (engine) => {
      const last = await findLastAnswer(ctx.db, ctx.principal.workspaceId, engine.id);
      return {
        engine,
        declared: engine.id === declared.id,
        models: sortedOnce([engine.defaultModel, last?.model ?? null].filter((model) => model !== null)),
        pollMs: enginePollMs(engine, (ageMs) => engine.usualMs >= ageMs),
        lastSuccessAt: last?.observedAt ?? null,
        cost: await costOf(engine, engine.defaultModel),
      };
    }),
  );
}
