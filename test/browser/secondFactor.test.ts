import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { beforeAll, expect, it } from 'vitest';
import { codeOf } from '../support/authenticator.ts';
import { describeInBrowser, owner, useWebApp, watch } from '../support/browser.ts';

describeInBrowser('the second factor', () => {
  const service = useWebApp();
  let page: Page;
  let problems: string[];
  let uri: string;

  beforeAll(async () => {
    page = await service.openPage();
    problems = watch(page, service.url).problems;
  });

  it('is set up in the settings, with a code that proves it', async () => {
    await page.goto(`${service.url}/settings?part=account`);
    await page.getByRole('heading', { name: 'Two-factor authentication' }).click();
    await page.getByLabel('Your password').fill(owner.password);
    const answered = page.waitForResponse(/two-factor\/enable$/);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('heading', { name: 'Set up your authenticator app' }).waitFor();
    const secret = await page.locator('form code').first().innerText();
    const { totpURI } = (await (await answered).json()) as { totpURI: string };
    expect(totpURI).toContain(`secret=${secret}`);
    // The picture contains exactly the dark squares of this text's code.
    const drawn = page.getByRole('img', { name: /^QR code for your authenticator app/ }).locator('path');
    const squares = (await drawn.getAttribute('d'))?.match(/M\d+ \d+/g) ?? [];
    const { data } = encode(totpURI, { ecc: 'M', border: 4 });
    expect(squares).toEqual(data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}`] : []))));
    uri = `otpauth://totp/Sightline?secret=${secret}`;
    await page.getByLabel('Current code').fill(codeOf(uri));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'Turn off' }).waitFor();
  });

  it('asks for the code after the password', async () => {
    await page.context().clearCookies();
    await page.goto(`${service.url}/sign-in`);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Two-factor authentication' }).click();
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The code is wrong').waitFor();
    // The code of the set-up is used up, so the next one is entered a step early.
    await page.getByLabel('Code').fill(codeOf(uri, -1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((at) => at.pathname !== '/sign-in');
    expect(problems).toEqual([]);
  });
});
