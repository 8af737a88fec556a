import { fillRecord, textOf } from './wireRecords.ts';

const causesBefore: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect_refused',
  ENETUNREACH: 'not_reachable',
  EHOSTUNREACH: 'not_reachable',
  ENETDOWN: 'not_reachable',
  EADDRNOTAVAIL: 'not_reachable',
  ENOTFOUND: 'name_not_resolved',
  EAI_AGAIN: 'name_not_resolved',
};

/**
 * Returns a code if a failed request provably never left: the name did not resolve, or every address refused the
 * connection or had no route. Null if a byte may have been sent (resets, timeouts, TLS failures, anything else).
 * Searches the `cause` chain, because each layer wraps the reason again.
 */
export function unsentRequestCause(error: unknown): string | null {
  let current: unknown = error;
  for (let depth = 0; depth < 6; depth++) {
    const failure = fillRecord(current);
    if (failure === null) return null;
    const attempts = failure.errors;
    if (Array.isArray(attempts) && attempts.length > 0) {
      // Several addresses were tried: all of them must have refused.
      const codes = attempts.map(unsentRequestCause);
      return codes.every((code) => code !== null) ? (codes[0] ?? null) : null;
    }
    const code = causesBefore[textOf(failure.code) ?? ''];
    const syscall = failure.syscall;
    if (code !== undefined && (syscall === 'connect' || syscall === 'getaddrinfo')) return code;
    current = failure.cause;
  }
  return null;
}

/** Returns the first code in the `cause` chain, without the wrapping texts. */
export function causeCode(error: unknown): string | null {
  let current: unknown = error;
  for (let depth = 0; depth < 6; depth++) {
    const failure = fillRecord(current);
    if (failure === null) return null;
    const code = textOf(failure.code);
    if (code !== null) return code;
    current = failure.cause;
  }
  return null;
}
