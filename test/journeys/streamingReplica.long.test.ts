import { beforeAll, describe, expect, it } from 'vitest';
import { mustSkip } from '../support/require.ts';
import { useService } from '../support/service.ts';
import { startStreamingReplica, whyNoReplica } from '../support/streamingReplica.ts';
import { until } from '../support/until.ts';
import { useStarted } from '../support/useStarted.ts';

const title = 'reports from a replica that streams';

function body(): void {
  const servers = useStarted(startStreamingReplica);
  const service = useService('postgres', () => ({
    env: { DATABASE_URL: servers.primaryUrl, DATABASE_REPLICA_URL: servers.replicaUrl },
  }));
  let key: string;
  let websiteId: string;
  let caseId: string;
  type Report = { attempts: number; lag: number | null };

  async function report(): Promise<Report> {
    const answered = await service.reply('currentVisibility', { websiteId }, { key });
    expect(answered.status).toBe(200);
    const lag = answered.headers.get('sightline-lag-seconds');
    return { attempts: answered.body.coverage.attemptsConsidered, lag: lag === null ? null : Number(lag) };
  }

  async function askOnce(idempotencyKey: string): Promise<string> {
    const run = (await service.ensure(key, caseId, idempotencyKey, { maxAgeSeconds: 0 })).body.run.id;
    await service.follow(key, run);
    return run;
  }

  beforeAll(async () => {
    key = await service.makeKey();
    websiteId = (await service.makeSite()).id;
    caseId = (await service.makeCase({ websiteId })).id;
  });

  it('shows answers as soon as the replica has them', async () => {
    await askOnce('the-first-answer');
    const shown = await until(report, ({ attempts, lag }) => attempts === 1 && lag !== null);
    expect(shown.lag).toBeLessThanOrEqual(30);
  });

  it('lags with its replica in reports, and in no single record', async () => {
    await servers.pause();
    const run = await askOnce('the-second-answer');
    expect(await report()).toMatchObject({ attempts: 1, lag: expect.any(Number) });
    expect((await service.readRun(key, run)).status).toBe('completed');
    await servers.resume();
    await until(report, ({ attempts, lag }) => attempts === 2 && lag !== null);
  });

  it('continues without its replica, and returns to it', async () => {
    servers.stopReplica();
    expect(await report()).toEqual({ attempts: 2, lag: null });
    servers.startReplica();
    await until(report, ({ lag }) => lag !== null);
  });
}

if (mustSkip('postgres-programs', whyNoReplica)) describe.skip(`${title}: skipped, ${whyNoReplica}`, body);
else describe(title, body);
