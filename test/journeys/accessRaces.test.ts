import { expect, it } from 'vitest';
import { codeOf, waitForNextCode } from '../support/authenticator.ts';
import { onEachDatabase } from '../support/databases.ts';
import {
  addressOf,
  allow,
  askTokens,
  consent,
  exchangeCode,
  newVerifier,
  open,
  register,
  tokensIn,
  useOAuthService,
} from '../support/oauth.ts';
import { joinWorkspace, memberIdOf, signIn } from '../support/people.ts';
import { cookieOf, owner } from '../support/service.ts';

const twenty = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 20 }, (_none, index) => work(index)));

onEachDatabase('twenty concurrent requests', (engine) => {
  const service = useOAuthService(engine);
  const wishOf = (clientId: string) => ({
    clientId,
    verifier: newVerifier(),
    scope: 'read manage offline_access',
    resource: `${service.url}/api/v2`,
  });

  it('that consent leave one connection to revoke', async () => {
    const wish = wishOf(await register(service));
    const request = (await open(addressOf(service, wish), service.cookie)).searchParams.get('request');
    const body = { accept: true, scope: 'read offline_access', request };
    const answers = await twenty(() => service.ask('/api/auth/oauth2/consent', { cookie: service.cookie, body }));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const led = answers.map(({ body }) => new URL(body.url ?? service.url).searchParams.get('code'));
    const code = led.find((one) => one !== null) ?? '';
    const tokens = tokensIn(await exchangeCode(service, wish, code));
    const mine = async () =>
      (await service.call('listConnections', {})).items.filter(({ clientId }) => clientId === wish.clientId);
    const [connection] = await mine();
    await service.call('revokeConnection', { id: connection?.id ?? '' });
    expect(await mine()).toEqual([]);
    await service.refuse('listRuns', {}, 'unauthorized', { key: tokens.access_token });
  });

  it('that refresh while their person is removed restore nothing', async () => {
    const email = 'mara@example.com';
    const wish = wishOf(await register(service));
    const letIn = async (cookie: string) =>
      tokensIn(await exchangeCode(service, wish, await allow(service, wish, { cookie })));
    const old = await letIn(await joinWorkspace(service, email));
    const id = await memberIdOf(service, email);
    const [, ...refreshed] = await Promise.all([
      service.call('removeMember', { id }),
      ...Array.from({ length: 20 }, () =>
        askTokens(service, { grant_type: 'refresh_token', refresh_token: old.refresh_token, client_id: wish.clientId }),
      ),
    ]);
    expect(refreshed.filter(({ status }) => status >= 500)).toEqual([]);
    const fresh = await letIn(await joinWorkspace(service, email));
    const opens = async (key: string) => (await service.reply('listSites', {}, { key, under: 'v2' })).status;
    expect(await opens(fresh.access_token)).toBe(200);
    expect(await opens(old.access_token)).toBe(401);
    for (const answered of refreshed.filter(({ status }) => status === 200)) {
      const tokens = tokensIn(answered);
      expect(await opens(tokens.access_token)).toBe(401);
      const given = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: wish.clientId };
      expect((await askTokens(service, given)).status).toBe(400);
    }
  });

  it.each([
    ['%70rompt', 'none'],
    ['prompt', '%6e%6f%6e%65'],
    ['prompt', 'none%20none'],
    ['prompt', 'login+none'],
    ['prompt', 'consent&prompt=none'],
    ['prompt', 'none&prompt='],
    ['prompt', 'consent&%70rompt=%6eone'],
    ['prompt[]', 'none'],
    ['prompt', 'none%0d%0aLocation:%20https://evil.example'],
  ])('no spelling of a request returns a code without a click: %s=%s', async (name, value) => {
    const clientId = await register(service);
    const wish = wishOf(clientId);
    await consent(service, addressOf(service, wish));
    for (const path of ['authorize', '%61uthorize', 'authorize/', 'x/../authorize']) {
      const address = addressOf(service, wish).href.replace('/authorize', `/${path}`);
      const answered = await fetch(`${address}&${name}=${value}`, {
        redirect: 'manual',
        headers: { cookie: service.cookie, 'sec-fetch-mode': 'navigate' },
      });
      expect(answered.headers.get('location') ?? '', path).not.toMatch(/[?&]code=/);
      expect(answered.status, path).toBeLessThan(500);
    }
  });

  it('with one code and one sign-in open one session, whatever the field’s spelling', async () => {
    const auth = (path: string, body: object, cookie?: string) => service.ask(`/api/auth/${path}`, { body, cookie });
    const made = await auth('two-factor/enable', { password: owner.password }, service.cookie);
    const uri = made.body.totpURI;
    expect((await auth('two-factor/verify-totp', { code: codeOf(uri) }, service.cookie)).status).toBe(200);
    await waitForNextCode(service);
    const waiting = await signIn(service);
    const code = codeOf(uri);
    for (const other of [
      Number(code),
      [code],
      { $ne: '' },
      null,
      true,
      ` ${code}`,
      `${code}\u0000`,
      code.replace(/\d/g, (one) => String.fromCharCode(0xff10 + Number(one))),
    ]) {
      const answered = await auth('two-factor/verify-totp', { code: other }, waiting);
      expect([400, 401], JSON.stringify(other)).toContain(answered.status);
    }
    const answers = await twenty(() => auth('two-factor/verify-totp', { code }, waiting));
    const opened = answers.filter(({ status }) => status === 200);
    expect([opened.length <= 1, answers.filter(({ status }) => status >= 500)]).toEqual([true, []]);
    const sessions = new Set(opened.map((answered) => cookieOf(answered)));
    expect(sessions.size).toBe(opened.length);
  });
});
