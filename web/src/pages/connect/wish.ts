/** Request of a program, as signed by the server. The server checks the signature; this page only shows it. */
export type Wish = {
  clientId: string;
  scopes: readonly string[];
  /** Address that the browser opens afterwards. */
  redirectUri: string;
};

function queryIn(packed: string): URLSearchParams {
  const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

/** Reads a wish out of the address; null if there is none. */
export function wishIn(request: string | undefined): Wish | null {
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

/** Builds the address that a wish began with, for a browser that had to sign in first; null for a link that is damaged. */
export function authorizeAddress(started: string): string | null {
  try {
    return `/api/auth/oauth2/authorize?${queryIn(started)}`;
  } catch {
    return null;
  }
}

/** Describes the redirect target of a program: a host, this machine, or a program on it. */
export function placeOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (url === null) return redirectUri;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `a program on this device (${url.protocol})`;
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) ? 'a program on this device' : url.host;
}
