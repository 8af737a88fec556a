import type { OidcSettings } from '../providers/accounts/oidc.ts';
import { readSecretFile } from './secretFile.ts';

type Given = {
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_CLIENT_SECRET_FILE?: string | undefined;
  OIDC_NAME: string;
};

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Reads the OpenID provider for sign-in; null if none is set, and a sentence if a variable is invalid. */
export function readOidc(input: Given, allowedDomains: ReadonlySet<string> | null): OidcSettings | string | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET_FILE: file } = input;
  if (issuer === undefined) return clientId === undefined ? null : 'OIDC_CLIENT_ID: requires OIDC_ISSUER';
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !loopback.test(hostname)) return 'OIDC_ISSUER: must begin with https://';
  if (clientId === undefined) return 'OIDC_ISSUER: requires OIDC_CLIENT_ID';
  if ((input.OIDC_CLIENT_SECRET === undefined) === (file === undefined)) {
    return 'OIDC_CLIENT_SECRET: needed with OIDC_ISSUER, here or in the file that OIDC_CLIENT_SECRET_FILE names';
  }
  const clientSecret = input.OIDC_CLIENT_SECRET ?? readSecretFile(file ?? '');
  if (clientSecret === null) return 'OIDC_CLIENT_SECRET_FILE: names a file that is empty or cannot be read';
  return { issuer, clientId, clientSecret, name: input.OIDC_NAME, allowedDomains };
}
