import type { AlertFact } from '../../domain/alerts/alertFact.ts';
import { type AlertKind, kindOf } from '../../domain/alerts/alertKinds.ts';
import { endOfPeriod, periodsEndedBetween } from '../../domain/alerts/alertPeriod.ts';
import {
  type AlertDirection,
  type AlertSubject,
  defaultPeriodDays,
  type SubjectInput,
} from '../../domain/alerts/alertRule.ts';
import { budgetFacts } from '../../domain/alerts/budgetFacts.ts';
import { changeFact, compareForAlert } from '../../domain/alerts/changeFact.ts';
import { digestFact } from '../../domain/alerts/digestFact.ts';
import { engineFailingFact, gapFact, gateFact, needsActionFact } from '../../domain/alerts/runFacts.ts';
import { streaksOf } from '../../domain/alerts/streaks.ts';
import { failedGates } from '../../domain/checks/failedGates.ts';
import { notFound } from '../../domain/errors.ts';
import { monthOf } from '../../domain/money/month.ts';
import { budgetOfScope, scopesOf } from '../../domain/money/monthBudget.ts';
import { balanceChange } from '../../domain/money/purchase.ts';
import * as history from '../../store/alerts/history.ts';
import { listBudgets, readBalances } from '../../store/money/budgets.ts';
import { listGaps } from '../../store/plans/attention.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { findPower, type RulePower, subjectOfInput } from './alertRules.ts';
import { loadComparedPeriods } from './comparedPeriods.ts';
import { isAbout } from './recordAlerts.ts';

/** Length of the history that a preview reads, in milliseconds. */
const previewMs = 90 * 86_400_000;
const maxRows = 50_000;
const maxVerdicts = 500;

export type PreviewFact = { at: string; fact: AlertFact };

export type AlertPreview = {
  from: string;
  until: string;
  /** Newest first. */
  facts: PreviewFact[];
  /** Number of evaluations that the rule would have made; null for a rule that evaluates no periods. */
  looks: number | null;
  /** Limits of the saved history; null: none. */
  note: string | null;
  power: RulePower | null;
};

/** Previews what a rule would have reported in the last ninety days, from saved state. Sends and records nothing. */
export async function previewRule(
  ctx: Ctx,
  input: SubjectInput & { direction: AlertDirection },
): Promise<AlertPreview> {
  const subject = await subjectOfInput(ctx, input);
  const from = nowIso(ctx, -previewMs);
  const until = nowIso(ctx);
  const tell: Telling = wouldTell[subject.kind] ?? (async () => ({ facts: [] }));
  const preview = await tell(ctx, subject, input.direction, { from, until });
  const { facts, looks = null, note = kindOf(subject.kind).previewNote ?? null } = preview;
  const ofSubject = facts.filter(({ fact }) => isAbout(subject, fact));
  return { from, until, facts: ofSubject.reverse(), looks, note, power: await findPower(ctx, subject) };
}

type Told = { facts: PreviewFact[]; looks?: number; note?: string };
type Span = { from: string; until: string };

type Telling = (ctx: Ctx, subject: AlertSubject, direction: AlertDirection, span: Span) => Promise<Told>;

/** Messages that each kind would have sent; other kinds have no saved records to derive them from. */
const wouldTell: Readonly<Partial<Record<AlertKind, Telling>>> = {
  visibility_change: ofPeriods,
  weekly_digest: ofPeriods,
  gate_failed: (ctx, subject, _direction, span) => ofGates(ctx, subject, span),
  budget_used: (ctx, _subject, _direction, span) => ofBudgets(ctx, span),
  run_needs_action: (ctx) => ofRuns(ctx),
  engine_failing: (ctx, subject, _direction, span) => ofEngines(ctx, subject, span),
  round_missed: (ctx, _subject, _direction, span) => ofRounds(ctx, span),
};

