import { budgetFacts } from '../../domain/alerts/budgetFacts.ts';
import {
  engineFailingFact,
  failureStreak,
  gateFact,
  missedRoundFact,
  needsActionFact,
} from '../../domain/alerts/runFacts.ts';
import type { WebsiteResult } from '../../domain/checks/analyze.ts';
import { failedGates } from '../../domain/checks/failedGates.ts';
import type { Month } from '../../domain/money/month.ts';
import type { BudgetKind, BudgetStanding } from '../../domain/money/monthBudget.ts';
import { isSimulated } from '../../domain/runs/engine.ts';
import type { RunPatch, RunRecord, WebsiteRun } from '../../domain/runs/runRecord.ts';
import { newestEnds } from '../../store/alertHistory.ts';
import type { Tx } from '../../store/transaction.ts';
import { latestWebsiteResult } from '../../store/websiteResults.ts';
import { type Teller, tellFacts } from './tellFacts.ts';

export type { Teller };

/** Whether saving this change may be something to tell of. */
export function concernsAlerts(run: RunRecord, patch: RunPatch): boolean {
  const { status } = patch;
  if (status === undefined || status === run.status) return false;
  return status === 'requires_action' || (run.kind === 'keyword' && status === 'failed');
}

/** Ends of an engine that are looked at: a streak that is longer is told of already. */
const maxStreak = 20;

/** Tells of a run that waits for a person, or of an engine that fails again and again, in the transaction that saves it. */
export async function tellOfRun(tx: Tx, world: Teller, run: RunRecord): Promise<void> {
  const { workspaceId } = run;
  if (run.status === 'requires_action') {
    await tellFacts(tx, world, { workspaceId, kind: 'run_needs_action' }, () => [needsActionFact(run)]);
  }
  if (run.kind !== 'keyword' || run.status !== 'failed') return;
  const { engine: id } = run;
  await tellFacts(tx, world, { workspaceId, kind: 'engine_failing' }, async () => {
    const streak = failureStreak(await newestEnds(tx, workspaceId, id, maxStreak));
    if (streak === null) return [];
    return [engineFailingFact({ id, label: id, simulated: isSimulated(run) }, streak, run.error)];
  });
}

/** Tells of gates that fail now and did not before, in the transaction that saves the verdict. */
export async function tellOfGates(
  tx: Tx,
  world: Teller,
  run: WebsiteRun,
  result: Pick<WebsiteResult, 'checks' | 'pages'>,
): Promise<void> {
  const failed = failedGates(result).map(({ checkId }) => checkId);
  const { workspaceId, websiteId } = run;
  if (failed.length === 0 || websiteId === null) return;
  await tellFacts(tx, world, { workspaceId, kind: 'gate_failed' }, async () => {
    const last = await latestWebsiteResult(tx, workspaceId, websiteId, { except: run.id });
    const before = last === null ? null : failedGates(last.result).map(({ checkId }) => checkId);
    const fact = gateFact(run, failed, before);
    return fact === null ? [] : [fact];
  });
}

/** Tells of budgets that a purchase has used to 80 or 100 %, or that it did not fit into, in its transaction. */
export async function tellOfBudgets(
  tx: Tx,
  world: Teller,
  workspaceId: string,
  standings: readonly BudgetStanding[],
  about: { month: Month; simulated: boolean; refused: BudgetKind | null },
): Promise<void> {
  const facts = budgetFacts(standings, about);
  if (facts.length > 0) await tellFacts(tx, world, { workspaceId, kind: 'budget_used' }, () => facts);
}

/** Tells of a round that became a gap, in the transaction that records it. */
export async function tellOfMissedRound(
  tx: Tx,
  world: Teller,
  plan: { id: string; name: string; workspaceId: string },
  round: { number: number; dueAt: string },
): Promise<void> {
  const { workspaceId } = plan;
  await tellFacts(tx, world, { workspaceId, kind: 'round_missed' }, () => [
    missedRoundFact(plan, round.number, round.dueAt),
  ]);
}
