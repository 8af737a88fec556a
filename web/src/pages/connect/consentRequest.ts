/** Request of a program, as signed by the server. The server checks the signature; this page only shows it. */
export type ConsentRequest = {
  clientId: string;
  scopes: readonly string[];
  /** Address opened afterwards. */
  redirectUri: string;
};

function queryIn(packed: string): URLSearchParams {
  const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

/** Reads the program's request from the address; null without one. */
export function readConsentRequest(request: string | undefined): ConsentRequest | null {
  if (request === undefined) return null;
  try {
    const query = queryIn(request);
    const [clientId, redirectUri] = [query.get('client_id'), query.get('redirect_uri')];
    if (clientId === null || redirectUri === null) return null;
    return { clientId, redirectUri, scopes: (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '') };
  } catch {
    return null;
  }
}

/** Builds the original address of the request, for a browser that had to sign in first; null for a damaged link. */
export function authorizeAddress(started: string): string | null {
  try {
    return `/api/auth/oauth2/authorize?${queryIn(started)}`;
  } catch {
    return null;
  }
}

/** Describes a program's redirect target: a host, this machine, or a program on it. */
export function placeOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (url === null) return redirectUri;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `a program on this device (${url.protocol})`;
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) ? 'a program on this device' : url.host;
}
