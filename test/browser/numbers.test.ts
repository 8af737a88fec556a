import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { answersRequest } from '../../web/src/shell/answerSearch.ts';
import { describeInBrowser, useWebApp } from '../support/browser.ts';
import { daysBefore, type Panel, panelEngines, savePanel } from '../support/panel.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { followRequests, settledPage } from '../support/settledPage.ts';

type ApiContext = { href: string; count: number; text: string };

/** Finds every link from a number to its answers, with everything unfolded. Runs in the page. */
const doorsOf = `(() => {
  for (const each of document.querySelectorAll('details')) each.open = true;
  return [...document.querySelectorAll('main a[data-answers]')].map((link) => ({
    href: link.getAttribute('href'),
    count: Number(link.dataset.answers),
    text: link.textContent || link.getAttribute('aria-label') || '',
  }));
})()`;

/** Finds numbers of answers without a link, neither on them nor in the same text. Runs in the page. */
const shutNumbers = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!/\\d[\\d,]* (?:of [\\d,]+ )?(?:simulated |completed )?(?:answers?|attempts?)\\b(?! each)/.test(node.textContent)) continue;
    const piece = node.parentElement.closest('li') ?? node.parentElement.closest('p, dd, td, th, header, section, figure');
    const inside = node.parentElement;
    if (inside.closest('a, button, option, svg, title, .font-mono') !== null) continue;
    if (piece?.querySelector('a[href*="/answers"]') == null) found.push(node.textContent.trim());
  }
  return found;
})()`;

describeInBrowser('numbers in a browser', () => {
  const service = useWebApp({ ENGINES: panelEngines.join(',') });
  let page: Page;
  let panel: Panel;

  beforeAll(async () => {
    panel = await savePanel(service, service.cookie);
    page = await service.openPage();
    followRequests(page);
  });

  /** Opens a page and waits until it fetches nothing more. */
  async function open(path: string): Promise<ApiContext[]> {
    await page.goto(service.url + path);
    await page.locator('main h1').waitFor();
    await settledPage(page);
    // Parts below the first screen render when they scroll near.
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await settledPage(page);
    return (await page.evaluate(doorsOf)) as ApiContext[];
  }

  const counts = new Map<string, number>();

  /** Counts the answers in the list at an address, with the request that its page would send. */
  async function behind(href: string): Promise<number> {
    const known = counts.get(href);
    if (known !== undefined) return known;
    const { searchParams } = new URL(href, service.url);
    const search = Object.fromEntries([...searchParams].map(([name, value]) => [name, wordOf(value)]));
    const request = { ...answersRequest(panel.siteId, search, panelEngines[0]), limit: 1 };
    const { matched } = await service.call('findAnswers', request);
    counts.set(href, matched.answers);
    return matched.answers;
  }

  const all = `from=${daysBefore(40)}&to=${daysBefore(0)}`;
  const some = `from=${daysBefore(12)}&to=${daysBefore(2)}`;
  const site = () => `/sites/${panel.siteId}`;
  const pages: [name: string, at: () => string][] = [
    ['overview', () => `${site()}?${some}`],
    ['overview of all dates, branded too', () => `${site()}?all=true&branded=include`],
    ['overview of another engine and a tag', () => `${site()}?${all}&engine=google-ai-mode&tag=price`],
    ['questions', () => `${site()}/questions?${all}`],
    ['question', () => `${site()}/questions/${panel.questions[1]?.id}`],
    ['engines side by side', () => `${site()}/engines?${all}&branded=include`],
    ['engines side by side, of a tag', () => `${site()}/engines?${some}&tag=sales`],
    ['sources', () => `${site()}/sources?part=domains&${some}`],
    ['rivals', () => `${site()}/rivals?${all}`],
    ['one rival', () => `${site()}/rivals/rivalo.example?${all}&branded=include`],
    ['all websites', () => '/sites'],
  ];

  it.each(pages)(
    'on the page %s each link, directly or nearby, to as many answers as they state',
    async (_name, at) => {
      const doors = await open(at());
      expect(doors.length).toBeGreaterThan(1);
      const told = await Promise.all(doors.map(async (api) => ({ ...api, answers: await behind(api.href) })));
      expect(told.filter(({ count, answers }) => count !== answers)).toEqual([]);
      expect(await page.evaluate(shutNumbers)).toEqual([]);
    },
  );

  it('of one day are equal on every page that shows the day', async () => {
    const day = `from=${daysBefore(2)}&to=${daysBefore(2)}`;
    const said = new Map<string, Set<string>>();
    for (const path of ['', '/engines', '/questions', '/rivals', '/sources']) {
      for (const { href, count } of await open(`${site()}${path}?${day}`)) {
        const { pathname, searchParams } = new URL(href, service.url);
        if (!pathname.endsWith('/answers')) continue;
        searchParams.sort();
        // Without a named engine, the declared one is used.
        if (searchParams.get('engine') === panelEngines[0]) searchParams.delete('engine');
        const what = String(searchParams);
        said.set(what, (said.get(what) ?? new Set()).add(String(count)));
      }
    }
    expect([...said].filter(([, numbers]) => numbers.size > 1)).toEqual([]);
    expect(said.size).toBeGreaterThan(10);
  });

  it('link to the list, which shows the same count and the filters', async () => {
    await open(`${site()}?${some}`);
    const score = page.getByRole('region', { name: 'Visibility score' }).getByRole('link').first();
    const count = Number(await score.getAttribute('data-answers'));
    await score.click();
    await page.getByText(new RegExp(`^${count} attempts?, newest first`)).waitFor();
    await page.getByRole('button', { name: 'Remove filter: Only answers counted in the numbers' }).waitFor();
    await expect.poll(() => page.locator('main ol > li').count()).toBe(count);
    await page.getByText('More filters').click();
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('failed');
    await page.getByText('No answer of this period matches these filters.').waitFor();
    expect(page.url()).toContain('ended=failed');
    await page.getByRole('button', { name: 'Remove filter: Failed' }).click();
    await page.getByRole('textbox', { name: 'Recommends the domain' }).fill('rivalo.example');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove filter: Recommends rivalo.example' }).waitFor();
    expect(page.url()).toContain('names=rivalo.example');
  });

  it('of one question appear as points on a time axis, each of which opens its answer', async () => {
    await open(`${site()}/questions/${panel.questions[1]?.id}`);
    const dots = page.getByRole('list', { name: /^Answers of / }).first();
    await expect.poll(() => dots.getByRole('listitem').count()).toBeGreaterThan(8);
    await dots.getByRole('link').last().focus();
    await page.keyboard.press('ArrowLeft');
    const label = await page.evaluate<string>('document.activeElement.getAttribute("aria-label")');
    expect(label).toMatch(/^Answer of .*: (position \d|not listed|undecided|no answer shown)/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/answers\//);
  });

  it('over time keep rare changes visible, mark those of most days with ticks, and label months with their year', async () => {
    const said = async (points: string): Promise<string[]> => {
      await open(`${site()}?all=true&points=${points}`);
      return page.locator('section svg[aria-label^="Share of answers"] text').allTextContents();
    };
    const days = await said('day');
    expect(days).toContain('another model');
    expect(days.filter((words) => words === 'at each tick: other questions')).toHaveLength(1);
    // The model changed, and changed back for the two late answers; the questions differ on most days.
    expect(await page.locator('svg[aria-label^="Share of answers"] line[stroke-dasharray="2 3"]').count()).toBe(4);
    const months = (await said('month')).filter((words) => /^\w+ \d{4}$/.test(words));
    expect(months.length).toBeGreaterThan(0);
  });

  it('of work refer to the same items on the overview and on Work', async () => {
    await open(`${site()}?${all}`);
    const rows = page.getByRole('region', { name: 'Do next' }).getByRole('listitem');
    const shown = await rows.locator('button > bdi').allInnerTexts();
    const query = { websiteId: panel.siteId, state: 'open,doing', limit: 5 };
    const body = await service.call('listWork', query);
    expect(shown.length).toBeGreaterThan(1);
    expect(shown).toEqual(body.items.map(({ evidence }) => evidence.title));
    await open(`${site()}/work`);
    await page
      .getByRole('button', { name: shown[0] ?? '' })
      .first()
      .waitFor();
  });

  it('of more questions than one page returns are equal on the overview and in the list', async () => {
    const made = await service.call('createSite', { url: 'https://many.example/', name: 'Many' });
    const websiteId: string = made.site.id;
    for (const half of [0, 1, 2]) {
      const queries = Array.from({ length: 100 }, (_, at) => `Which pan is number ${half * 100 + at}?`);
      const saved = await service.call('createQuestions', { queries, websiteId, engines: ['openai'] });
      for (const [at, question] of saved.items.entries()) {
        const caseId = question.engines[0]?.cases[0]?.id ?? '';
        const names = at % 2 === 0 ? ['Many many.example'] : ['Rivalo rivalo.example'];
        await saveAnswer(service, { websiteId, caseId, createdAt: `${daysBefore(2)}T0${half}:00:00.000Z`, names });
      }
    }
    await open(`/sites/${websiteId}`);
    await page.getByRole('link', { name: 'Listed in 150 of 300 answers' }).first().waitFor();
    await open(`/sites/${websiteId}/questions`);
    await page.getByRole('button', { name: 'All 300', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Listed 150', exact: true }).waitFor();
  });

  it('say if all answers are left out because every question is branded, and link to them', async () => {
    const made = { url: 'https://nordlicht.example/', name: 'Nordlicht' };
    const websiteId = (await service.call('createSite', made)).site.id;
    const body = { query: 'Is Nordlicht any good?', websiteId, engines: ['openai'], locale: {} };
    const [question] = (await service.call('createQuestions', body)).items;
    const caseId = question?.engines[0]?.cases[0]?.id ?? '';
    const names = ['Nordlicht nordlicht.example'];
    await saveAnswer(service, { websiteId, caseId, createdAt: `${daysBefore(1)}T08:00:00.000Z`, names });
    await open(`/sites/${websiteId}`);
    await page.getByText('Every question is branded').waitFor();
    await page.getByRole('link', { name: 'Count branded questions' }).click();
    await page.getByRole('link', { name: 'Listed in 1 of 1 answer' }).first().waitFor();
  });

  it('of kinds of sources state their denominator, in total and by week', async () => {
    await open(`${site()}/sources?${all}&part=kinds`);
    await page.getByText('differ from the shares of citations above').waitFor();
  });

  it('have the time of the last answer on pages of a website, but not on those of the workspace', async () => {
    for (const path of [site(), `${site()}/sources`, `${site()}/answers`]) {
      await open(path);
      await page
        .getByRole('banner')
        .getByText(/^asked /)
        .waitFor();
    }
    await open('/spending');
    expect(
      await page
        .getByRole('banner')
        .getByText(/^asked /)
        .count(),
    ).toBe(0);
  });

  it('have one age on all websites and in the frame: that of the latest answer to any question', async () => {
    await saveAnswer(service, {
      websiteId: panel.siteId,
      // Branded, so the list's reports leave it out.
      caseId: panel.questions[4]?.cases.openai ?? '',
      createdAt: `${daysBefore(1)}T08:00:00.000Z`,
      names: ['Otherly otherly.example'],
    });
    await open(site());
    const inFrame = page.getByRole('banner').locator('time');
    const ageInFrame = await inFrame.innerText();
    expect(await inFrame.getAttribute('datetime')).toBe(`${daysBefore(1)}T08:00:00.000Z`);
    await open('/sites');
    const inList = page.getByRole('row', { name: /Acme CRM/ }).locator('time');
    expect(await inList.getAttribute('datetime')).toBe(`${daysBefore(1)}T08:00:00.000Z`);
    expect(`asked ${await inList.innerText()}`).toBe(ageInFrame);
  });
});

/** Parses a value of an address like the router. */
function wordOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
