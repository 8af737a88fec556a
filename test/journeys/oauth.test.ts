import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { createRunningClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { rpc, tool, toolNames } from '../support/mcp.ts';
import {
  addressOf,
  allow,
  askTokens,
  type ConsentRequest,
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

  const mcpStatus = async (token: string) => (await rpc(service, token, 'tools/list')).status;

  it.each([
    ['it registers itself', undefined],
    ['it contains the address of its description', document],
  ])('connects with the official client, given only the address of MCP: %s', async (_how, metadataUrl) => {
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
    const resource = await service.ask('/.well-known/oauth-protected-resource/api/mcp');
    expect(resource.body).toMatchObject({
      resource: `${service.url}/api/mcp`,
      authorization_servers: [`${service.url}/api/auth`],
    });
    const server = await service.ask('/.well-known/oauth-authorization-server/api/auth');
    expect(server.body).toMatchObject({
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
    const code = await allow(service, wish, { scope: 'read manage offline_access' });
    const { access_token: token, scope } = tokensIn(await exchangeCode(service, wish, code));
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
        const [, , id = ''] = new URL(url).pathname.split('/');
        await service.call('decideApproval', { id, decision: 'approved' });
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
    await service.call('revokeConnection', { id: connection?.id ?? '' });
    expect(await mcpStatus(token)).toBe(401);
    const again = await askTokens(service, { grant_type: 'refresh_token', refresh_token, client_id: clientId });
    expect(again.status).toBe(400);
  });

  type Attempt = () => Promise<{ status: number }>;
  type Tokens = Awaited<ReturnType<typeof signInProgram>>;
  const v2 = () => `${service.url}/api/v2`;
  /** Attempts something with the tokens of a program that a member allowed at MCP. */
  const withTokens =
    (attempt: (tokens: Tokens) => ReturnType<Attempt>): Attempt =>
    async () =>
      attempt(await signInProgram(service));
  const withV2Token =
    (attempt: (key: string) => ReturnType<Attempt>): Attempt =>
    async () =>
      attempt((await signInProgram(service, { resource: v2() })).access_token);
  const atMcp = async (token: string) => ({ status: await mcpStatus(token) });
  /** Attempts something with a code that a member allowed. */
  const withCode =
    (attempt: (code: string, wish: ConsentRequest) => ReturnType<Attempt>): Attempt =>
    async () => {
      const clientId = await register(service, { redirect_uris: [callback, `${callback}2`] });
      const wish = { clientId, verifier: newVerifier() };
      return attempt(await allow(service, wish), wish);
    };
  /** Sends a consent to a program that requested the permission to read, with these changes. */
  const withConsent =
    (changes: { scope?: string; headers?: Record<string, string>; change?: (request: string) => string }): Attempt =>
    async () => {
      const { scope = 'read', headers = {}, change = (request) => request } = changes;
      const wish = { clientId: await register(service), verifier: newVerifier(), scope: 'read' };
      const page = await open(addressOf(service, wish), service.cookie);
      const asked = Buffer.from(page.searchParams.get('request') ?? '', 'base64url').toString();
      const body = { accept: true, scope, request: Buffer.from(change(asked)).toString('base64url') };
      return service.ask('/api/auth/oauth2/consent', { cookie: service.cookie, body, headers });
    };
  const auth = (path: string, asked: Parameters<typeof service.ask>[1]) => service.ask(`/api/auth/${path}`, asked);
  const passwords = { currentPassword: 'x', newPassword: 'y' };

  const attempts: [string, number, Attempt][] = [
    [
      'a token of v2 at MCP',
      401,
      withV2Token(async (key) => {
        await service.call('listRuns', {}, { key });
        return atMcp(key);
      }),
    ],
    ['a token of MCP at v2', 401, withTokens(({ access_token: key }) => service.reply('listRuns', {}, { key }))],
    ['a token at v1', 401, withTokens(({ access_token: key }) => service.reply('listSites', {}, { key }))],
    [
      'a token of v2 at an operation for people',
      403,
      withV2Token((key) => service.reply('createKey', { name: 'mine', permissions: ['read'] }, { key })),
    ],
    [
      'a token at the account library',
      401,
      withTokens(({ access_token: key }) => auth('change-password', { key, body: passwords })),
    ],
    [
      'a token a quarter of an hour old',
      401,
      withTokens(async ({ access_token: token }) => {
        clock.move(15 * 60_000 + 1_000);
        const answered = await atMcp(token);
        clock.move(-15 * 60_000 - 1_000);
        return answered;
      }),
    ],
    [
      'a token with a letter changed',
      401,
      withTokens(({ access_token: token }) => atMcp(token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a'))),
    ],
    ['a refresh token as a token', 401, withTokens(({ refresh_token: token }) => atMcp(token))],
    [
      'a token of a code that was used again',
      401,
      withCode(async (code, wish) => {
        const { access_token: token } = tokensIn(await exchangeCode(service, wish, code));
        expect((await exchangeCode(service, wish, code)).status).toBeGreaterThanOrEqual(400);
        return atMcp(token);
      }),
    ],
    [
      'a code with another verifier',
      401,
      withCode((code, wish) => exchangeCode(service, { ...wish, verifier: newVerifier() }, code)),
    ],
    [
      'a code with another redirect address',
      400,
      withCode((code, wish) => exchangeCode(service, { ...wish, redirectUri: `${callback}2` }, code)),
    ],
    [
      'a code of another program',
      400,
      withCode(async (code, wish) => exchangeCode(service, { ...wish, clientId: await register(service) }, code)),
    ],
    [
      'a code for another resource than requested',
      400,
      withCode((code, wish) => exchangeCode(service, { ...wish, resource: v2() }, code)),
    ],
    [
      'a token of a refresh token that was used twice',
      401,
      withTokens(async ({ refresh_token, clientId }) => {
        const given = { grant_type: 'refresh_token', refresh_token, client_id: clientId };
        const { access_token: token } = tokensIn(await askTokens(service, given));
        expect(await mcpStatus(token)).not.toBe(401);
        expect((await askTokens(service, given)).status).toBe(400);
        return atMcp(token);
      }),
    ],
    [
      'a refresh token that requests more permissions',
      400,
      async () => {
        const { refresh_token, clientId } = await signInProgram(service, { scopes: ['read'] });
        const scope = 'read evaluate';
        return askTokens(service, { grant_type: 'refresh_token', refresh_token, client_id: clientId, scope });
      },
    ],
    [
      'a token that its program revoked',
      401,
      withTokens(async ({ access_token: token, clientId }) => {
        const body = new URLSearchParams({ token, client_id: clientId }).toString();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        expect((await auth('oauth2/revoke', { body, headers })).status).toBe(200);
        return atMcp(token);
      }),
    ],
    [
      'the credentials of a program alone',
      400,
      async () => {
        const client_id = await register(service);
        return askTokens(service, { grant_type: 'client_credentials', client_id, scope: 'read' });
      },
    ],
    [
      'a consent that another site sends',
      403,
      withConsent({ headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }),
    ],
    ['a consent to more permissions than requested', 400, withConsent({ scope: 'read evaluate' })],
    [
      'a consent to a request that was changed on its way',
      400,
      withConsent({ change: (request) => request.replace('a-state', 'b-state') }),
    ],
  ];

  it.each(attempts)('is refused with %s (%i)', async (_what, status, attempt) => {
    expect((await attempt()).status).toBe(status);
  });

  it('has no session by its token', async () => {
    const { access_token: key } = await signInProgram(service);
    const answered = await auth('get-session', { key });
    expect([answered.status, answered.text]).toEqual([200, 'null']);
  });

  const wishes: [string, (clientId: string) => Parameters<typeof addressOf>[1], RegExp][] = [
    [
      'a return address that it did not register',
      (clientId) => ({ clientId, redirectUri: 'https://evil.example/x' }),
      /\/connect\?error=invalid_redirect/,
    ],
    ['an unknown program', () => ({ clientId: 'nobody' }), /\/connect\?error=invalid_client/],
    ['a document inside our network', () => ({ clientId: 'https://127.0.0.1/client.json' }), /\/connect\?error=/],
    [
      'a permission that does not exist',
      (clientId) => ({ clientId, scope: 'read power' }),
      /callback\?error=invalid_scope/,
    ],
    [
      'a resource that is not ours',
      (clientId) => ({ clientId, resource: 'https://other.example/mcp' }),
      /callback\?error=invalid_target/,
    ],
  ];
  it.each(wishes)('shows no consent page for %s', async (_what, wishOf, leads) => {
    const clientId = await register(service);
    const before = fetched.length;
    const address = addressOf(service, { verifier: newVerifier(), ...wishOf(clientId) });
    expect((await open(address, service.cookie)).href).toMatch(leads);
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
    const tables = ['oauthAccessToken', 'oauthRefreshToken', 'oauthClient', 'oauthConsent', 'verification'] as const;
    for (const table of tables) rows.push(await service.db.selectFrom(table).selectAll().execute());
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
    const server = await service.ask('/.well-known/oauth-authorization-server/api/auth');
    expect(server.body).not.toHaveProperty('registration_endpoint');
    fetched = [];
  });
});
