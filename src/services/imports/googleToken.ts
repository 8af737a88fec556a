import { createPrivateKey, sign } from 'node:crypto';
import { invalidField } from '../../domain/errors.ts';
import { readJson } from '../../domain/text/readJson.ts';
import type { VendorReply, VendorRequest } from '../../ports/vendorReader.ts';

const tokenUrl = 'https://oauth2.googleapis.com/token';

/** A credential file of Google: a service account's key, or the OAuth consent of a person. */
export type GoogleCredential =
  | { type: 'service_account'; client_email: string; private_key: string }
  | { type: 'authorized_user'; client_id: string; client_secret: string; refresh_token: string };

/** @throws invalid_request naming `credential` */
export function parseGoogleCredential(text: string): GoogleCredential {
  const value = readJson<Partial<Record<string, unknown>> | null>(text);
  if (value === undefined)
    throw invalidField('credential', 'is not the JSON file of a service account or of an OAuth consent');
  const has = (...names: string[]): boolean => names.every((name) => typeof value?.[name] === 'string');
  if (value?.type === 'service_account' && has('client_email', 'private_key')) {
    try {
      createPrivateKey(String(value.private_key));
    } catch {
      throw invalidField('credential', 'has a private key that cannot be read');
    }
    return value as GoogleCredential;
  }
  if (value?.type === 'authorized_user' && has('client_id', 'client_secret', 'refresh_token'))
    return value as GoogleCredential;
  throw invalidField('credential', 'must be a service account’s key, or an OAuth consent with a refresh token');
}

/** Builds the request for a short-lived token: with a signed assertion (RFC 7523), or with the refresh token. */
export function tokenRequest(credential: GoogleCredential, scope: string, nowMs: number): VendorRequest {
  const form =
    credential.type === 'service_account'
      ? {
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: signAssertion(credential, scope, nowMs),
        }
      : {
          grant_type: 'refresh_token',
          client_id: credential.client_id,
          client_secret: credential.client_secret,
          refresh_token: credential.refresh_token,
        };
  return {
    method: 'POST',
    url: tokenUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    maxBytes: 64 * 1024,
    timeoutMs: 15_000,
  };
}

function signAssertion(
  { client_email, private_key }: Extract<GoogleCredential, { type: 'service_account' }>,
  scope: string,
  nowMs: number,
): string {
  const iat = Math.floor(nowMs / 1000);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: client_email, scope, aud: tokenUrl, iat, exp: iat + 3600 };
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), private_key).toString('base64url')}`;
}

/** Reads the token from a reply; null if the vendor refused. */
export function tokenOf(reply: VendorReply): string | null {
  if (reply.kind === 'failed' || reply.status !== 200) return null;
  const token = readJson<{ access_token?: unknown } | null>(reply.text)?.access_token;
  return typeof token === 'string' ? token : null;
}
