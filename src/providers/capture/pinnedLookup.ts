import { isIP, type LookupFunction } from 'node:net';

/** Resolves every name to the checked addresses, so that a connection by name can only go there. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first] = pinned;
  return (_hostname, options, answer) => {
    if (options.all === true) answer(null, pinned);
    else answer(null, first?.address ?? '', first?.family ?? 4);
  };
}

/** Delay before also trying the next of several addresses, in milliseconds. */
export const familyAttemptMs = 1_000;
