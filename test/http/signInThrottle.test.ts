import { beforeAll, describe, expect, it } from 'vitest';
import { countSignInAttempt } from '../../src/services/access/throttleSignIn.ts';
import { runCli } from '../support/cli.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import {
  askAt,
  cookieOf,
  type HttpReply,
  type HttpRequest,
  owner,
  setupToken,
  startBareServer,
  useService,
} from '../support/service.ts';

const signInPath = '/api/auth/sign-in/email';
const wrong = { ...owner, password: 'not the right one' };
const minute = 60_000;

onEachDatabase('passwords, sessions and throttling', (engine) => {
  const clock = createClock();
  const service = useService(engine, {
    env: { TRUST_PROXY: '127.0.0.1' },
    replace: { runtime: clock.runtime },
  });
  /** Cookie of the owner's browser, which has signed in before. */
  let device: string;
  beforeAll(async () => {
    device = partOf(service.cookie, 'sightline_device');
  });

  let addresses = 0;
  const fresh = (): string => `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;
  const from = (address: string, asked: HttpRequest = {}): HttpRequest => ({
    ...asked,
    headers: { ...asked.headers, 'x-forwarded-for': address },
  });
  const signIn = (body: object, address: string, cookie?: string): Promise<HttpReply> =>
    service.ask(signInPath, from(address, { body, ...(cookie === undefined ? {} : { cookie }) }));
  const failTenTimes = async (address: string): Promise<void> => {
    for (let tries = 0; tries < 10; tries += 1) expect((await signIn(wrong, address)).status).toBe(401);
  };

  describe('failures to sign in', () => {
    it('count for the account and the address together: the owner can sign in elsewhere', async () => {
      const here = fresh();
      await failTenTimes(here);
      expect((await signIn(owner, here)).status).toBe(429);
      expect((await signIn(owner, fresh())).status).toBe(200);
      expect((await signIn({ ...wrong, email: 'other@example.com' }, here)).status).toBe(401);
    });

    it('of a stranger at the same address do not affect a device that has signed in before', async () => {
      const shared = fresh();
      await failTenTimes(shared);
      expect((await signIn(owner, shared)).status).toBe(429);
      expect((await signIn(owner, shared, device)).status).toBe(200);
    });

    it('of a device that has signed in before count too, for that device only', async () => {
      const home = fresh();
      const lent = partOf(cookieOf(await signIn(owner, home)), 'sightline_device');
      for (let tries = 0; tries < 10; tries += 1) expect((await signIn(wrong, fresh(), lent)).status).toBe(401);
      expect((await signIn(owner, fresh(), lent)).status).toBe(429);
      expect((await signIn(owner, fresh(), device)).status).toBe(200);
    });

    it('from a hundred addresses throttle the account for strangers, never for the owner’s device, and expire', async () => {
      clock.move(61 * minute);
      const guess = () =>
        countSignInAttempt(service.api, { email: ` ${owner.email.toUpperCase()}`, address: fresh(), device: null });
      for (let tries = 0; tries < 100; tries += 1) await guess();
      await expect(guess()).rejects.toMatchObject({ code: 'rate_limited' });
      expect((await signIn(owner, fresh())).status).toBe(429);
      expect((await signIn({ ...wrong, email: 'other@example.com' }, fresh())).status).toBe(401);
      for (let times = 0; times < 3; times += 1) expect((await signIn(owner, fresh(), device)).status).toBe(200);
      clock.move(61 * minute);
      expect((await signIn(owner, fresh())).status).toBe(200);
    });

    it('are not avoided by a device cookie that was invented, changed, or issued for another account', async () => {
      const here = fresh();
      await failTenTimes(here);
      const [name = '', value = ''] = device.split('=');
      const [id = '', signature = ''] = value.split('.');
      const member = await join('device@example.com');
      const made = [
        `${name}=${id}`,
        `${name}=${id}.`,
        `${name}=x${id}.${signature}`,
        `${name}=${id}.${signature.replace(/./, (first) => (first === 'A' ? 'B' : 'A'))}`,
        `${name}=${id}.${'A'.repeat(43)}`,
        partOf(member, 'sightline_device'),
      ];
      for (const cookie of made) expect((await signIn(owner, here, cookie)).status, cookie).toBe(429);
    });
  });

  it('the device cookie is hidden from scripts and other sites, and reveals nothing', async () => {
    const line = (await signIn(owner, fresh())).headers.getSetCookie().find((each) => /device/.test(each)) ?? '';
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    expect(line).toMatch(/; Path=\/(;|$)/);
    expect(line).toMatch(/; Max-Age=\d{7,}/);
    expect(line).not.toContain('owner');
    await service.refuse('listSites', {}, 'unauthorized', { cookie: device });
  });

  describe('a password requested again', () => {
    long('to change it: ten wrong ones block this session, and no other', async () => {
      const first = cookieOf(await signIn(owner, fresh()));
      const other = cookieOf(await signIn(owner, fresh()));
      const change = (cookie: string, currentPassword: string, newPassword = 'a wholly different phrase') =>
        service.ask('/api/auth/change-password', { cookie, body: { currentPassword, newPassword } });
      for (let tries = 0; tries < 10; tries += 1) expect((await change(first, 'wrong')).status).toBe(400);
      expect((await change(first, owner.password)).status).toBe(429);
      expect((await change(other, owner.password, owner.password)).status).toBe(200);
    });

    it('to create a key that may buy: the same', async () => {
      const cookie = cookieOf(await signIn(owner, fresh()));
      const make = (password: string, of = cookie) =>
        service.reply('createKey', { name: 'buys', permissions: ['seo'], password }, { cookie: of });
      for (let tries = 0; tries < 10; tries += 1) expect((await make('wrong')).status).toBe(403);
      expect((await make(owner.password)).status).toBe(429);
      expect((await make(owner.password, cookieOf(await signIn(owner, fresh())))).status).toBe(201);
    });

    long('on an invitation to an email with an account: a wrong guess counts as a failed sign-in', async () => {
      await join('invited@example.com');
      await remove('invited@example.com');
      const token = await invite('invited@example.com');
      const here = fresh();
      const guess = (address: string, password: string) =>
        service.ask('/api/invitations/accept', from(address, { body: { token, password } }));
      for (let tries = 0; tries < 10; tries += 1) expect((await guess(here, 'not theirs, I fear')).status).toBe(401);
      expect((await signIn({ email: 'invited@example.com', password: memberPassword }, here)).status).toBe(429);
      for (let tries = 0; tries < 90; tries += 1)
        await countSignInAttempt(service.api, { email: 'invited@example.com', address: fresh(), device: null });
      expect((await guess(fresh(), memberPassword)).status).toBe(429);
      clock.move(61 * minute);
      expect((await guess(fresh(), memberPassword)).status).toBe(201);
    });
  });

  it('a password that is common or built from the email address is refused everywhere', async () => {
    const token = await invite('chooser@example.com');
    const reset = await resetLink(owner.email);
    const cookie = cookieOf(await signIn(owner, fresh()));
    for (const bad of ['Password123!', 'qwertyuiop12', 'short']) {
      const tried: [path: string, body: unknown][] = [
        ['/api/invitations/accept', { token, password: bad }],
        ['/api/password-reset/accept', { token: reset, password: bad }],
        ['/api/auth/change-password', { currentPassword: owner.password, newPassword: bad }],
      ];
      for (const [path, body] of tried) {
        const answered = await service.ask(path, { cookie, body });
        expect([answered.status, answered.body.error.details?.field], `${path} ${bad}`).toEqual([
          400,
          expect.stringMatching(/^(newP|p)assword$/),
        ]);
      }
    }
    const own = await service.ask('/api/invitations/accept', { body: { token, password: 'chooser@example.com' } });
    expect([own.status, own.body.error.message]).toEqual([400, expect.stringContaining('your email address')]);
    expect((await signIn(owner, fresh())).status).toBe(200);
  });

  it('the first owner may choose none of those either', async () => {
    const running = await startBareServer(engine);
    const body = { token: setupToken, email: owner.email, password: 'ownerexample1' };
    const refused = await askAt(running.url, '/api/setup', { body });
    expect([refused.status, refused.body.error.details?.field]).toEqual([400, 'password']);
    expect((await askAt(running.url, '/api/setup', { body: { ...body, ...owner } })).status).toBe(201);
  });

  it('a session ends after thirty days, however much it was used', async () => {
    const cookie = cookieOf(await signIn(owner, fresh()));
    const began = async (days: number): Promise<void> => {
      const rows = await service.db
        .selectFrom('session')
        .select(['id', 'createdAt'])
        .orderBy('createdAt', 'desc')
        .execute();
      const at = new Date(Date.now() - days * 86_400_000).toISOString();
      await service.setRows('session', { createdAt: at }, { id: rows[0]?.id ?? '' });
    };
    await began(29.9);
    await service.call('listSites', {}, { cookie });
    // No longer the newest session, so it is found by its age.
    const row = await service.db.selectFrom('session').select('id').orderBy('createdAt').executeTakeFirstOrThrow();
    const over = new Date(Date.now() - 30 * 86_400_000 - 1_000).toISOString();
    await service.setRows('session', { createdAt: over }, { id: row.id });
    expect((await service.ask('/api/auth/get-session', { cookie })).text).toBe('null');
    await service.refuse('listSites', {}, 'unauthorized', { cookie });
    const change = { currentPassword: owner.password, newPassword: 'a wholly different phrase' };
    expect((await service.ask('/api/auth/change-password', { cookie, body: change })).status).toBe(401);
    expect(await service.db.selectFrom('session').select('id').where('id', '=', row.id).execute()).toEqual([]);
  });

  describe('a forgotten password', () => {
    it('is reset by a link from the command line, once; every other session ends', async () => {
      const before = cookieOf(await signIn(owner, fresh()));
      const token = await resetLink(owner.email.toUpperCase());
      const look = await service.ask('/api/password-reset/look', { body: { token } });
      expect([look.status, look.body]).toEqual([200, { email: owner.email }]);
      const stored = await service.db.selectFrom('password_resets').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(token);
      const accept = (password: string) => service.ask('/api/password-reset/accept', { body: { token, password } });
      const both = await Promise.all([accept('a phrase set anew, one'), accept('a phrase set anew, two')]);
      expect(both.map(({ status }) => status).sort()).toEqual([201, 404]);
      const set = both[0]?.status === 201 ? 'one' : 'two';
      const winner = both.find(({ status }) => status === 201) as HttpReply;
      await service.call('listSites', {}, { cookie: cookieOf(winner) });
      await service.refuse('listSites', {}, 'unauthorized', { cookie: before });
      expect((await signIn(owner, fresh())).status).toBe(401);
      expect((await signIn({ ...owner, password: `a phrase set anew, ${set}` }, fresh())).status).toBe(200);
      expect((await accept(owner.password)).status).toBe(404);
    });

    it('is reset by the owner while strangers are throttled', async () => {
      clock.move(61 * minute);
      for (let tries = 0; tries < 100; tries += 1)
        await countSignInAttempt(service.api, { email: owner.email, address: fresh(), device: null });
      const token = await resetLink(owner.email);
      const body = { token, password: owner.password };
      const set = await service.ask('/api/password-reset/accept', from(fresh(), { body }));
      expect(set.status).toBe(201);
      expect((await signIn(owner, fresh(), partOf(cookieOf(set), 'sightline_device'))).status).toBe(200);
    });

    it('is reset from an address whose attempts a stranger has used up; invented links are refused there', async () => {
      const shared = fresh();
      const tryOf = async (token: string) =>
        (await service.ask('/api/password-reset/look', from(shared, { body: { token } }))).status;
      const token = await resetLink(owner.email);
      for (let tries = 0; tries < 10; tries += 1) expect(await tryOf(`made up ${tries}`)).toBe(404);
      expect(await tryOf('made up once more')).toBe(429);
      expect(await tryOf(token)).toBe(200);
    });

    it('is not reset by a link that was replaced, is an hour old, or was never created', async () => {
      const look = async (token: string) =>
        (await service.ask('/api/password-reset/look', from(fresh(), { body: { token } }))).status;
      const first = await resetLink(owner.email);
      const second = await resetLink(owner.email);
      expect([await look(first), await look(second), await look('made up')]).toEqual([404, 200, 404]);
      await service.setRows('password_resets', { expires_at: new Date(clock.now()).toISOString() });
      expect(await look(second)).toBe(404);
    });

    it('of an unknown account: the command says so', async () => {
      const ran = await runCli(['account', 'reset-password', 'nobody@example.com'], service.database.env);
      expect([ran.code, ran.stderr]).toEqual([4, expect.stringContaining('No account has this email')]);
    });
  });

  const memberPassword = 'a phrase of a member';

  async function invite(email: string): Promise<string> {
    const made = await service.call('inviteMember', { email }, { cookie: await ownerCookie() });
    return made.link.split('#')[1] ?? '';
  }

  async function join(email: string): Promise<string> {
    const body = { token: await invite(email), password: memberPassword };
    return cookieOf(await service.ask('/api/invitations/accept', from(fresh(), { body })));
  }

  async function remove(email: string): Promise<void> {
    const cookie = await ownerCookie();
    const body = await service.call('listMembers', {}, { cookie });
    const { members } = body as unknown as { members: { id: string; email: string }[] };
    const id = members.find((member) => member.email === email)?.id;
    await service.call('removeMember', { id: id ?? '' }, { cookie });
  }

  async function ownerCookie(): Promise<string> {
    return cookieOf(await signIn(owner, fresh(), device));
  }

  /** Returns the secret of a link that the command line prints. */
  async function resetLink(email: string): Promise<string> {
    const ran = await runCli(['account', 'reset-password', email], service.database.env);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const [link = '', note = ''] = ran.stdout.split('\n');
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:4280\/reset#[\w-]{43}$/);
    expect(note).toContain(`For ${email.toLowerCase()}. Works once`);
    return link.split('#')[1] ?? '';
  }
});

function partOf(cookies: string, name: string): string {
  return cookies.split('; ').find((part) => part.startsWith(`${name}=`)) ?? '';
}
