import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import type { Reply } from '../support/calls.ts';
import { onEachDatabase } from '../support/databases.ts';
import { browse, type OpenIdProvider, type Person, startOpenIdProvider } from '../support/openIdProvider.ts';
import { memberIdOf } from '../support/people.ts';
import { cookieOf, freePort, owner, startTestService, type TestService } from '../support/service.ts';

const owners: Person = { sub: 'person-1', email: owner.email, verified: true };

onEachDatabase('sign-in with an OpenID provider', (engine) => {
  describe.each([
    ['in its ID token', true],
    ['at its userinfo endpoint', false],
  ])('that states the email %s', (_where, inToken) => {
    let service: TestService;
    let provider: OpenIdProvider;

    beforeAll(async () => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      provider = await startOpenIdProvider(() => `${url}/api/auth/callback/oidc`, { inToken });
      service = await startTestService(engine, {
        env: {
          PORT: String(port),
          PUBLIC_BASE_URL: url,
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: provider.clientId,
          OIDC_CLIENT_SECRET: provider.clientSecret,
          OIDC_NAME: 'Example login',
          OIDC_ALLOWED_DOMAINS: 'example.com',
        },
      });
    });
    afterAll(async () => {
      await service.close();
      await provider.close();
    });

    /** Clicks the button and returns. Returns the path, and the browser's session. */
    async function signIn(
      person: Person,
      to = '/plans',
    ): Promise<{ path: string; cookie: string; session: Reply<'session'>['body'] | null }> {
      provider.person = person;
      const begun = await service.ask('/api/auth/oidc/begin', { body: { to } });
      expect(begun.status, begun.text).toBe(200);
      const { url } = begun.body;
      const cookies = new Map<string, Map<string, string>>();
      const own = new Map(
        begun.headers.getSetCookie().map((line) => {
          const [name = '', ...value] = (line.split(';')[0] ?? '').split('=');
          return [name, value.join('=')] as const;
        }),
      );
      const { host } = new URL(service.url);
      cookies.set(host, own);
      const back = await browse(url, (at) => at.host === host && !at.pathname.startsWith('/api/'), cookies);
      const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ');
      const session = await service.reply('session', {}, { cookie });
      return {
        path: back.url.pathname + back.url.search,
        cookie,
        session: session.status === 200 ? session.body : null,
      };
    }

    const invite = (email: string, role: 'member' | 'viewer' = 'member') =>
      service.call('inviteMember', { email, role });
    const accounts = async () => (await service.db.selectFrom('user').selectAll().execute()).length;

    it('is offered, and redirects to the provider with PKCE, state and nonce', async () => {
      const methods = await service.ask('/api/auth/methods');
      expect(methods.body).toEqual({ oidc: { name: 'Example login' }, passkeys: null });
      const begun = await service.ask('/api/auth/oidc/begin', { body: {} });
      const { searchParams, origin } = new URL(begun.body.url);
      expect(origin).toBe(provider.issuer);
      expect(Object.fromEntries(searchParams)).toMatchObject({
        code_challenge_method: 'S256',
        state: expect.any(String),
        nonce: expect.any(String),
        redirect_uri: `${service.url}/api/auth/callback/oidc`,
        scope: 'openid email profile',
      });
      const elsewhere = await service.ask('/api/auth/oidc/begin', {
        body: {},
        headers: { origin: 'https://evil.example' },
      });
      expect(elsewhere.status).toBe(403);
    });

    it('opens the account of a verified email, returns to the requested page, and keeps no token', async () => {
      const { path, session } = await signIn(owners);
      expect([path, session?.account.email, session?.role]).toEqual(['/plans', owner.email, 'owner']);
      const rows = await service.db.selectFrom('account').selectAll().where('providerId', '=', 'oidc').execute();
      expect(rows).toMatchObject([
        { accountId: `${provider.issuer}|person-1`, accessToken: null, idToken: null, refreshToken: null },
      ]);
      expect((await signIn(owners, 'https://evil.example/')).path).toBe('/');
      expect((await signIn(owners, '//evil.example/')).path).toBe('/');
    });

    it.each([
      ['nobody invited', { sub: 'person-2', email: 'stranger@example.com', verified: true }, 'not_invited'],
      ['is not verified', { sub: 'person-3', email: 'unproven@example.com', verified: false }, 'email_not_verified'],
      [
        'has an account but is not verified',
        { sub: 'person-7', email: owner.email, verified: false },
        'account_not_linked',
      ],
      [
        'is of another domain',
        { sub: 'person-4', email: 'mara@elsewhere.example', verified: true },
        'domain_not_allowed',
      ],
    ])('refuses a person whose email %s, and creates no account', async (_why, person, code) => {
      const before = await accounts();
      if (['domain_not_allowed', 'email_not_verified'].includes(code)) await invite(person.email);
      const { path, session } = await signIn(person);
      expect([new URL(path, service.url).searchParams.get('error'), session]).toEqual([code, null]);
      expect(await accounts()).toBe(before);
    });

    it('accepts an invited person, with the role of the invitation, once', async () => {
      const mara = { sub: 'person-5', email: 'mara@example.com', verified: true };
      await invite('Mara@example.com', 'viewer');
      const { session } = await signIn(mara);
      expect([session?.account.email, session?.role]).toEqual(['mara@example.com', 'viewer']);
      const { invitations } = await service.call('listMembers', {});
      expect(invitations.map(({ email }) => email)).not.toContain('mara@example.com');
      await service.call('removeMember', { id: await memberIdOf(service, mara.email) });
      // The account exists, but has no workspace.
      expect((await signIn(mara)).session).toBeNull();
    });

    it('accepts a recent sign-in instead of the password that such an account lacks', async () => {
      const noor = { sub: 'person-6', email: 'noor@example.com', verified: true };
      await invite('noor@example.com');
      const { cookie } = await signIn(noor);
      const body = { name: 'buyer', permissions: ['seo' as const], password: 'whatever is typed' };
      await service.call('createKey', body, { cookie });
      const old = new Date(Date.now() - 700_000);
      const createdAt = engine === 'sqlite' ? old.toISOString() : old;
      await service.db.updateTable('session').set({ createdAt }).execute();
      const refused = await service.refuse('createKey', body, 'insufficient_permission', { cookie });
      expect(refused).toMatchObject({ field: 'password', message: expect.stringContaining('Sign in again') });
    });

    it.each([
      ['an invented code', (url: URL) => url.searchParams.set('code', 'invented')],
      ['an invented state', (url: URL) => url.searchParams.set('state', 'invented')],
      ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
      [
        'the refusal of the provider',
        (url: URL) => {
          url.searchParams.delete('code');
          url.searchParams.set('error', 'access_denied');
        },
      ],
    ])('opens nothing with %s', async (_what, spoil) => {
      provider.person = owners;
      const begun = await service.ask('/api/auth/oidc/begin', { body: {} });
      const { url } = begun.body;
      const own = cookieOf(begun);
      const back = await browse(url, (at) => at.pathname === '/api/auth/callback/oidc', new Map());
      spoil(back.url);
      const answered = await fetch(back.url, { redirect: 'manual', headers: { cookie: own } });
      const location = new URL(answered.headers.get('location') ?? '', service.url);
      expect([answered.status, location.pathname, location.searchParams.has('error')]).toEqual([302, '/sign-in', true]);
      const set = answered.headers
        .getSetCookie()
        .filter((line) => line.startsWith('sightline_session=') && !/Max-Age=0/.test(line));
      expect(set).toEqual([]);
    });

    it('opens nothing in a browser that did not start it', async () => {
      provider.person = owners;
      const begun = await service.ask('/api/auth/oidc/begin', { body: {} });
      const back = await browse(begun.body.url, (at) => at.pathname === '/api/auth/callback/oidc', new Map());
      const answered = await fetch(back.url, { redirect: 'manual' });
      expect(new URL(answered.headers.get('location') ?? '', service.url).pathname).toBe('/sign-in');
      expect(answered.headers.getSetCookie().filter((line) => line.startsWith('sightline_session='))).toEqual([]);
    });
  });

  it('reports an unavailable provider; passwords still work', async () => {
    const port = await freePort();
    const env = { OIDC_ISSUER: `http://127.0.0.1:${port}`, OIDC_CLIENT_ID: 'sightline', OIDC_CLIENT_SECRET: 'secret' };
    const service = await startTestService(engine, { env });
    const begun = await service.ask('/api/auth/oidc/begin', { body: {} });
    expect([begun.status, begun.body.error.code]).toEqual([503, 'temporarily_unavailable']);
    expect((await service.ask('/api/auth/sign-in/email', { body: owner })).status).toBe(200);
    await service.close();
  });
});

