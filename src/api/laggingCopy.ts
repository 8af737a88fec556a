import { AppError } from '../domain/errors.ts';
import type { AppContext, Ctx } from '../services/appContext.ts';
import type { Operation, OperationReply } from './operation.ts';

/** A replica from which reports and lists may be read. */
export type LaggingCopy = {
  /** Null while it must not be read: it is unavailable, or too far behind. */
  reader(): { db: AppContext['db']; lagMs: number } | null;
  /** Reason why it is not read; null while it is. */
  flaw(): string | null;
  setAside(): void;
};

/** Header with the maximum lag, in seconds, of the replica that a response was read from. */
const lagHeader = 'sightline-lag-seconds';

/**
 * Runs an operation on the replica if it may lag and one is readable. Falls back to the primary if the replica fails or
 * lacks a record: the record may not have arrived yet, and callers must not notice an unavailable replica.
 */
export async function runOnCopy(
  copy: LaggingCopy | null,
  operation: Operation,
  ctx: Ctx,
  input: object,
): Promise<OperationReply<unknown>> {
  const reader = operation.mayLag && copy !== null ? copy.reader() : null;
  if (copy === null || reader === null) return operation.run(ctx, input as never);
  try {
    const reply = await operation.run({ ...ctx, db: reader.db }, input as never);
    return { ...reply, headers: { ...reply.headers, [lagHeader]: String(Math.ceil(reader.lagMs / 1000)) } };
  } catch (cause) {
    if (!(cause instanceof AppError)) {
      copy.setAside();
      ctx.log.warn(
        { operation: operation.id, cause: String(cause) },
        'the replica failed; the primary answers instead',
      );
    }
    return operation.run(ctx, input as never);
  }
}
