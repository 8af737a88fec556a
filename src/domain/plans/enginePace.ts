import { isTerminal } from '../runs/run.ts';
import type { RoundItem } from './round.ts';

/** Longest wait that is accepted, in milliseconds: the steady clock may have restarted since the wait was saved. */
const maxAheadMs = 86_400_000;
/** Consecutive refusals after which a pause counts as lasting. */
const lastingRefusals = 4;

/**
 * Permission to send requests to one engine now. `probe`: one request, to test whether the engine accepts requests
 * again.
 */
export type EnginePace =
  | { kind: 'open' }
  | { kind: 'probe' }
  /** `until`: ISO 8601; null: the last request has no response yet. `lasts`: a member may have to act. */
  | { kind: 'paused'; until: string | null; message: string | null; lasts: boolean };

/**
 * Decides the pace at one engine from its open requests. After a refusal all of them wait as long as the vendor
 * demands; then one is sent, and the others follow once the vendor has accepted it.
 * @param now ISO 8601 on the steady clock
 */
export function paceOfEngine(
  items: readonly Pick<RoundItem, 'askAfter' | 'refusedFor' | 'denials' | 'denial' | 'run'>[],
  now: string,
): EnginePace {
  const refused = items.filter(({ askAfter }) => askAfter !== null);
  const waiting = refused.filter(({ run }) => run === null);
  const worst = waiting.reduce<(typeof waiting)[number] | null>(
    (last, item) => ((item.askAfter ?? '') > (last?.askAfter ?? '') ? item : last),
    null,
  );
  if (worst === null) return { kind: 'open' };
  const lasts = waiting.some(({ denials, refusedFor }) => denials >= lastingRefusals || refusedFor === 'owner');
  const message = worst.denial;
  if (isAhead(worst.askAfter, now)) return { kind: 'paused', until: worst.askAfter, message, lasts };
  const again = refused.flatMap(({ run }) => run ?? []);
  if (again.some((run) => isTerminal(run.status) || !['reserved', 'submitting'].includes(run.phase))) {
    return { kind: 'open' };
  }
  return again.length > 0 ? { kind: 'paused', until: null, message, lasts } : { kind: 'probe' };
}

function isAhead(askAfter: string | null, now: string): boolean {
  if (askAfter === null) return false;
  const aheadMs = Date.parse(askAfter) - Date.parse(now);
  return aheadMs > 0 && aheadMs <= maxAheadMs;
}
