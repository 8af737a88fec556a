import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { replayRun } from '../../src/app/records.ts';
import { runCli } from '../support/cli.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { useProgram, useService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { type Answer, type Answering, soundSite, startWebsite, text, type Website } from '../support/website.ts';
import type { WireRun } from '../support/wire.ts';

const file = '/.well-known/sightline-verification.txt';
const hasty = { minIntervalMs: 0, renderedPages: 0, samplePages: 4 };

/** A new website for each test, whose token can be published and removed while it runs. */
type Stage = { site: Website; pages: Record<string, Answering>; bots(): number };

onEachDatabase('the verification of a website', (engine) => {
  let requests = 0;
  const stages: Stage[] = [];
  const service = useService(engine, {
    env: { ALLOW_PRIVATE_TARGETS: '1', REQUESTS_PER_MINUTE: '5000' },
    replace: { captureLimits: hasty },
  });
  const program = useProgram(service, ['evaluate']);
  afterAll(async () => {
    for (const { site } of stages) await site.close();
  });

  async function stage(): Promise<Stage> {
    const pages: Record<string, Answering> = {};
    const site = await startWebsite({ pages });
    Object.assign(pages, soundSite(site.url, 4));
    const made = {
      site,
      pages,
      bots: () => site.headers.filter((each) => /OAI-SearchBot|PerplexityBot/.test(each['user-agent'] ?? '')).length,
    };
    stages.push(made);
    return made;
  }
  const read = async (id: string) => (await service.call('readVerification', { id })).verification;
  const look = async (id: string) => (await service.call('checkVerification', { id })).verification;
  const compare = async (id: string, compareBotAgents: boolean) =>
    (await service.call('changeVerification', { id, compareBotAgents })).verification.compareBotAgents;
  const run = async (websiteId: string) => {
    const target = { kind: 'website' as const, websiteId, maxAgeSeconds: 0 };
    const started = await program.call('ensureObservation', target, { idempotencyKey: `verified-${++requests}` });
    return until(
      () => service.readRun(program.key, started.run.id, 'website'),
      ({ status }) => status === 'completed',
    );
  };
  const parity = ({ result: { checks, coverage } }: WireRun) =>
    checks.find(({ id }) => id === 'access.bot_ua_parity')?.outcome ??
    coverage.unmeasured.find(({ id }) => id === 'access.bot_ua_parity')?.reason;
  /** Starts a website that publishes its token as a file. */
  async function publish() {
    const made = await stage();
    const { id } = await service.makeSite({ url: made.site.url });
    const { token } = await read(id);
    made.pages[file] = text(token);
    return { ...made, id, token };
  }

  it('shows a separate token for each website and contacts no website for it', async () => {
    const { site } = await stage();
    const [one, two] = [await service.makeSite({ url: site.url }), await service.makeSite({ url: site.url })];
    const [first, second] = [await read(one.id), await read(two.id)];
    expect(first).toMatchObject({ verifiedAt: null, way: null, lastLook: null, compareBotAgents: false });
    expect(first.token).toMatch(/^sv_[\w-]{32}$/);
    expect(second.token).not.toBe(first.token);
    expect(await read(one.id)).toEqual(first);
    expect(first.places.map(({ way }) => way)).toEqual(['file', 'meta']);
    expect(site.requests).toEqual([]);
  });

  it('succeeds by the file or by the head of home, and ends with the next check when both are gone', async () => {
    const { site, pages } = await stage();
    const { id } = await service.makeSite({ url: site.url });
    const { token } = await read(id);
    const absent = await look(id);
    expect(absent.verifiedAt).toBeNull();
    expect(absent.lastLook.looked).toEqual([
      { way: 'meta', url: site.url, status: 200, problem: 'Its head has no such meta element.' },
      { way: 'file', url: new URL(file, site.url).href, status: 404, problem: 'It answers 404.' },
    ]);
    expect(await read(id)).toEqual(absent);
    pages[file] = text(`${token}\n`);
    expect(await look(id)).toMatchObject({ way: 'file', verifiedAt: expect.any(String) });
    const home = pages['/'] as Answer;
    pages['/'] = {
      ...home,
      body: String(home.body).replace('</head>', `<meta name="sightline-verification" content="${token}"></head>`),
    };
    delete pages[file];
    expect(await look(id)).toMatchObject({ way: 'meta', verifiedAt: expect.any(String) });
    pages['/'] = home;
    expect(await look(id)).toMatchObject({ way: null, verifiedAt: null });
  });

  it('does not accept another website’s token, nor a redirect that leaves the website', async () => {
    const { site, pages } = await stage();
    const elsewhere = await startWebsite({ pages: {}, address: '127.0.0.2' });
    const [mine, other] = [await service.makeSite({ url: site.url }), await service.makeSite({ url: site.url })];
    const { token } = await read(mine.id);
    pages[file] = text((await read(other.id)).token);
    expect((await look(mine.id)).verifiedAt).toBeNull();
    pages[file] = { status: 302, headers: { location: `${elsewhere.url}token.txt` } };
    const answer = await look(mine.id);
    expect(answer.verifiedAt).toBeNull();
    expect(JSON.stringify(answer.lastLook)).not.toContain('sv_');
    expect(token).toMatch(/^sv_/);
    await elsewhere.close();
  });

  it('obeys a robots.txt that keeps us out', async () => {
    const { id, site, pages } = await publish();
    pages['/robots.txt'] = text('User-agent: SightlineBot\nDisallow: /\n');
    const answer = await look(id);
    expect(answer.verifiedAt).toBeNull();
    expect(answer.lastLook.looked.at(-1)?.problem).toMatch(/robots\.txt/);
    expect(site.requests).toEqual(['GET /robots.txt']);
  });

  it('must come before the comparison is enabled', async () => {
    const { site, pages } = await stage();
    const { id } = await service.makeSite({ url: site.url });
    const early = await service.refuse('changeVerification', { id, compareBotAgents: true }, 'invalid_request');
    expect(early.details).toEqual({ field: 'compareBotAgents' });
    pages[file] = text((await read(id)).token);
    await look(id);
    expect(await compare(id, true)).toBe(true);
    expect(await compare(id, false)).toBe(false);
    expect(await compare(id, true)).toBe(true);
  });

  long('does not include the comparison: a verified website without it meets no bot-like agent', async () => {
    const { id, bots } = await publish();
    await look(id);
    expect(parity(await run(id))).toBe('not_authorised');
    expect(bots()).toBe(0);
  });

  long('lets the comparison run, be judged and be replayed, and never shows the token to v1', async () => {
    const { id, token, pages, bots } = await publish();
    await look(id);
    await compare(id, true);
    const alike = await run(id);
    expect(parity(alike)).toBe('pass');
    expect(bots()).toBe(6);
    const home = pages['/'] as Answer;
    pages['/'] = (request) => (/PerplexityBot/.test(request.headers['user-agent'] ?? '') ? { status: 403 } : home);
    const blocked = await run(id);
    expect(parity(blocked)).toBe('fail');
    const replayed = await replayRun(readConfig({ ...service.database.env, LOG_LEVEL: 'silent' }), blocked.id);
    expect(replayed.analysis.resultDigest).toBe(blocked.provenance.environmentFingerprint);
    const sites = await service.reply('listSites', {}, { key: program.key });
    const listed = await service.reply('listSites', {}, { cookie: service.cookie });
    expect([sites.text, listed.text, JSON.stringify([alike, blocked])].join()).not.toContain(token);
    // v1 is closed.
    expect((await service.ask(`/api/v1/sites/${id}/verification`, { key: program.key })).status).toBe(404);
  });

  long('must still be valid when the pages are captured', async () => {
    const { id, pages, bots } = await publish();
    await look(id);
    await compare(id, true);
    delete pages[file];
    const ended = await run(id);
    expect(parity(ended)).toBe('not_authorised');
    expect(ended.result.limitations.join()).toMatch(/verification_missing: /);
    expect(bots()).toBe(0);
  });

  long('ends, and the comparison with it, when the website gets another address', async () => {
    const { site, pages, bots } = await stage();
    const next = await stage();
    const { id } = await service.makeSite({ url: site.url });
    const { token } = await read(id);
    for (const each of [pages, next.pages]) each[file] = text(token);
    await look(id);
    await compare(id, true);
    await service.call('changeSite', { id, name: 'Renamed', url: site.url });
    expect(await read(id)).toMatchObject({
      ...{ compareBotAgents: true, way: 'file' },
      lastLook: { looked: [{ way: 'meta' }, { way: 'file', problem: null }] },
    });
    await service.call('changeSite', { id, url: next.site.url });
    expect(await read(id)).toMatchObject({
      ...{ compareBotAgents: false, verifiedAt: null, way: null },
      lastLook: null,
    });
    expect(parity(await run(id))).toBe('not_authorised');
    expect([bots(), next.bots()]).toEqual([0, 0]);
  });

  long('can be shown, checked and used from the command line', async () => {
    const { site, pages } = await stage();
    const { id } = await service.makeSite({ url: site.url });
    const env = { ...service.database.env, ALLOW_PRIVATE_TARGETS: '1', LOG_LEVEL: 'silent' };
    const cli = (...args: string[]) => runCli(['verification', id, ...args], env);
    const shown = await cli();
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    const { token } = await read(id);
    expect(shown.stdout).toContain(token);
    expect((await cli('--look')).code).toBe(1);
    expect((await cli('--compare-bots', 'on')).code).toBe(2);
    pages[file] = text(token);
    const found = await cli('--look', '--compare-bots', 'on', '--json');
    expect(found.code, found.stderr).toBe(0);
    expect(JSON.parse(found.stdout)).toMatchObject({ way: 'file', compareBotAgents: true });
    expect((await runCli(['verification', 'site_unknown'], env)).code).toBe(4);
  });
});
