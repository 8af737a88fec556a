import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Person signed in at the provider, with their claims. */
export type Person = { sub: string; email: string; verified: boolean };

export type OpenIdProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Person of the next sign-in. */
  person: Person;
  close(): Promise<void>;
};

/** Starts a certified OpenID provider on loopback, whose person consents at once. */
export async function startOpenIdProvider(redirect: () => string, { inToken = false } = {}): Promise<OpenIdProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Person>();
  const started: OpenIdProvider = {
    issuer,
    clientId: 'sightline',
    clientSecret: 'a-secret-between-the-two-of-them',
    person: { sub: 'nobody', email: 'nobody@example.com', verified: false },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: started.clientId,
        client_secret: started.clientSecret,
        redirect_uris: [redirect()],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['a key for cookies in this test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !inToken,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => {
      const { email, verified } = people.get(sub) ?? started.person;
      return { accountId: sub, claims: () => ({ sub, email, email_verified: verified, name: 'A person' }) };
    },
  });
  const callback = provider.callback();
  answer = (request, response) => {
    if (request.url?.startsWith('/interaction/') === true) void interact(request, response);
    else callback(request, response);
  };
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      people.set(started.person.sub, { ...started.person });
      const result = { login: { accountId: started.person.sub } };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: started.clientId });
    grant.addOIDCScope('openid email profile');
    const result = { consent: { grantId: await grant.save() } };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  }
  return started;
}

/** Follows addresses as a browser does, each host with its own cookies, until one of `stop` is reached. */
export async function browse(
  from: string,
  stop: (url: URL) => boolean,
  cookies: Map<string, Map<string, string>>,
): Promise<{ url: URL; response: Response | null }> {
  let url = new URL(from);
  for (let steps = 0; steps < 20; steps += 1) {
    if (stop(url)) return { url, response: null };
    const jar = cookies.get(url.host) ?? new Map<string, string>();
    cookies.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(url, { redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', ...value] = (line.split(';')[0] ?? '').split('=');
      jar.set(name, value.join('='));
    }
    const location = response.headers.get('location');
    if (location === null) return { url, response };
    url = new URL(location, url);
  }
  throw new Error(`redirect loop at ${url.href}`);
}
