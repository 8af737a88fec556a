import { beforeAll, beforeEach, expect, it } from 'vitest';
import { codeOf, waitForNextCode } from '../support/authenticator.ts';
import { runCli } from '../support/cli.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { cookieOf, owner, useService } from '../support/service.ts';

onEachDatabase('the second factor of a sign-in', (engine) => {
  const service = useService(engine);
  let uri: string;
  let backup: string[];
  beforeAll(async () => {
    await setUp(service.cookie);
  });
  beforeEach(() => waitForNextCode(service));

  const auth = async (path: string, body: object, cookie?: string) => {
    const answered = await service.ask(`/api/auth/${path}`, { body, cookie });
    return { status: answered.status, cookie: cookieOf(answered), body: answered.body };
  };
  type Answer = Awaited<ReturnType<typeof auth>>;
  const begin = (cookie?: string) => auth('sign-in/email', owner, cookie);
  const isOpen = async ({ cookie }: Answer) => (await service.reply('session', {}, { cookie })).status === 200;
  const verify = async (code: string, way = 'totp'): Promise<Answer> =>
    auth(`two-factor/verify-${way}`, { code }, (await begin()).cookie);
  const setUp = async (cookie: string) => {
    const made = await auth('two-factor/enable', { password: owner.password }, cookie);
    ({ totpURI: uri, backupCodes: backup } = made.body);
    await waitForNextCode(service);
    return auth('two-factor/verify-totp', { code: codeOf(uri) }, cookie);
  };
  /** Creates a browser that an earlier version let skip the step: its row, and the cookie signed by the library. */
  const trustedBrowser = async (): Promise<string> => {
    const { cookie } = await begin();
    const { accounts } = service.api;
    const body = JSON.stringify({ code: codeOf(uri), trustDevice: true });
    const headers = { cookie, 'content-type': 'application/json', origin: service.url };
    const asked = new Request(`${service.url}/api/auth/two-factor/verify-totp`, { method: 'POST', body, headers });
    const answered = await accounts.handle(asked);
    const lines = answered.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const trust = lines.find((line) => line.includes('trust_device'));
    expect(trust, JSON.stringify(lines)).toBeDefined();
    expect(await trustRows()).toBe(1);
    return String(trust);
  };
  const trustRows = async (): Promise<number> => {
    const rows = await service.db.selectFrom('verification').select('identifier').execute();
    return rows.filter(({ identifier }) => identifier.startsWith('trust-device-')).length;
  };

  it('accepts a code once, one after the other', async () => {
    const first = await verify(codeOf(uri));
    const again = await verify(codeOf(uri));
    expect([first.status, await isOpen(first)]).toEqual([200, true]);
    expect([again.status, await isOpen(again)]).toEqual([401, false]);
  });

  it('accepts a code once in twenty concurrent sign-ins', async () => {
    const waiting = [];
    for (let count = 0; count < 20; count += 1) waiting.push(await begin());
    const code = codeOf(uri);
    const answers = await Promise.all(waiting.map(({ cookie }) => auth('two-factor/verify-totp', { code }, cookie)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
    expect(await Promise.all(answers.map(isOpen))).toContain(true);
    expect((await Promise.all(answers.map(isOpen))).filter(Boolean)).toHaveLength(1);
  });

  it('accepts no older code after a newer one, but the next one', async () => {
    expect((await verify(codeOf(uri))).status).toBe(200);
    expect((await verify(codeOf(uri, 1))).status).toBe(401);
    expect((await verify(codeOf(uri, -1))).status).toBe(200);
  });

  it('accepts the code of the set-up once too', async () => {
    const here = await verify(codeOf(uri));
    expect((await auth('two-factor/disable', { password: owner.password }, here.cookie)).status).toBe(200);
    const plain = await begin();
    expect((await setUp(plain.cookie)).status).toBe(200);
    expect((await verify(codeOf(uri))).status).toBe(401);
  });

  long('accepts a backup code once of eight concurrent ones, and refuses the others without a failure', async () => {
    const waiting = [];
    for (let count = 0; count < 8; count += 1) waiting.push(await begin());
    const [code = ''] = backup;
    const answers = await Promise.all(
      waiting.map(({ cookie }) => auth('two-factor/verify-backup-code', { code }, cookie)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 401)]);
  });

  const unnamed: [string, object][] = [
    ['two-factor/verify-totp', { trustDevice: true }],
    ['two-factor/verify-totp', { trustDevice: 'true' }],
    ['two-factor/verify-backup-code', { trustDevice: true }],
    ['two-factor/verify-backup-code', { disableSession: true }],
    ['sign-in/email', { rememberMe: true }],
    ['sign-in/email', { callbackURL: 'https://evil.example' }],
    ['two-factor/enable', { method: 'otp' }],
    ['two-factor/enable', { issuer: 'Another' }],
    ['two-factor/disable', { userId: 'acct_1' }],
    ['sign-out', { everywhere: true }],
    ['change-password', { revokeOtherSessions: false }],
  ];
  it.each(unnamed)('refuses unknown fields at %s: %j', async (path, more) => {
    const full: Record<string, object> = {
      'sign-in/email': owner,
      'change-password': { currentPassword: owner.password, newPassword: 'another long password' },
      'sign-out': {},
    };
    const { cookie } = await begin();
    const needs = full[path] ?? (path.includes('verify') ? { code: codeOf(uri) } : { password: owner.password });
    const answered = await auth(path, { ...needs, ...more }, cookie);
    expect([answered.status, answered.body.error.code, answered.body.error.details?.field]).toEqual([
      400,
      'invalid_request',
      Object.keys(more)[0],
    ]);
    expect((await service.ask(`/api/auth/${path}?trustDevice=true`, { body: needs, cookie })).status).toBe(400);
  });

  it('is required from a browser that an earlier version trusted', async () => {
    const trust = await trustedBrowser();
    const answered = await begin(trust);
    expect([answered.body.twoFactorRedirect, await isOpen(answered)]).toEqual([true, false]);
    await waitForNextCode(service);
    const here = await verify(codeOf(uri));
    await auth('two-factor/disable', { password: owner.password }, here.cookie);
    expect(await trustRows()).toBe(0);
    await setUp((await begin()).cookie);
  });

  it('cancels sign-ins that wait for a code after a password change', async () => {
    const waiting = await begin();
    const here = await verify(codeOf(uri));
    const there = await verify(codeOf(uri, -1));
    const changed = { currentPassword: owner.password, newPassword: 'another long passphrase' };
    const answered = await auth('change-password', changed, here.cookie);
    expect(answered.status).toBe(200);
    expect(await isOpen(there)).toBe(false);
    await waitForNextCode(service);
    expect((await auth('two-factor/verify-totp', { code: codeOf(uri) }, waiting.cookie)).status).toBe(401);
    const back = { currentPassword: changed.newPassword, newPassword: owner.password };
    expect((await auth('change-password', back, answered.cookie)).status).toBe(200);
  });

  it('cancels sign-ins that wait for a code, and trusted browsers, after a reset', async () => {
    await trustedBrowser();
    await waitForNextCode(service);
    const waiting = await begin();
    const env = { ...service.database.env, LOG_LEVEL: 'silent', PUBLIC_BASE_URL: service.url };
    const made = await runCli(['account', 'reset-password', owner.email], env);
    const token = /\/reset#(\S+)/.exec(made.stdout)?.[1];
    const set = await service.ask('/api/password-reset/accept', { body: { token, password: owner.password } });
    expect([set.status, set.text]).toEqual([201, expect.any(String)]);
    expect(await trustRows()).toBe(0);
    expect((await auth('two-factor/verify-totp', { code: codeOf(uri) }, waiting.cookie)).status).toBe(401);
  });

  it('is removed by the operator together with the trusted browsers', async () => {
    await trustedBrowser();
    const env = { ...service.database.env, LOG_LEVEL: 'silent' };
    expect((await runCli(['account', 'remove-second-factor', owner.email], env)).code).toBe(0);
    expect(await trustRows()).toBe(0);
  });
});