describe('the settings of an OpenID provider', () => {
  const whole = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'sightline', OIDC_CLIENT_SECRET: 'secret' };
  it.each([
    ['an issuer without a client', { OIDC_ISSUER: 'https://login.example' }, /^OIDC_ISSUER: requires/],
    ['a client without an issuer', { OIDC_CLIENT_ID: 'sightline' }, /^OIDC_CLIENT_ID: requires/],
    ['no secret', { ...whole, OIDC_CLIENT_SECRET: '' }, /^OIDC_CLIENT_SECRET: needed/],
    ['two secrets', { ...whole, OIDC_CLIENT_SECRET_FILE: '/a/file' }, /^OIDC_CLIENT_SECRET: needed/],
    [
      'a file that is not there',
      { ...whole, OIDC_CLIENT_SECRET: '', OIDC_CLIENT_SECRET_FILE: '/not/there' },
      /^OIDC_CLIENT_SECRET_FILE: /,
    ],
    [
      'a provider without encryption',
      { ...whole, OIDC_ISSUER: 'http://login.example' },
      /^OIDC_ISSUER: must begin with https/,
    ],
    [
      'an empty domain',
      { ...whole, OIDC_ALLOWED_DOMAINS: 'example.com,' },
      /^OIDC_ALLOWED_DOMAINS: has an empty entry/,
    ],
  ])('stop the start with %s', (_what, env, said) => {
    expect(() => readConfig(env)).toThrow(said);
  });
});
