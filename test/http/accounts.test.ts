import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import {
  askAt,
  cookieOf,
  owner,
  setupToken,
  startBareServer,
  startServiceForTest,
  type TestService,
} from '../support/service.ts';

const signInPath = '/api/auth/sign-in/email';

async function withService(
  engine: 'sqlite' | 'postgres',
  work: (service: TestService) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const service = await startServiceForTest(engine, { env });
  await work(service);
}

/** Makes the last insert of a first owner fail, like a crash just before it. */
const refuseMembers = {
  sqlite: ["CREATE TRIGGER refuse_members BEFORE INSERT ON member BEGIN SELECT RAISE(ABORT, 'refused'); END"],
  postgres: [
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'",
    'CREATE TRIGGER refuse_members BEFORE INSERT ON member EXECUTE FUNCTION refuse()',
  ],
};

onEachDatabase('the first owner', (engine) => {
  it('is created once: afterwards the token is invalid, also after a restart', () =>
    withService(engine, async (service) => {
      const again = { token: setupToken, email: 'second@example.com', password: 'another long password' };
      const refused = await service.ask('/api/setup', { body: again });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_permission']);
      await service.restart();
      expect(service.running.service.setupToken).toBeNull();
      const later = await service.ask('/api/setup', { body: again });
      expect(later.text).toBe(refused.text);
      const accounts = await service.db.selectFrom('user').select('email').execute();
      expect(accounts).toEqual([{ email: owner.email }]);
    }));

  it('returns the same response for a wrong token and a finished setup', () =>
    withService(engine, async (service) => {
      const wrong = await service.ask('/api/setup', { body: { token: 'wrong', ...owner } });
      const over = await service.ask('/api/setup', { body: { token: setupToken, ...owner } });
      expect([wrong.status, wrong.text]).toEqual([403, over.text]);
    }));

  it('can still be created if the first attempt failed half-way, because nothing was left behind', async () => {
    const running = await startBareServer(engine);
    const { db } = running.service.api;
    for (const text of refuseMembers[engine]) await sql.raw(text).execute(db);
    const broken = await askAt(running.url, '/api/setup', { body: { token: setupToken, ...owner } });
    expect(broken.status).toBe(500);
    expect(await db.selectFrom('user').select('email').execute()).toEqual([]);
    await sql.raw(`DROP TRIGGER refuse_members${engine === 'sqlite' ? '' : ' ON member'}`).execute(db);
    const made = await askAt(running.url, '/api/setup', { body: { token: setupToken, ...owner } });
    expect(made.status).toBe(201);
  });

  it('is created once by twenty concurrent attempts', async () => {
    const running = await startBareServer(engine);
    const tries = Array.from({ length: 20 }, (_none, index) =>
      askAt(running.url, '/api/setup', {
        body: { token: setupToken, email: `owner${index}@example.com`, password: owner.password },
      }),
    );
    // The losers look like attempts to guess the token, and are throttled after ten.
    const statuses = (await Promise.all(tries)).map(({ status }) => (status === 429 ? 403 : status)).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 403)]);
    const counted = await running.service.api.db.selectFrom('organization').select('id').execute();
    expect(counted.length).toBe(1);
  });
});

