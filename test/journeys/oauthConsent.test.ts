import { beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import {
  addressOf,
  askTokens,
  callback,
  consent,
  newVerifier,
  open,
  register,
  signInProgram,
  tokensIn,
  useOAuthService,
} from '../support/oauth.ts';
import { owner } from '../support/service.ts';

onEachDatabase('a program with an earlier consent', (engine) => {
  const service = useOAuthService(engine);
  let clientId: string;
  beforeAll(async () => {
    ({ clientId } = await signInProgram(service, { scopes: ['read', 'manage'] }));
  });

  const codes = async () => (await service.db.selectFrom('verification').selectAll().execute()).length;
  /** Another program on the same machine: the port of a loopback address may differ (RFC 8252). */
  const wish = () => ({
    clientId,
    verifier: newVerifier(),
    scope: 'read manage offline_access',
    redirectUri: 'http://127.0.0.1:6666/callback',
  });

  it.each([
    ['none', ['none']],
    ['none among others', ['login none']],
    ['none, sent twice', ['none', 'none']],
    ['none after consent', ['consent', 'none']],
    ['none before consent', ['none', 'consent']],
  ])('gets no code without a click: prompt=%s', async (_what, prompts) => {
    const address = addressOf(service, wish());
    for (const prompt of prompts) address.searchParams.append('prompt', prompt);
    const before = await codes();
    const back = await open(address, service.cookie);
    expect([back.origin, back.pathname]).toEqual(['http://127.0.0.1:6666', '/callback']);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'interaction_required',
      state: 'a-state',
      iss: `${service.url}/api/auth`,
    });
    expect([back.searchParams.has('code'), await codes()]).toEqual([false, before]);
  });

  it.each([
    ['', ''],
    ['login', 'login'],
    ['NONE', 'NONE'],
    ['%6Eone as text', '%6Eone'],
    ['none with a tab', 'none\t'],
    ['none with a no-break space', '\u00a0none'],
    ['none and U+0000', 'none\u0000'],
  ])('gets no code without a click: prompt=%s', async (_what, prompt) => {
    const address = addressOf(service, wish());
    address.searchParams.set('prompt', prompt);
    const before = await codes();
    const led = await open(address, service.cookie);
    expect([led.searchParams.has('code'), await codes()]).toEqual([false, before]);
  });

  it('sends no refusal to an address that the program did not register', async () => {
    const address = addressOf(service, { ...wish(), redirectUri: 'https://evil.example/callback' });
    address.searchParams.set('prompt', 'none');
    expect((await open(address, service.cookie)).pathname).toBe('/connect');
  });

  it('gets no code by a sign-in that contains its request', async () => {
    const asked = (await open(addressOf(service, wish()))).searchParams.get('request') ?? '';
    const before = await codes();
    const body = {
      email: owner.email,
      password: owner.password,
      oauth_query: Buffer.from(asked, 'base64url').toString(),
    };
    const answered = await service.ask('/api/auth/sign-in/email', { body });
    expect([answered.status, await codes()]).toEqual([400, before]);
  });

  it('can use MCP if it named no resource', async () => {
    const plain = { clientId: await register(service), verifier: newVerifier() };
    const address = addressOf(service, plain);
    address.searchParams.delete('resource');
    const code = (await consent(service, address)).searchParams.get('code') ?? '';
    const { access_token: key } = tokensIn(
      await askTokens(service, {
        grant_type: 'authorization_code',
        code,
        client_id: plain.clientId,
        redirect_uri: callback,
        code_verifier: plain.verifier,
      }),
    );
    const headers = { accept: 'application/json, text/event-stream' };
    expect((await service.ask('/api/mcp', { key, body: {}, headers })).status).not.toBe(401);
    await service.refuse('listRuns', {}, 'unauthorized', { key });
  });
});
