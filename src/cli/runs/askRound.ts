import { pause, withRetry } from '../../client/withRetry.ts';
import { digestOf } from '../../domain/text/canonicalJson.ts';
import { exitCodes } from '../failures.ts';
import { createProgress } from '../progress.ts';
import { callServer } from '../serverConnection.ts';
import { type AnswerEnd, interrupt } from './ensure.ts';

type AskOptions = { maxAgeSeconds: number; maxUsd: number | null; round: string };

const pollMs = 1_000;

/**
 * Asks several questions as one round, which needs a single approval, and waits until it has ended. Repeating the same
 * request continues the same round.
 */
export async function askRound(
  caseIds: readonly string[],
  { maxAgeSeconds, maxUsd, round }: AskOptions,
): Promise<{ code: number; runs: AnswerEnd[]; failure: null }> {
  const body = { caseIds: [...caseIds], maxAgeSeconds, ...(maxUsd === null ? {} : { maxUsd }) };
  const idempotencyKey = `cli:${digestOf({ body, round }).slice(0, 48)}`;
  const { ask } = await withRetry(() => callServer('startAsk', body, { idempotencyKey }));
  const name = { id: ask.planId, round: String(ask.round.number) };
  const progress = createProgress(process.stderr, caseIds.length);
  process.once('SIGINT', interrupt);
  const reported = new Set<string>();
  for (;;) {
    const { round: state, items } = await withRetry(() => callServer('readRound', name));
    for (const { caseId, state: at, error, denial } of items) {
      const isOver = at !== 'waiting' && at !== 'running';
      if (!isOver || reported.has(caseId)) continue;
      reported.add(caseId);
      const why = error ?? (at === 'not_asked' ? denial : null);
      progress.done(`${caseId} ${at}${why === null ? '' : ` (${why})`}`);
    }
    if (state.state !== 'open') {
      process.off('SIGINT', interrupt);
      progress.finish();
      const code = items.every((item) => item.state === 'answered') ? 0 : exitCodes.failure;
      const runs = items.map((item) => ({
        caseId: item.caseId,
        disposition: item.reused ? 'fresh_saved' : item.runId === null ? 'not_asked' : 'started',
        runId: item.runId,
        status: item.state === 'answered' ? 'completed' : item.state,
        error: item.error ?? item.denial,
        mentions: null,
      }));
      return { code, runs, failure: null };
    }
    await pause(pollMs);
  }
}
