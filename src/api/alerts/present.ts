import type { z } from 'zod';
import type {
  alertComparisonSchema,
  alertDestinationSchema,
  alertMessageSchema,
  alertRuleSchema,
  alertSchema,
  previewFactSchema,
  rulePowerSchema,
} from '../../contract/alerts/schemas.ts';
import type { AlertFact } from '../../domain/alerts/alertFact.ts';
import type { AlertRule } from '../../domain/alerts/alertRule.ts';
import type { ShownDestination } from '../../services/alerts/alertDestinations.ts';
import type { RuleDetail, RulePower } from '../../services/alerts/alertRules.ts';
import type { AlertWithMessages, MessageWithTries } from '../../services/alerts/listAlerts.ts';
import type { PreviewFact } from '../../services/alerts/previewAlerts.ts';

export function presentAlertRule(rule: AlertRule): z.input<typeof alertRuleSchema> {
  const { id, kind, name, websiteId, engine, periodDays, direction, destinationIds, enabled, createdAt } = rule;
  return {
    ...{ id, kind, name, websiteId, engine, periodDays, direction, enabled, createdAt },
    destinationIds: [...destinationIds],
  };
}

export function presentRulePower(power: RulePower | null): z.input<typeof rulePowerSchema> | null {
  return power === null ? null : { ...power, panel: power.panel === null ? null : { ...power.panel } };
}

export function presentAlertComparison({
  periodEnd,
  lookedAt,
  verdict,
  p,
  level,
  paired,
}: RuleDetail['looks'][number]): z.input<typeof alertComparisonSchema> {
  return {
    periodEnd,
    lookedAt,
    verdict: verdict as z.input<typeof alertComparisonSchema>['verdict'],
    p,
    level,
    paired,
  };
}

function presentFact({ kind, websiteId, title, lines, figures, runIds, path, simulated }: AlertFact, baseUrl: string) {
  return {
    ...{ kind, websiteId, title, simulated },
    text: lines.join(' '),
    figures: { ...figures },
    runIds: [...runIds],
    url: `${baseUrl}${path}`,
  };
}

export function presentPreviewFact({ at, fact }: PreviewFact, baseUrl: string): z.input<typeof previewFactSchema> {
  return { at, ...presentFact(fact, baseUrl) };
}

export function presentAlertMessage({
  message,
  destination,
  tries,
  nextTryInMs,
}: MessageWithTries): z.input<typeof alertMessageSchema> {
  return {
    id: message.id,
    destinationId: message.destinationId,
    destinationName: destination?.name ?? null,
    destinationKind: destination?.kind ?? null,
    state: message.state,
    nextTryInSeconds: nextTryInMs === null ? null : Math.ceil(nextTryInMs / 1000),
    tries: tries.map(({ number, beganAt, endedAt, outcome, status, reason, durationMs }) => ({
      ...{ number, beganAt, endedAt, outcome, status, reason, durationMs },
    })),
  };
}

export function presentAlert({ fact, messages }: AlertWithMessages, baseUrl: string): z.input<typeof alertSchema> {
  const { id, ruleId, ruleName, at } = fact;
  return { id, ruleId, ruleName, at, ...presentFact(fact, baseUrl), messages: messages.map(presentAlertMessage) };
}

export function presentDestination(destination: ShownDestination): z.input<typeof alertDestinationSchema> {
  const { id, kind, name, shown, readable, createdAt, secretMadeAt } = destination;
  return { id, kind, name, shown, readable, createdAt, secretMadeAt };
}
