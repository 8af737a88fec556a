import { afterEach, beforeEach, expect, it } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { describeInBrowser, ended, usePage, useWebApp, watch } from '../support/browser.ts';
import { type Answering, soundSite, startWebsite, text, type Website } from '../support/website.ts';

const file = '/.well-known/sightline-verification.txt';
const comparison = 'Compare with bot-like user agents';

describeInBrowser('verification of a website in a browser', () => {
  const service = useWebApp();
  const page = usePage(service, { permissions: ['clipboard-read', 'clipboard-write'] });
  let shop: Website;
  let pages: Record<string, Answering>;
  let siteId: string;

  beforeEach(async () => {
    pages = {};
    shop = await startWebsite({ pages });
    Object.assign(pages, soundSite(shop.url, 3));
    const made = await service.call('createSite', { url: shop.url, name: 'Kettle House' });
    siteId = made.site.id;
  });
  afterEach(async () => {
    await shop?.close();
    await service.call('archiveSite', { id: siteId });
  });

  const verification = `/api/v2/sites/*/verification`;
  const open = async () => {
    await page.goto(`${service.url}/settings`);
    await page.getByText('Prove that Kettle House is yours').click();
    await page.getByRole('button', { name: 'Check now' }).waitFor();
  };
  const look = () => page.getByRole('button', { name: 'Check now' }).click();
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');

  it('shows the current values of a website, and in the navigation those of each part, before anything is opened', async () => {
    await page.goto(`${service.url}/settings`);
    const values = page.getByRole('region', { name: 'Kettle House' }).getByRole('listitem');
    await values.filter({ hasText: 'Ownership' }).getByText('Not verified: not checked yet.').waitFor();
    await values.filter({ hasText: 'Aliases' }).getByText('None').waitFor();
    await expect.poll(() => values.getByRole('combobox').inputValue()).toBe('unknown');
    const parts = page.getByRole('navigation', { name: 'Parts of the settings' });
    await parts.getByRole('button', { name: /^Websites ?1$/ }).waitFor();
    await parts.getByRole('button', { name: /^Members ?1$/ }).waitFor();
    await parts.getByRole('button', { name: /^Limits ?\d+\/\d+$/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('publishes the copied token between two checks, enables the comparison, and shows both after a reload', async () => {
    const { problems } = watch(page, service.url);
    await open();
    const allowed = page.getByRole('checkbox', { name: comparison });
    expect([await allowed.isChecked(), await allowed.isDisabled()]).toEqual([false, true]);
    await page.getByText('Not possible yet: verify the website first').waitFor();
    expect(shop.requests).toEqual([]);

    await look();
    await page.getByText('Not found at the last check').waitFor();
    await page.getByText('Last check: It answers 404.').waitFor();
    await page.getByText('Last check: Its head has no such meta element.').waitFor();

    await page.getByRole('button', { name: 'Copy the token' }).click();
    await page.getByText('Copied').waitFor();
    pages[file] = text(`${await copied()}\n`);
    await look();
    await page.getByText('Proved by the file, last found').waitFor();
    await page.getByText('Last check: The token is there.').waitFor();

    await expect.poll(() => allowed.isChecked()).toBe(false);
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await allowed.check();
    expect((await saved).status()).toBe(200);
    await page.reload();
    await page.getByText('Prove that Kettle House is yours').click();
    await page.getByText('Proved by the file, last found').waitFor();
    await page.getByText('Last check: The token is there.').waitFor();
    expect([await allowed.isChecked(), await allowed.isDisabled()]).toEqual([true, false]);
    expect(await faultsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    // Colours fade over some frames; those between light and dark are not a fault.
    await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)))');
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    expect(problems).toEqual([]);
  });

  it('verifies by the copied element in the head of the home page', async () => {
    await open();
    await page.getByRole('button', { name: 'Copy the element' }).click();
    await page.getByText('Copied').waitFor();
    pages['/'] = { body: `<!doctype html><html lang="en"><head><title>Kettles</title>${await copied()}</head></html>` };
    await look();
    await page.getByText('Proved by the home page, last found').waitFor();
  });

  it('explains its refusal if the proof has ended meanwhile, and the switch shows the saved state', async () => {
    const proof = await service.call('readVerification', { id: siteId });
    pages[file] = text(proof.verification.token);
    await open();
    await look();
    await page.getByText('Proved by the file, last found').waitFor();
    delete pages[file];
    await service.call('checkVerification', { id: siteId });
    // Not `check`, which would wait for a check mark that must not appear.
    await page.getByRole('checkbox', { name: comparison }).click();
    await page.getByRole('alert').getByText('Not allowed: verify the website first').waitFor();
    await page.getByText('Not possible yet: verify the website first').waitFor();
    await expect.poll(() => page.getByRole('checkbox', { name: comparison }).isChecked()).toBe(false);
  });

  it('a failed check is reported, is free to repeat, and keeps the displayed state', async () => {
    await open();
    const failing = { status: 500, contentType: 'application/json' };
    const body = JSON.stringify({ error: { code: 'internal_error', message: 'An internal error occurred.' } });
    await page.route(`**${verification}`, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ ...failing, body }) : route.continue(),
    );
    await look();
    await page.getByText('An internal error occurred.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Copy the token' }).isVisible()).toBe(true);
    await page.unroute(`**${verification}`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Not found at the last check').waitFor();
  });

  it('the check without the permission links to where it is given', async () => {
    const ensured = await service.call(
      'ensureObservation',
      { kind: 'website', websiteId: siteId, maxAgeSeconds: 0 },
      { idempotencyKey: `capture-${siteId}` },
    );
    await ended(service, service.cookie, 'website', ensured.run.id);
    await page.goto(`${service.url}/sites/${siteId}/website`);
    await page.getByRole('button', { name: /^Not measured/ }).click();
    await page.getByRole('link', { name: 'Set it in Settings' }).click();
    await page.getByRole('button', { name: 'Check now' }).waitFor();
    await page.getByRole('checkbox', { name: comparison }).waitFor();
  });
});
