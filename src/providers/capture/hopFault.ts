import type { HopOutcome } from '../../domain/checks/evidenceBundle.ts';
import { DecodeFault } from './decodeContent.ts';

export type HopError = Extract<HopOutcome, { kind: 'error' }>;

/** Thrown by our own deadline, to distinguish it from a socket that died for another reason. */
export class DeadlineFault extends Error {}

/** More bytes arrived than any response within the limits has. */
export class WireFault extends Error {}

/** The far end of an open connection is not one the guard permits. */
export class AddressFault extends Error {}

const byCode: Readonly<Record<string, HopError['code']>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  EPROTO: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  HOSTNAME_MISMATCH: 'tls',
};

const sentences: Readonly<Record<HopError['code'], string>> = {
  dns: 'the host name has no address',
  refused: 'the connection was refused',
  reset: 'the connection was closed before the answer was complete',
  tls: 'no trusted TLS connection',
  timeout: 'no complete answer in time',
  blocked_address: 'the host is not on the public internet',
  blocked_port: 'only ports 80 and 443 are captured',
  blocked_scheme: 'only http and https addresses are captured',
  blocked_downgrade: 'a redirect from https to http is not followed',
  blocked_robots: 'robots.txt disallows the redirect target for our user agent',
  too_many_redirects: 'too many redirects',
  headers_too_large: 'the response headers are larger than the limit',
  decode: 'the body cannot be decoded',
  protocol: 'the answer is not valid HTTP',
};

/** Builds a failed hop. `detail` names a public fact such as a status or a certificate code, never an address. */
export function hopError(code: HopError['code'], detail?: string): HopError {
  return { kind: 'error', code, message: detail === undefined ? sentences[code] : `${sentences[code]} (${detail})` };
}

/** Maps whatever ended an exchange to one of the stable codes. */
export function classifyFault(fault: unknown, afterStatus: number | null): HopError {
  const detail = afterStatus === null ? undefined : `after status ${afterStatus}`;
  if (fault instanceof DeadlineFault) return hopError('timeout', detail);
  if (fault instanceof AddressFault) return hopError('blocked_address');
  if (fault instanceof WireFault) return hopError('protocol', 'more bytes than any answer within the limits');
  if (fault instanceof DecodeFault) return hopError('decode', fault.message);
  for (let error = fault, depth = 0; error instanceof Error && depth < 4; error = error.cause, depth += 1) {
    if (error instanceof DeadlineFault) return hopError('timeout', detail);
    if (error instanceof AddressFault) return hopError('blocked_address');
    if (error instanceof AggregateError && error.errors.length > 0) return classifyFault(error.errors[0], afterStatus);
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    const knownText = byCode[code];
    if (knownText === 'tls') return hopError('tls', code);
    if (knownText !== undefined) return hopError(knownText, detail);
    if (/^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|ERR_OSSL_)/.test(code)) return hopError('tls', code);
    if (code.startsWith('HPE_')) return hopError('protocol', detail);
  }
  return hopError('protocol', detail);
}
