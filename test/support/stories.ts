import type { Page } from 'playwright-core';
import { readSeenPlan } from './activatePlan.ts';
import type { WebService } from './browser.ts';

/**
 * Walks of four people through the web app, each from a question to the answers that a number counts. Tests follow
 * them, and the tour's screenshots are taken on them.
 */

export type Walk = {
  page: Page;
  url: string;
  /** Called for each screenshot of the tour. */
  picture(name: string): Promise<void>;
};

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();

/** Waits until nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}

/**
 * Counts readable words on the screen: those of the page or of the dialog above it, including placeholders, without
 * labels inside charts.
 */
async function wordsOf(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const root = document.querySelector('dialog[open]') ?? document.querySelector('main');
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const read = [];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.parentElement.checkVisibility() && text.parentElement.closest('[role=img]') === null) read.push(text.data);
    }
    for (const field of root.querySelectorAll('input, textarea')) if (field.value === '' && field.checkVisibility()) read.push(field.placeholder);
    return read.join(' ').split(/\\s+/).filter((word) => /[\\p{L}\\p{N}]/u.test(word)).length;
  })()`);
}

/** Counts presses on a page from now on, across navigations. */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('countPress', () => {
    presses += 1;
  });
  await page.addInitScript("addEventListener('pointerdown', () => countPress(), true)");
  return () => presses;
}

type Founder = { setupToken: string; email: string; password: string; address: string };

/**
 * A founder's first hour, from the setup link to the first report. Returns the words read on each page and in the
 * dialog.
 */
export async function walkFirstHour({ page, url, picture }: Walk, founder: Founder): Promise<number[]> {
  const words: number[] = [];
  const read = async () => {
    words.push(await wordsOf(page));
  };
  await page.goto(`${url}/setup?token=${founder.setupToken}`);
  await page.getByLabel('Email').waitFor();
  await read();
  await page.getByLabel('Email').fill(founder.email);
  await page.getByLabel('Password').fill(founder.password);
  await picture('first-hour-account');
  await page.getByRole('button', { name: 'Create account' }).click();

  await heading(page, 'New website');
  await page.getByLabel('Address').fill(founder.address);
  // The name comes from the home page, which is read as soon as the address is typed.
  await page.locator('input[value="Ledgerlane"]').waitFor();
  await read();
  await picture('first-hour-website');
  await page.getByRole('button', { name: 'Continue' }).click();

  await heading(page, /^Questions for/);
  const suggestion = page.getByRole('button', { name: 'How do reminders work?' });
  await suggestion.waitFor();
  await read();
  await suggestion.click();
  const questions = page.getByLabel('Questions, one per line');
  await questions.press('ControlOrMeta+End');
  await questions.pressSequentially('Which invoicing tool suits a freelancer?\nWhich tool reminds late payers?\n');
  await picture('first-hour-questions');
  await page.getByRole('button', { name: 'Save and show the price' }).click();

  const dialog = page.getByRole('dialog', { name: 'Ask 3 questions' });
  const yes = dialog.getByRole('button', { name: /^Buy \d+ answers/ });
  await yes.waitFor();
  await dialog.getByText('answers to buy').waitFor();
  await read();
  await picture('first-hour-price');
  await yes.click();

  await heading(page, 'Overview');
  await page.getByText('Asked 3 questions').waitFor();
  await page.getByRole('region', { name: 'Visibility score' }).waitFor();
  await settled(page);
  await picture('first-hour-report');
  return words;
}

/** Walks from the score of the visible report to the newest of the answers that it counts. */
export async function walkToAnswer({ page, picture }: Walk, name: string): Promise<void> {
  await page.getByRole('link', { name: /^Visibility score .*: its answers$/ }).click();
  await heading(page, 'Answers');
  await page.getByRole('button', { name: /^Remove filter: Only answers counted in the numbers/ }).waitFor();
  await settled(page);
  await picture(`${name}-answers`);
  await page.locator('main ol').getByRole('link').first().click();
  await page.getByRole('region', { name: 'Saved answer' }).waitFor();
  await settled(page);
  await picture(`${name}-answer`);
}

type Engineer = {
  siteId: string;
  /** First day with the new pages, and last day of the report. */
  rewrite: string;
  today: string;
  rival: { name: string; domain: string };
};

/** An engineer's walk: did the rewrite help, and where do rivals win? Returns the page's statement about the change. */
export async function walkRewrite(walk: Walk, { siteId, rewrite, today, rival }: Engineer): Promise<string> {
  const { page, url, picture } = walk;
  await page.goto(`${url}/sites/${siteId}`);
  await page.getByRole('region', { name: 'Visibility score' }).waitFor();
  await page.getByLabel('Dates (UTC)').selectOption({ label: 'From … to …' });
  await page.getByLabel('First day (UTC)').fill(rewrite);
  await page.getByLabel('Last day (UTC)').fill(today);
  await page.waitForURL((at) => at.searchParams.get('from') === rewrite && at.searchParams.get('to') === today);
  await page.locator('summary', { hasText: 'What changed' }).click();
  const change = page.getByRole('region', { name: 'What changed' });
  await change.getByText('Paired and unpaired answers').click();
  await change.getByText(/paired questions started listing you/).waitFor();
  const verdict = await change.innerText();
  await settled(page);
  await change.scrollIntoViewIfNeeded();
  await picture('rewrite-change');
  // The same dates, further back: the history.
  await page.getByLabel('Dates (UTC)').selectOption({ label: 'All dates' });
  const history = page.getByRole('region', { name: 'Over time' });
  await history.locator('svg[role=img], svg[role=group]').first().waitFor();
  await settled(page);
  await history.scrollIntoViewIfNeeded();
  await picture('rewrite-history');

  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Rivals' }).click();
  await heading(page, 'Rivals');
  await settled(page);
  await picture('rewrite-rivals');
  await page.getByRole('link', { name: rival.name, exact: true }).click();
  await heading(page, rival.name);
  const without = page.getByRole('region', { name: 'Recommended without you' });
  await settled(page);
  await picture('rewrite-rival');
  await without.locator('tbody tr').first().getByRole('link').last().click();
  await page.getByRole('region', { name: 'Saved answer' }).waitFor();
  await settled(page);
  await picture('rewrite-answer');
  return verdict;
}

type Agency = {
  /** The client with the paused plan, and another one. */
  troubled: { name: string };
  other: { name: string; domain: string };
};

/**
 * An agency's Monday: which of twelve clients needs something, and what goes to one of them? Returns where the last
 * client's difference ends on the screen, in pixels.
 */
export async function walkMonday(walk: Walk, { troubled, other }: Agency): Promise<number> {
  const { page, url, picture } = walk;
  await page.goto(`${url}/sites`);
  await heading(page, 'All websites');
  const rows = page.locator('main tbody tr');
  await rows.nth(11).waitFor();
  await rows.first().getByRole('link', { name: troubled.name, exact: true }).waitFor();
  await settled(page);
  await picture('monday-clients');
  await page.getByRole('columnheader', { name: 'Difference' }).waitFor();
  const last = await rows.nth(11).boundingBox();
  await rows
    .first()
    .getByRole('link', { name: /need.* attention$/ })
    .click();
  await heading(page, 'Inbox');
  await settled(page);
  await picture('monday-attention');

  await page.getByRole('button', { name: /^Website: / }).click();
  await page.getByRole('combobox', { name: 'Search: Website' }).fill(other.name);
  await picture('monday-switcher');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Website: ${other.name}` }).waitFor();
  await page.getByRole('link', { name: 'Share…' }).click();
  await page.getByRole('button', { name: 'Freeze this report' }).click();
  await page.getByRole('button', { name: /^Links:/ }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const address = await page.locator('dialog[open] p.font-mono').innerText();
  await picture('monday-link');
  await page.keyboard.press('Escape');
  const client = await page.context().newPage();
  await client.goto(address);
  await client.getByRole('heading', { name: `Do the answers recommend ${other.name}?` }).waitFor();
  await client.close();
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Overview' }).click();
  await walkToAnswer(walk, 'monday');
  return last === null ? Number.NaN : last.y + last.height;
}

