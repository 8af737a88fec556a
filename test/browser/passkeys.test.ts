import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  launch,
  noBrowser,
  owner,
  setUp,
  signInWith,
  startWebService,
  type WebService,
  watch,
} from '../support/browser.ts';
import { freePort } from '../support/service.ts';

if (noBrowser !== null) console.warn(`passkeys in a browser: skipped, ${noBrowser}`);

describe.runIf(noBrowser === null)('passkeys', () => {
  let service: WebService;
  let browser: Browser;
  let page: Page;
  let devices: CDPSession;
  let problems: string[];
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    service = await startWebService({ PORT: String(port), PUBLIC_BASE_URL: url });
    const cookie = await setUp(service);
    browser = await launch();
    page = await browser.newPage();
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
    await signInWith(page.context(), url, cookie);
    problems = watch(page, url).problems;
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const form = () => page.locator('form').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) });

  it('are added in the settings', async () => {
    await page.goto(`${url}/settings?part=account`);
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
    const other = await browser.newPage();
    const methods = other.waitForResponse((answered) => answered.url().endsWith('/api/auth/methods'));
    await other.goto(`${url.replace('localhost', '127.0.0.1')}/sign-in`);
    await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    // The response that would offer a passkey has arrived.
    await methods;
    expect(await other.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    await other.getByLabel('E-mail').fill(owner.email);
    await other.getByLabel('Password').fill(owner.password);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.waitForURL((at) => at.pathname !== '/sign-in');
    await other.goto(`${url.replace('localhost', '127.0.0.1')}/settings?part=account`);
    await other.getByText(`Passkeys work only if you open this server as ${url}`).waitFor();
    await other.close();
  });
});
