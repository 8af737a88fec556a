import { budgetFacts } from '../../domain/alerts/budgetFacts.ts';
import {
  engineFailingFact,
  failureStreak,
  gapFact,
  gateFact,
  needsActionFact,
  type RoundGap,
} from '../../domain/alerts/runFacts.ts';
import type { WebsiteResult } from '../../domain/checks/analyze.ts';
import { failedGates } from '../../domain/checks/failedGates.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { isSimulated } from '../../domain/runs/engine.ts';
import type { RunPatch, RunRecord, WebsiteRun } from '../../domain/runs/runRecord.ts';
import { newestEnds } from '../../store/alerts/history.ts';
import { latestWebsiteResult } from '../../store/captures/results.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import { hasMoneyEvents, removeMoneyEvents } from '../../store/money/events.ts';
import type { AppContext } from '../appContext.ts';
import { type AlertContext, recordAlerts } from './recordAlerts.ts';

export type { AlertContext };

/** Returns true if saving this change may trigger an alert. */
export function concernsAlerts(run: RunRecord, patch: RunPatch): boolean {
  const { status } = patch;
  if (status === undefined || status === run.status) return false;
  return status === 'requires_action' || (run.kind === 'keyword' && status === 'failed');
}

/** Number of an engine's last runs that are checked: a longer streak has already been reported. */
const maxStreak = 20;

/**
 * Alerts about a run that waits for a person, or an engine that keeps failing, in the transaction that saves the run.
 */
export async function alertOnRun(tx: Tx, app: AlertContext, run: RunRecord): Promise<void> {
  const { workspaceId } = run;
  if (run.status === 'requires_action') {
    await recordAlerts(tx, app, { workspaceId, kind: 'run_needs_action' }, () => [needsActionFact(run)]);
  }
  if (run.kind !== 'keyword' || run.status !== 'failed') return;
  const { engine: id } = run;
  await recordAlerts(tx, app, { workspaceId, kind: 'engine_failing' }, async () => {
    const streak = failureStreak(await newestEnds(tx, workspaceId, id, maxStreak));
    if (streak === null) return [];
    return [engineFailingFact({ id, label: id, simulated: isSimulated(run) }, streak, run.error)];
  });
}

/** Alerts about gates that fail now and did not before, in the transaction that saves the verdict. */
export async function alertOnFailedGates(
  tx: Tx,
  app: AlertContext,
  run: WebsiteRun,
  result: Pick<WebsiteResult, 'checks' | 'pages'>,
): Promise<void> {
  const failed = failedGates(result).map(({ checkId }) => checkId);
  const { workspaceId, websiteId } = run;
  if (failed.length === 0 || websiteId === null) return;
  await recordAlerts(tx, app, { workspaceId, kind: 'gate_failed' }, async () => {
    const last = await latestWebsiteResult(tx, workspaceId, websiteId, { except: run.id });
    const before = last === null ? null : failedGates(last.result).map(({ checkId }) => checkId);
    const fact = gateFact(run, failed, before);
    return fact === null ? [] : [fact];
  });
}

/** Alerts about budgets that purchases have used to 80 or 100 %, or that refused one: each event once, and in order. */
export async function alertOnBudgets(app: AlertContext & Pick<AppContext, 'db'>): Promise<void> {
  if (!(await hasMoneyEvents(app.db))) return;
  await inTransaction(app.db, async (tx) => {
    for (const { workspaceId, standings, ...about } of await removeMoneyEvents(tx, app.databaseKind, maxEvents)) {
      await recordAlerts(tx, app, { workspaceId, kind: 'budget_used' }, () => budgetFacts(standings, about));
    }
  });
}

const maxEvents = 50;

/** Alerts about a round that is a gap or ended with one, in the transaction that records it. */
export async function alertOnGap(
  tx: Tx,
  app: AlertContext,
  plan: Pick<Plan, 'id' | 'kind' | 'name' | 'workspaceId'>,
  round: RoundGap,
): Promise<void> {
  const { workspaceId, kind } = plan;
  // Members who ask in the web app see it on the page of their round.
  if (kind !== 'plan') return;
  await recordAlerts(tx, app, { workspaceId, kind: 'round_missed' }, () => [gapFact(plan, round)]);
}
