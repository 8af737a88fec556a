import { expect, it } from 'vitest';
import { describeInBrowser, owner, token, useWebApp } from '../support/browser.ts';
import { long } from '../support/long.ts';
import { useStarted } from '../support/useStarted.ts';

type Stop = { name: string; outlined: boolean } | null;

/** Returns the accessible name of the focused element, and whether its focus is visible. */
const focused = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const name = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent ?? '';
  return { name: name.trim().replace(/\\s+/g, ' '), outlined: outlineStyle !== 'none' && outlineWidth !== '0px' };
})()`;

/** One person without a mouse: each test is a step after the previous one. Nothing here clicks. */
describeInBrowser('using only the keyboard', () => {
  const service = useWebApp({}, { isOwned: false });
  const page = useStarted(() => service.openPage());
  const question = 'Which bookkeeping tool suits a freelancer?';

  /** Presses Tab until the named stop has the focus; every stop on the way must show its focus. */
  async function tabTo(name: string | RegExp, most = 140): Promise<void> {
    const isIt = (stop: Stop): boolean =>
      stop !== null && (typeof name === 'string' ? stop.name === name : name.test(stop.name));
    const passed: string[] = [];
    for (let step = 0; step <= most; step += 1) {
      const stop = await page.evaluate<Stop>(focused);
      if (stop !== null && step > 0)
        expect(stop, 'a Tab stop without a visible focus').toMatchObject({ outlined: true });
      if (isIt(stop)) return;
      passed.push(stop?.name.slice(0, 40) ?? '(nothing)');
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${name}: ${passed.join(' | ')}`);
  }

  async function press(name: string | RegExp): Promise<void> {
    await tabTo(name);
    await page.keyboard.press('Enter');
  }

  async function write(name: string, text: string): Promise<void> {
    await tabTo(name);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  }

  async function headed(text: string | RegExp): Promise<void> {
    await page.locator('h1:focus').filter({ hasText: text }).waitFor();
  }

  it('creates the first account', async () => {
    await page.goto(`${service.url}/setup?token=${token}`);
    await page.getByLabel('Email').waitFor();
    await write('Email', owner.email);
    await write('Password', owner.password);
    await page.keyboard.press('Enter');
    await headed('New website');
  });

  it('adds a website under the name that its home page gives', async () => {
    await write('Address', service.website.url);
    await press('Check the home page');
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Ledgerlane');
    await press(/^Continue/);
    await headed('Questions for');
  });

  long('writes a question, reads the price, and confirms', async () => {
    await write('Questions, one per line', question);
    await page.getByText('1 new question.').waitFor();
    await press(/^Save and show the price/);
    await page.getByRole('dialog', { name: 'Ask 1 question' }).waitFor();
    await page.getByRole('region', { name: 'Price' }).waitFor();
    await press(/^Buy \d answer/);
    await headed('Overview');
    // Each answer changes the page's numbers, and so the names of links to answers.
    await page.getByText('Asked 1 question').waitFor();
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
  });

  long('opens the formula of a number, and its answers', async () => {
    await tabTo('About visibility');
    await press('How is this computed?');
    await press(/^The \d+ answers? behind it/);
    await headed('Answers');
    await tabTo(question);
    await page.goBack();
    await headed('Overview');
  });

  long('navigates to a question, to its answer and to a cited page', async () => {
    await press('Questions');
    await headed('Questions');
    await press(question);
    await headed(question);
    await press(/^Answer of .*: /);
    await headed(question);
    expect(new URL(page.url()).pathname).toMatch(/^\/answers\//);
    await tabTo(/\(opens another site\)$/);
    const cited = await page.evaluate<string>('document.activeElement.href');
    expect(cited).toMatch(/^https?:/);
  });

  long('reads the sources and captures the website', async () => {
    await press('Sources');
    await headed('Sources');
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await headed('Website');
    await press(/^Capture/);
    await page.getByText('Gates').first().waitFor();
  });

  long('changes a filter, which the address keeps', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await headed('Overview');
    await tabTo(/^Dates \(UTC\)/);
    await page.keyboard.press('Home');
    await page.waitForURL(/from=/);
  });

  long('opens the settings, and signs out', async () => {
    await page.keyboard.press('Escape');
    await press('Settings');
    await headed('Settings');
    await press(/^Account:/);
    await press('Sign out');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
