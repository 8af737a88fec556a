import { beforeAll, expect, it } from 'vitest';
import type { OperationId } from '../../src/contract/routes.ts';
import { createWeeklyReading } from '../../src/services/citedPages/readHosts.ts';
import { pageOf, startCitedWeb } from '../support/citedWeb.ts';
import { onEachDatabase } from '../support/databases.ts';
import { required } from '../support/required.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { useService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { useStarted } from '../support/useStarted.ts';

/** The worker reads pages, so polling more often would not be faster. */
const interval = { interval: 200 };

const dayOf = (time: string) =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Words of page bodies that may not appear in any response: no excerpt quotes them. */
const secret = 'zanzibar marmalade';
const list = (names: readonly string[]) =>
  names.map((name, at) => `<h2>${at + 1}. ${name}</h2><p>${name} is a steady choice for small teams.</p>`).join('');
const filler = `<p>We compared them for three weeks. ${'Each of them was used for real work by two people. '.repeat(6)}</p>`;

onEachDatabase('cited pages', (engine) => {
  const web = useStarted(startCitedWeb);
  const service = useService(engine, () => ({
    env: { ALLOW_PRIVATE_TARGETS: 'true' },
    replace: { resolveHost: web.resolve, captureLimits: { minIntervalMs: 1 } },
  }));
  let key: string;
  let websiteId: string;
  const runs: string[] = [];

  const pages = async () => (await service.call('listCitedPages', { websiteId, limit: 200 }, { key })).items;
  const pageOfUrl = async (url: string) => required((await pages()).find((page) => page.url === url));

  /** Queues the pages and waits until all have been read. */
  async function readAll() {
    const body = await service.call('readCitedPages', { websiteId }, { key });
    await until(pages, (items) => items.every(({ state }) => state === 'idle'));
    return body;
  }

  async function answer(query: string, cites: readonly string[], text: string): Promise<string> {
    const { id: caseId } = await service.makeCase({ query, websiteId });
    const id = await saveAnswer(service, { websiteId, caseId, createdAt: new Date().toISOString(), cites, text });
    runs.push(id);
    return id;
  }

  beforeAll(async () => {
    key = await service.makeKey(['manage']);
    websiteId = (await service.makeSite()).id;
    await service.call('declareRival', { id: websiteId, domain: 'quillby.example', name: 'Quillby' }, { key });
    web.set('lists.example', '/best', {
      body: pageOf(
        'The best planners',
        `${filler}${list(['Quillby', 'Tembra', 'Orsolo'])}<p>${secret}</p><p>Tembra stores every note on servers in Iceland and was founded in 2014 by two gardeners.</p>`,
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","dateModified":"2026-10-02","author":{"name":"Ada Example"}}</script>',
      ),
    });
    web.set('lists.example', '/with-us', {
      body: pageOf(
        'Six planners',
        `${filler}${list(['Quillby', 'Acme CRM', 'Tembra'])}<a href="https://www.acme-crm.example/x">Acme</a>`,
      ),
    });
    web.set('closed.example', '/robots.txt', {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /',
    });
    web.set('wall.example', '/a', { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: 'Just a moment...' });
    web.set('inner.example', '/a', { status: 302, headers: { location: 'http://169.254.169.254/latest' } });
    web.set('reserved.example', '/a', {
      headers: { 'tdm-reservation': '1' },
      body: pageOf('Notes', `${filler}${list(['Tembra'])}`),
    });
    web.set('reserved-meta.example', '/a', {
      body: pageOf('Notes', `${filler}${list(['Tembra'])}`, '<meta name="tdm-reservation" content="1">'),
    });
    web.set('reserved-file.example', '/.well-known/tdmrep.json', {
      headers: { 'content-type': 'application/json' },
      body: '[{"location":"/*","tdm-reservation":1},{"location":"/free/*","tdm-reservation":0}]',
    });
    for (const path of ['/a', '/free/a'])
      web.set('reserved-file.example', path, { body: pageOf('Notes', `${filler}${list(['Tembra'])}`) });
    const cites = [
      `${web.urlOf('lists.example', '/best')}#:~:text=Tembra%20stores%20every%20note`,
      web.urlOf('lists.example', '/with-us'),
      web.urlOf('closed.example', '/a'),
      web.urlOf('wall.example', '/a'),
      web.urlOf('inner.example', '/a'),
      web.urlOf('reserved.example', '/a'),
      web.urlOf('reserved-meta.example', '/a'),
      web.urlOf('reserved-file.example', '/a'),
      web.urlOf('reserved-file.example', '/free/a'),
    ];
    const text =
      'It is false that Tembra stores every note on servers in Iceland and was founded in 2014 by two gardeners.{0} Its mascot drives submarines across Antarctica with forty painted penguins aboard.{1} Quillby is fine.{2} It works.{3} It runs.{4} It helps.{5} It rests.{6} It waits.{7} It goes.{8}';
    await answer('Which planner suits a team?', cites, text);
    await answer('Which planner suits a school?', cites, text);
    await readAll();
  });

  it('have the outcome of their fetch', async () => {
    const outcomes = Object.fromEntries(
      (await pages()).map((page) => [new URL(page.url).hostname, page.reading.outcome]),
    );
    expect(outcomes).toEqual({
      'lists.example': 'read',
      'closed.example': 'robots_disallowed',
      'wall.example': 'blocked',
      'inner.example': 'refused_address',
      'reserved.example': 'read',
      'reserved-meta.example': 'read',
      'reserved-file.example': 'read',
    });
  });

  it('show the recommended names with their positions, the date and the author', async () => {
    const { reading } = await pageOfUrl(web.urlOf('lists.example', '/with-us'));
    expect(reading.view).toMatchObject({ namesUs: true, ourPlace: 2, listed: 3, link: 'follow' });
    expect(reading.view.names.map((one) => [one.name, one.who, one.place])).toEqual([
      ['Quillby', 'rival', 1],
      ['Acme CRM', 'us', 2],
      ['Tembra', 'other', 3],
    ]);
    const other = await pageOfUrl(web.urlOf('lists.example', '/best'));
    expect(other?.reading).toMatchObject({
      date: { date: '2026-10-02', basis: 'json_ld_modified' },
      author: 'Ada Example',
    });
    expect(other?.reading.view).toMatchObject({ namesUs: false, ourPlace: null, link: 'none' });
  });

  it('blocked by robots.txt get one request, and none of them is requested twice', async () => {
    expect(web.requests.filter(({ host }) => host === 'closed.example').map(({ path }) => path)).toEqual([
      '/robots.txt',
    ]);
    const asked = web.requests.filter(
      ({ path }) => path !== '/robots.txt' && !path.startsWith('/sightline-') && !path.startsWith('/.well-known/'),
    );
    const counts = Map.groupBy(asked, ({ host, path }) => `${host}${path}`);
    expect([...counts].filter(([, times]) => times.length > 1)).toEqual([]);
    expect(new Set(web.requests.map(({ agent }) => agent.split('/')[0]))).toEqual(new Set(['SightlineBot']));
  });

  it('are compared with the sentences that cite them, negated or not, by wording only', async () => {
    const body = await service.call('listAnswerSupport', { id: runs[0] ?? '' }, { key });
    const verdicts = Object.fromEntries(
      body.citations.map((one) => [one.url, [one.judgement.verdict, one.judgement.fragment]]),
    );
    expect(verdicts[web.urlOf('lists.example', '/best')]).toEqual(['quoted', 'found']);
    expect(verdicts[web.urlOf('closed.example', '/a')]).toEqual(['not_judged', null]);
    expect(verdicts[web.urlOf('wall.example', '/a')]).toEqual(['not_judged', null]);
    expect(verdicts[web.urlOf('lists.example', '/with-us')]?.[0]).toBe('not_found');
    expect(body.limitation).toMatch(
      /^citation_not_verified: Of 9 cited sentences 2 were compared .* 1 of those .*Wording only/,
    );
    const summary = await service.call('supportSummary', { websiteId }, { key });
    expect(summary.engines).toMatchObject([{ pairs: 18, verdicts: { quoted: 2, not_found: 2 } }]);
  });

  it('that recommend others and not the website are gaps; unread ones are unknown', async () => {
    const body = await service.call('listSourceGaps', { websiteId }, { key });
    const states = Object.fromEntries(body.gaps.map((gap) => [gap.url, gap.state]));
    expect(states[web.urlOf('lists.example', '/best')]).toBe('open');
    expect(states[web.urlOf('lists.example', '/with-us')]).toBe('closed');
    expect(states[web.urlOf('wall.example', '/a')]).toBe('not_known');
    const open = body.gaps.find((gap) => gap.state === 'open');
    expect(open).toMatchObject({ questions: 2, answers: 2 });
    expect(open?.recommends.map(({ name }) => name)).toContain('Quillby');
  });

  it('are read once in seven days, and judged again for new answers without a request', async () => {
    const before = web.requests.length;
    const url = web.urlOf('lists.example', '/best');
    const id = await answer(
      'Which planner suits a club?',
      [url],
      'Each of them was used for real work by two people.{0}',
    );
    expect(await readAll()).toMatchObject({ queued: 0, judgedAgain: 1 });
    expect(web.requests.length).toBe(before);
    const body = await service.call('listAnswerSupport', { id }, { key });
    expect(body.citations[0]?.judgement.verdict).toBe('quoted');
  });

  it('are visible only as excerpts: no response contains their text, and no copy is kept of a reserved page', async () => {
    const { id: pageId } = await pageOfUrl(web.urlOf('lists.example', '/best'));
    const reads: [OperationId, Record<string, unknown>][] = [
      ['listCitedPages', { websiteId, limit: 200 }],
      ['listAnswerSupport', { id: runs[0] }],
      ['listSourceGaps', { websiteId }],
      ['supportSummary', { websiteId }],
      ['listFactQuotes', { websiteId }],
      ['readCitedPage', { id: pageId, websiteId }],
    ];
    for (const [id, input] of reads) {
      const { status, text } = await service.reply(id, input, { key });
      expect(status, id).toBe(200);
      expect(text).not.toContain(secret);
    }
    const kept = async (host: string, path: string) => {
      const { reserved, archive } = (await pageOfUrl(web.urlOf(host, path))).reading;
      return [reserved, archive];
    };
    for (const host of ['reserved.example', 'reserved-meta.example', 'reserved-file.example'])
      expect(await kept(host, '/a'), host).toEqual([true, 'none']);
    expect(await kept('reserved-file.example', '/free/a')).toEqual([false, 'kept']);
    expect((await pageOfUrl(web.urlOf('lists.example', '/best'))).reading.archive).toBe('kept');
  });

  it('of a forgotten host are removed and not read again until it is allowed', async () => {
    const host = new URL(web.urlOf('reserved.example', '/')).host;
    expect(await service.call('forgetCitedHost', { host }, { key })).toEqual({ host, pages: 1 });
    expect((await pages()).map(({ url }) => url)).not.toContain(web.urlOf('reserved.example', '/a'));
    expect(await readAll()).toMatchObject({ forgotten: 1 });
    expect((await service.call('readCitedPageSettings', { id: websiteId }, { key })).settings.forgottenHosts).toEqual([
      host,
    ]);
    await service.call('allowCitedHost', { host }, { key });
    await service.refuse('allowCitedHost', { host }, 'not_found', { key });
    await service.refuse('forgetCitedHost', { host: 'no host' }, 'invalid_request', { key });
  });

  it('that were being read when a server was killed are not requested twice', async () => {
    const url = web.urlOf('killed.example', '/a');
    web.set('killed.example', '/a', { body: pageOf('Killed', filler) });
    await answer('Which planner suits a bank?', [url], 'Each of them was used for real work by two people.{0}');
    await service.db
      .insertInto('cited_hosts')
      .values({ host: new URL(url).host, lease_until: '9999' })
      .execute();
    await service.call('readCitedPages', { websiteId }, { key });
    // State left by a killed process: its request may have been sent, and its lease has expired.
    await service.setRows('cited_pages', { state: 'reading', pending_id: 'cread_lost' }, { url });
    await service.setRows('cited_hosts', { lease_until: '1970' }, { lease_until: '9999' });
    await expect.poll(async () => (await pageOfUrl(url)).state, interval).toBe('idle');
    expect((await pageOfUrl(url)).reading).toMatchObject({ outcome: 'unreachable', interrupted: true });
    expect(web.requests.filter(({ host }) => host === 'killed.example')).toEqual([]);
  });

  it('whose copies were deleted keep their verdicts, marked as not repeatable', async () => {
    const old = new Date(Date.now() - 100 * 86_400_000).toISOString();
    const url = web.urlOf('lists.example', '/best');
    const { id } = await pageOfUrl(url);
    await service.setRows('cited_page_readings', { read_at: old }, { page_id: id });
    await expect.poll(async () => (await pageOfUrl(url)).reading.archive, interval).toBe('deleted');
    const body = await service.call('listAnswerSupport', { id: runs[0] ?? '' }, { key });
    const kept = body.citations.find((one) => one.url === url);
    expect(kept).toMatchObject({ judgement: { verdict: 'quoted' }, page: { rereadable: false } });
    const gaps = await service.call('listSourceGaps', { websiteId }, { key });
    expect(gaps.gaps.find((gap) => gap.url === url)?.state).toBe('not_known');
  });

  it('that no longer name the website are listed as lost', async () => {
    const url = web.urlOf('lists.example', '/with-us');
    const { id } = await pageOfUrl(url);
    const old = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await service.setRows('cited_page_readings', { read_at: old }, { page_id: id });
    web.set('lists.example', '/with-us', {
      body: pageOf('Six planners', `${filler}${list(['Quillby', 'Tembra', 'Orsolo'])}`),
    });
    await service.call(
      'createAlertRule',
      { name: 'Lost pages', kind: 'source_lost', websiteId, destinationIds: [] },
      { key },
    );
    await readAll();
    const { reading } = await pageOfUrl(url);
    expect(reading.view).toMatchObject({ namesUs: false, lostSince: reading.readAt });
    expect(reading.changedAt).toBe(reading.readAt);
    const { items: alerts } = await service.call('listAlerts', {}, { key });
    expect(alerts).toHaveLength(1);
    expect(alerts[0]?.title).toBe(`A page cited for 2 questions no longer names you since ${dayOf(reading.readAt)}`);
    await readAll();
    expect((await service.call('listAlerts', {}, { key })).items).toHaveLength(1);
  });

  it('are read again every week if the website has a plan for it, independently of that plan’s rounds', async () => {
    const url = web.urlOf('lists.example', '/with-us');
    const { id } = await pageOfUrl(url);
    const old = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await service.setRows('cited_page_readings', { read_at: old }, { page_id: id });
    const readDue = createWeeklyReading(service.api as never);
    await readDue();
    expect(await pageOfUrl(url)).toMatchObject({ state: 'idle', reading: { readAt: old } });
    const { workspace_id } = await service.db
      .selectFrom('cited_pages')
      .select('workspace_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await service.db
      .insertInto('cited_after_rounds')
      .values({ plan_id: 'plan_weekly', workspace_id, website_id: websiteId, last_round: 1 })
      .execute();
    await readDue();
    await until(
      () => pageOfUrl(url),
      ({ state, reading }) => state === 'idle' && reading.readAt > old,
    );
  });
});
