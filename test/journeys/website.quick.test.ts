import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { replayRun } from '../../src/app/records.ts';
import { exitCodeOf } from '../../src/cli/failures.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { freePort, useService } from '../support/service.ts';
import { hasEnded, until } from '../support/until.ts';
import { challengePage, soundSite, startWebsite, type Website } from '../support/website.ts';

const hasty = {
  minIntervalMs: 0,
  renderedPages: 0,
  idleTimeoutMs: 2_000,
  connectTimeoutMs: 2_000,
  totalTimeoutMs: 4_000,
};

const leaseMs = 800;

/** Delays the first responses of a capture. */
const laterNotFound = Object.fromEntries(
  ['/robots.txt', '/', '/sitemap.xml'].map((path) => [
    path,
    (_request: unknown, response: { writeHead(status: number): void; end(body: string): void }) => {
      setTimeout(() => {
        response.writeHead(404);
        response.end('later');
      }, 700);
      return null;
    },
  ]),
);

onEachDatabase('the life of a website run', (engine) => {
  let key: string;
  let sound: Website;
  let requests = 0;
  const service = useService(engine, {
    env: { ALLOW_PRIVATE_TARGETS: '1' },
    replace: { captureLimits: hasty, captureLeaseMs: leaseMs },
  });
  beforeAll(async () => {
    key = await service.makeKey(['evaluate']);
    const port = await freePort();
    sound = await startWebsite({ pages: soundSite(`http://127.0.0.1:${port}/`, 8), port });
  });
  afterAll(async () => {
    await sound.close();
  });

  const ensure = (websiteId: string, more: Record<string, unknown> = {}) =>
    service.reply(
      'ensureObservation',
      { kind: 'website', websiteId, ...more },
      { key, idempotencyKey: `website-key-${++requests}` },
    );
  const follow = (runId: string) => until(() => service.readRun(key, runId, 'website'), hasEnded);

  long('captures, judges, saves and reads a website, and reuses the result', async () => {
    const site = await service.makeSite({ url: sound.url, name: 'Sound site' });
    const manage = await service.makeKey(['manage']);
    await service.call('changeGoogleAiControl', { id: site.id, setting: 'excluded' }, { key: manage });
    const started = await ensure(site.id);
    expect(started.status).toBe(202);
    expect(started.body.disposition).toBe('started');
    const run = await follow(started.body.run.id);
    expect(run).toMatchObject({ status: 'completed', model: null, surface: 'captured-pages', kind: 'website' });
    const outcomes = Object.fromEntries(run.result.checks.map((check) => [check.id, check.outcome]));
    expect(outcomes['access.robots.fetch']).toBe('pass');
    expect(outcomes['render.raw_text']).toBe('pass');
    expect(outcomes['policy.google_ai_control']).toBe('warn');
    const { checks } = run.result.coverage;
    expect(checks.measured + checks.unmeasured).toBe(checks.defined);
    expect(JSON.stringify(run)).not.toContain('<html');
    const visits = await service.call('listBotVisits', { websiteId: site.id, by: 'page' }, { key });
    expect(visits.sitemap).toMatchObject({ pages: 9, isCut: false, readAt: run.observedAt });
    expect(visits.sitemap.roles[0]).toEqual({
      role: 'search',
      read: null,
      refused: null,
      neverRead: null,
    });

    const again = await ensure(site.id);
    expect(again.status).toBe(200);
    expect(again.body.disposition).toBe('fresh_saved');
    const read = await service.call('readObservation', { kind: 'website', websiteId: site.id }, { key });
    expect(read.run).toEqual(run);
  });

  long('replays saved pages without a network: same digest, old age, both verdicts readable', async () => {
    const site = await service.makeSite({ url: sound.url, name: 'Replayed site' });
    const run = await follow((await ensure(site.id)).body.run.id);
    const before = sound.requests.length;
    const config = readConfig({ ...service.database.env, LOG_LEVEL: 'silent' });
    const once = await replayRun(config, run.id);
    const twice = await replayRun(config, once.run.id);
    expect(sound.requests.length).toBe(before);
    expect(once.analysis.resultDigest).toBe(run.provenance.environmentFingerprint);
    expect(twice.analysis.resultDigest).toBe(once.analysis.resultDigest);
    expect(once.diff.changed).toEqual([]);
    const replayed = await service.call('readRun', { kind: 'website', id: once.run.id }, { key });
    expect(replayed.run.observedAt).toBe(run.observedAt);
    expect(replayed.run.result.coverage.replayOf).toBe(run.id);
    const original = await service.call('readRun', { kind: 'website', id: run.id }, { key });
    expect(original.run).toEqual(run);
  });

  long('finishes a capture within the same run after the process died', async () => {
    let hold = true;
    const slow = await startWebsite({
      pages: {
        '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nAllow: /\n' },
        '/': (_request, response) => {
          if (!hold) return { body: '<html lang="en"><title>Slow</title><h1>Slow</h1><p>words</p></html>' };
          setTimeout(() => response.destroy(), 1_500);
          return null;
        },
      },
    });
    const site = await service.makeSite({ url: slow.url, name: 'Slow site' });
    const started = await ensure(site.id);
    await until(() => slow.requests.includes('GET /'), Boolean);
    hold = false;
    await service.restart();
    const run = await follow(started.body.run.id);
    expect(run.status).toBe('completed');
    const body = await service.call('readObservation', { kind: 'website', websiteId: site.id }, { key });
    expect(body.run.id).toBe(started.body.run.id);
    await slow.close();
  });

  long('keeps a running capture, but only for a short time longer', async () => {
    const slow = await startWebsite({ pages: laterNotFound });
    const site = await service.makeSite({ url: slow.url, name: 'Lasting site' });
    const { id } = (await ensure(site.id)).body.run;
    const { db, runtime } = service.api;
    const leases = new Set<string>();
    // The lease is renewed while the capture continues.
    while (leases.size < 2) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const row = await db
        .selectFrom('runs')
        .select(['due_at', 'phase', 'active'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.active).toBe(1);
      if (row.phase !== 'capturing') continue;
      // Leases use the steady clock, which no other clock matches to the millisecond.
      expect(Date.parse(row.due_at ?? '') - runtime.steady()).toBeLessThanOrEqual(leaseMs);
      leases.add(row.due_at ?? '');
    }
    await follow(id);
    await slow.close();
  });

  long('gives up after three attempts if the capture cannot be saved, with the reason', async () => {
    const evidence = join(service.database.dataDir, 'evidence');
    const aside = `${evidence}.aside`;
    renameSync(evidence, aside);
    writeFileSync(evidence, 'no folder');
    try {
      const site = await service.makeSite({ url: sound.url, name: 'Unlucky site' });
      const robotsAsked = () => sound.requests.filter((line) => line === 'GET /robots.txt').length;
      const before = robotsAsked();
      const run = await follow((await ensure(site.id)).body.run.id);
      expect(run).toMatchObject({ status: 'failed', error: expect.stringMatching(/^capture_failed: .* 3 attempts/) });
      expect(run.error).not.toContain(service.database.dataDir);
      expect(robotsAsked() - before).toBe(3);
    } finally {
      rmSync(evidence);
      renameSync(aside, evidence);
    }
  });

  long('reports its progress while it reads, and not afterwards', async () => {
    const slow = await startWebsite({ pages: laterNotFound });
    const site = await service.makeSite({ url: slow.url, name: 'Slow site' });
    const { id } = (await ensure(site.id)).body.run;
    const listed = async () => (await service.call('listRuns', { kind: 'website', websiteId: site.id })).items[0];
    await expect
      .poll(async () => (await listed())?.progress)
      .toEqual({ pagesRead: 0, pagesPlanned: null, page: slow.url });
    await follow(id);
    expect(await listed()).not.toHaveProperty('progress');
    await slow.close();
  });

  long('refuses to replay changed evidence, as a failure rather than a usage error', async () => {
    const site = await service.makeSite({ url: sound.url, name: 'Spoilt site' });
    const run = await follow((await ensure(site.id)).body.run.id);
    const folder = join(service.database.dataDir, 'evidence');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes(run.id));
    const archive = files.find((name) => /warc/.test(name));
    if (archive === undefined) throw new Error(`no archive among ${files.join(', ')}`);
    const bytes = readFileSync(join(folder, archive));
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
    writeFileSync(join(folder, archive), bytes);
    const config = readConfig({ ...service.database.env, LOG_LEVEL: 'silent' });
    const fault: unknown = await replayRun(config, run.id).catch((cause: unknown) => cause);
    expect(String(fault)).toMatch(/evidence is corrupted/);
    expect(exitCodeOf(fault)).toBe(1);
  });

  long('stops between requests when cancelled, and reports it only then', async () => {
    const held = await startWebsite({ pages: laterNotFound });
    const site = await service.makeSite({ url: held.url, name: 'Held site' });
    const started = await ensure(site.id);
    await until(() => held.requests.length, Boolean);
    await service.call('cancelRun', { kind: 'website', id: started.body.run.id }, { key });
    const run = await follow(started.body.run.id);
    expect(run.status).toBe('cancelled');
    await held.close();
  });

  it('reports a website that does not respond as unreachable, and loses nothing', async () => {
    const site = await service.makeSite({ url: 'http://127.0.0.1:9/', name: 'Nobody there' });
    const run = await follow((await ensure(site.id)).body.run.id);
    expect(run.status).toBe('failed');
    expect(run.error).toMatch(/^\w+: ./);
    expect(run.result).toBeNull();
  });

  long('completes with failed gates if a website answers with a challenge', async () => {
    const guarded = await startWebsite({ pages: { '/': challengePage, '/robots.txt': challengePage } });
    const site = await service.makeSite({ url: guarded.url, name: 'Guarded site' });
    const run = await follow((await ensure(site.id)).body.run.id);
    expect(run.status).toBe('completed');
    const failed = run.result.checks.filter((check) => check.class === 'gate' && check.outcome === 'fail');
    expect(failed.map((check) => check.id)).toContain('access.challenge');
    expect(run.result.coverage.pages.blockedByChallenge).toBeGreaterThan(0);
    await guarded.close();
  });
});
