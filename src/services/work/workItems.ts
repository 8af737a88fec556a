import { invalidField, notFound } from '../../domain/errors.ts';
import { workFact } from '../../domain/work/workFact.ts';
import {
  isBack,
  type WorkDecision,
  type WorkEvidence,
  type WorkItem,
  type WorkSource,
  type WorkState,
  websiteOfItem,
  workItem,
} from '../../domain/work/workItem.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { lockDecision, saveDecision, workDecisions } from '../../store/work/rows.ts';
import { recordAct } from '../access/auditLog.ts';
import { recordAlerts } from '../alerts/recordAlerts.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { currentWork, itemsOfWebsite } from './currentWork.ts';

/** Lists items in some states: gates first, then those that affect the most questions. @throws not_found */
export async function listWork(
  ctx: Ctx,
  {
    websiteId,
    states,
    sources,
    owner,
  }: {
    websiteId: string;
    states: readonly WorkState[];
    sources: readonly WorkSource[];
    owner: string | null;
  },
): Promise<WorkItem[]> {
  const items = await itemsOfWebsite(ctx, websiteId);
  return items.filter(
    (item) =>
      states.includes(item.state) && sources.includes(item.evidence.source) && (owner === null || item.owner === owner),
  );
}

/** @throws not_found */
export async function readWorkItem(ctx: Ctx, { id }: { id: string }): Promise<WorkItem> {
  const item = (await itemsOfWebsite(ctx, await formatWebsite(ctx, id))).find((one) => one.id === id);
  if (item === undefined) throw notFound('item');
  return item;
}

type Details = {
  owner?: string | null | undefined;
  dueDay?: string | null | undefined;
  note?: string | null | undefined;
};

/**
 * Claims an item, for the caller unless an owner is named. @throws not_found, invalid_request if another member has it
 */
export function claimWork(ctx: Ctx, { id, ...details }: { id: string } & Details): Promise<WorkItem> {
  const owner = details.owner ?? ctx.principal.accountEmail;
  return decide(ctx, id, 'claimWork', (before, current) => {
    if (before.state === 'doing' && before.owner !== owner) throw invalidField('id', `is claimed by ${before.owner}`);
    assertIn(before, current, ['open', 'doing'], 'claim');
    return { ...before, ...isKnown(details), state: 'doing', owner };
  });
}

/** Marks an item as done. The next capture or answers verify it. @throws not_found, invalid_request */
export function finishWork(ctx: Ctx, { id, note }: { id: string; note?: string | undefined }): Promise<WorkItem> {
  return decide(ctx, id, 'finishWork', (before, current) => {
    assertIn(before, current, ['open', 'doing', 'done'], 'finish');
    if (before.state === 'done') return before;
    const owner = before.owner ?? ctx.principal.accountEmail;
    return { ...before, ...isKnown({ note }), owner, state: 'done', doneAt: nowIso(ctx) };
  });
}

/** Declines an item: it returns only if it becomes a gate. @throws not_found, invalid_request */
export function declineWork(ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<WorkItem> {
  return decide(ctx, id, 'declineWork', (before, current) => {
    assertIn(before, current, ['open', 'doing', 'declined'], 'decline');
    return { ...before, state: 'declined', reason, doneAt: null };
  });
}

/** Reopens an item that was claimed, finished or declined. @throws not_found */
export function reopenWork(ctx: Ctx, { id }: { id: string }): Promise<WorkItem> {
  return decide(ctx, id, 'reopenWork', (before) => ({
    ...before,
    state: 'open',
    owner: null,
    reason: null,
    doneAt: null,
  }));
}

/** Changes only the owner, the due day or the note. @throws not_found */
export function changeWork(ctx: Ctx, { id, ...details }: { id: string } & Details): Promise<WorkItem> {
  return decide(ctx, id, 'changeWork', (before) => ({ ...before, ...isKnown(details) }));
}

function isKnown(details: Details): Partial<Pick<WorkDecision, 'owner' | 'dueDay' | 'note'>> {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

/** Returns the website of an item. An item of another workspace counts as unknown. @throws not_found */
async function formatWebsite(ctx: Ctx, id: string): Promise<string> {
  const websiteId = websiteOfItem(id);
  const website = websiteId === null ? null : await findWebsite(ctx.db, ctx.principal.workspaceId, websiteId);
  if (website === null) throw notFound('item');
  return website.id;
}

function assertIn(
  before: WorkDecision,
  current: WorkEvidence | null,
  states: readonly WorkDecision['state'][],
  verb: string,
): void {
  if (!isBack(current, before) && !states.includes(before.state)) {
    throw invalidField('id', `is ${before.state}, so you cannot ${verb} it; reopen it first`);
  }
}

/** Changes one item in one transaction with its audit entry and its webhooks. */
async function decide(
  ctx: Ctx,
  id: string,
  act: string,
  change: (before: WorkDecision, current: WorkEvidence | null) => WorkDecision,
): Promise<WorkItem> {
  const { workspaceId } = ctx.principal;
  const place = { workspaceId, websiteId: await formatWebsite(ctx, id), id };
  const { evidence, observed } = await currentWork(ctx, place.websiteId);
  const current = evidence.get(id) ?? null;
  const now = nowIso(ctx);
  return inTransaction(ctx.db, async (tx) => {
    const saved = (await workDecisions(tx, workspaceId, place.websiteId)).get(id);
    const workEvidence = current ?? saved?.evidence;
    if (workEvidence === undefined) throw notFound('item');
    const untouched: WorkDecision = {
      state: 'open',
      owner: null,
      dueDay: null,
      note: null,
      reason: null,
      evidence: workEvidence,
      changedAt: now,
      changedBy: ctx.principal.accountEmail,
      doneAt: null,
    };
    const before = await lockDecision(tx, ctx.databaseKind, place, untouched);
    const changed = change(before, current);
    // The evidence of the first change stays, because answers before it were used to choose the work.
    const isDeclined = changed.state === 'declined' && current !== null;
    const after: WorkDecision = {
      ...changed,
      evidence: isDeclined ? current : changed.evidence,
      changedAt: now,
      changedBy: ctx.principal.accountEmail,
    };
    await saveDecision(tx, place, after);
    await recordAct(ctx, tx, {
      act,
      subject: id,
      note: `${before.state} → ${after.state}: ${workEvidence.rule} ${workEvidence.subject}`,
    });
    const item = workItem(id, place.websiteId, current, after, observed);
    if (item === null) throw notFound('item');
    if (before.state !== after.state || before.owner !== after.owner) {
      await recordAlerts(tx, ctx, { workspaceId, kind: 'work_changed' }, () => [workFact(item)]);
    }
    return item;
  });
}
