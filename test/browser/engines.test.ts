import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { activatePlan } from '../support/activatePlan.ts';
import { describeInBrowser, ended, useWebApp } from '../support/browser.ts';

const questions = [
  'Which bookkeeping tool suits a freelancer?',
  'What is the easiest way to send invoices from a phone?',
  'Which billing tool has a good API?',
];

describeInBrowser('engines side by side in a browser', () => {
  const service = useWebApp({ ACTIVE_RUNS_PER_OWNER: '9' });
  let page: Page;
  let siteId: string;
  let cases: string[];

  beforeAll(async () => {
    const site = { url: 'https://www.ledgerlane.example/', name: 'Ledgerlane' };
    siteId = (await service.call('createSite', site)).site.id;
    const asked = {
      queries: questions,
      websiteId: siteId,
      locale: { country: 'US', language: 'en' },
      engines: ['openai', 'google-ai-mode', 'claude-api'],
    };
    const { items } = await service.call('createQuestions', asked);
    cases = items.flatMap(({ engines }: { engines: { cases: { id: string }[] }[] }) =>
      engines.flatMap((engine) => engine.cases.map(({ id }) => id)),
    );
    await Promise.all(cases.map(ensure));
    page = await service.openPage({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  });

  async function ensure(caseId: string): Promise<void> {
    const answered = await service.call(
      'ensureObservation',
      { kind: 'keyword', caseId },
      { idempotencyKey: crypto.randomUUID() },
    );
    await ended(service, service.cookie, 'keyword', answered.run.id);
  }

  it('the page of engines shows the same price of an answer as a quote', async () => {
    await page.goto(`${service.url}/settings/engines`);
    const mode = page.getByRole('listitem').filter({ hasText: 'Google AI Mode' }).first();
    await mode.locator('summary').click();
    await expect
      .poll(() => mode.getByText('an answer.').allInnerTexts())
      .toEqual([expect.stringMatching(/^typically US\$0\.0012, at most US\$0\.0012 an answer\./)]);
  });

  it('three engines appear side by side, each with its own counts, and every number links to its answers', async () => {
    await page.goto(`${service.url}/sites/${siteId}`);
    const strip = page.getByRole('region', { name: 'Engine by engine' });
    await expect.poll(() => strip.getByRole('listitem').count()).toBe(3);
    await strip.getByRole('link', { name: 'Compare the engines' }).click();
    await page.getByRole('heading', { name: 'Engines', exact: true }).waitFor();

    const table = page.getByRole('region', { name: 'Engines side by side' });
    await expect
      .poll(() => table.getByRole('columnheader').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^OpenAI\s+own API/),
        expect.stringMatching(/^Google\s+public page/),
        expect.stringMatching(/^Claude\s+own API/),
      ]);
    const read = await service.call('compareEngines', { websiteId: siteId });
    const answered = table.getByRole('row', { name: /^Answered/ });
    expect(await answered.getByText('3 of 3 questions').count()).toBe(3);
    for (const [index, { visibilityScore }] of read.engines.entries()) {
      const told = await table
        .getByRole('row', { name: /^Visibility/ })
        .getByRole('cell')
        .nth(index)
        .innerText();
      expect(told).toContain(`${visibilityScore.numerator} of ${visibilityScore.denominator} answer`);
      expect(told).toContain('–');
    }
    const part = async (name: RegExp) =>
      page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('button', { name }).click();
    await part(/^Pairs/);
    const pairs = page.getByRole('region', { name: 'Differences on the same questions' });
    await pairs.getByRole('heading', { level: 3 }).first().waitFor();
    expect(await pairs.getByRole('heading', { level: 3 }).count()).toBe(3);
    expect(await pairs.getByText('Too few shared questions to compare').count()).toBe(3);

    await part(/^Questions/);
    const byQuestion = page.getByRole('region', { name: 'Questions by engine' });
    const answers = byQuestion.getByRole('link', { name: /^(OpenAI|Google|Claude).*listed in/ });
    await expect.poll(() => answers.count()).toBe(9);
    const sources = page.getByRole('region', { name: 'Domains by engine' });
    const leadsTo: [link: Locator, answers: number, part?: RegExp][] = [];
    for (const [index, { visibilityScore, coverage, sources: cited }] of read.engines.entries()) {
      const cellOf = (measure: RegExp) =>
        table.getByRole('row', { name: measure }).getByRole('cell').nth(index).getByRole('link');
      const { numerator, denominator } = visibilityScore;
      if (denominator > 0) leadsTo.push([cellOf(/^Visibility/).nth(1), numerator]);
      leadsTo.push([cellOf(/^Answered/).first(), 3], [cellOf(/^Answered/).nth(1), coverage.attemptsConsidered]);
      const [first] = cited.rows;
      const label = new RegExp(`^${first?.answers} of 3: the answers of .* that cite ${first?.domain}$`);
      leadsTo.push([
        sources.getByRole('link', { name: label }).filter({ visible: true }).first(),
        first?.answers ?? 0,
        /^Sources/,
      ]);
    }
    leadsTo.push([
      byQuestion.getByRole('link', { name: /: all answers of .* to this question$/ }).first(),
      1,
      /^Questions/,
    ]);
    for (const [link, count, at] of leadsTo) {
      if (at !== undefined) await part(at);
      await link.click();
      await page.getByRole('heading', { name: 'Answers', exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get('engine')).not.toBeNull();
      await page.getByText(count === 1 ? '1 attempt, newest first' : `${count} attempts, newest first`).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Engines', exact: true }).waitFor();
    }
    await part(/^Questions/);
    await answers.first().click();
    await page.getByRole('heading', { name: 'Recommendations, in order' }).waitFor();
  });

  it('a price is shown by engine before the question is asked, with the remaining budget; its cost follows afterwards', async () => {
    await page.goto(`${service.url}/spending`);
    await page.getByRole('button', { name: /^Set a budget: / }).click();
    await page.getByLabel('US dollars per UTC month').fill('5');
    await page.getByRole('button', { name: 'Save the budget' }).click();
    await page.getByText(/ of US\$5\.00 used/).waitFor();

    await page.goto(`${service.url}/sites/${siteId}/questions`);
    await page.getByLabel(`Choose “${questions[0]}”`).check();
    await page.getByRole('button', { name: 'Ask 1 chosen question' }).click();
    const price = page.getByRole('region', { name: 'Price' });
    await price.getByText('Nothing to buy. 3 saved answers reused').waitFor();
    await page.getByRole('button', { name: 'Reuse 3 answers for free' }).waitFor();
    await page.getByLabel(/^Ask again/).check();
    const quoted = await service.call('quoteAnswers', { caseIds: cases.slice(0, 3), maxAgeSeconds: 0 });
    const dollars = (usd: number) =>
      `US$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: usd < 0.01 ? 4 : 2 })}`;
    const { total, engines, budgets } = quoted;
    await price
      .getByText(`3 answers to buy: typically ${dollars(total.typicalUsd)}, at most ${dollars(total.maxUsd)}`)
      .waitFor();
    for (const { typicalUsd } of engines) {
      await page
        .getByRole('dialog')
        .getByRole('group', { name: /^Engines/ })
        .getByText(`typically ${dollars(typicalUsd)}`)
        .first()
        .waitFor();
    }
    const left = budgets.find(({ kind }: { kind: string }) => kind === 'workspace')?.leftUsd ?? 0;
    await price.getByText(`${dollars(left)} of US$5.00 of the workspace’s budget`).waitFor();
    await page
      .getByRole('dialog')
      .getByRole('checkbox', { name: /^Claude API/ })
      .uncheck();
    await price.getByText('2 answers to buy').waitFor();
    await page.getByRole('button', { name: /^Buy 2 answers/ }).click();
    await page.getByText('Question by question').click();
    await page.getByText('Cost of 2 answers, simulated:').waitFor();
    const cost = page.getByRole('region', { name: 'Questions in progress' });
    // Shows the held amount until the answers arrive.
    await cost.getByText(/^US\$0\.\d+ estimated$/).waitFor();
    await cost.getByText('US$0.0012 stated').waitFor();
  });

  it('the month adds up, and each of its numbers links to its runs', async () => {
    await page.goto(`${service.url}/spending`);
    const rows = page.getByRole('region', { name: 'Spending by engine' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(4);
    const month = new Date().toISOString().slice(0, 7);
    const told = await service.call('readSpending', { month, by: 'engine', simulated: true });
    const shown = (usd: number) => `US$${usd.toFixed(usd !== 0 && usd < 0.01 ? 4 : 2)}`;
    for (const { id, totalUsd } of told.rows) {
      const name = id === 'openai' ? /^OpenAI/ : id === 'google-ai-mode' ? /^Google/ : /^Claude/;
      const cells = await rows.filter({ hasText: name }).getByRole('cell').allInnerTexts();
      expect(cells.at(-2)).toContain(shown(totalUsd));
    }
    const parts: number[] = told.rows.map(({ totalUsd }: { totalUsd: number }) => totalUsd);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(told.total.totalUsd, 6);
    const totals = page.locator('dl').first();
    expect(
      await totals
        .getByRole('link', { name: /, the month$/ })
        .first()
        .innerText(),
    ).toContain(shown(told.total.totalUsd));
    await page.getByRole('link', { name: /^US\$[\d.]+ ?, stated, Google AI Mode/ }).click();
    const bought = page.getByRole('list', { name: 'Purchases' }).getByRole('link');
    await expect.poll(() => bought.count()).toBe(4);
    expect(await page.locator('summary', { hasText: 'US$0.001200 stated' }).count()).toBe(4);
    await bought.first().click();
    await page.getByRole('heading', { name: 'Recommendations, in order' }).waitFor();
  });

  it('the page of a question shows the engines’ searches with the returned pages', async () => {
    const [found] = (await service.call('listQuestions', { websiteId: siteId })).items;
    const told = await service.call('engineSearches', { websiteId: siteId, questionId: found?.id });
    expect(told.searches.total).toBeGreaterThan(0);
    await page.goto(`${service.url}/sites/${siteId}/questions/${found?.id}?part=searches`);
    const section = page.getByRole('region', { name: 'What the engines searched for' });
    const [first] = told.searches.rows;
    await section
      .getByText(first?.query ?? '', { exact: true })
      .first()
      .waitFor();
    const summary = section.getByText(
      new RegExp(`^${first?.pagesReturned} pages? returned, ${first?.pagesCited} cited, `),
    );
    await summary.first().click();
    const behind = section
      .locator('details[open]')
      .first()
      .getByRole('link', { name: /\d answers?$/ });
    await behind.click();
    await page.getByRole('heading', { level: 1, name: 'Answers' }).waitFor();
  });

  it('an active plan’s future requests are shown as a forecast, with the price of its rounds', async () => {
    const content = {
      name: 'Every Monday',
      questions: { websiteId: siteId },
      engines: ['openai'],
      repeats: 1,
      cadence: { kind: 'weekly', weekday: 'monday', at: '06:00' } as const,
    };
    const made = await service.call('createPlan', content);
    const { id } = made.plan;
    const activated = await activatePlan(service, id);
    expect(activated.body).toMatchObject({ plan: { state: 'active' } });
    const { quote } = await service.call('readPlan', { id });
    await page.goto(`${service.url}/spending`);
    const forecast = page.getByRole('region', { name: 'Forecast for active plans' });
    await forecast.getByRole('link', { name: 'Every Monday' }).waitFor();
    await forecast.getByText(`${quote.roundsInMonth} rounds: typically US$`).waitFor();
  });
});
