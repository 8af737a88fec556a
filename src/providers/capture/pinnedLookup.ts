import { isIP, type LookupFunction } from 'node:net';

/** Answers every name with the checked addresses, so that a connection made by name goes nowhere else. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first] = pinned;
  return (_hostname, options, answer) => {
    if (options.all === true) answer(null, pinned);
    else answer(null, first?.address ?? '', first?.family ?? 4);
  };
}

/** Milliseconds after which the next of several addresses is tried as well. */
export const familyAttemptMs = 1_000;
