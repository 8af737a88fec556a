import { AppError } from '../../domain/errors.ts';
import type { RunKind } from '../../domain/runs/run.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import type { Ctx } from '../appContext.ts';
import { advanceRun } from './advanceRun.ts';
import { readRun } from './readObservation.ts';

/**
 * Polls the existing remote task now and saves what it shows. For an ended run, returns saved state without a call.
 * @throws not_found, provider_unavailable (nothing is known to have changed)
 */
export async function reconcileRun(ctx: Ctx, input: { kind: RunKind; id: string }): Promise<RunRecord> {
  const look = await advanceRun(ctx, await readRun(ctx, input));
  if (look.outcome !== 'unavailable') return look.run;
  throw new AppError(
    'provider_unavailable',
    `The provider could not be asked (${look.cause ?? 'no reason given'}). The saved run is unchanged; read it, or reconcile again later.`,
    {
      retry: 'after_seconds',
      retryAfterSeconds: look.retryAfterSeconds ?? Math.ceil(ctx.settings.pollIntervalMs / 1000),
      recovery: { runId: look.run.id, sessionId: look.run.sessionId },
    },
  );
}
