import { expect, it } from 'vitest';
import { codeOf, waitForNextCode } from '../support/authenticator.ts';
import { runCli } from '../support/cli.ts';
import { onEachDatabase } from '../support/databases.ts';
import { newFolder } from '../support/newFolder.ts';
import { cookieOf, owner, useService } from '../support/service.ts';

onEachDatabase('a second factor', (engine) => {
  const service = useService(engine);
  let uri: string;
  let backup: string[];

  const auth = (path: string, body: object, cookie?: string) => service.ask(`/api/auth/${path}`, { body, cookie });
  const begin = async () => {
    const answered = await auth('sign-in/email', owner);
    return { status: answered.status, asks: answered.body.twoFactorRedirect === true, cookie: cookieOf(answered) };
  };
  const isOpen = async (cookie: string) => (await service.reply('session', {}, { cookie })).status === 200;
  const verify = async (code: string, way = 'totp') => {
    const { cookie } = await begin();
    await waitForNextCode(service);
    const answered = await auth(`two-factor/verify-${way}`, { code }, cookie);
    return { status: answered.status, cookie: cookieOf(answered) };
  };

  it('is off until its code was entered once, and needs the password for its set-up', async () => {
    expect((await auth('two-factor/enable', { password: 'not the password' }, service.cookie)).status).toBe(400);
    expect((await auth('two-factor/enable', { password: owner.password })).status).toBe(401);
    const made = await auth('two-factor/enable', { password: owner.password }, service.cookie);
    expect(made.status, made.text).toBe(200);
    ({ totpURI: uri, backupCodes: backup } = made.body);
    expect([uri.startsWith('otpauth://totp/Sightline:'), backup.length]).toEqual([true, 10]);
    expect((await begin()).asks).toBe(false);
    const proven = await auth('two-factor/verify-totp', { code: codeOf(uri) }, service.cookie);
    expect(proven.status, proven.text).toBe(200);
  });

  it('stores neither its key nor its backup codes readably', async () => {
    const rows = JSON.stringify(await service.db.selectFrom('twoFactor').selectAll().execute());
    const secret = new URL(uri).searchParams.get('secret') ?? '';
    expect(secret.length).toBeGreaterThan(15);
    for (const kept of [secret, ...backup]) expect(rows).not.toContain(kept);
  });

  it('prevents sign-in by the password alone, and accepts the right code', async () => {
    const first = await begin();
    expect([first.status, first.asks, await isOpen(first.cookie)]).toEqual([200, true, false]);
    const { status, cookie } = await verify(codeOf(uri));
    expect([status, await isOpen(cookie)]).toEqual([200, true]);
  });

  it.each([
    ['a wrong code', () => '000000'],
    ['an old code', () => codeOf(uri, 10)],
    ['no code', () => ''],
  ])('opens nothing with %s', async (_what, code) => {
    const { status, cookie } = await verify(code());
    expect([status >= 400, await isOpen(cookie)]).toEqual([true, false]);
  });

  it('opens nothing without the password first', async () => {
    const answered = await auth('two-factor/verify-totp', { code: codeOf(uri) });
    expect([answered.status, answered.headers.getSetCookie().some((line) => /session=\S{10}/.test(line))]).toEqual([
      401,
      false,
    ]);
  });

  it('accepts each backup code once', async () => {
    const [code = ''] = backup;
    const first = await verify(code, 'backup-code');
    expect([first.status, await isOpen(first.cookie)]).toEqual([200, true]);
    const again = await verify(code, 'backup-code');
    expect([again.status >= 400, await isOpen(again.cookie)]).toEqual([true, false]);
  });

  it('is requested on the command line too', async () => {
    const folder = newFolder();
    const signIn = (lines: string[]) =>
      runCli(['sign-in', service.url, '--email', owner.email], { XDG_CONFIG_HOME: folder }, `${lines.join('\n')}\n`);
    await waitForNextCode(service);
    const without = await signIn([owner.password, '000000']);
    expect([without.code, without.stdout]).toEqual([3, '']);
    // Authenticators show their six digits in two groups.
    const right = await signIn([owner.password, codeOf(uri).replace(/^.../, '$& ')]);
    expect([right.code, right.stdout], right.stderr).toEqual([0, expect.stringContaining(`as ${owner.email}`)]);
  });

  it('is turned off with the password', async () => {
    const { cookie } = await verify(codeOf(uri));
    expect((await auth('two-factor/disable', { password: 'not the password' }, cookie)).status).toBe(400);
    const off = await auth('two-factor/disable', { password: owner.password }, cookie);
    expect(off.status, off.text).toBe(200);
    const plain = await begin();
    expect([plain.asks, await isOpen(plain.cookie)]).toEqual([false, true]);
  });

  it('is removed by the operator of the database if its owner lost it', async () => {
    const { cookie } = await begin();
    const made = await auth('two-factor/enable', { password: owner.password }, cookie);
    await auth('two-factor/verify-totp', { code: codeOf(made.body.totpURI) }, cookie);
    expect((await begin()).asks).toBe(true);
    const env = { ...service.database.env, LOG_LEVEL: 'silent' };
    const none = await runCli(['account', 'remove-second-factor', 'nobody@example.com'], env);
    expect([none.code, (await begin()).asks]).toEqual([4, true]);
    const taken = await runCli(['account', 'remove-second-factor', owner.email], env);
    expect([taken.code, taken.stderr]).toEqual([0, '']);
    expect((await begin()).asks).toBe(false);
  });
});
