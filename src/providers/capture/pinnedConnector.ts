import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import type { AddressGuard } from './addressGuard.ts';
import { AddressFault } from './hopFault.ts';
import { familyAttemptMs, pinnedLookup } from './pinnedLookup.ts';

/**
 * Connects by name so that Host, SNI and certificate check stay those of the website, and resolves the name only to the
 * checked addresses. Literal addresses skip the resolver, so the open connection is checked again.
 */
export function pinnedConnector(
  addresses: readonly string[],
  { connectTimeoutMs }: { connectTimeoutMs: number },
  guard: AddressGuard,
  onOpen: (socket: Socket | TLSSocket) => void,
): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    maxCachedSessions: 0,
    rejectUnauthorized: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: familyAttemptMs,
    lookup: pinnedLookup(addresses),
  });
  return (options, callback) => {
    connect(options, (...[fault, opened]) => {
      if (fault !== null) return callback(fault, null);
      if (!guard.permits(opened.remoteAddress ?? '')) {
        opened.destroy();
        return callback(new AddressFault(), null);
      }
      onOpen(opened);
      callback(null, opened);
    });
  };
}
