import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressList, isPublicAddress } from './publicAddress.ts';

/** Returns all addresses of a name. Rejects if there is none. */
type Resolve = (hostname: string) => Promise<readonly string[]>;

export type GuardOptions = {
  /** Allowed ports. Default 80 and 443. */
  ports?: readonly number[];
  /** Addresses or ranges that may be reached although they are not public, on any port. */
  allow?: readonly string[];
  /** Addresses or ranges that are never reached, such as this deployment's own public address. */
  deny?: readonly string[];
  resolve?: Resolve;
};

/** Addresses that `ALLOW_PRIVATE_TARGETS` permits: only this machine, never the network around it. */
export const loopbackRanges = ['127.0.0.0/8', '::1/128'] as const;

type GuardVerdict =
  /** Only these addresses may be connected to for this host. */
  | { kind: 'allowed'; addresses: readonly string[] }
  | { kind: 'blocked'; code: 'dns' | 'blocked_address' | 'blocked_port' | 'blocked_scheme'; message: string };

export type AddressGuard = {
  /**
   * Decides about one URL before anything is sent. Messages name no address, so that an owner cannot map our network.
   */
  check(url: URL): Promise<GuardVerdict>;
  /** Checks the far end of an open connection again, before it is used. */
  permits(address: string): boolean;
};

function resolveBySystem(hostname: string): Promise<readonly string[]> {
  return lookup(hostname, { all: true, verbatim: true }).then((matches) => matches.map((entry) => entry.address));
}

/**
 * Creates the guard of one capture. A name is resolved once and keeps its addresses for the life of the guard, so a
 * name that changes its answer between check and use has no effect. One internal address among many refuses them all.
 */
export function createAddressGuard(options: GuardOptions = {}): AddressGuard {
  const ports = new Set(options.ports ?? [80, 443]);
  const allow = addressList(options.allow ?? []);
  const deny = addressList(options.deny ?? []);
  const resolve = options.resolve ?? resolveBySystem;
  const answers = new Map<string, Promise<readonly string[]>>();
  const permits = (address: string) => !deny.has(address) && (allow.has(address) || isPublicAddress(address));

  function addressesOf(hostname: string): Promise<readonly string[]> {
    const knownPromise = answers.get(hostname);
    if (knownPromise !== undefined) return knownPromise;
    const request = resolve(hostname);
    answers.set(hostname, request);
    // Only a successful answer is cached: a resolver that failed once may be asked again.
    request.catch(() => answers.delete(hostname));
    return request;
  }

  async function check(url: URL): Promise<GuardVerdict> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      return blocked('blocked_scheme', 'only http and https addresses are captured');
    }
    if (url.username !== '' || url.password !== '') {
      return blocked('blocked_scheme', 'an address with a user name or password is not captured');
    }
    const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
    const portIsOpen = ports.has(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port));
    const literal = isIP(host) !== 0;
    if (!portIsOpen && !literal && (options.allow ?? []).length === 0) return closedPort();
    let addresses: readonly string[];
    try {
      addresses = literal ? [host] : await addressesOf(host);
    } catch {
      return blocked('dns', 'the host name has no address');
    }
    if (addresses.length === 0) return blocked('dns', 'the host name has no address');
    if (!addresses.every(permits)) return blocked('blocked_address', 'the host is not on the public internet');
    if (!portIsOpen && !addresses.every((address) => allow.has(address))) return closedPort();
    return { kind: 'allowed', addresses };
  }

  return { check, permits };
}

function blocked(code: 'dns' | 'blocked_address' | 'blocked_port' | 'blocked_scheme', message: string): GuardVerdict {
  return { kind: 'blocked', code, message };
}

function closedPort(): GuardVerdict {
  return blocked('blocked_port', 'only ports 80 and 443 are captured');
}
