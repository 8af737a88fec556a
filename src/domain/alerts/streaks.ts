import { failureStreak, type RunEnd } from './runFacts.ts';

/** An ended run with the details that a fact includes. */
export type TimedEnd = RunEnd & { engine: string; createdAt: string; error: string | null };

/**
 * Lists the streaks of failures that would have been reported, over ends in order of time: each once, at the end that
 * made it long enough.
 */
export function streaksOf<End extends TimedEnd>(
  ends: readonly End[],
): { engine: string; last: End; streak: { subject: string; runIds: string[] } }[] {
  const reports: { engine: string; last: End; streak: { subject: string; runIds: string[] } }[] = [];
  for (const [engine, ofEngine] of Map.groupBy(ends, (end) => end.engine)) {
    let before: End | null = null;
    let failures: End[] = [];
    let isTold = false;
    for (const end of ofEngine) {
      if (end.status !== 'failed') {
        [before, failures, isTold] = [end, [], false];
        continue;
      }
      failures.push(end);
      if (isTold) continue;
      const streak = failureStreak([...failures.toReversed(), ...(before === null ? [] : [before])]);
      if (streak === null) continue;
      isTold = true;
      reports.push({ engine, last: end, streak });
    }
  }
  return reports;
}
