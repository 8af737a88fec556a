import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError, invalidField } from '../../domain/errors.ts';
import { deleteLogDrain, findLogDrain, saveLogDrain } from '../../store/crawlers/logSources.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { openSealed, seal } from '../alerts/sealedAddress.ts';
import { type AppContext, type Ctx, nowIso } from '../appContext.ts';
import { importLog } from './importLog.ts';
import { readLogSource } from './logSources.ts';

/**
 * Opens an address to which a vendor sends logs, signed with the secret if the vendor signs, otherwise with the secret
 * as a bearer token. @throws not_found, invalid_request naming `format`
 */
export async function openLogDrain(
  ctx: Ctx,
  { id, secret, verify }: { id: string; secret?: string | undefined; verify?: string | undefined },
) {
  const { workspaceId } = ctx.principal;
  if ((await readLogSource(ctx, id)).format === null)
    throw invalidField('format', 'is required: a small delivery does not show the format');
  const value = secret ?? Buffer.from(ctx.runtime.randomBytes(32)).toString('base64url');
  const row = { sourceId: id, workspaceId, sealed: seal(ctx, id, { secret: value }), verify: verify ?? null };
  await inTransaction(ctx.db, (tx) => saveLogDrain(tx, row, nowIso(ctx)));
  // The secret is shown once.
  return { url: `${ctx.settings.publicBaseUrl}/api/log-drains/${id}`, secret: value };
}

/** Closes the address; earlier counts stay. @throws not_found */
export async function closeLogDrain(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await readLogSource(ctx, id);
  await inTransaction(ctx.db, (tx) => deleteLogDrain(tx, id));
}

export type Delivery = {
  sourceId: string;
  /** Headers by their lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
};

/** Serialises deliveries of one source, since only one of its logs can be read at a time. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Counts one delivery of a vendor completely or not at all. An empty one without proof only requests the verification
 * text that Vercel expects. @throws unauthorized, and the errors of `importLog`
 */
export async function receiveDrain(
  app: AppContext,
  { sourceId, headers, body }: Delivery,
): Promise<{ verify: string | null; linesToday: number }> {
  const drain = await findLogDrain(app.db, sourceId);
  const secret = drain === null ? null : openSealed<{ secret: string }>(app, sourceId, drain.sealed)?.secret;
  if (drain === null || secret == null) throw unproven();
  if (body.length === 0 && drain.verify !== null) return { verify: drain.verify, linesToday: 0 };
  if (!isProven(headers, body, secret)) throw unproven();
  if (body.length === 0) return { verify: drain.verify, linesToday: 0 };
  const before = turns.get(sourceId) ?? Promise.resolve();
  const ctx = { ...app, principal: { workspaceId: drain.workspaceId, accountEmail: 'drain' } };
  const delivery = { sourceId, name: `drain ${nowIso(app).slice(0, 10)}`, receivedAtMs: app.runtime.now() };
  const turn = before.then(() => importLog(ctx, { ...delivery, body: Readable.from([body]) }));
  const settled = turn.catch(() => undefined);
  turns.set(sourceId, settled);
  try {
    return { verify: drain.verify, linesToday: (await turn).import.counts.lines };
  } finally {
    if (turns.get(sourceId) === settled) turns.delete(sourceId);
  }
}

const unproven = (): AppError =>
  new AppError('unauthorized', 'This delivery is not proven to be the vendor’s.', { retry: 'never' });

/** Accepts an HMAC-SHA1 signature of the raw body, as sent by Vercel, or the secret as a bearer token. */
function isProven(headers: Delivery['headers'], body: Buffer, secret: string): boolean {
  const signature = headers['x-vercel-signature'];
  if (typeof signature === 'string') return isEqual(signature, createHmac('sha1', secret).update(body).digest('hex'));
  return isEqual(String(headers.authorization ?? ''), `Bearer ${secret}`);
}

const isEqual = (a: string, b: string): boolean => timingSafeEqual(digestOf(a), digestOf(b));
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
