import { beforeAll, expect, it } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { describeInBrowser, seed, usePage, useWebApp } from '../support/browser.ts';
import { saveAnswer } from '../support/savedAnswers.ts';

describeInBrowser('an owner’s statements and permissions in a browser', () => {
  const service = useWebApp();
  let siteId: string;
  let caseIds: string[];
  const page = usePage(service);

  beforeAll(async () => {
    ({ siteId, caseIds } = await seed(service, service.cookie, 0, [
      'Which tool bills by the hour?',
      'Which tool sends reminders?',
    ]));
    const createdAt = new Date().toISOString();
    const saved = { websiteId: siteId, createdAt, surface: 'simulator' as const };
    await saveAnswer(service, {
      ...saved,
      caseId: caseIds[0] ?? '',
      names: ['Ledgerline Pro', 'Quillmark quillmark.example'],
    });
    await saveAnswer(service, {
      ...saved,
      caseId: caseIds[1] ?? '',
      names: ['Hourglass', 'Quillmark quillmark.example'],
    });
  });

  const score = async () => (await service.call('engineVisibility', { websiteId: siteId })).visibilityScore;

  it('the overview lists names it cannot identify, with a link to where their owner can', async () => {
    await page.goto(`${service.url}/sites/${siteId}`);
    await page.getByText('2 names in these answers cannot be identified').waitFor();
    await page.getByRole('link', { name: 'Identify names' }).click();
    await page.getByRole('heading', { name: 'Names', exact: true }).waitFor();
    await page.getByText('Ledgerline Pro').waitFor();
  });

  it('a name is claimed with one click, and released with another', async () => {
    await page.goto(`${service.url}/settings?site=${siteId}`);
    await page.getByRole('button', { name: 'This is Ledgerlane: Ledgerline Pro' }).click();
    await page.getByText('“Ledgerline Pro” now counts as Ledgerlane').waitFor();
    expect(await score()).toMatchObject({ numerator: 1, denominator: 2, noBases: { by_name: 1 } });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'This is Ledgerlane: Ledgerline Pro' }).waitFor();
    expect(await score()).toMatchObject({ numerator: 0, denominator: 2, noBases: { by_name: 2 } });
  });

  it('statements about names learned from other answers are accepted and undone in bulk, and each refusal states its basis', async () => {
    const more = await seed(service, service.cookie, 0, ['Which one?', 'Which other?', 'Which third?']);
    const saved = { websiteId: more.siteId, createdAt: new Date().toISOString(), surface: 'simulator' as const };
    const names = [
      ['Zumlo zumlo.example', 'Vireo vireo.example'],
      ['Vireo vireo.example', 'Zumlo zumlo.example'],
      ['Zumlo', 'Vireo'],
    ];
    for (const [at, list] of names.entries())
      await saveAnswer(service, { ...saved, caseId: more.caseIds[at] ?? '', names: list });
    await page.goto(`${service.url}/settings?site=${more.siteId}`);
    await page.getByText('Read as zumlo.example, as in 2 other answers').waitFor();
    await page.getByRole('button', { name: 'Accept all 2' }).click();
    await page.getByText('2 names now count as yours, as you stated').waitFor();
    await page.getByRole('button', { name: 'Undo the decision about Vireo' }).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Accept all 2' }).waitFor();
    await page.goto(`${service.url}/sites/${more.siteId}/questions`);
    await page
      .getByTitle(/every name belongs to another company/)
      .first()
      .waitFor();
  });

  it('a registered common word becomes an exact match only after confirmation, which is needed again for longer names', async () => {
    await service.call('changeSite', { id: siteId, aliases: ['Target'] });
    await page.goto(`${service.url}/settings?site=${siteId}`);
    await page.getByText('is a common word').waitFor();
    await page.getByRole('button', { name: 'Match exactly: Target' }).click();
    await page.getByText('exact match only', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Allow longer names: Target' }).click();
    await page.getByRole('button', { name: 'Match exactly: Target' }).waitFor();
    await service.call('changeSite', { id: siteId, aliases: [] });
  });

  it('a name is assigned to another company by its domain, shown everywhere as the owner’s statement, and withdrawn', async () => {
    await page.goto(`${service.url}/settings?site=${siteId}`);
    await page.getByRole('button', { name: 'Change company…: Hourglass' }).click();
    await page.getByLabel('Domain of Hourglass').fill('github.com');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Assign' }).click();
    await page.getByText('is shared by many').waitFor();
    await page.getByLabel('Domain of Hourglass').fill('hourglass.example');
    await page.getByRole('button', { name: 'Assign' }).click();
    await page.getByText('said by owner@example.com').waitFor();
    expect(await score()).toMatchObject({ denominator: 2, noBases: { by_name: 1 }, knownByOwnerWord: 1 });

    await page.goto(`${service.url}/sites/${siteId}`);
    await page.getByRole('button', { name: 'About visibility' }).click();
    await page.getByRole('region', { name: 'Visibility score' }).getByText('How is this computed?').click();
    await page.getByText('because every name belongs to another company, some identified by you').waitFor();
    const answers = await service.call('readQuestion', { id: caseIds[1] ?? '' });
    await page.goto(`${service.url}/answers/${answers.items[0]?.run.id}`);
    await page.getByText('hourglass.example', { exact: true }).first().click();
    await page.getByText('identified by you as another company', { exact: true }).waitFor();

    await page.goto(`${service.url}/settings?site=${siteId}`);
    await page.getByRole('button', { name: 'Undo the decision about Hourglass' }).click();
    await page.getByRole('button', { name: 'Change company…: Hourglass' }).waitFor();
    expect(await score()).toMatchObject({ denominator: 2, noBases: { by_name: 2 }, knownByOwnerWord: 0 });
  });

  it('a lookup is permitted for one run, only after it is named and confirmed', async () => {
    await page.goto(`${service.url}/sites/${siteId}/questions/${caseIds[0]}`);
    await page.getByRole('button', { name: 'Ask again' }).click();
    const permit = page.getByLabel(/^Permit one SEO lookup for ledgerlane\.example/);
    await expect.poll(() => permit.isChecked()).toBe(false);
    await permit.check();
    await page.getByText('one sandbox lookup, for this domain only').waitFor();
    await page.getByRole('button', { name: /^Buy 1 answer and permit one lookup/ }).click();
    await page.getByText('Asked 1 question').waitFor();
    const runs = await service.call('listRuns', { limit: 5 });
    expect(runs.items[0]).toMatchObject({ caseId: caseIds[0], useSeoTools: true });
    // A permission is for one run, so the next question is asked without it.
    await page.getByRole('button', { name: 'Ask again' }).click();
    await expect.poll(() => permit.isChecked()).toBe(false);
  });
});

describeInBrowser('a server that providers cannot reach', () => {
  const service = useWebApp({ ALLOW_PRIVATE_TARGETS: '0' });

  it('explains its refusal of the lookup before anything is asked', async () => {
    const { siteId, caseIds } = await seed(service, service.cookie, 0, ['Which tool bills by the hour?']);
    const page = await service.openPage();
    await page.goto(`${service.url}/sites/${siteId}/questions/${caseIds[0]}`);
    await page.getByRole('button', { name: 'Ask this question' }).click();
    await expect.poll(() => page.getByLabel(/^Permit one SEO lookup/).isDisabled()).toBe(true);
    await page.getByText('needs a public https address in PUBLIC_BASE_URL').waitFor();
  });
});
