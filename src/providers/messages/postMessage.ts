import { Client } from 'undici';
import type { DeliveryOutcome, OutgoingMessage } from '../../ports/messenger.ts';
import { createAddressGuard, loopbackRanges } from '../capture/addressGuard.ts';
import { AddressFault } from '../capture/hopFault.ts';
import { pinnedConnector } from '../capture/pinnedConnector.ts';
import { causeCode } from '../connectFailure.ts';
import { retryAfterSeconds } from '../providerRetryAfter.ts';
import type { MessengerOptions } from './messengerOptions.ts';

type Post = Extract<OutgoingMessage, { kind: 'post' }>;

/** Ports allowed for receivers on the public internet. */
const ports = [443, 8443];

/** Only the status of a reply counts. Its body is read only as far as needed to close the connection cleanly. */
const maxReplyBytes = 16_384;

/**
 * Posts one message over a connection of its own to an address that the guard has checked. Follows no redirect, which
 * could lead into the internal network. The receiver's reply is neither saved nor reported.
 */
export async function postMessage(
  { url: address, headers, body }: Post,
  { allowPrivateTargets, timeoutMs, resolve }: Pick<MessengerOptions, 'allowPrivateTargets' | 'timeoutMs' | 'resolve'>,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const url = URL.parse(address);
  if (url === null) return failure('The address cannot be read.');
  const guard = createAddressGuard({
    ports,
    ...(allowPrivateTargets ? { allow: loopbackRanges } : {}),
    ...(resolve === undefined ? {} : { resolve }),
  });
  const timeout = AbortSignal.timeout(timeoutMs);
  let client: Client | null = null;
  try {
    const verdict = await Promise.race([guard.check(url), aborted(timeout), aborted(signal)]);
    if (verdict.kind === 'blocked') return failure(blockedWords[verdict.code]);
    client = new Client(url.origin, {
      connect: pinnedConnector(verdict.addresses, { connectTimeoutMs: timeoutMs }, guard, () => {}),
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
      pipelining: 0,
    });
    const response = await client.request({
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      body,
      signal: AbortSignal.any([timeout, signal]),
    });
    response.body.on('error', () => {});
    const { statusCode: status } = response;
    await response.body.dump({ limit: maxReplyBytes, signal: timeout }).catch(() => {});
    if (status >= 200 && status < 300) return { kind: 'delivered', status };
    if (status >= 300 && status < 400) {
      return { ...failure('The receiver answered with a redirect, which is not followed.'), status };
    }
    const wait = retryAfterSeconds((name) => deriveHeader(response.headers, name), Date.now());
    return {
      ...failure(status === 410 ? 'The receiver answered 410 Gone.' : `The receiver answered ${status}.`),
      status,
      retryAfterSeconds: wait,
      isFinal: status === 410,
    };
  } catch (thrown) {
    if (signal.aborted) return failure('This server was stopped during the attempt.');
    if (timeout.aborted) return failure(`The receiver gave no answer within ${timeoutMs} ms.`);
    if (thrown instanceof AddressFault) return failure(blockedWords.blocked_address);
    return failure(faultWords[causeCode(thrown) ?? ''] ?? 'The connection failed.');
  } finally {
    await client?.destroy().catch(() => {});
  }
}

type Failure = Extract<DeliveryOutcome, { kind: 'failed' }>;

function failure(reason: string): Failure {
  return { kind: 'failed', status: null, reason, retryAfterSeconds: null, isFinal: false };
}

const blockedWords = {
  dns: 'The host name has no address.',
  blocked_address: 'The host is not on the public internet.',
  blocked_port: 'Only ports 443 and 8443 are allowed.',
  blocked_scheme: 'Only https addresses are allowed.',
} as const;

const faultWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection.',
  UND_ERR_SOCKET: 'The receiver closed the connection.',
  ETIMEDOUT: 'The receiver could not be reached in time.',
  UND_ERR_CONNECT_TIMEOUT: 'The receiver could not be reached in time.',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the receiver is not trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the receiver is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the receiver is not trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another host.',
};

function deriveHeader(headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
