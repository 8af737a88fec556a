import { alertKinds, kindOf } from '../../domain/alerts/alertKinds.ts';
import { canEvaluate, endedPeriod, endOfPeriod } from '../../domain/alerts/alertPeriod.ts';
import { type AlertRule, defaultPeriodDays } from '../../domain/alerts/alertRule.ts';
import { changeFact, compareForAlert } from '../../domain/alerts/changeFact.ts';
import { digestFact } from '../../domain/alerts/digestFact.ts';
import { failedGates } from '../../domain/checks/failedGates.ts';
import { hasActiveRuns } from '../../store/alerts/history.ts';
import { hasAlertComparison, insertAlertComparison, listEnabledRules } from '../../store/alerts/rules.ts';
import { latestWebsiteResult } from '../../store/captures/results.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { loadComparedPeriods } from './comparedPeriods.ts';
import { recordAlert } from './recordAlerts.ts';

/**
 * Evaluates every ended period that a rule has not evaluated, once each over all processes: the evaluation is recorded
 * with its finding, in the transaction that reports it. Skips a period that was not evaluated before the next one
 * ended, and one that ended before its rule was created.
 */
export async function evaluateRules(app: AppContext): Promise<void> {
  for (const kind of alertKinds.filter((one) => kindOf(one).comparesAnswers)) {
    for (const rule of await listEnabledRules(app.db, kind)) {
      try {
        await evaluateRule(app, rule);
      } catch (cause) {
        app.log.error({ id: rule.id, cause: String(cause) }, 'could not evaluate a rule; will retry');
      }
    }
  }
}

async function evaluateRule(app: AppContext, rule: AlertRule): Promise<void> {
  const { workspaceId, websiteId } = rule;
  const periodDays = rule.periodDays ?? defaultPeriodDays;
  const period = endedPeriod(nowIso(app), periodDays);
  const end = endOfPeriod(period);
  if (websiteId === null || end < rule.createdAt || (await hasAlertComparison(app.db, rule.id, period.endDate))) return;
  const engine = rule.engine === null ? app.engines.declared : app.engines.find(rule.engine);
  const website = await findWebsite(app.db, workspaceId, websiteId);
  if (engine === null || website === null || website.archivedAt !== null) return;
  const awaited = await hasActiveRuns(app.db, { workspaceId, websiteId, engine: engine.id }, end);
  if (!canEvaluate(period, nowIso(app), awaited)) return;

  const compared = await loadComparedPeriods({ ...app, principal: { workspaceId } }, website, engine, period);
  const comparison = compareForAlert(compared, periodDays);
  const checked = rule.kind === 'weekly_digest' ? await latestWebsiteResult(app.db, workspaceId, websiteId) : null;
  const fact =
    rule.kind === 'weekly_digest'
      ? digestFact(compared, comparison, {
          failedGates: checked === null ? null : failedGates(checked.result).map(({ checkId }) => checkId),
        })
      : changeFact(compared, comparison, rule.direction);
  await inTransaction(app.db, async (tx) => {
    const isFirst = await insertAlertComparison(tx, {
      ruleId: rule.id,
      workspaceId,
      periodEnd: period.endDate,
      lookedAt: nowIso(app),
      verdict: comparison.verdict,
      p: comparison.p,
      level: comparison.level,
      paired: comparison.paired,
    });
    if (isFirst && fact !== null) await recordAlert(tx, app, rule, fact);
  });
}
