import { expect, it } from 'vitest';
import { deleteForgottenClients } from '../../src/services/access/programs.ts';
import { createRunningClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import {
  addressOf,
  allow,
  askTokens,
  callback,
  exchangeCode,
  newVerifier,
  open,
  register,
  signInProgram,
  tokensIn,
  useOAuthService,
} from '../support/oauth.ts';
import { joinWorkspace, memberIdOf } from '../support/people.ts';

const dayMs = 86_400_000;
const described = (client_id: string) => ({
  client_id,
  client_name: client_id.endsWith('hidden') ? 'Agent\u202e' : 'Agent',
  redirect_uris: [callback],
  token_endpoint_auth_method: 'none',
});

onEachDatabase('programs that register themselves', (engine) => {
  const clock = createRunningClock();
  const fetched: string[] = [];
  const service = useOAuthService(engine, {
    replace: {
      runtime: clock.runtime,
      fetchClientDocument: async (input) => {
        const url = input instanceof Request ? input.url : String(input);
        fetched.push(url);
        return Response.json(described(url));
      },
    },
  });

  const api = () => service.api;
  const clients = async (): Promise<string[]> => {
    const rows = await api().db.selectFrom('oauthClient').select('clientId').execute();
    return rows.map(({ clientId }) => clientId);
  };
  const ask = (body: unknown) => service.ask('/api/auth/oauth2/register', { body: body as object });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each([
    ['more than 100 characters', 'x'.repeat(101)],
    ['60,000 characters', 'x'.repeat(60_000)],
    ['U+0000', 'a\u0000b'],
    ['ESC', 'a\u001b[2Jb'],
    ['a direction override', 'a\u202eb'],
    ['an invisible character', 'a\u200bb'],
    ['a line break', 'a\nb'],
    ['a line separator', 'a\u2028b'],
    ['half a character', 'a\ud800b'],
    ['nothing', '   '],
    ['no text', 5],
  ])('are refused with a name that contains %s', async (_what, client_name) => {
    const before = await clients();
    const answered = await ask({ client_name, redirect_uris: [callback] });
    expect([answered.status, answered.body]).toEqual([
      400,
      { error: 'invalid_client_metadata', error_description: expect.stringMatching(/^client_name: /) },
    ]);
    expect(await clients()).toEqual(before);
  });

  it.each([
    ['no address', undefined],
    ['an empty list', []],
    ['eleven addresses', Array.from({ length: 11 }, (_none, index) => `${callback}${index}`)],
    ['an address of 3,000 characters', [`${callback}?${'x'.repeat(3_000)}`]],
    ['no list', callback],
  ])('are refused with %s as return address', async (_what, redirect_uris) => {
    const answered = await ask({ redirect_uris });
    expect([answered.status, answered.body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  it('save nothing that this server does not use', async () => {
    const more = { contacts: ['x'.repeat(5_000)], software_statement: 'y'.repeat(5_000), tos_uri: 'https://a.example' };
    const answered = await ask({ client_name: 'Helper \u{1f468}\u200d\u{1f469}', redirect_uris: [callback], ...more });
    expect(answered.status, answered.text).toBe(201);
    const rows = await api().db.selectFrom('oauthClient').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/xxxxx|yyyyy|a\.example/);
  });

  it('are deleted after a day, unless a member connected them', async () => {
    const [unused, used, left] = [await register(service), await register(service), await register(service)];
    await signInProgram(service, { clientId: used });
    await signInProgram(service, { clientId: left });
    const { items } = await service.call('listConnections', {});
    const connection = items.find(({ clientId }) => clientId === left);
    await service.call('revokeConnection', { id: String(connection?.id) });
    // The library writes the time by its own clock, which does not move here.
    const app = { ...api(), runtime: { ...api().runtime, now: () => Date.now() + dayMs - 60_000 } };
    await deleteForgottenClients(app);
    expect(await clients()).toEqual(expect.arrayContaining([unused, used, left]));
    const later = { ...app, runtime: { ...app.runtime, now: () => Date.now() + dayMs + 60_000 } };
    expect(await deleteForgottenClients(later)).toBeGreaterThan(0);
    const kept = await clients();
    expect([kept.includes(unused), kept.includes(used), kept.includes(left)]).toEqual([false, true, true]);
  });

  it.each([
    ['token', { grant_type: 'refresh_token', refresh_token: 'a\u0000', client_id: 'b' }],
    ['token', { grant_type: 'authorization_code', code: 'a', client_id: 'b\u0000', redirect_uri: callback }],
    ['token', { grant_type: 'refresh_token\u0000' }],
    ['revoke', { token: 'a\u0000b', client_id: 'c' }],
    ['revoke', { token: 'ab', client_id: 'c\u0000' }],
  ])('get 400 for U+0000 at %s: %j', async (path, given) => {
    const body = new URLSearchParams(given as Record<string, string>).toString();
    const answered = await service.ask(`/api/auth/oauth2/${path}`, { body, headers: form });
    expect([answered.status, answered.body.error]).toEqual([400, 'invalid_request']);
  });

  it.each(['Basic AGEAOmI=', 'Basic YTpiAA==', 'Bearer a', 'DPoP \u00ff'])(
    'send only their body: Authorization %s',
    async (authorization) => {
      const body = new URLSearchParams({ token: 'a', client_id: 'b' }).toString();
      const headers = { ...form, authorization };
      const answered = await service.ask('/api/auth/oauth2/revoke', { body, headers });
      expect([400, 401]).toContain(answered.status);
    },
  );

  it('are not looked up if an address contains U+0000', async () => {
    const page = await open(
      `${service.url}/api/auth/oauth2/authorize?client_id=a%00b&response_type=code`,
      service.cookie,
    );
    expect(page.pathname + page.search).toBe('/connect?error=invalid_request');
    const asked = await service.ask('/api/auth/oauth2/public-client?client_id=a%00b', { cookie: service.cookie });
    expect([asked.status, asked.body.error.details]).toEqual([400, { field: 'client_id' }]);
  });

  long('get at most one token if a code is exchanged twenty times concurrently, and no failure', async () => {
    for (let round = 0; round < 3; round += 1) {
      const wish = { clientId: (await signInProgram(service)).clientId, verifier: newVerifier() };
      const code = await allow(service, wish);
      const answers = await Promise.all(Array.from({ length: 20 }, () => exchangeCode(service, wish, code)));
      const statuses = answers.map(({ status }) => status).filter((status) => status !== 429);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    }
  });

  it('are described by documents that are fetched only after a person has signed in', async () => {
    const document = 'https://agent.example.com/stranger';
    const wish = { clientId: document, verifier: newVerifier() };
    const page = await open(addressOf(service, wish));
    const started = page.searchParams.get('continue') ?? '';
    expect([page.pathname, Buffer.from(started, 'base64url').toString()]).toEqual([
      '/connect',
      addressOf(service, wish).search.slice(1),
    ]);
    const asked = `/api/auth/oauth2/public-client?client_id=${encodeURIComponent(document)}`;
    expect((await service.ask(asked, { cookie: service.cookie })).status).toBe(404);
    expect((await service.ask(asked)).status).toBe(401);
    const tokens = await askTokens(service, { grant_type: 'refresh_token', refresh_token: 'x', client_id: document });
    expect([tokens.status, tokens.body]).toMatchObject([401, { error: 'invalid_client' }]);
    expect([fetched, (await clients()).includes(document)]).toEqual([[], false]);
    expect((await open(addressOf(service, wish), service.cookie)).searchParams.has('request')).toBe(true);
    expect(fetched).toEqual([document]);
  });

  it('are refused with a document whose name hides a character', async () => {
    const wish = { clientId: 'https://agent.example.com/hidden', verifier: newVerifier() };
    const page = await open(addressOf(service, wish), service.cookie);
    expect([page.pathname, page.searchParams.has('request')]).toEqual(['/connect', false]);
  });

  it.each(['removed', 'made a viewer'])(
    'stay disconnected if their person is %s and is a member again',
    async (how) => {
      const email = `${how.replaceAll(' ', '-')}@example.com`;
      const cookie = await joinWorkspace(service, email);
      const clientId = (await signInProgram(service)).clientId;
      const wish = {
        clientId,
        verifier: newVerifier(),
        scope: 'read manage offline_access',
        resource: `${service.url}/api/v2`,
      };
      const code = async () => await allow(service, wish, { cookie });
      const tokens = tokensIn(await exchangeCode(service, wish, await code()));
      const waiting = await code();
      const reads = async () =>
        (await service.reply('listSites', {}, { key: tokens.access_token, under: 'v2' })).status;
      expect(await reads()).toBe(200);
      const id = await memberIdOf(service, email);
      if (how === 'removed') {
        await service.call('removeMember', { id });
        await joinWorkspace(service, email);
      } else {
        for (const role of ['viewer', 'member'] as const) await service.call('changeMember', { id, role });
      }
      expect(await reads()).toBe(401);
      const given = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: clientId };
      expect((await askTokens(service, given)).status).toBe(400);
      const late = await exchangeCode(service, wish, waiting);
      expect(late.status).toBeGreaterThanOrEqual(400);
    },
  );

  it('stay disconnected with tokens whose consent is gone, even after a new consent', async () => {
    const resource = `${service.url}/api/v2`;
    const earlier = await signInProgram(service, { resource });
    // State left by a version that ended only consents.
    await api().db.deleteFrom('oauthConsent').where('clientId', '=', earlier.clientId).execute();
    const now = await signInProgram(service, { clientId: earlier.clientId, resource });
    const reads = async (key: string) => (await service.reply('listSites', {}, { key, under: 'v2' })).status;
    expect([await reads(earlier.access_token), await reads(now.access_token)]).toEqual([401, 200]);
  });

  it('are limited by address, whether they succeed or not, and end nobody’s tokens', async () => {
    const { refresh_token, clientId } = await signInProgram(service);
    const statuses: number[] = [];
    for (let tries = 0; tries < 120; tries += 1) statuses.push((await ask({ redirect_uris: [callback] })).status);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(100);
    for (let tries = 0; tries < 310; tries += 10) {
      const refused = await Promise.all(
        Array.from({ length: 10 }, () =>
          askTokens(service, { grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId }),
        ),
      );
      for (const { status } of refused) expect([400, 401, 429]).toContain(status);
    }
    const given = { grant_type: 'refresh_token', refresh_token, client_id: clientId };
    expect((await askTokens(service, given)).status).toBe(200);
    clock.move(60 * 60_000 + 1_000);
    expect((await ask({ redirect_uris: [callback] })).status).toBe(201);
  });
});
