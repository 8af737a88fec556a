import { afterAll, expect, it } from 'vitest';
import { describeInBrowser, owner, setUp, startWebService, useWebApp } from '../support/browser.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../support/openIdProvider.ts';
import { freePort } from '../support/service.ts';
import { useStarted } from '../support/useStarted.ts';

describeInBrowser('the button of an OpenID provider', () => {
  let provider: OpenIdProvider;
  const service = useWebApp(async () => {
    const port = await freePort();
    provider = await startOpenIdProvider(() => `http://127.0.0.1:${port}/api/auth/callback/oidc`);
    return {
      PORT: String(port),
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'Example login',
    };
  });
  const page = useStarted(() => service.openPage({}, ''));

  afterAll(() => provider?.close());

  it('explains why a person without an invitation is not signed in', async () => {
    provider.person = { sub: 'person-2', email: 'stranger@example.com', verified: true };
    await page.goto(`${service.url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with Example login' }).click();
    await page.getByText('This email has no invitation.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await page.context().clearCookies();
  });

  it('signs in', async () => {
    provider.person = { sub: 'person-1', email: owner.email, verified: true };
    await page.goto(`${service.url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with Example login' }).click();
    await page.waitForURL((at) => at.origin === service.url && at.pathname !== '/sign-in');
    const cookies = await page.context().cookies(service.url);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect((await service.call('session', {}, { cookie })).account.email).toBe(owner.email);
  });

  it('is missing without a provider', async () => {
    const plain = await startWebService();
    await setUp(plain);
    const other = await service.browser.newPage();
    await other.goto(`${plain.url}/sign-in`);
    await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await other.getByRole('button').count()).toBe(1);
    await other.close();
    await plain.close();
  });
});
