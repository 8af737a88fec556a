import type { Fetch } from '../../domain/checks/evidenceBundle.ts';
import type { StoppedBy } from './budget.ts';
import type { HopError } from './hopFault.ts';

/**
 * Failures in which no server was reached. A broken certificate or an endless header is a response: a measured fault.
 */
const silent = new Set<HopError['code']>([
  'dns',
  'refused',
  'reset',
  'timeout',
  'blocked_address',
  'blocked_port',
  'blocked_scheme',
]);

/**
 * Returns `code: sentence` if no request of the capture was answered, so that there is nothing to freeze; otherwise
 * null.
 */
export function emptyCapture(fetches: readonly Fetch[], stoppedBy: StoppedBy): string | null {
  const outcomes = fetches.flatMap((fetch) => fetch.hops.map((hop) => hop.outcome));
  if (outcomes.some((outcome) => outcome.kind === 'response' || !silent.has(outcome.code))) return null;
  const last = outcomes.at(-1);
  if (last?.kind === 'error') return `nothing_captured: The website gave no answer: ${last.message}.`;
  const why = stoppedBy === 'cancelled' ? 'it was cancelled' : 'its limits did not allow a single request';
  return `nothing_captured: The capture ended before its first request because ${why}.`;
}
