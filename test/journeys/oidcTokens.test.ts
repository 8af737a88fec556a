import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { cookieOf, freePort, owner, startTestService, type TestService } from '../support/service.ts';

const clientId = 'sightline';
type Claims = Record<string, unknown>;

/** Starts a provider that signs any claims, as a careless one might. */
async function startSigner(): Promise<{ issuer: string; claims: Claims; close(): void }> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const signer = { issuer: '', claims: {} as Claims, close: () => server.close() };
  const server: Server = createServer(async (request, response) => {
    const { issuer } = signer;
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
      }),
      '/jwks': () => ({ keys: [key] }),
      '/token': async () => ({
        access_token: 'a',
        token_type: 'Bearer',
        id_token: await new SignJWT(signer.claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey),
      }),
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(await answers[request.url ?? '']?.()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  signer.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return signer;
}

onEachDatabase('an ID token of the provider', (engine) => {
  let service: TestService;
  let signer: Awaited<ReturnType<typeof startSigner>>;
  beforeAll(async () => {
    const port = await freePort();
    signer = await startSigner();
    service = await startTestService(engine, {
      env: {
        PORT: String(port),
        PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
        OIDC_ISSUER: signer.issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: 'a secret of the provider',
      },
    });
  });
  afterAll(async () => {
    await service.close();
    signer.close();
  });

  /** Returns from the provider with a code for these claims. Returns the status of the resulting session. */
  async function signIn(more: (now: number) => Claims): Promise<number> {
    const begun = await service.ask('/api/auth/oidc/begin', { body: {} });
    const { searchParams } = new URL((begun.body as unknown as { url: string }).url);
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: signer.issuer, aud: clientId, sub: 'person', iat: now, exp: now + 300 };
    const person = { email: owner.email, email_verified: true, nonce: searchParams.get('nonce') };
    signer.claims = Object.fromEntries(
      Object.entries({ ...usual, ...person, ...more(now) }).filter(([, value]) => value !== undefined),
    );
    const back = await fetch(
      `${service.url}/api/auth/callback/oidc?code=c&state=${encodeURIComponent(searchParams.get('state') ?? '')}`,
      { redirect: 'manual', headers: { cookie: cookieOf(begun) } },
    );
    const cookie = back.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return (await service.reply('session', {}, { cookie })).status;
  }

  it.each<[string, (now: number) => Claims]>([
    ['is for us alone', () => ({})],
    ['is for us alone, in a list', () => ({ aud: [clientId] })],
    ['names us as the party it was issued to', () => ({ azp: clientId })],
    ['is of a clock four minutes ahead', (now) => ({ iat: now + 240 })],
  ])('signs in if it %s', async (_what, claims) => {
    expect(await signIn(claims)).toBe(200);
  });

  it.each<[string, (now: number) => Claims]>([
    ['is for another program too', () => ({ aud: ['other', clientId], azp: 'other' })],
    ['is for another program too, issued to us', () => ({ aud: [clientId, 'other'], azp: clientId })],
    ['was issued to another program', () => ({ azp: 'other' })],
    ['never ends', () => ({ exp: undefined })],
    ['ended', (now) => ({ exp: now - 600 })],
    ['is of ten days from now', (now) => ({ iat: now + 864_000, exp: now + 865_000 })],
    ['is of an hour ago', (now) => ({ iat: now - 3_600 })],
    ['says not when it was issued', () => ({ iat: undefined })],
    ['is about nobody', () => ({ sub: '' })],
    ['is about somebody without an id', () => ({ sub: undefined })],
    ['is about a number', () => ({ sub: 5 })],
    ['is about an endless id', () => ({ sub: 'x'.repeat(256) })],
    ['holds another nonce', () => ({ nonce: 'other' })],
  ])('signs in nobody if it %s', async (_what, claims) => {
    expect(await signIn(claims)).toBe(401);
  });

  it('is not requested if the address contains U+0000', async () => {
    const back = await fetch(`${service.url}/api/auth/callback/oidc?code=c&state=a%00b`, { redirect: 'manual' });
    expect([back.status, back.headers.get('location')]).toEqual([302, '/sign-in?error=failed']);
  });
});
