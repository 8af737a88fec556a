import { beforeAll, expect, it } from 'vitest';
import { pageOf, startCitedWeb } from '../support/citedWeb.ts';
import { createRunningClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { required } from '../support/required.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { useService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { useStarted } from '../support/useStarted.ts';

const day = 86_400_000;
const list = (names: readonly string[]) =>
  names.map((name, at) => `<h2>${at + 1}. ${name}</h2><p>${name} is a steady choice for small teams.</p>`).join('');
const filler = `<p>${'Each of them was used for real work by two people. '.repeat(6)}</p>`;
const withUs = pageOf('Six planners', `${filler}${list(['Quillby', 'Acme CRM', 'Tembra'])}`);
const withoutUs = pageOf('Six planners', `${filler}${list(['Quillby', 'Tembra', 'Orsolo'])}`);

/** Nothing here calls the worker: its own ticks find the pages, on a clock that the test moves. */
onEachDatabase('the weekly reading by the worker', (engine) => {
  const clock = createRunningClock();
  let ahead = 0;
  const runtime = { ...clock.runtime, monotonic: () => performance.now() + ahead };
  const move = (milliseconds: number) => {
    ahead += milliseconds;
    clock.move(milliseconds);
  };
  const web = useStarted(startCitedWeb);
  const service = useService(engine, () => ({
    env: { ALLOW_PRIVATE_TARGETS: 'true' },
    replace: { runtime, resolveHost: web.resolve, captureLimits: { minIntervalMs: 1 } },
  }));
  let key: string;
  let websiteId: string;
  let planId: string;

  const pages = async () => (await service.call('listCitedPages', { websiteId, limit: 200 }, { key })).items;
  const pageAt = async (host: string) => required((await pages()).find(({ url }) => new URL(url).hostname === host));
  const idle = () => until(pages, (items) => items.every(({ state }) => state === 'idle'));
  const alerts = async () => (await service.call('listAlerts', {}, { key })).items;
  const choose = async (planIds: string[]) =>
    (await service.call('changeCitedPageSettings', { id: websiteId, planIds }, { key })).settings.planIds;
  /** Lists requests for pages, without robots.txt and other supporting files. */
  const requestsTo = (host: string, from = 0) =>
    web.requests
      .slice(from)
      .filter((one) => one.host === host && !/^\/(?:sightline-|\.well-known\/)/.test(one.path))
      .map(({ path }) => path);
  /** Waits for many ticks of the worker, because only every few of them include the weekly check. */
  async function ticksPass(): Promise<void> {
    const { worker } = service.running.service;
    const { done } = worker.ticks();
    await until(
      async () => worker.ticks().done,
      (now) => now > done + 40,
    );
  }

  beforeAll(async () => {
    key = await service.makeKey(['manage']);
    websiteId = (await service.makeSite()).id;
    await service.call('declareRival', { id: websiteId, domain: 'quillby.example', name: 'Quillby' }, { key });
    for (const host of ['lists.example', 'killed.example', 'rare.example']) web.set(host, '/best', { body: withUs });
    web.set('closed.example', '/best', { body: withUs });
    const urls = ['lists.example', 'killed.example', 'closed.example', 'rare.example'].map((host) =>
      web.urlOf(host, '/best'),
    );
    const answers = [
      { query: 'Which planner suits a team?', cites: urls, text: 'One.{0} Two.{1} Three.{2} Four.{3}' },
      { query: 'Which planner suits a school?', cites: urls.slice(0, 3), text: 'One.{0} Two.{1} Three.{2}' },
    ];
    for (const { query, cites, text } of answers) {
      const { id: caseId } = await service.makeCase({ query, websiteId });
      await saveAnswer(service, { websiteId, caseId, createdAt: new Date(clock.now()).toISOString(), cites, text });
    }
    const saved = await service.call('createQuestions', { query: 'Which planner is asked monthly?' });
    const { plan } = await service.call('createPlan', {
      name: 'Never due',
      questions: { questionIds: saved.items.map(({ id }) => id) },
      engines: ['openai'],
      repeats: 1,
      cadence: { kind: 'daily', at: '06:00', timeZone: 'UTC' },
    });
    planId = plan.id;
    await service.call('readCitedPages', { websiteId }, { key });
    await idle();
    await service.call(
      'createAlertRule',
      { name: 'Lost', kind: 'source_lost', websiteId, destinationIds: [] },
      { key },
    );
  });

  it('does not begin while no plan is chosen', async () => {
    const before = web.requests.length;
    move(8 * day);
    await ticksPass();
    expect(web.requests.length).toBe(before);
  });

  it('fetches each frequently cited page once, obeys robots.txt, and alerts about a page that dropped us', async () => {
    const from = web.requests.length;
    web.set('lists.example', '/best', { body: withoutUs });
    web.set('closed.example', '/robots.txt', {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /',
    });
    await choose([planId]);
    await until(
      () => pageAt('closed.example'),
      ({ reading }) => reading.outcome === 'robots_disallowed',
    );
    await until(alerts, (items) => items.length > 0);
    await idle();
    await ticksPass();
    expect(requestsTo('lists.example', from)).toEqual(['/robots.txt', '/best']);
    expect(requestsTo('killed.example', from)).toEqual(['/robots.txt', '/best']);
    expect(requestsTo('closed.example', from)).toEqual(['/robots.txt']);
    expect(requestsTo('rare.example', from)).toEqual([]);
    const items = await alerts();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ kind: 'source_lost' });
    expect(items[0]?.title).toMatch(/^A page cited for 2 questions no longer names you since \d/);
  });

  it('repeats no fetch interrupted by a kill, and reports no loss that it did not see', async () => {
    const url = web.urlOf('killed.example', '/best');
    web.set('killed.example', '/best', { body: withoutUs });
    const lease = async (until_: string) =>
      service.setRows('cited_hosts', { lease_until: until_ }, { host: new URL(url).host });
    await lease('9999');
    const from = web.requests.length;
    move(8 * day);
    await until(
      () => pageAt('killed.example'),
      ({ state }) => state === 'waiting',
    );
    // State left by a killed process: its request may have been sent, and its lease has expired.
    await service.setRows('cited_pages', { state: 'reading', pending_id: 'cread_lost' }, { url });
    await lease('1970');
    await service.restart();
    await until(
      () => pageAt('killed.example'),
      ({ state, reading }) => state === 'idle' && reading.interrupted,
    );
    await ticksPass();
    expect(requestsTo('killed.example', from)).toEqual([]);
    expect(await alerts()).toHaveLength(1);

    move(8 * day);
    await until(
      () => pageAt('killed.example'),
      ({ state, reading }) => state === 'idle' && !reading.interrupted,
    );
    expect(requestsTo('killed.example', from)).toEqual(['/robots.txt', '/best']);
    await until(alerts, (items) => items.length === 2);
  });

  it('is chosen for one website only', async () => {
    const other = await service.makeSite({ url: 'https://www.other-crm.example/', name: 'Other CRM' });
    expect(await choose([planId, planId])).toEqual([planId]);
    for (const planIds of [[planId], ['plan_unknown']]) {
      const choice = { id: other.id, planIds };
      const { message } = await service.refuse('changeCitedPageSettings', choice, 'invalid_request', { key });
      expect(message).toMatch(/^planIds:? names a plan that /);
    }
    expect(await choose([planId])).toEqual([planId]);
  });

  it('ends when the plan is deselected', async () => {
    await idle();
    await choose([]);
    const before = web.requests.length;
    move(8 * day);
    await ticksPass();
    expect(web.requests.length).toBe(before);
  });
});
