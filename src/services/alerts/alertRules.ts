import { kindOf } from '../../domain/alerts/alertKinds.ts';
import { endedPeriod, periodAfter } from '../../domain/alerts/alertPeriod.ts';
import {
  type AlertDirection,
  type AlertRule,
  type AlertSubject,
  findSubjectFlaw,
  fullSubject,
  looksInQuarter,
  type SubjectInput,
} from '../../domain/alerts/alertRule.ts';
import { engineUnavailable, invalidField, notFound } from '../../domain/errors.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { type PanelPower, panelPower } from '../../domain/visibility/comparison/panelPower.ts';
import { levelOf } from '../../domain/visibility/comparison/significanceLevel.ts';
import { openDestinationIds } from '../../store/alerts/destinations.ts';
import * as store from '../../store/alerts/rules.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { assertMayManage } from '../access/memberRights.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { loadComparedPeriods } from './comparedPeriods.ts';

type RuleInput = SubjectInput & {
  name: string;
  direction: AlertDirection;
  destinationIds: readonly string[];
  enabled: boolean;
};

const maxRules = 200;
const maxComparisonsShown = 60;

export function listRules(ctx: Ctx, page: { after: ListPosition | null; count: number }): Promise<AlertRule[]> {
  return store.listAlertRules(ctx.db, ctx.principal.workspaceId, page);
}

/** @throws invalid_request naming the field, not_found, engine_unavailable */
export async function createRule(ctx: Ctx, input: RuleInput): Promise<AlertRule> {
  const { workspaceId, accountId } = ctx.principal;
  const subject = await subjectOfInput(ctx, input);
  await assertDestinations(ctx, input.destinationIds);
  assertDirection(subject, input.direction);
  const there = await store.listAlertRules(ctx.db, workspaceId, { after: null, count: maxRules });
  if (there.length === maxRules) throw invalidField('name', `would exceed the maximum of ${maxRules} rules`);
  const rule: AlertRule = {
    ...subject,
    id: ctx.runtime.newId('rule'),
    workspaceId,
    name: input.name,
    direction: input.direction,
    destinationIds: [...new Set(input.destinationIds)],
    enabled: input.enabled,
    createdAt: nowIso(ctx),
  };
  await store.insertAlertRule(ctx.db, rule, accountId);
  return rule;
}

/**
 * Checks and completes the subject of a rule. @throws invalid_request naming the field, not_found, engine_unavailable
 */
export async function subjectOfInput(ctx: Ctx, input: SubjectInput): Promise<AlertSubject> {
  const subject = fullSubject(input, ctx.engines.declared.id);
  const flaw = findSubjectFlaw(subject);
  if (flaw !== null) throw invalidField(flaw.field, flaw.message);
  const { websiteId, engine } = subject;
  if (websiteId !== null) {
    const website = await findWebsite(ctx.db, ctx.principal.workspaceId, websiteId);
    if (website === null || website.archivedAt !== null) throw notFound('website');
  }
  if (engine !== null && ctx.engines.find(engine) === null) {
    throw engineUnavailable(engine, 'this service does not know it.', 'engine');
  }
  return subject;
}

function assertDirection({ kind }: Pick<AlertSubject, 'kind'>, direction: AlertDirection): void {
  if (direction === 'both' || kindOf(kind).takesPeriod) return;
  throw invalidField('direction', 'applies only to visibility_change');
}

async function assertDestinations(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const open = await openDestinationIds(ctx.db, ctx.principal.workspaceId, ids);
  if (ids.some((id) => !open.has(id))) throw notFound('destination');
}

/**
 * Changes how a rule reports, never its subject: a different subject needs a separate rule with separate evaluations.
 * @throws not_found, invalid_request
 */
export async function changeRule(
  ctx: Ctx,
  input: { id: string } & {
    [Name in 'name' | 'direction' | 'destinationIds' | 'enabled']?: AlertRule[Name] | undefined;
  },
): Promise<AlertRule> {
  const rule = await findRule(ctx, input);
  const { name, direction, destinationIds, enabled } = input;
  if (direction !== undefined) assertDirection(rule, direction);
  if (destinationIds !== undefined) await assertDestinations(ctx, destinationIds);
  await store.changeAlertRuleRow(ctx.db, rule, {
    ...(name === undefined ? {} : { name }),
    ...(direction === undefined ? {} : { direction }),
    ...(destinationIds === undefined ? {} : { destinationIds: [...new Set(destinationIds)] }),
    ...(enabled === undefined ? {} : { enabled }),
  });
  return findRule(ctx, input);
}

/** Ends a rule; the facts it reported stay. @throws not_found, insufficient_permission */
export async function archiveRule(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await assertMayManage(ctx, 'end an alert rule');
  const rule = await findRule(ctx, { id });
  await store.changeAlertRuleRow(ctx.db, rule, { archivedAt: nowIso(ctx) });
}

async function findRule(ctx: Ctx, { id }: { id: string }): Promise<AlertRule> {
  const rule = await store.findAlertRule(ctx.db, ctx.principal.workspaceId, id);
  if (rule === null) throw notFound('rule');
  return rule;
}

/** Number of a rule's evaluations, and the change that each detects four times in five. */
export type RulePower = { looksInQuarter: number; level: number; panel: PanelPower | null };

/** Computes the power of a rule. Null for a rule that compares nothing; `panel` null without recent answers. */
export async function findPower(ctx: Ctx, { websiteId, engine, periodDays }: AlertSubject): Promise<RulePower | null> {
  if (websiteId === null || periodDays === null) return null;
  const looks = looksInQuarter(periodDays);
  const level = levelOf(looks);
  const website = await findWebsite(ctx.db, ctx.principal.workspaceId, websiteId);
  const request = engine === null ? ctx.engines.declared : ctx.engines.find(engine);
  if (website === null || request === null) return { looksInQuarter: looks, level, panel: null };
  const ended = endedPeriod(nowIso(ctx), periodDays);
  // A first panel has no completed period yet, so the current one describes it.
  for (const period of [ended, periodAfter(ended, periodDays)]) {
    const { current } = await loadComparedPeriods(ctx, website, request, period);
    if (current.answers.length > 0) return { looksInQuarter: looks, level, panel: panelPower(current, level) };
  }
  return { looksInQuarter: looks, level, panel: null };
}

export type RuleDetail = { rule: AlertRule; power: RulePower | null; looks: store.AlertComparison[] };

/** @throws not_found */
export async function readRule(ctx: Ctx, { id }: { id: string }): Promise<RuleDetail> {
  const rule = await findRule(ctx, { id });
  const [power, looks] = await Promise.all([
    findPower(ctx, rule),
    store.listAlertComparisons(ctx.db, ctx.principal.workspaceId, id, maxComparisonsShown),
  ]);
  return { rule, power, looks };
}
