import { createHmac } from 'node:crypto';
import { type DestinationAddress, type DestinationKind, secretsAt } from '../../domain/alerts/alertDestination.ts';
import { pauseAfterTry } from '../../domain/alerts/deliverySchedule.ts';
import { type AlertLetter, mailOf, slackBody, teamsBody, webhookBody } from '../../domain/alerts/messageShapes.ts';
import type { DeliveryOutcome, OutgoingMessage } from '../../ports/messenger.ts';
import { findDestination } from '../../store/alertDestinationRows.ts';
import { findFact } from '../../store/alertFactRows.ts';
import {
  bringMessagesDue,
  bringOrphanedMessagesDue,
  claimDueMessages,
  endTry,
  hasDueMessage,
  type OutboxMessage,
} from '../../store/outboxRows.ts';
import { nowIso, steadyIso, type World } from '../world.ts';
import { openAddress } from './sealedAddress.ts';

/** No try is planned further ahead. */
const maxAheadMs = 10 * 3_600_000;

/** Messages whose time has come, each leased to this caller with a try of its own. */
export async function takeDueMessages(world: World, limit: number): Promise<OutboxMessage[]> {
  const steady = steadyIso(world);
  if (!(await hasDueMessage(world.db, steady))) return [];
  const times = { steady, leaseUntil: steadyIso(world, world.settings.messageLeaseMs), now: nowIso(world) };
  return claimDueMessages(world.db, world.databaseKind, times, limit);
}

/** Brings due what a killed process was trying. Only for a process that is alone, before it takes anything itself. */
export function bringOrphanedMessages(world: World): Promise<void> {
  return bringOrphanedMessagesDue(world.db, steadyIso(world));
}

/** Brings due what waits for a time further ahead than any try is planned: the steady count has gone back. */
export function bringBackMessages(world: World): Promise<void> {
  return bringMessagesDue(world.db, { after: steadyIso(world, maxAheadMs), now: steadyIso(world) });
}

/**
 * Makes the claimed try, and saves its outcome. A process that dies in between leaves a try without an end; the message
 * becomes due again with the same id.
 */
export async function deliverMessage(world: World, message: OutboxMessage): Promise<void> {
  const began = world.runtime.monotonic();
  const outgoing = await prepareMessage(world, message);
  const outcome = 'outgoing' in outgoing ? await world.messenger.deliver(outgoing.outgoing, world.stopping) : outgoing;
  const durationMs = Math.round(world.runtime.monotonic() - began);
  const endedAt = nowIso(world);
  if (outcome.kind === 'delivered') {
    const end = { endedAt, outcome: 'delivered', status: outcome.status, reason: null, durationMs } as const;
    await endTry(world.db, message, end, { state: 'delivered', dueAt: null });
    return;
  }
  const { status, reason, retryAfterSeconds, isFinal } = outcome;
  const dueAt = steadyIso(world, pauseAfterTry(message.attempts, world.runtime.jitter(), retryAfterSeconds));
  const goesOn = !isFinal && dueAt < message.endsAt;
  await endTry(
    world.db,
    message,
    { endedAt, outcome: 'failed', status, reason, durationMs },
    { state: goesOn ? 'waiting' : 'failed', dueAt: goesOn ? dueAt : null },
  );
  if (!goesOn) world.log.warn({ id: message.id, status, reason }, 'a message was given up');
}

function failed(reason: string, isFinal: boolean): Extract<DeliveryOutcome, { kind: 'failed' }> {
  return { kind: 'failed', status: null, reason, retryAfterSeconds: null, isFinal };
}

async function prepareMessage(
  world: World,
  { id, workspaceId, factId, destinationId }: OutboxMessage,
): Promise<{ outgoing: OutgoingMessage } | Extract<DeliveryOutcome, { kind: 'failed' }>> {
  const destination = await findDestination(world.db, workspaceId, destinationId);
  if (destination === null) return failed('The destination was removed.', true);
  const fact = await findFact(world.db, workspaceId, factId);
  if (fact === null) return failed('What was to be told is gone.', true);
  const address = openAddress(world, destinationId, destination.sealed);
  if (address === null) {
    return failed('The address cannot be read with the secret of this server. Give it anew.', false);
  }
  const letter = { fact, url: `${world.settings.publicBaseUrl}${fact.path}` };
  return { outgoing: outgoingOf(destination.kind, address, letter, id, world) };
}

function outgoingOf(
  kind: DestinationKind,
  { address, secrets }: DestinationAddress,
  letter: AlertLetter,
  id: string,
  world: World,
): OutgoingMessage {
  if (kind === 'email') {
    const host = new URL(world.settings.publicBaseUrl).hostname;
    return { kind: 'mail', to: address, messageId: `<${id}@${host}>`, ...mailOf(letter) };
  }
  const json = { 'content-type': 'application/json', 'user-agent': 'Sightline/1.0' };
  if (kind === 'slack') return { kind: 'post', url: address, headers: json, body: JSON.stringify(slackBody(letter)) };
  if (kind === 'teams') return { kind: 'post', url: address, headers: json, body: JSON.stringify(teamsBody(letter)) };
  const body = JSON.stringify(webhookBody(letter));
  const timestamp = Math.floor(world.runtime.now() / 1000);
  const signatures = secretsAt(secrets, nowIso(world)).map(({ value }) => signatureOf(value, { id, timestamp, body }));
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

/** A signing secret of Standard Webhooks: 32 random bytes. */
export function makeSigningSecret({ runtime }: Pick<World, 'runtime'>): string {
  return `${secretPrefix}${Buffer.from(runtime.randomBytes(32)).toString('base64')}`;
}

/** Standard Webhooks, symmetric: `v1,` and HMAC-SHA256 over id, timestamp and body, joined by full stops. */
function signatureOf(secret: string, { id, timestamp, body }: { id: string; timestamp: number; body: string }): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