type Phone = { siteId: string; question: string };

/** A walk on a phone: how do we stand, which question, and what did the answer say? */
export async function walkOnPhone(walk: Walk, { siteId, question }: Phone): Promise<void> {
  const { page, url, picture } = walk;
  await page.goto(`${url}/sites/${siteId}`);
  await page.getByRole('region', { name: 'Visibility score' }).waitFor();
  await settled(page);
  await picture('phone-overview');
  const places = page.getByRole('navigation', { name: 'Places' });
  await places.getByRole('link', { name: 'Questions' }).click();
  await heading(page, 'Questions');
  await settled(page);
  await picture('phone-questions');
  await page.getByPlaceholder(/^Search \d+ questions/).fill(question);
  await page.getByRole('link', { name: question }).first().click();
  await heading(page, question);
  await settled(page);
  await picture('phone-question');
  await places.getByRole('button', { name: 'More' }).click();
  await page.locator('#more-places').getByRole('link', { name: 'Sources' }).click();
  await heading(page, /./);
  await settled(page);
  await places.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('region', { name: 'Visibility score' }).waitFor();
  await walkToAnswer(walk, 'phone');
}

/** Stops a website's plan by revoking its key: it then sends nothing, and waits for a person. */
export async function stopPlanOf(
  service: WebService,
  cookie: string,
  { websiteId, password }: { websiteId: string; password: string },
): Promise<void> {
  const cadence = { kind: 'weekly', weekday: 'monday', at: '06:00', timeZone: 'UTC' } as const;
  const content = { questions: { websiteId }, engines: ['openai'], repeats: 1, cadence };
  const { plan } = await service.call('createPlan', { name: 'Weekly', ...content }, { cookie });
  const seen = await readSeenPlan({ call: service.call, cookie }, plan.id);
  const body = { password, budgetUsdPerMonth: 5, ...seen };
  const active = await service.call('activatePlan', { id: plan.id, ...body }, { cookie });
  await service.call('revokeKey', { id: active.plan.keyId }, { cookie });
}
