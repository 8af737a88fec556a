import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { rereadSavedAnswers } from '../../src/app/records.ts';
import { limitationCode } from '../../src/domain/text/limitation.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { savedRawAnswer } from '../support/savedResults.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { startWebsite } from '../support/website.ts';
import type { WireRun } from '../support/wire.ts';

/** So short that reading any long text exceeds it, as an endless reading exceeds the real limit. */
const minLength = { oneText: 3, manyTexts: 3 };
const longName = 'Acme – Pad 3: light, ';
const sites = Array.from({ length: 40 }, (_value, index) => ({
  name: `${longName.repeat(8_000)}${index}`,
  domain: `site-${index}.example`,
}));
const captureLimits = { minIntervalMs: 0, renderedPages: 0, samplePages: 0 };

onEachDatabase('a text that times out every reader', (engine) => {
  let service: TestService;
  afterEach(() => service.close());

  it('ends its run as unreadable, keeps the answer, and is not tried again after a restart', async () => {
    service = await startTestService(engine, {
      replace: { readingLimits: minLength },
      simulator: { hints: () => sites },
    });
    const key = await service.makeKey();
    const { id: websiteId } = await service.makeSite();
    const { id: caseId } = await service.makeCase({ websiteId });
    const { body } = await service.ensure(key, caseId, 'poisoned-answer-1');
    let ended = false;
    const following = service.follow(key, body.run.id).finally(() => {
      ended = true;
    });
    const healthy: number[] = [];
    while (!ended) healthy.push((await service.ask('/healthz')).status);
    const run = await following;
    expect(new Set(healthy)).toEqual(new Set([200]));
    expect(run).toMatchObject({ status: 'completed', error: null });
    expect(run.result.mentions).toEqual([]);
    expect(run.result.limitations.map(limitationCode)).toContain('unreadable');
    expect(run.result.text.length).toBeGreaterThan(100_000);

    expect(JSON.stringify(await savedRawAnswer(service, run.id))).toContain(longName);

    await service.call('currentVisibility', { websiteId }, { key });

    await service.restart();
    expect(await service.readRun(key, run.id)).toEqual(run);
    const config = readConfig({ ...service.database.env, LOG_LEVEL: 'silent' });
    const reread = await rereadSavedAnswers(config, { dryRun: true, report: () => undefined });
    expect(reread.answers).toBe(0);
    expect(service.sent()).toBe(1);
  });

  long('ends a website run as failed after one visit', async () => {
    service = await startTestService(engine, {
      env: { ALLOW_PRIVATE_TARGETS: '1' },
      replace: { readingLimits: { manyTexts: 3 }, captureLimits },
    });
    const website = await startWebsite({
      pages: { '/': { body: `<h1>Acme</h1>${'<p>Words of a page</p>'.repeat(50_000)}` } },
    });
    onTestFinished(() => website.close());
    const key = await service.makeKey();
    const { id: websiteId } = await service.makeSite({ url: website.url, name: 'Acme' });
    const started = await service.call(
      'ensureObservation',
      { kind: 'website', websiteId },
      { key, idempotencyKey: 'poisoned-website-1' },
    );
    let run: Pick<WireRun, 'id' | 'status'> = started.run;
    while (!['completed', 'failed', 'cancelled'].includes(run.status)) {
      run = await service.readRun(key, run.id, 'website');
    }
    expect(run).toMatchObject({ status: 'failed', error: expect.stringMatching(/^analysis_cut_off: /) });
    expect(website.requests.filter((request) => request === 'GET /robots.txt')).toHaveLength(1);
    expect(existsSync(join(service.database.dataDir, 'evidence', run.id))).toBe(false);
  });

  it('suggests nothing from a home page, with the reason', async () => {
    service = await startTestService(engine, {
      env: { ALLOW_PRIVATE_TARGETS: '1' },
      replace: { readingLimits: minLength },
    });
    const website = await startWebsite({
      pages: { '/': { body: `<h1>Acme</h1>${'<p>Words of a page</p>'.repeat(50_000)}` } },
    });
    onTestFinished(() => website.close());
    const asked = await service.call('suggestFromSite', { url: website.url });
    expect(asked).toMatchObject({ name: null, questions: [], problem: expect.stringMatching(/^home_unread: /) });
  });
});
