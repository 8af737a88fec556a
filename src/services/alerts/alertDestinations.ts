import {
  type AlertDestination,
  type DestinationAddress,
  type DestinationKind,
  findAddressFlaw,
  rotateSecret,
  shownAddress,
} from '../../domain/alerts/alertDestination.ts';
import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import * as store from '../../store/alerts/destinations.ts';
import { insertFact } from '../../store/alerts/facts.ts';
import { dropMessages } from '../../store/alerts/outbox.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { assertMayManage } from '../access/memberRights.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { createSigningSecret } from './deliverMessages.ts';
import { queueMessages } from './recordAlerts.ts';
import { openSealed, seal } from './sealedAddress.ts';

/** A destination, and whether this server can still decrypt its address. */
export type ShownDestination = AlertDestination & { readable: boolean };

/** Maximum number of destinations: no workspace needs more. */
const maxDestinations = 50;

function show(ctx: Ctx, { sealed, ...destination }: store.SealedDestination): ShownDestination {
  return { ...destination, readable: openSealed<DestinationAddress>(ctx, destination.id, sealed) !== null };
}

export async function listAlertDestinations(
  ctx: Ctx,
  page: { after: ListPosition | null; count: number },
): Promise<ShownDestination[]> {
  const rows = await store.listDestinations(ctx.db, ctx.principal.workspaceId, page);
  return rows.map((row) => show(ctx, row));
}

/**
 * Saves a destination for messages. A webhook's secret is created here and shown once.
 * @throws invalid_request naming `address` or `kind`, insufficient_permission
 */
export async function createAlertDestination(
  ctx: Ctx,
  input: { kind: DestinationKind; name: string; address: string },
): Promise<{ destination: ShownDestination; secret: string | null }> {
  await assertMayManage(ctx, 'say where alerts go');
  const { workspaceId, accountId } = ctx.principal;
  const { kind, name, address } = input;
  assertAddress(ctx, kind, address);
  const there = await store.listDestinations(ctx.db, workspaceId, { after: null, count: maxDestinations });
  if (there.length === maxDestinations) throw invalidField('name', `would exceed the maximum of ${maxDestinations}`);
  const id = ctx.runtime.newId('dest');
  const now = nowIso(ctx);
  const secret = kind === 'webhook' ? createSigningSecret(ctx) : null;
  const sealed = seal(ctx, id, { address, secrets: secret === null ? [] : [{ value: secret, until: null }] });
  const text = shownAddress(kind, address);
  const secretMadeAt = secret === null ? null : now;
  const created = { id, workspaceId, kind, name, shown: text, createdAt: now, secretMadeAt, sealed };
  await store.insertDestination(ctx.db, created, accountId);
  return { destination: show(ctx, created), secret };
}

function assertAddress(ctx: Ctx, kind: DestinationKind, address: string): void {
  if (kind === 'email' && !ctx.messenger.canMail) {
    throw invalidField('kind', 'email needs a mail server; the operator sets SMTP_URL and MAIL_FROM');
  }
  const flaw = findAddressFlaw(kind, address, ctx.settings.allowPrivateTargets);
  if (flaw !== null) throw invalidField('address', flaw);
}

/** Changes the name or the address; secrets stay. @throws not_found, invalid_request, insufficient_permission */
export async function changeAlertDestination(
  ctx: Ctx,
  input: { id: string; name?: string | undefined; address?: string | undefined },
): Promise<ShownDestination> {
  await assertMayManage(ctx, 'say where alerts go');
  const destination = await findOpen(ctx, input.id);
  const { id, kind } = destination;
  const change: { name?: string; shown?: string; sealed?: string } = {};
  if (input.name !== undefined) change.name = input.name;
  if (input.address !== undefined) {
    assertAddress(ctx, kind, input.address);
    const secrets = openSealed<DestinationAddress>(ctx, id, destination.sealed)?.secrets ?? [];
    if (kind === 'webhook' && secrets.length === 0) {
      throw invalidField('id', 'has a secret that this server cannot read; create a new destination');
    }
    change.shown = shownAddress(kind, input.address);
    change.sealed = seal(ctx, id, { address: input.address, secrets });
  }
  await saveChange(ctx, destination, change);
  return show(ctx, { ...destination, ...change });
}

/** Creates a new secret, shown once; the old secret stays valid for a day. @throws not_found, invalid_request */
export async function rotateAlertSecret(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ destination: ShownDestination; secret: string }> {
  await assertMayManage(ctx, 'create a new secret for a destination');
  const destination = await findOpen(ctx, id);
  if (destination.kind !== 'webhook') throw invalidField('id', 'has no secret: only webhooks are signed');
  const address = openSealed<DestinationAddress>(ctx, id, destination.sealed);
  if (address === null)
    throw invalidField('id', 'has an address that this server cannot read; create a new destination');
  const secret = createSigningSecret(ctx);
  const now = nowIso(ctx);
  const change = { sealed: seal(ctx, id, rotateSecret(address, secret, now)), secretMadeAt: now };
  await saveChange(ctx, destination, change);
  return { destination: show(ctx, { ...destination, ...change }), secret };
}

/**
 * Removes a destination, which receives nothing more; reported facts stay in the log. @throws not_found,
 * insufficient_permission
 */
export async function removeAlertDestination(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await assertMayManage(ctx, 'remove an alert destination');
  const destination = await findOpen(ctx, id);
  const { workspaceId } = ctx.principal;
  await inTransaction(ctx.db, async (tx) => {
    const now = nowIso(ctx);
    if (!(await store.changeDestinationRow(tx, destination, { archivedAt: now }))) throw changedMeanwhile();
    await dropMessages(tx, { workspaceId, destinationId: id }, now);
  });
}

/** Sends a test message, signed like every other. Returns the id of the reported fact. @throws not_found */
export async function testAlertDestination(ctx: Ctx, { id }: { id: string }): Promise<{ factId: string }> {
  const { name } = await findOpen(ctx, id);
  const { workspaceId } = ctx.principal;
  const factId = ctx.runtime.newId('alert');
  await inTransaction(ctx.db, async (tx) => {
    const fact = {
      kind: 'test' as const,
      subject: `test:${factId}`,
      websiteId: null,
      title: `A test message to “${name}”`,
      lines: ['A member sent this test message. No action is needed.'],
      figures: { destinationId: id },
      runIds: [],
      path: '/alerts',
      simulated: false,
    };
    await insertFact(tx, { id: factId, workspaceId, ruleId: id, ruleName: null, fact, at: nowIso(ctx) });
    await queueMessages(tx, ctx, { workspaceId, factId, destinationIds: [id] });
  });
  ctx.wakeWorker();
  return { factId };
}

async function findOpen(ctx: Ctx, id: string): Promise<store.SealedDestination> {
  const destination = await store.findDestination(ctx.db, ctx.principal.workspaceId, id);
  if (destination === null) throw notFound('destination');
  return destination;
}

async function saveChange(
  ctx: Ctx,
  destination: store.SealedDestination,
  change: Parameters<typeof store.changeDestinationRow>[2],
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  if (!(await store.changeDestinationRow(ctx.db, destination, change))) throw changedMeanwhile();
}

function changedMeanwhile(): AppError {
  return new AppError(
    'temporarily_unavailable',
    'Another member has just changed this destination. Read it again, then retry.',
    {
      retry: 'same_key',
      retryAfterSeconds: 1,
    },
  );
}
