import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser, owner, signInWith, useWebApp, watch } from '../support/browser.ts';
import { freePort } from '../support/service.ts';

describeInBrowser('passkeys', () => {
  let page: Page;
  let devices: CDPSession;
  let problems: string[];
  let url: string;
  const service = useWebApp(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    return { PORT: String(port), PUBLIC_BASE_URL: url };
  });

  beforeAll(async () => {
    page = await service.browser.newPage();
    devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await signInWith(page.context(), url, service.cookie);
    problems = watch(page, url).problems;
  });

  const form = () => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) });
  const open = () => page.getByRole('heading', { name: 'Passkeys' }).click();

  it('are added in the settings', async () => {
    await page.goto(`${url}/settings?part=account`);
    await open();
    await form().getByLabel('Password, to add or remove a passkey').fill(owner.password);
    await form().getByLabel('Passkey name').fill('Test laptop');
    await form().getByRole('button', { name: 'Add a passkey' }).click();
    await form().getByText('Test laptop').first().waitFor();
    await form().getByText('not used yet').waitFor();
  });

  it('sign in without a password', async () => {
    await page.context().clearCookies();
    await page.goto(`${url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL((at) => at.pathname !== '/sign-in');
    await page.goto(`${url}/settings?part=account`);
    await open();
    await form().getByText('Last used').waitFor();
  });

  it('are removed with the password, and then no longer sign in', async () => {
    await form().getByLabel('Password, to add or remove a passkey').fill(owner.password);
    await form().getByRole('button', { name: 'Remove Test laptop' }).click();
    await form().getByText('Test laptop').first().waitFor({ state: 'detached' });
    await page.context().clearCookies();
    await page.goto(`${url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('This passkey belongs to no account here').waitFor();
    expect(problems).toEqual([]);
  });

  it('are not offered at an address that cannot have them, which the settings explain', async () => {
    const other = await service.browser.newPage();
    const methods = other.waitForResponse((answered) => answered.url().endsWith('/api/auth/methods'));
    await other.goto(`${url.replace('localhost', '127.0.0.1')}/sign-in`);
    await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    // The response that would offer a passkey has arrived.
    await methods;
    expect(await other.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    await other.getByLabel('Email').fill(owner.email);
    await other.getByLabel('Password').fill(owner.password);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.waitForURL((at) => at.pathname !== '/sign-in');
    await other.goto(`${url.replace('localhost', '127.0.0.1')}/settings?part=account`);
    await other.getByRole('heading', { name: 'Passkeys' }).click();
    await other.getByText(`Passkeys work only if you open this server as ${url}`).waitFor();
    await other.close();
  });
});