async function ofPeriods(
  ctx: Ctx,
  { kind, websiteId, engine: engineId, periodDays }: AlertSubject,
  direction: AlertDirection,
  { from, until }: Span,
): Promise<Told> {
  const website = await findWebsite(ctx.db, ctx.principal.workspaceId, websiteId ?? '');
  const engine = engineId === null ? ctx.engines.declared : ctx.engines.find(engineId);
  if (website === null || engine === null) throw notFound('website');
  const days = periodDays ?? defaultPeriodDays;
  const facts: PreviewFact[] = [];
  let looks = 0;
  for (const period of periodsEndedBetween(from, until, days)) {
    const compared = await loadComparedPeriods(ctx, website, engine, period);
    if (compared.current.attempts.length === 0 && compared.previous.attempts.length === 0) continue;
    looks += 1;
    const comparison = compareForAlert(compared, days);
    const fact =
      kind === 'weekly_digest'
        ? digestFact(compared, comparison, { failedGates: null })
        : changeFact(compared, comparison, direction);
    if (fact !== null) facts.push({ at: endOfPeriod(period), fact });
  }
  const note = kind === 'weekly_digest' ? 'Results of website checks in those weeks are not included.' : undefined;
  return { facts, looks, ...(note === undefined ? {} : { note }) };
}

async function ofGates(ctx: Ctx, { websiteId }: AlertSubject, { from }: Span): Promise<Told> {
  const { workspaceId } = ctx.principal;
  const verdicts = await history.listWebsiteVerdicts(ctx.db, workspaceId, websiteId, from, maxVerdicts);
  const before = new Map<string, readonly string[]>();
  const facts: PreviewFact[] = [];
  for (const { id, websiteId: site, observedAt, ask, result } of verdicts) {
    const failed = failedGates(result).map(({ checkId }) => checkId);
    const siteName = ask.kind === 'website' ? ask.siteName : '';
    const fact = gateFact({ id, websiteId: site, ask: { siteName } }, failed, before.get(site) ?? null);
    before.set(site, failed);
    if (fact !== null) facts.push({ at: observedAt, fact });
  }
  return { facts };
}

async function ofBudgets(ctx: Ctx, { from }: Span): Promise<Told> {
  const { workspaceId } = ctx.principal;
  const scopes = (await listBudgets(ctx.db, workspaceId)).map(({ scope }) => scope);
  const balances = scopes.length === 0 ? [] : await readBalances(ctx.db, scopes, monthOf(from), false);
  const limits = new Map(balances.map(({ scope, limit }) => [scope, limit]));
  const entries = await history.listBalanceEntries(ctx.db, workspaceId, monthOf(from), maxRows);
  const used = new Map<string, number>();
  const toldKeys = new Set<string>();
  const facts: PreviewFact[] = [];
  for (const { enteredAt, month, simulated, planId, keyId, entry } of entries) {
    for (const scope of scopesOf({ workspaceId, planId, keyId })) {
      const limit = limits.get(scope) ?? null;
      if (limit === null) continue;
      const key = `${scope} ${month} ${simulated}`;
      const now = (used.get(key) ?? 0) + balanceChange(entry);
      used.set(key, now);
      const standing = { ...budgetOfScope(scope), used: now, limit };
      for (const fact of budgetFacts([standing], { month, simulated, refused: null })) {
        if (toldKeys.has(fact.subject)) continue;
        toldKeys.add(fact.subject);
        if (enteredAt >= from) facts.push({ at: enteredAt, fact });
      }
    }
  }
  const note =
    'Based on the current budgets of the workspace, its plans and its keys. Refused purchases are not included.';
  return { facts, note };
}

async function ofRuns(ctx: Ctx): Promise<Told> {
  const runs = await history.listWaitingRuns(ctx.db, ctx.principal.workspaceId, maxVerdicts);
  const facts = runs.map(({ updatedAt, ...run }) => ({ at: updatedAt, fact: needsActionFact(run) }));
  return { facts, note: 'Only runs that are still waiting. Sightline keeps no record of earlier waits.' };
}

async function ofEngines(ctx: Ctx, { engine }: AlertSubject, { from }: Span): Promise<Told> {
  const ends = await history.listEndedRuns(ctx.db, ctx.principal.workspaceId, engine, from, maxRows);
  const facts = streaksOf(ends).map(({ engine: id, last, streak }) => {
    const simulated = ctx.engines.find(id)?.simulated ?? false;
    return { at: last.createdAt, fact: engineFailingFact({ id, label: id, simulated }, streak, last.error) };
  });
  return { facts: facts.sort((one, other) => (one.at < other.at ? -1 : 1)) };
}

async function ofRounds(ctx: Ctx, { from }: Span): Promise<Told> {
  const gaps = await listGaps(ctx.db, ctx.principal.workspaceId, from, maxVerdicts);
  const ofPlans = gaps.filter(({ kind }) => kind === 'plan').reverse();
  return {
    facts: ofPlans.map(({ planId, name, round }) => ({ at: round.dueAt, fact: gapFact({ id: planId, name }, round) })),
  };
}
