import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { createRunningClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { tool, toolNames } from '../support/mcp.ts';
import {
  addressOf,
  askTokens,
  callback,
  consent,
  createAuthProvider,
  exchangeCode,
  newVerifier,
  open,
  register,
  signInProgram,
  tokensIn,
  useOAuthService,
} from '../support/oauth.ts';
import type { HttpReply, HttpRequest } from '../support/service.ts';

const document = 'https://agent.example.com/client.json';
const described = {
  client_id: document,
  client_name: 'Agent of example.com',
  redirect_uris: [callback],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

onEachDatabase('a program that signs in', (engine) => {
  const clock = createRunningClock();
  const service = useOAuthService(engine, {
    env: { OPENAI_MODEL: 'gpt-5.5', ACTIVE_RUNS_PER_OWNER: '100' },
    replace: {
      runtime: clock.runtime,
      // Content of a public address, in place of the network.
      fetchClientDocument: async (input) => {
        const url = input instanceof Request ? input.url : String(input);
        fetched.push(url);
        return url === document ? Response.json(described) : new Response('', { status: 404 });
      },
    },
  });
  let fetched: string[] = [];

  type Answer = Omit<HttpReply, 'body'> & { body: any };
  const asMember = (path: string, asked: HttpRequest = {}): Promise<Answer> =>
    service.ask(`/api/v2${path}`, { cookie: service.cookie, ...asked });
  const mcpStatus = async (token: string): Promise<number> =>
    (
      await service.ask('/api/mcp', {
        key: token,
        body: {},
        headers: { accept: 'application/json, text/event-stream' },
      })
    ).status;

  it.each([
    ['registers itself', undefined],
    ['names an address of its own', document],
  ])('connects with the official client, given only the address: %s', async (_how, metadataUrl) => {
    const authProvider = createAuthProvider(metadataUrl);
    const address = new URL('/api/mcp', service.url);
    const connect = async (): Promise<Client> => {
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(address, { authProvider }));
      return client;
    };
    await expect(connect()).rejects.toThrow(UnauthorizedError);
    const back = await consent(service, authProvider.sent ?? '');
    expect(back.origin + back.pathname).toBe(callback);
    await new StreamableHTTPClientTransport(address, { authProvider }).finishAuth(back.searchParams);
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('list_sites');
    expect(tools.map(({ name }) => name)).toContain('ensure_keyword_observation');
    await client.close();
    if (metadataUrl !== undefined) expect(fetched).toContain(document);
    const names = (await service.call('listConnections', {})).items.map(({ clientName }) => clientName);
    expect(names).toContain(metadataUrl === undefined ? 'Official client' : 'Agent of example.com');
  });

  it('learns from a 401 where to start, and finds everything from there', async () => {
    const refused = await service.ask('/api/mcp', { body: {} });
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="sightline", resource_metadata="${service.url}/.well-known/oauth-protected-resource/api/mcp", scope="read evaluate seo manage"`,
    );
    const resource = (await service.ask('/.well-known/oauth-protected-resource/api/mcp')).body as any;
    expect(resource).toMatchObject({
      resource: `${service.url}/api/mcp`,
      authorization_servers: [`${service.url}/api/auth`],
    });
    const server = (await service.ask('/.well-known/oauth-authorization-server/api/auth')).body as any;
    expect(server).toMatchObject({
      issuer: `${service.url}/api/auth`,
      authorization_endpoint: `${service.url}/api/auth/oauth2/authorize`,
      token_endpoint: `${service.url}/api/auth/oauth2/token`,
      registration_endpoint: `${service.url}/api/auth/oauth2/register`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
    });
  });

  it('sends a person without a session to sign in first, and always shows the requested permissions', async () => {
    const clientId = await register(service);
    const wish = { clientId, verifier: newVerifier(), state: '007' };
    const page = await open(addressOf(service, wish));
    expect(page.pathname).toBe('/connect');
    // The same after a consent: no code without a click.
    for (const _again of [1, 2]) {
      const asked = await open(addressOf(service, wish), service.cookie);
      expect([asked.pathname, asked.searchParams.has('request')]).toEqual(['/connect', true]);
      const back = await consent(service, addressOf(service, wish));
      expect(back.searchParams.get('state')).toBe('007');
    }
  });

  it('may use only the granted permissions', async () => {
    const clientId = await register(service);
    const wish = { clientId, verifier: newVerifier(), scope: 'read evaluate seo manage offline_access' };
    const back = await consent(service, addressOf(service, wish), { scope: 'read manage offline_access' });
    const { access_token: token, scope } = tokensIn(
      await exchangeCode(service, wish, back.searchParams.get('code') ?? ''),
    );
    expect(scope).toBe('read manage offline_access');
    const names = await toolNames(service, token);
    expect(names).toContain('list_sites');
    expect(names).not.toContain('ensure_keyword_observation');
  });

  it('never buys alone: a member approves, and the same call buys once', async () => {
    const { access_token: token } = await signInProgram(service);
    const { id: caseId } = await service.makeCase();
    const call = () =>
      tool(service, token, 'ensure_keyword_observation', { caseId, idempotencyKey: 'bought-by-program' });
    const before = service.sent();
    const refused = await call();
    const { details } = refused.structuredContent.error;
    expect(refused.structuredContent.error.code).toBe('approval_required');
    expect(service.sent()).toBe(before);
    await service.call('decideApproval', { id: String(details?.approvalId), decision: 'approved' });
    expect((await call()).structuredContent.disposition).toBe('started');
    expect((await call())._meta['sightline/idempotencyReplayed']).toBe(true);
    expect(service.sent()).toBe(before + 1);
    const { items } = await service.call('readAuditLog', {});
    expect(items.map(({ actor, act }) => `${actor.kind} ${act}`)).toEqual(
      expect.arrayContaining(['client ensureObservation', 'client useApproval', 'member approve', 'member connect']),
    );
  });

  it('lets a client that can open addresses ask its user, and continues once they have approved', async () => {
    const { access_token: token } = await signInProgram(service);
    const capabilities = { elicitation: { url: {} } };
    const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode: 'auto' } });
    const shown: string[] = [];
    const answers = ['accept', 'accept'] as const;
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { mode, url = '' } = params as { mode?: string; url?: string };
      shown.push(`${mode} ${new URL(url).pathname.replace(/appr_\w+/, 'ID')}`);
      // The first person opens the page and leaves it; the second approves there.
      if (shown.length === 2) {
        const asked = { method: 'PATCH', body: { decision: 'approved' } };
        expect((await asMember(new URL(url).pathname, asked)).status).toBe(200);
      }
      return { action: answers[shown.length - 1] ?? 'cancel' };
    });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/api/mcp', service.url), { requestInit }));
    const { id: caseId } = await service.makeCase();
    const args = { caseId, idempotencyKey: 'asked-by-the-client' };
    const left = await client.callTool({ name: 'ensure_keyword_observation', arguments: args });
    expect([left.isError, JSON.stringify(left.content)]).toEqual([
      true,
      expect.stringContaining('Next: show the user'),
    ]);
    const bought = await client.callTool({ name: 'ensure_keyword_observation', arguments: args });
    expect(bought.structuredContent).toMatchObject({ disposition: 'started' });
    expect(shown).toEqual(['url /approvals/ID', 'url /approvals/ID']);
    await client.close();
  });

  it('is disconnected at once, in every process', async () => {
    const { access_token: token, refresh_token, clientId } = await signInProgram(service);
    expect(await mcpStatus(token)).not.toBe(401);
    const { items } = await service.call('listConnections', {});
    const connection = items.find((one) => one.clientId === clientId);
    expect(connection).toMatchObject({
      isYours: true,
      permissions: ['read', 'evaluate', 'seo'],
      accountEmail: 'owner@example.com',
    });
    const gone = await asMember(`/connections/${connection?.id}`, { method: 'DELETE' });
    expect([gone.status, await mcpStatus(token)]).toEqual([204, 401]);
    const again = await askTokens(service, { grant_type: 'refresh_token', refresh_token, client_id: clientId });
    expect(again.status).toBe(400);
  });

  type Attempt = () => Promise<{ status: number }>;
  const attempts: [string, number, Attempt][] = [
    [
      'a token of v2 at MCP',
      401,
      async () => {
        const { access_token: token } = await signInProgram(service, { resource: `${service.url}/api/v2` });
        await service.call('listRuns', {}, { key: token });
        return { status: await mcpStatus(token) };
      },
    ],
    [
      'a token of MCP at v2',
      401,
      async () => {
        const { access_token: key } = await signInProgram(service);
        return service.ask('/api/v2/runs', { key });
      },
    ],
    [
      'a token at v1',
      401,
      async () => {
        const { access_token: key } = await signInProgram(service);
        return service.ask('/api/v1/sites', { key });
      },
    ],
    [
      'a token at what needs a person',
      403,
      async () => {
        const { access_token: key } = await signInProgram(service, { resource: `${service.url}/api/v2` });
        return service.ask('/api/v2/keys', { key, body: { name: 'mine', permissions: ['read'] } });
      },
    ],
    [
      'a token at the account library',
      401,
      async () => {
        const { access_token: key } = await signInProgram(service);
        return service.ask('/api/auth/change-password', { key, body: { currentPassword: 'x', newPassword: 'y' } });
      },
    ],
    [
      'a token as a session',
      200,
      async () => {
        const { access_token: key } = await signInProgram(service);
        const answered = await service.ask('/api/auth/get-session', { key });
        expect(answered.text).toBe('null');
        return answered;
      },
    ],
    [
      'a token after a quarter of an hour',
      401,
      async () => {
        const { access_token: token } = await signInProgram(service);
        clock.move(15 * 60_000 + 1_000);
        const status = await mcpStatus(token);
        clock.move(-15 * 60_000 - 1_000);
        return { status };
      },
    ],
    [
      'a token with a letter changed',
      401,
      async () => {
        const { access_token: token } = await signInProgram(service);
        return { status: await mcpStatus(token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a')) };
      },
    ],
    [
      'a refresh token as a token',
      401,
      async () => {
        const { refresh_token: token } = await signInProgram(service);
        return { status: await mcpStatus(token) };
      },
    ],
    [
      'a code used twice, which ends what it gave',
      401,
      async () => {
        const clientId = await register(service);
        const wish = { clientId, verifier: newVerifier() };
        const code = (await consent(service, addressOf(service, wish))).searchParams.get('code') ?? '';
        const { access_token: token } = tokensIn(await exchangeCode(service, wish, code));
        expect((await exchangeCode(service, wish, code)).status).toBeGreaterThanOrEqual(400);
        return { status: await mcpStatus(token) };
      },
    ],
    [
      'a code with another verifier',
      401,
      async () => {
        const clientId = await register(service);
        const wish = { clientId, verifier: newVerifier() };
        const code = (await consent(service, addressOf(service, wish))).searchParams.get('code') ?? '';
        return exchangeCode(service, { ...wish, verifier: newVerifier() }, code);
      },
    ],
    [
      'a code with another redirect address',
      400,
      async () => {
        const clientId = await register(service, { redirect_uris: [callback, `${callback}2`] });
        const wish = { clientId, verifier: newVerifier() };
        const code = (await consent(service, addressOf(service, wish))).searchParams.get('code') ?? '';
        return exchangeCode(service, { ...wish, redirectUri: `${callback}2` }, code);
      },
    ],
    [
      'a code of another program',
      400,
      async () => {
        const wish = { clientId: await register(service), verifier: newVerifier() };
        const code = (await consent(service, addressOf(service, wish))).searchParams.get('code') ?? '';
        return exchangeCode(service, { ...wish, clientId: await register(service) }, code);
      },
    ],
    [
      'a code for another address than it was asked for',
      400,
      async () => {
        const wish = { clientId: await register(service), verifier: newVerifier() };
        const code = (await consent(service, addressOf(service, wish))).searchParams.get('code') ?? '';
        return exchangeCode(service, { ...wish, resource: `${service.url}/api/v2` }, code);
      },
    ],
    [
      'a refresh token used twice, which ends the whole family',
      401,
      async () => {
        const { refresh_token, clientId } = await signInProgram(service);
        const given = { grant_type: 'refresh_token', refresh_token, client_id: clientId };
        const { access_token: token } = tokensIn(await askTokens(service, given));
        expect(await mcpStatus(token)).not.toBe(401);
        expect((await askTokens(service, given)).status).toBe(400);
        return { status: await mcpStatus(token) };
      },
    ],
    [
      'a refresh token that asks for more',
      400,
      async () => {
        const { refresh_token, clientId } = await signInProgram(service, { scopes: ['read'] });
        return askTokens(service, {
          grant_type: 'refresh_token',
          refresh_token,
          client_id: clientId,
          scope: 'read evaluate',
        });
      },
    ],
    [
      'a token that its program gave back',
      401,
      async () => {
        const { access_token: token, clientId } = await signInProgram(service);
        const body = new URLSearchParams({ token, client_id: clientId }).toString();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        expect((await service.ask('/api/auth/oauth2/revoke', { body, headers })).status).toBe(200);
        return { status: await mcpStatus(token) };
      },
    ],
    [
      'credentials of a program alone',
      400,
      async () => {
        const clientId = await register(service);
        return askTokens(service, { grant_type: 'client_credentials', client_id: clientId, scope: 'read' });
      },
    ],
    [
      'a consent that another site sends',
      403,
      async () => {
        const wish = { clientId: await register(service), verifier: newVerifier() };
        const page = await open(addressOf(service, wish), service.cookie);
        const body = { accept: true, scope: 'read', request: page.searchParams.get('request') };
        const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
        return service.ask('/api/auth/oauth2/consent', { cookie: service.cookie, body, headers });
      },
    ],
    [
      'a consent to more than was asked for',
      400,
      async () => {
        const wish = { clientId: await register(service), verifier: newVerifier(), scope: 'read' };
        const page = await open(addressOf(service, wish), service.cookie);
        const body = { accept: true, scope: 'read evaluate', request: page.searchParams.get('request') };
        return service.ask('/api/auth/oauth2/consent', { cookie: service.cookie, body });
      },
    ],
    [
      'a consent to a wish that was changed on its way',
      400,
      async () => {
        const wish = { clientId: await register(service), verifier: newVerifier() };
        const page = await open(addressOf(service, wish), service.cookie);
        const asked = Buffer.from(page.searchParams.get('request') ?? '', 'base64url').toString();
        const request = Buffer.from(asked.replace('a-state', 'b-state')).toString('base64url');
        const body = { accept: true, scope: 'read', request };
        return service.ask('/api/auth/oauth2/consent', { cookie: service.cookie, body });
      },
    ],
  ];

  it.each(attempts)('is refused with %s (%i)', async (_what, status, attempt) => {
    const answered = await attempt();
    expect(answered.status).toBe(status);
  });

  const wishes: [string, (clientId: string) => Parameters<typeof addressOf>[1], RegExp][] = [
    [
      'a return address that it did not register',
      (clientId) => ({ clientId, redirectUri: 'https://evil.example/x' }),
      /\/connect\?error=invalid_redirect/,
    ],
    ['a program that nobody knows', () => ({ clientId: 'nobody' }), /\/connect\?error=invalid_client/],
    ['a document inside our network', () => ({ clientId: 'https://127.0.0.1/client.json' }), /\/connect\?error=/],
    ['a scope that there is not', (clientId) => ({ clientId, scope: 'read power' }), /callback\?error=invalid_scope/],
    [
      'a resource that is not ours',
      (clientId) => ({ clientId, resource: 'https://other.example/mcp' }),
      /callback\?error=invalid_target/,
    ],
  ];
  it.each(wishes)('shows no consent page for %s', async (_what, wishOf, leads) => {
    const clientId = await register(service);
    const before = fetched.length;
    expect(
      (await open(addressOf(service, { verifier: newVerifier(), ...wishOf(clientId) }), service.cookie)).href,
    ).toMatch(leads);
    expect(fetched.length).toBe(before);
  });

  it('needs PKCE, whatever client type it declares', async () => {
    const clientId = await register(service, { token_endpoint_auth_method: 'client_secret_basic' });
    const address = addressOf(service, { clientId });
    address.searchParams.delete('code_challenge');
    address.searchParams.delete('code_challenge_method');
    expect((await open(address, service.cookie)).href).toMatch(/callback\?error=invalid_request/);
  });

  it('leaves no token, code or secret in the database unhashed', async () => {
    const tokens = await signInProgram(service);
    const rows: unknown[] = [];
    for (const table of [
      'oauthAccessToken',
      'oauthRefreshToken',
      'oauthClient',
      'oauthConsent',
      'verification',
    ] as const) {
      rows.push(
        await service.db
          .selectFrom(table as 'oauthConsent')
          .selectAll()
          .execute(),
      );
    }
    const dump = JSON.stringify(rows);
    for (const secret of [tokens.access_token, tokens.refresh_token]) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(secret.slice(4));
    }
    expect(dump).not.toMatch(/"clientSecret":"/);
  });

  it('cannot register itself if that is off', async () => {
    await service.restart({ OAUTH_REGISTRATION: '0' });
    const answered = await service.ask('/api/auth/oauth2/register', { body: { redirect_uris: [callback] } });
    expect(answered.status).toBe(404);
    const server = (await service.ask('/.well-known/oauth-authorization-server/api/auth')).body as any;
    expect(server.registration_endpoint).toBeUndefined();
    fetched = [];
  });
});
