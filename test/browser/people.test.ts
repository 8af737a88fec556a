import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { cookieOf, describeInBrowser, owner, seed, signInWith, useWebApp } from '../support/browser.ts';
import { addSite, addWorkspace, type Place } from '../support/records.ts';

describeInBrowser('people and their workspaces in a browser', () => {
  const service = useWebApp();
  let siteId: string;
  let elsewhere: Place;
  let siteElsewhere: string;
  let context: BrowserContext;

  beforeAll(async () => {
    siteId = (await seed(service, service.cookie, 1, ['Which bookkeeping tool suits a freelancer?'])).siteId;
    elsewhere = await addWorkspace(service, 'other owner');
    siteElsewhere = await addSite(service, elsewhere);
  });
  afterEach(() => context?.close());

  /** Invites a person into the workspace of the setup. Returns the path of the link. */
  async function invite(email: string): Promise<string> {
    const made = await service.call('inviteMember', { email });
    return new URL(made.link).pathname + new URL(made.link).hash;
  }

  /** Creates a member of both workspaces, with the first one selected. */
  async function memberOfBoth(email: string): Promise<string> {
    const { accounts } = service.running.service.api;
    const { secret } = await accounts.invite({
      workspaceId: elsewhere.workspaceId,
      inviterId: elsewhere.accountId,
      email,
      role: 'member',
    });
    await accounts.acceptInvitation(secret, 'a password of both');
    const token = (await invite(email)).split('#')[1];
    return cookieOf(
      (await service.ask('/api/invitations/accept', { body: { token, password: 'a password of both' } })).headers,
    );
  }

  async function visit(with_: string, path: string): Promise<Page> {
    context = await service.browser.newContext();
    await signInWith(context, service.url, with_);
    const page = await context.newPage();
    await page.goto(service.url + path);
    return page;
  }

  it('an invited person joins by the link, sees their workspace and role, and the link is used up', async () => {
    const link = await invite('joiner@example.com');
    context = await service.browser.newContext();
    const page = await context.newPage();
    await page.goto(service.url + link);
    await page.getByRole('heading', { name: 'Join My workspace' }).waitFor();
    expect(page.url()).toBe(`${service.url}/join`);
    await page.getByLabel('Choose a password').fill('a password of the joiner');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'Website: Ledgerlane' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Account: joiner@example.com' }).click();
    await page.getByText('My workspace, a member').waitFor();
    await expect.poll(() => page.getByLabel('Invite by email').count()).toBe(0);
    await page.goto(service.url + link);
    await page.reload();
    const again = await context.newPage();
    await again.goto(service.url + link);
    await again.getByText('This invitation is no longer valid').waitFor();
  });

  it('a member of one workspace sees no choice; a member of two switches, and sees one at a time', async () => {
    const single = await visit(service.cookie, `/sites/${siteId}`);
    await single.getByRole('button', { name: 'Website: Ledgerlane' }).waitFor();
    await expect.poll(() => single.getByRole('button', { name: /^Workspace:/ }).count()).toBe(0);
    await context.close();

    const page = await visit(await memberOfBoth('both@example.com'), `/sites/${siteId}`);
    await page.getByRole('button', { name: 'Website: Ledgerlane' }).waitFor();
    const other = await context.newPage();
    await other.goto(`${service.url}/sites/${siteId}/questions`);
    await other.getByRole('heading', { name: 'Questions', exact: true }).waitFor();
    await page.getByRole('button', { name: /^Workspace:/ }).click();
    await page.getByRole('option', { name: 'Another you are a member' }).click();
    await page.getByRole('button', { name: 'Website: Acme CRM' }).waitFor();
    // The session belongs to the browser: a tab that still showed the first workspace would act in the second.
    await other.getByRole('button', { name: 'Website: Acme CRM' }).waitFor();
    await page.getByRole('button', { name: 'Website: Acme CRM' }).waitFor();
    expect(await page.content()).not.toContain('ledgerlane');
  });

  it('a link into another of the reader’s workspaces is offered on the page that does not find it', async () => {
    const page = await visit(await memberOfBoth('linked@example.com'), `/sites/${siteElsewhere}/questions?q=crm`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('button', { name: 'Open Another' }).click();
    await page.getByRole('heading', { name: 'Questions', exact: true }).waitFor();
    expect(page.url()).toBe(`${service.url}/sites/${siteElsewhere}/questions?q=crm`);
  });

  it('a link to a foreign workspace shows and offers nothing', async () => {
    const page = await visit(service.cookie, `/sites/${siteElsewhere}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Open / }).count()).toBe(0);
    expect(await page.content()).not.toContain('Acme');
  });

  it('the open tab of a removed member shows nothing more', async () => {
    const token = (await invite('removed@example.com')).split('#')[1];
    const joined = await service.ask('/api/invitations/accept', { body: { token, password: 'a password of theirs' } });
    const page = await visit(cookieOf(joined.headers), `/sites/${siteId}`);
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    const body = await service.call('listMembers', {});
    const member = body.members.find(({ email }: { email: string }) => email === 'removed@example.com');
    await service.call('removeMember', { id: member?.id ?? '' });
    // The tab polls by itself, so it may have left before it is clicked.
    const sources = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Sources' });
    await sources.click({ timeout: 3_000 }).catch(() => {});
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.content()).not.toContain('Ledgerlane');
  });

  it('an owner creates a workspace for a client, which becomes active, renames it, and switches back', async () => {
    const signedIn = await service.ask('/api/auth/sign-in/email', { body: owner });
    const page = await visit(cookieOf(signedIn.headers), '/settings?part=workspace');
    await page.getByLabel('Another workspace').fill('Client Ltd');
    await page.getByRole('button', { name: 'Create and open' }).click();
    await page.getByRole('heading', { name: 'New website' }).waitFor();
    await page.getByRole('button', { name: 'Workspace: Client Ltd' }).waitFor();
    await page.goto(`${service.url}/settings?part=workspace`);
    await page.getByLabel('Workspace name').fill('Client and Partners');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'Workspace: Client and Partners' }).click();
    await page.getByLabel('Search: Workspace').fill('my work');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Website: Ledgerlane' }).waitFor();
  });

  it('a viewer sees every page without controls that spend or change, except leaving', async () => {
    const made = await service.call('inviteMember', { email: 'viewer@example.com', role: 'viewer' });
    context = await service.browser.newContext();
    const page = await context.newPage();
    await page.goto(service.url + new URL(made.link).pathname + new URL(made.link).hash);
    await page.getByText('You join as a viewer').waitFor();
    await page.getByLabel('Choose a password').fill('a password of a viewer');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    const places = ['', '/questions', '/answers', '/engines', '/sources', '/website', '/crawlers', '/reported'].map(
      (at) => `/sites/${siteId}${at}`,
    );
    const acts =
      /^(Ask|Add|Select all|Archive|Restore|New plan|Plan rounds|Import|Capture|Look up|Test the|Make|Change|Set a budget|Rename|Remove|Invite|Activate)/;
    for (const path of [
      ...places,
      '/sites',
      '/plans',
      '/seo',
      '/spending',
      '/settings',
      '/settings/engines',
      '/approvals',
    ]) {
      await page.goto(service.url + path);
      await page.locator('main h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      // A column heading only sorts.
      const names = await page.locator('main :is(button, [role=button]):not(th *)').allInnerTexts();
      const links = await page.locator('main').getByRole('link').allInnerTexts();
      // Viewers may change their own password.
      const told = [...names, ...links].filter((name) => acts.test(name) && name !== 'Change the password');
      expect([path, told]).toEqual([path, []]);
      expect(await page.getByRole('checkbox', { name: /^Choose/ }).count()).toBe(0);
    }
    await page.goto(`${service.url}/start`);
    await page.getByText('You are a viewer in').waitFor();
    await page.goto(`${service.url}/settings?part=workspace`);
    await page.getByRole('button', { name: 'Account: viewer@example.com' }).click();
    await page.getByText(', a viewer').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave this workspace…' }).click();
    await page.getByText('It is your only workspace, so you will be signed out.').waitFor();
    await page.getByRole('button', { name: 'Leave the workspace' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('an archived website is listed among all websites, and can be restored there', async () => {
    const made = await service.call('createSite', { url: 'https://old.example/', name: 'Old one' });
    await service.call('archiveSite', { id: made.site.id });
    const page = await visit(service.cookie, '/sites');
    await page.getByRole('heading', { name: 'Archived websites' }).waitFor();
    const old = await visit(service.cookie, `/sites/${made.site.id}/sources`);
    await old.getByRole('heading', { name: 'Old one is archived' }).waitFor();
    await old.getByRole('button', { name: 'Restore' }).click();
    await old.getByRole('heading', { name: 'Sources', exact: true }).waitFor();
    await service.call('archiveSite', { id: made.site.id });
    await page.reload();
    await page.getByRole('button', { name: 'Restore Old one' }).click();
    await expect.poll(() => page.getByRole('heading', { name: 'Archived websites' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Old one' }).waitFor();
    await service.call('archiveSite', { id: made.site.id });
  });

  it('all questions of a search are selected at once, and archived together', async () => {
    const made = await service.call('createSite', { url: 'https://many.example/', name: 'Many' });
    const websiteId: string = made.site.id;
    const queries = Array.from({ length: 12 }, (_, at) => `Which ${at < 2 ? 'kettle' : 'pan'} is number ${at}?`);
    await service.call('createQuestions', { queries, websiteId });
    const page = await visit(service.cookie, `/sites/${websiteId}/questions`);
    await page.getByRole('searchbox', { name: /^Search/ }).fill('kettle');
    await page.getByRole('button', { name: 'Select all 2' }).click();
    await page.getByRole('button', { name: 'Clear selection' }).waitFor();
    await page.getByRole('button', { name: 'Archive 2', exact: true }).click();
    await page.getByRole('button', { name: 'Archive 2 questions' }).click();
    await page.getByRole('button', { name: 'All 10', exact: true }).waitFor();
    const left = await service.call('listQuestions', { websiteId, limit: 200 });
    expect(left.items.map(({ query }: { query: string }) => query).toSorted()).toEqual(queries.slice(2).toSorted());
    await service.call('archiveSite', { id: websiteId });
  });

  it('the switcher changes only after a choice and keeps the page; SEO and answers follow the chosen website', async () => {
    const made = await service.call('createSite', { url: 'https://second.example/', name: 'Second' });
    const second: string = made.site.id;
    await service.call(
      'requestSeoOverview',
      { domain: 'second.example', confirmSpend: true },
      { idempotencyKey: 'switcher-seo' },
    );
    const page = await visit(service.cookie, `/sites/${siteId}/questions`);
    await page.getByRole('button', { name: 'Website: Ledgerlane' }).click();
    const field = page.getByRole('combobox', { name: 'Search: Website' });
    await field.fill('second');
    await field.press('ArrowDown');
    await field.fill('none is called so');
    await field.press('Enter');
    await page.getByText('None matches “none is called so”.').waitFor();
    await field.press('Escape');
    expect(page.url()).toBe(`${service.url}/sites/${siteId}/questions`);
    await page.getByRole('button', { name: 'Website: Ledgerlane' }).click();
    await page.getByRole('option', { name: 'Second second.example' }).click();
    await page.waitForURL(`**/sites/${second}/questions`);
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'SEO' }).click();
    await page.getByRole('heading', { name: 'SEO', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Website: Second' }).click();
    await page.getByRole('option', { name: 'Ledgerlane ledgerlane.example' }).click();
    await page.getByText('No overview of ledgerlane.example yet').waitFor();
    await page.getByRole('button', { name: 'Check a domain' }).click();
    await expect.poll(() => page.getByLabel('Domain', { exact: true }).inputValue()).toBe('ledgerlane.example');
    await page.goto(`${service.url}/spending`);
    await page.getByRole('button', { name: 'Website: All 2 websites' }).waitFor();
    await service.call('archiveSite', { id: second });
  });

  it('signing out without a connection warns that the session may still be open, and works on a retry', async () => {
    const signedIn = await service.ask('/api/auth/sign-in/email', { body: owner });
    const page = await visit(cookieOf(signedIn.headers), `/sites/${siteId}`);
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    await page.route('**/api/auth/sign-out', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You may still be signed in').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    await page.getByText('Sign out everywhere').waitFor();
    await page.unroute('**/api/auth/sign-out');
    await page.getByRole('button', { name: 'Retry sign-out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
