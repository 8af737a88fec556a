import type { AlertFact } from '../../domain/alerts/alertFact.ts';
import type { AlertKind } from '../../domain/alerts/alertKinds.ts';
import type { AlertRule } from '../../domain/alerts/alertRule.ts';
import { deliveryTimeMs } from '../../domain/alerts/deliverySchedule.ts';
import { openDestinationIds } from '../../store/alerts/destinations.ts';
import { insertFact } from '../../store/alerts/facts.ts';
import { insertMessage } from '../../store/alerts/outbox.ts';
import { lockAlertRules } from '../../store/alerts/rules.ts';
import type { Tx } from '../../store/database/transaction.ts';
import { type AppContext, nowIso, steadyIso } from '../appContext.ts';

/** Parts of the context that alerts need. */
export type AlertContext = Pick<AppContext, 'runtime' | 'databaseKind'>;

/**
 * Reports facts in the transaction that makes them true: for each matching rule, the fact and a message to each of its
 * destinations, or nothing if the rule has already reported it. Checks of other rows belong inside `decide`, which runs
 * once the rules are locked.
 */
export async function recordAlerts(
  tx: Tx,
  app: AlertContext,
  about: { workspaceId: string; kind: AlertKind },
  decide: () => Promise<readonly AlertFact[]> | readonly AlertFact[],
): Promise<void> {
  const rules = await lockAlertRules(tx, app.databaseKind, about.workspaceId, about.kind);
  if (rules.length === 0) return;
  const facts = await decide();
  for (const rule of rules) for (const fact of facts) if (isAbout(rule, fact)) await recordAlert(tx, app, rule, fact);
}

/** Returns true if a rule for this kind covers this fact. */
export function isAbout(rule: Pick<AlertRule, 'websiteId' | 'engine'>, fact: AlertFact): boolean {
  if (rule.websiteId !== null && rule.websiteId !== fact.websiteId) return false;
  return rule.engine === null || rule.engine === fact.figures.engine;
}

/** Saves a fact of a rule with its messages; false if the rule has already reported its subject. */
export async function recordAlert(tx: Tx, app: AlertContext, rule: AlertRule, fact: AlertFact): Promise<boolean> {
  const { id: ruleId, name: ruleName, workspaceId } = rule;
  const id = app.runtime.newId('alert');
  if (!(await insertFact(tx, { id, workspaceId, ruleId, ruleName, fact, at: nowIso(app) }))) return false;
  const open = await openDestinationIds(tx, workspaceId, rule.destinationIds);
  await queueMessages(tx, app, { workspaceId, factId: id, destinationIds: [...open] });
  return true;
}

/** Puts messages of a fact into the outbox, due now. */
export async function queueMessages(
  tx: Tx,
  app: AlertContext,
  about: { workspaceId: string; factId: string; destinationIds: readonly string[] },
): Promise<string[]> {
  const ids: string[] = [];
  for (const destinationId of about.destinationIds) {
    const id = app.runtime.newId('msg');
    await insertMessage(tx, {
      id,
      workspaceId: about.workspaceId,
      factId: about.factId,
      destinationId,
      createdAt: nowIso(app),
      dueAt: steadyIso(app),
      endsAt: steadyIso(app, deliveryTimeMs),
    });
    ids.push(id);
  }
  return ids;
}