describe('signing in', () => {
  it('sets a cookie that scripts cannot read, and signing out ends it on the server', () =>
    withService('sqlite', async (service) => {
      const signedIn = await service.ask(signInPath, { body: owner });
      expect(signedIn.status).toBe(200);
      const [line = ''] = signedIn.headers.getSetCookie();
      expect(line).toMatch(/^sightline_session=/);
      expect(line).toMatch(/; Path=\//);
      expect(line).toMatch(/; HttpOnly/i);
      expect(line).toMatch(/; SameSite=Lax/i);
      expect(line).not.toMatch(/; Domain=/i);
      const cookie = cookieOf(signedIn);
      await service.call('listSites', {}, { cookie });
      expect((await service.ask('/api/auth/sign-out', { cookie, body: {} })).status).toBe(200);
      await service.refuse('listSites', {}, 'unauthorized', { cookie });
      // The owner's other session stays valid.
      await service.call('listSites', {});
    }));

  it('under an https address sets a cookie that is bound to this host and never sent unencrypted', () =>
    withService(
      'sqlite',
      async (service) => {
        const signedIn = await service.ask(signInPath, {
          body: owner,
          headers: { origin: 'https://sightline.example.com' },
        });
        const [line = ''] = signedIn.headers.getSetCookie();
        expect(line).toMatch(/^__Host-sightline_session=/);
        expect(line).toMatch(/; Path=\/(;|$)/);
        expect(line).toMatch(/; Secure/i);
        expect(line).not.toMatch(/; Domain=/i);
        expect(signedIn.headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/);
      },
      { PUBLIC_BASE_URL: 'https://sightline.example.com' },
    ));

  it('gives the same response for a wrong password and an unknown account', () =>
    withService('sqlite', async (service) => {
      const wrong = await service.ask(signInPath, { body: { ...owner, password: 'not the right one' } });
      const unknown = await service.ask(signInPath, { body: { ...owner, email: 'nobody@example.com' } });
      expect([wrong.status, wrong.body.error.code]).toEqual([401, 'unauthorized']);
      expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
      expect(wrong.headers.getSetCookie()).toEqual([]);
    }));

  it('is throttled after ten failures for the account, even with the right password, and not for others', () =>
    withService('sqlite', async (service) => {
      const wrong = { ...owner, password: 'not the right one' };
      for (let tries = 0; tries < 10; tries += 1)
        expect((await service.ask(signInPath, { body: wrong })).status).toBe(401);
      const throttled = await service.ask(signInPath, { body: owner });
      expect([throttled.status, throttled.body.error.code]).toEqual([429, 'rate_limited']);
      expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(60);
      await service.restart();
      const spelt = await service.ask(signInPath, { body: { ...owner, email: ` ${owner.email.toUpperCase()}` } });
      expect(spelt.status).toBe(429);
      expect((await service.ask(signInPath, { body: { ...wrong, email: 'other@example.com' } })).status).toBe(401);
    }));

  it('is throttled for a burst of guesses too: no more than ten are checked', () =>
    withService('sqlite', async (service) => {
      const guesses = await Promise.all(
        Array.from({ length: 40 }, (_none, index) =>
          service.ask(signInPath, { body: { ...owner, password: `guess number ${index}` } }),
        ),
      );
      expect(guesses.filter(({ status }) => status === 401).length).toBe(10);
      expect(guesses.filter(({ status }) => status === 429).length).toBe(30);
    }));

  it('never throttles an owner with the right password, however often', () =>
    withService('sqlite', async (service) => {
      for (let times = 0; times < 12; times += 1)
        expect((await service.ask(signInPath, { body: owner })).status).toBe(200);
    }));

  it.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'is refused to another site: %j',
    (headers) =>
      withService('sqlite', async (service) => {
        for (const path of [signInPath, '/api/auth/sign-out', '/api/setup']) {
          const answered = await service.ask(path, { body: owner, headers, cookie: service.cookie });
          expect([answered.status, answered.body.error.code], path).toEqual([403, 'insufficient_permission']);
        }
        await service.call('listSites', {});
      }),
  );

  it('hides the rest of the account library', () =>
    withService('sqlite', async (service) => {
      for (const path of [
        '/sign-up/email',
        '/organization/create',
        '/organization/invite-member',
        '/update-user',
        '/delete-user',
        '/change-email',
        '/forget-password',
        '/list-sessions',
        '/revoke-session',
        '/revoke-other-sessions',
        '/two-factor/generate-backup-codes',
        '/two-factor/get-totp-uri',
        '/two-factor/send-otp',
        '/oauth2/continue',
        '/oauth2/introspect',
        '/oauth2/public-client-prelogin',
        '/__proto__',
        '/ok',
        '/error',
      ]) {
        const answered = await service.ask(`/api/auth${path}`, {
          body: { ...owner, name: 'x' },
          cookie: service.cookie,
        });
        expect([answered.status, answered.body.error.code], path).toEqual([404, 'not_found']);
      }
    }));
});

describe('an API key', () => {
  it('is shown once, stored as a hash, listed without its secret, and invalid once it is revoked', () =>
    withService('sqlite', async (service) => {
      const made = await service.reply('createKey', { name: 'CI', permissions: ['evaluate'] });
      expect([made.status, made.body.key.permissions]).toEqual([201, ['read', 'evaluate']]);
      const { secret, key } = made.body;
      expect(secret).toMatch(/^sl_[0-9A-Za-z]{49}$/);
      const listed = await service.reply('listKeys', {});
      expect(listed.text).not.toContain(secret);
      expect(listed.body.items.map(({ id }) => id)).toContain(key.id);
      const rows = await service.db.selectFrom('api_keys').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(secret.slice(10));
      await service.call('listSites', {}, { key: secret });
      const flood = Array.from({ length: 50 }, () => service.reply('listSites', {}, { key: secret }));
      const revoked = await service.reply('revokeKey', { id: key.id });
      expect([revoked.status, revoked.text]).toEqual([204, '']);
      await service.refuse('listSites', {}, 'unauthorized', { key: secret });
      await Promise.all(flood);
    }));

  it('expires at its stated time', () =>
    withService('sqlite', async (service) => {
      const made = await service.call('createKey', { name: 'short', permissions: [], expiresInDays: 1 });
      const { createdAt, expiresAt } = made.key;
      expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt)).toBe(86_400_000);
    }));
});
