import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { describeInBrowser, seed, useWebApp, watch } from '../support/browser.ts';
import { startReceiver, verified } from '../support/receiver.ts';
import { useStarted } from '../support/useStarted.ts';

describeInBrowser('alerts in the web app', () => {
  const service = useWebApp();
  let page: Page;
  const receiver = useStarted(startReceiver);
  let watched: { problems: string[] };

  beforeAll(async () => {
    await seed(service, service.cookie, 1, ['Which tool writes invoices?']);
    page = await service.openPage();
    watched = watch(page, service.url);
  });

  it('a person creates a destination, sees its secret once, and receives a signed test message', async () => {
    await page.goto(`${service.url}/attention`);
    await page.getByRole('link', { name: 'Alerts', exact: true }).click();
    await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
    await page.getByRole('button', { name: 'New destination' }).click();
    const dialog = page.getByRole('dialog', { name: 'New destination' });
    await dialog.getByLabel('Name').fill('On-call');
    await dialog.getByLabel('Address').fill('http://hooks.example/x');
    await dialog.getByRole('button', { name: 'Save the destination' }).click();
    await dialog.getByText('must be an https address').waitFor();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Save the destination' }).click();
    const secret = (await page.locator('[data-secret]').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => page.locator('[data-secret]').count()).toBe(0);
    await page.getByRole('button', { name: 'Send a test to On-call' }).click();
    await receiver.until(1);
    expect(verified(secret, receiver.messages[0] as never, Date.now())).toMatchObject({ type: 'alert.test' });
    await page.getByText('On-call: delivered').waitFor();
    await page.reload();
    await page.getByText('On-call: delivered').waitFor();
    expect(await page.content()).not.toContain('whsec_');
    expect(await page.content()).not.toContain('address-canary');
    expect(await faultsOf(page)).toEqual([]);
  });

  it('a rule is saved after a preview of its alerts, and its page states what it can detect', async () => {
    await page.goto(`${service.url}/alerts`);
    await page.getByRole('button', { name: 'New rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New rule' });
    await dialog.getByText(/No period with answers has ended yet/).waitFor();
    await dialog.getByText(/evaluated at most 14 times per quarter/).waitFor();
    await dialog.getByLabel('Compare').selectOption({ label: 'Four weeks each' });
    await dialog.getByText(/evaluated at most 4 times per quarter/).waitFor();
    await dialog.getByLabel('Name').fill('Ledgerlane, slowly');
    await dialog.getByRole('button', { name: 'Save the rule' }).click();
    await page.getByRole('heading', { name: 'Ledgerlane, slowly' }).waitFor();
    await page.getByText(/This panel \(1 known question\) is too small/).waitFor();
    await page.getByText('Nothing yet.').waitFor();
    await expect.poll(() => page.getByLabel('On-call').isChecked()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    await page.getByRole('button', { name: 'Delete rule' }).click();
    const rule = page.getByRole('row', { name: /^A change in how often a website is recommended/ });
    await rule.waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Ledgerlane, slowly' }).count()).toBe(0);
    expect(watched.problems).toEqual([]);
  });

  it('every event has a switch that creates its rule and keeps it, with what it would have sent', async () => {
    await page.goto(`${service.url}/alerts`);
    const gate = page.getByRole('switch', { name: 'A website check fails a gate: Workspace' });
    expect(await gate.isChecked()).toBe(false);
    await gate.focus();
    await page.keyboard.press('Space');
    const link = page.getByRole('link', { name: 'A website check fails a gate' });
    await link.waitFor();
    await expect.poll(() => gate.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'On 1' }).click();
    const rows = page.getByRole('table').locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(1);
    expect((await rows.first().locator('td').allInnerTexts()).slice(1, 6)).toEqual([
      'Workspace',
      '0',
      '0',
      '–',
      'On-call',
    ]);
    await gate.click();
    await page.getByRole('button', { name: 'On 0' }).waitFor();
    const { items } = await service.call('listAlertRules', {});
    expect(items).toMatchObject([{ kind: 'gate_failed', websiteId: null, enabled: false }]);
    expect(watched.problems).toEqual([]);
  });
});
