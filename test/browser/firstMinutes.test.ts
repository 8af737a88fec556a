import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser, owner, token, useWebApp, watch } from '../support/browser.ts';

/** One person in one browser: each test is a step after the previous one. */
describeInBrowser('the first five minutes', () => {
  const service = useWebApp({ ACTIVE_RUNS_PER_OWNER: '3' }, { isOwned: false });
  let page: Page;
  let problems: string[];
  const asked = Array.from({ length: 7 }, (_, index) => `Which bookkeeping tool suits trade number ${index + 1}?`);

  beforeAll(async () => {
    page = await service.browser.newPage();
    problems = watch(page, service.url).problems;
  });

  it('without an account, the sign-in page says where the first one is created', async () => {
    await page.goto(service.url);
    await page.getByText('This server has no owner yet').waitFor();
  });

  it('a wrong setup token creates no account, and the reason is shown', async () => {
    await page.goto(`${service.url}/setup?token=not-the-token`);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('this is not the setup token').waitFor();
  });

  it('the printed link creates the account, and its token disappears from the address and the history', async () => {
    await page.goto(`${service.url}/setup?token=${token}`);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'New website' }).waitFor();
    expect(page.url()).toBe(`${service.url}/start`);
    await expect.poll(() => page.getByRole('banner').getByText('Simulated').first().isVisible()).toBe(true);
  });

  it('the name is read from the home page once its address is typed, and aliases are accepted with one press', async () => {
    await page.getByLabel('Address').fill(service.website.url);
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ledgerlane');
    await page.getByRole('button', { name: 'Ledgerlane Ltd' }).click();
    await expect.poll(() => page.getByLabel('Aliases').inputValue()).toBe('Ledgerlane Ltd');
    expect(service.website.requests.length).toBeLessThanOrEqual(4);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Questions for' }).waitFor();
    await expect.poll(() => countRuns('website')).toBe(1);
  });

  it('24 questions about its category are proposed in four groups, all selected, and can be removed or edited', async () => {
    const offer = page.getByLabel('What do you offer?');
    await offer.fill('invoicing tool');
    const ticks = page.getByRole('checkbox', { name: /^Ask “/ });
    await expect.poll(() => ticks.count()).toBe(24);
    await expect.poll(() => page.getByRole('group', { name: /^(Category|Use|Comparison|Price)$/ }).count()).toBe(4);
    const foot = page.getByRole('region', { name: 'Selected questions' });
    await foot.getByText(/^24 × \d engines: \d+ answers, about US\$[\d.]+ \(simulated money\)$/).waitFor();
    for (const [width, height] of [
      [390, 740],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      const button = foot.getByRole('button', { name: 'Save and show the price' });
      // Above the navigation too, which is at the bottom of a phone.
      const rail = await page.getByRole('navigation', { name: 'Places' }).boundingBox();
      const end = width === 390 ? (rail?.y ?? 0) : height;
      const bottom = async () => {
        const box = await button.boundingBox();
        return (box?.y ?? height) + (box?.height ?? 0);
      };
      await expect.poll(bottom).toBeLessThanOrEqual(end);
    }
    await ticks.first().uncheck();
    await page.getByText(/^23 × /).waitFor();
    await page.getByLabel('Wording of “How much does a good invoicing tool cost?”').fill('What does invoicing cost?');
    await page.getByRole('checkbox', { name: 'Ask “What does invoicing cost?”' }).waitFor();
    await offer.fill('');
    await expect.poll(() => ticks.count()).toBe(0);
  });

  it('questions are suggested from its headings, many can be pasted at once, and saving asks nothing', async () => {
    await page.getByRole('button', { name: 'How do reminders work?' }).click();
    await expect
      .poll(() => page.getByLabel('Questions, one per line').inputValue())
      .toContain('How do reminders work?');
    await page
      .getByLabel('Questions, one per line')
      .fill(asked.map((question, index) => `${index + 1}. ${question}`).join('\n'));
    await page.getByText('7 new questions.').waitFor();
    await page.getByRole('button', { name: 'Save and show the price' }).click();
    await page.getByRole('dialog', { name: 'Ask 7 questions' }).waitFor();
    expect(await countRuns()).toBe(0);
  });

  it('the confirmation names the runs, and declining it asks nothing', async () => {
    const dialog = page.getByRole('dialog', { name: 'Ask 7 questions' });
    const engines = await dialog.getByRole('checkbox').count();
    expect(engines).toBeGreaterThan(1);
    await expect.poll(() => dialog.getByText(/: 7 runs/).count()).toBe(engines);
    await page.getByRole('button', { name: `Buy ${7 * engines} answers`, exact: true }).waitFor();
    // The free check of the website is one of the day's runs.
    await dialog.getByText('199 of 200 runs left today').waitFor();
    const price = dialog.getByRole('region', { name: 'Price' });
    await price.getByText(`${7 * engines} answers to buy: typically US$`).waitFor();
    await price.getByText('Simulated: nothing is charged.').waitFor();
    // Nothing has been answered yet, so there is no choice about recent answers.
    await expect.poll(() => page.getByText('Answers of the last 24 hours').count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await countRuns()).toBe(0);
  });

  it('one confirmation asks each question once, within the limit of active runs, and the report updates without a reload', async () => {
    await page.getByRole('button', { name: /^Save and show the price/ }).click();
    await leaveOutFurtherEngines();
    await page.getByRole('button', { name: 'Buy 7 answers', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByText('Question by question').click();
    const progress = page.getByRole('region', { name: 'Question by question' }).getByRole('listitem');
    await progress.nth(6).waitFor();
    await page.getByText('Asked 7 questions').waitFor();
    await page.getByRole('region', { name: 'Visibility score' }).waitFor();
    await page
      .getByRole('link', { name: /^Listed in \d of 7 answers/ })
      .or(page.getByText('No decided answer yet'))
      .first()
      .waitFor();
    expect(await countRuns()).toBe(7);
  });

  it('asking again within the day reuses the answers and buys nothing', async () => {
    // The notice disappears by itself once the answers are there.
    await page.getByText('Asked 7 questions').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ask 7 questions' }).click();
    await leaveOutFurtherEngines();
    await page.getByText('Nothing to buy. 7 saved answers reused').waitFor();
    await page.getByRole('button', { name: 'Reuse 7 answers for free' }).click();
    await page.getByText('Asked 7 questions').waitFor();
    await page.getByText('Question by question').click();
    await page.getByText('7 reused, for $0').waitFor();
    expect(await countRuns()).toBe(7);
  });

  it('the report shows three findings with a button each, and offers a plan until it is accepted; none buys', async () => {
    const findings = page.getByRole('region', { name: 'Next steps' });
    await findings.getByText(/ is cited in \d/).waitFor();
    await findings.getByRole('link', { name: 'Open the check' }).waitFor();
    await findings.getByRole('button', { name: 'Add rival' }).click();
    await findings.getByText(/ is recommended in \d/).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Plan weekly rounds' }).click();
    const form = page.getByRole('dialog', { name: 'New plan' });
    await expect.poll(() => form.getByLabel('Questions about').innerText()).toContain('Ledgerlane');
    await form.getByRole('button', { name: 'Save as a draft' }).click();
    await page.getByRole('heading', { name: 'Weekly' }).waitFor();
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('region', { name: 'Do next' }).waitFor();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.getByRole('region', { name: 'Next steps' }).count()).toBe(0);
    expect(await countRuns()).toBe(7);
  });

  it('a used setup link creates no second owner', async () => {
    await page.goto(`${service.url}/setup?token=${token}`);
    await page.getByRole('heading', { name: 'This server is already set up' }).waitFor();
  });

  it('none of this contacted another host or violated a policy', () => {
    expect(problems).toEqual([]);
  });

  /** Asks only the first of the engines in the confirmation. */
  async function leaveOutFurtherEngines(): Promise<void> {
    const named = page.getByRole('dialog').getByRole('checkbox');
    await named.nth(1).waitFor();
    for (let at = 1; at < (await named.count()); at += 1) await named.nth(at).uncheck();
  }

  async function countRuns(kind: 'keyword' | 'website' = 'keyword'): Promise<number> {
    const { db } = service.running.service.api;
    const row = await db
      .selectFrom('runs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }
});
