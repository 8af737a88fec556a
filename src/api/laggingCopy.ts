import { AppError } from '../domain/errors.ts';
import type { AppContext, Ctx } from '../services/appContext.ts';
import type { Operation, OperationReply } from './operation.ts';

/** A copy of the database that reports and lists may be read from. */
export type LaggingCopy = {
  /** Null while it must not be read: it is away, or too far behind. */
  reader(): { db: AppContext['db']; lagMs: number } | null;
  /** Why it is not read; null while it is. */
  flaw(): string | null;
  setAside(): void;
};

/** Header with the greatest lag, in seconds, of the copy that an answer was read from. */
const lagHeader = 'sightline-lag-seconds';

/**
 * Runs an operation, from the copy where it may lag and there is one to read. What the copy refuses is asked of the
 * database itself: what it does not know yet is not missing, and one that is away must not be seen by callers.
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
        'the replica failed; the database answers instead',
      );
    }
    return operation.run(ctx, input as never);
  }
}
