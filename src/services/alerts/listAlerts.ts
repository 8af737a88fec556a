import type { DestinationKind } from '../../domain/alerts/alertDestination.ts';
import type { SavedAlertFact } from '../../domain/alerts/alertFact.ts';
import { deliveryTimeMs } from '../../domain/alerts/deliverySchedule.ts';
import { invalidField, notFound } from '../../domain/errors.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { destinationNames, findDestination } from '../../store/alerts/destinations.ts';
import { listFacts } from '../../store/alerts/facts.ts';
import { findMessage, messagesOfFacts, type OutboxMessage, reopenMessage } from '../../store/alerts/outbox.ts';
import type { OutboxTry } from '../../store/alerts/outboxTries.ts';
import { triesOfMessages } from '../../store/alerts/outboxTries.ts';
import { type Ctx, steadyIso } from '../appContext.ts';

export type MessageWithTries = {
  message: OutboxMessage;
  destination: { name: string; kind: DestinationKind } | null;
  tries: OutboxTry[];
  /**
   * Milliseconds until the next attempt; null: there is none. The due time itself is on the steady clock, not a date.
   */
  nextTryInMs: number | null;
};

export type AlertWithMessages = { fact: SavedAlertFact; url: string; messages: MessageWithTries[] };

/** Lists reported facts, newest first, with their destinations and each try. */
export async function listAlerts(
  ctx: Ctx,
  page: { ruleId: string | null; after: ListPosition | null; count: number },
): Promise<AlertWithMessages[]> {
  const { workspaceId } = ctx.principal;
  const facts = await listFacts(ctx.db, workspaceId, page);
  const messages = await messagesOfFacts(
    ctx.db,
    workspaceId,
    facts.map(({ id }) => id),
  );
  const toldMessages = await showMessages(ctx, messages);
  return facts.map((fact) => ({
    fact,
    url: `${ctx.settings.publicBaseUrl}${fact.path}`,
    messages: toldMessages.filter(({ message }) => message.factId === fact.id),
  }));
}

async function showMessages(ctx: Ctx, messages: readonly OutboxMessage[]): Promise<MessageWithTries[]> {
  const { workspaceId } = ctx.principal;
  const [names, tries] = await Promise.all([
    destinationNames(ctx.db, workspaceId),
    triesOfMessages(
      ctx.db,
      workspaceId,
      messages.map(({ id }) => id),
    ),
  ]);
  const now = ctx.runtime.steady();
  return messages.map((message) => ({
    message,
    destination: names.get(message.destinationId) ?? null,
    tries: tries.filter(({ messageId }) => messageId === message.id),
    nextTryInMs: message.state === 'waiting' ? Math.max(0, Date.parse(message.dueAt) - now) : null,
  }));
}

/**
 * Retries a message now, under its existing id. @throws not_found, invalid_request during an attempt, or once its
 * destination was removed
 */
export async function resendMessage(ctx: Ctx, { id }: { id: string }): Promise<MessageWithTries> {
  const { workspaceId } = ctx.principal;
  const message = await findMessage(ctx.db, workspaceId, id);
  if (message === null) throw notFound('message');
  if ((await findDestination(ctx.db, workspaceId, message.destinationId)) === null) {
    throw invalidField('id', 'is a message to a destination that was removed');
  }
  const times = { dueAt: steadyIso(ctx), endsAt: steadyIso(ctx, deliveryTimeMs) };
  if (!(await reopenMessage(ctx.db, message, times))) {
    throw invalidField('id', 'is a message that is being sent now');
  }
  ctx.wakeWorker();
  const [toldMessage] = await showMessages(ctx, [{ ...message, ...times, state: 'waiting', endedAt: null }]);
  if (toldMessage === undefined) throw notFound('message');
  return toldMessage;
}
