import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  cookieOf,
  launch,
  noBrowser,
  owner,
  seed,
  setUp,
  signInWith,
  startWebService,
  type WebService,
} from '../support/browser.ts';
import { addSite, addWorkspace, type Place } from '../support/records.ts';

if (noBrowser !== null) console.warn(`people and workspaces in a browser: skipped, ${noBrowser}`);

describe.runIf(noBrowser === null)('people and their workspaces in a browser', () => {
  let service: WebService;
  let browser: Browser;
  let cookie: string;
  let siteId: string;
  let elsewhere: Place;
  let siteElsewhere: string;
  let context: BrowserContext;

  beforeAll(async () => {
    service = await startWebService({ REQUESTS_PER_MINUTE: '10000' });
    browser = await launch();
    cookie = await setUp(service);
    siteId = (await seed(service, cookie, 1, ['Which bookkeeping tool suits a freelancer?'])).siteId;
    elsewhere = await addWorkspace(service, 'other owner');
    siteElsewhere = await addSite(service, elsewhere);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  afterEach(() => context?.close());

  /** Invites somebody into the workspace of the setup; returns the path behind the link. */
  async function invite(email: string): Promise<string> {
    const made = await service.ask('/api/v2/invitations', { cookie, body: { email } });
    return new URL(made.body.link).pathname + new URL(made.body.link).hash;
  }

  /** A member of both workspaces, working in the first. */
  async function memberOfBoth(email: string): Promise<string> {
    const { accounts } = service.running.service.door;
    const { secret } = await accounts.invite({
      workspaceId: elsewhere.workspaceId,
      inviterId: elsewhere.accountId,
      email,
    });
    await accounts.acceptInvitation(secret, 'a password of both');
    const token = (await invite(email)).split('#')[1];
    return cookieOf(
      (await service.ask('/api/invitations/accept', { body: { token, password: 'a password of both' } })).headers,
    );
  }

  async function visit(with_: string, path: string): Promise<Page> {
    context = await browser.newContext();
    await signInWith(context, service.url, with_);
    const page = await context.newPage();
    await page.goto(service.url + path);
    return page;
  }

  it('somebody invited joins by the link, sees where they are and as what, and the link is used up', async () => {
    const link = await invite('joiner@example.com');
    context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(service.url + link);
    await page.getByRole('heading', { name: 'Join My workspace' }).waitFor();
    expect(page.url()).toBe(`${service.url}/join`);
    await page.getByLabel('Choose a password').fill('a password of the joiner');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'Do the answers recommend Ledgerlane?' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('where you are a member, signed in as joiner@example.com').waitFor();
    await expect.poll(() => page.getByLabel('Invite by e-mail').count()).toBe(0);
    await page.goto(service.url + link);
    await page.reload();
    const again = await context.newPage();
    await again.goto(service.url + link);
    await again.getByText('This invitation is not open').waitFor();
  });

  it('who belongs to one workspace is not asked which; who belongs to two switches, and sees one at a time', async () => {
    const single = await visit(cookie, `/sites/${siteId}`);
    await single.getByLabel('Website', { exact: true }).waitFor();
    await expect.poll(() => single.getByLabel('Workspace', { exact: true }).count()).toBe(0);
    await context.close();

    const page = await visit(await memberOfBoth('both@example.com'), `/sites/${siteId}`);
    await page.getByRole('heading', { name: 'Do the answers recommend Ledgerlane?' }).waitFor();
    const other = await context.newPage();
    await other.goto(`${service.url}/sites/${siteId}/questions`);
    await other.getByRole('heading', { name: 'Which questions list us' }).waitFor();
    await page.getByLabel('Workspace', { exact: true }).selectOption('Another (member)');
    await page.getByRole('heading', { name: 'Do the answers recommend Acme CRM?' }).waitFor();
    // The session is the browser's: a tab that went on showing the first workspace would act in the second.
    await other.getByRole('heading', { name: 'Do the answers recommend Acme CRM?' }).waitFor();
    await expect.poll(() => page.getByLabel('Website', { exact: true }).innerText()).not.toContain('Ledgerlane');
    expect(await page.content()).not.toContain('ledgerlane');
  });

  it('a shared link into another workspace of the reader is found from the page that misses it', async () => {
    const page = await visit(await memberOfBoth('linked@example.com'), `/sites/${siteElsewhere}/questions?q=crm`);
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    await page.getByRole('button', { name: 'Look in Another' }).click();
    await page.getByRole('heading', { name: 'Which questions list us' }).waitFor();
    expect(page.url()).toBe(`${service.url}/sites/${siteElsewhere}/questions?q=crm`);
  });

  it('a link to a workspace that the reader does not belong to shows nothing of it, and offers nothing', async () => {
    const page = await visit(cookie, `/sites/${siteElsewhere}`);
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Look in/ }).count()).toBe(0);
    expect(await page.content()).not.toContain('Acme');
  });

  it('the open tab of a removed member shows nothing more', async () => {
    const token = (await invite('removed@example.com')).split('#')[1];
    const joined = await service.ask('/api/invitations/accept', { body: { token, password: 'a password of theirs' } });
    const page = await visit(cookieOf(joined.headers), `/sites/${siteId}`);
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    const { body } = await service.ask('/api/v2/members', { cookie });
    const member = body.members.find(({ email }: { email: string }) => email === 'removed@example.com');
    await service.ask(`/api/v2/members/${member.id}`, { cookie, method: 'DELETE' });
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Sources' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.content()).not.toContain('Ledgerlane');
  });

  it('signing out with the server away says that the session may still be open, and works when tried again', async () => {
    const signedIn = await service.ask('/api/auth/sign-in/email', { body: owner });
    const page = await visit(cookieOf(signedIn.headers), `/sites/${siteId}`);
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    await page.route('**/api/auth/sign-out', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You may still be signed in').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    await page.getByText('Sign out everywhere').waitFor();
    await page.unroute('**/api/auth/sign-out');
    await page.getByRole('button', { name: 'Try to sign out again' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
