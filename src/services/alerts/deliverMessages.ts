import { createHmac } from 'node:crypto';
import { type DestinationAddress, type DestinationKind, secretsAt } from '../../domain/alerts/alertDestination.ts';
import { pauseAfterTry } from '../../domain/alerts/deliverySchedule.ts';
import { type AlertLetter, mailOf, slackBody, teamsBody, webhookBody } from '../../domain/alerts/messageShapes.ts';
import type { DeliveryOutcome, OutgoingMessage } from '../../ports/messenger.ts';
import { findDestination } from '../../store/alerts/destinations.ts';
import { findFact } from '../../store/alerts/facts.ts';
import {
  claimDueMessages,
  endTry,
  hasDueMessage,
  type OutboxMessage,
  scheduleMessagesNow,
  scheduleOrphanedMessagesNow,
} from '../../store/alerts/outbox.ts';
import { type AppContext, nowIso, steadyIso } from '../appContext.ts';
import { openSealed } from './sealedAddress.ts';

/** Attempts are never scheduled further ahead. */
const maxAheadMs = 10 * 3_600_000;

/** Claims due messages, each leased to this caller with a new attempt. */
export async function reserveDueMessages(app: AppContext, limit: number): Promise<OutboxMessage[]> {
  const steady = steadyIso(app);
  if (!(await hasDueMessage(app.db, steady))) return [];
  const times = { steady, leaseUntil: steadyIso(app, app.settings.messageLeaseMs), now: nowIso(app) };
  return claimDueMessages(app.db, app.databaseKind, times, limit);
}

/**
 * Makes messages due again whose delivery a killed process left unfinished. Only for a process that runs alone, before
 * it claims anything.
 */
export function requeueOrphanedMessages(app: AppContext): Promise<void> {
  return scheduleOrphanedMessagesNow(app.db, steadyIso(app));
}

/** Makes messages due whose time is further ahead than any attempt is scheduled, because the steady clock went back. */
export function resetFarMessages(app: AppContext): Promise<void> {
  return scheduleMessagesNow(app.db, { after: steadyIso(app, maxAheadMs), now: steadyIso(app) });
}

/**
 * Makes the claimed attempt, and saves its outcome. If the process dies in between, the attempt has no end, and the
 * message becomes due again with the same id.
 */
export async function deliverMessage(app: AppContext, message: OutboxMessage): Promise<void> {
  const began = app.runtime.monotonic();
  const outgoing = await prepareMessage(app, message);
  const outcome = 'outgoing' in outgoing ? await app.messenger.deliver(outgoing.outgoing, app.stopping) : outgoing;
  const durationMs = Math.round(app.runtime.monotonic() - began);
  const endedAt = nowIso(app);
  if (outcome.kind === 'delivered') {
    const end = { endedAt, outcome: 'delivered', status: outcome.status, reason: null, durationMs } as const;
    await endTry(app.db, message, end, { state: 'delivered', dueAt: null });
    return;
  }
  const { status, reason, retryAfterSeconds, isFinal } = outcome;
  const dueAt = steadyIso(app, pauseAfterTry(message.attempts, app.runtime.jitter(), retryAfterSeconds));
  const goesOn = !isFinal && dueAt < message.endsAt;
  await endTry(
    app.db,
    message,
    { endedAt, outcome: 'failed', status, reason, durationMs },
    { state: goesOn ? 'waiting' : 'failed', dueAt: goesOn ? dueAt : null },
  );
  if (!goesOn) app.log.warn({ id: message.id, status, reason }, 'a message was given up');
}

function failed(reason: string, isFinal: boolean): Extract<DeliveryOutcome, { kind: 'failed' }> {
  return { kind: 'failed', status: null, reason, retryAfterSeconds: null, isFinal };
}

async function prepareMessage(
  app: AppContext,
  { id, workspaceId, factId, destinationId }: OutboxMessage,
): Promise<{ outgoing: OutgoingMessage } | Extract<DeliveryOutcome, { kind: 'failed' }>> {
  const destination = await findDestination(app.db, workspaceId, destinationId);
  if (destination === null) return failed('The destination was removed.', true);
  const fact = await findFact(app.db, workspaceId, factId);
  if (fact === null) return failed('The alert of this message no longer exists.', true);
  const address = openSealed<DestinationAddress>(app, destinationId, destination.sealed);
  if (address === null) {
    return failed('The server’s secret changed, so the address cannot be decrypted. Enter it again.', false);
  }
  const letter = { fact, url: `${app.settings.publicBaseUrl}${fact.path}` };
  return { outgoing: buildOutgoing(destination.kind, address, letter, id, app) };
}

function buildOutgoing(
  kind: DestinationKind,
  { address, secrets }: DestinationAddress,
  letter: AlertLetter,
  id: string,
  app: AppContext,
): OutgoingMessage {
  if (kind === 'email') {
    const host = new URL(app.settings.publicBaseUrl).hostname;
    return { kind: 'mail', to: address, messageId: `<${id}@${host}>`, ...mailOf(letter) };
  }
  const json = { 'content-type': 'application/json', 'user-agent': 'Sightline/1.0' };
  if (kind === 'slack') return { kind: 'post', url: address, headers: json, body: JSON.stringify(slackBody(letter)) };
  if (kind === 'teams') return { kind: 'post', url: address, headers: json, body: JSON.stringify(teamsBody(letter)) };
  const body = JSON.stringify(webhookBody(letter));
  const timestamp = Math.floor(app.runtime.now() / 1000);
  const signatures = secretsAt(secrets, nowIso(app)).map(({ value }) =>
    formatSignature(value, { id, timestamp, body }),
  );
  return {
    kind: 'post',
    url: address,
    headers: {
      ...json,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures.join(' '),
    },
    body,
  };
}

const secretPrefix = 'whsec_';

/** Creates a Standard Webhooks signing secret: 32 random bytes. */
export function createSigningSecret({ runtime }: Pick<AppContext, 'runtime'>): string {
  return `${secretPrefix}${Buffer.from(runtime.randomBytes(32)).toString('base64')}`;
}

/** Signs by Standard Webhooks, symmetric: `v1,` and HMAC-SHA256 over id, timestamp and body, joined by full stops. */
function formatSignature(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
