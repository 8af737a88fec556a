import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Config, readConfig } from '../../../src/app/config.ts';
import { evidenceStoreOf } from '../../../src/app/configuredEvidence.ts';
import { examine } from '../../../src/app/doctor.ts';
import type { EvidenceBundle } from '../../../src/domain/checks/evidenceBundle.ts';
import { createPageCapture } from '../../../src/providers/capture/capturePages.ts';
import { replayWebsite } from '../../../src/services/captures/replayWebsite.ts';
import { bundleOf, captureRequest, keepGoing } from '../../support/captureRequest.ts';
import { onPostgres } from '../../support/databases.ts';
import { long } from '../../support/long.ts';
import { startServiceForTest } from '../../support/service.ts';
import { soundSite, startWebsite, type Website } from '../../support/website.ts';

let store: FauxqsServer;
let website: Website;
let bundle: EvidenceBundle;
let environment: Record<string, string>;

beforeAll(async () => {
  store = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  store.createBucket('evidence');
  environment = {
    EVIDENCE_URL: 's3://evidence/of/sightline',
    EVIDENCE_S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    EVIDENCE_S3_PATH_STYLE: '1',
    EVIDENCE_S3_ACCESS_KEY_ID: 'key-of-tests',
    EVIDENCE_S3_SECRET_ACCESS_KEY: 'secret-canary-of-tests',
  };
  const pages = {};
  website = await startWebsite({ pages });
  Object.assign(pages, soundSite(website.url, 4));
  const capture = createPageCapture({ allowPrivateTargets: true });
  bundle = bundleOf(await capture.capture(captureRequest(website.url), keepGoing));
});
afterAll(async () => {
  await website.close();
  await store.stop();
});

const configOf = (more: Record<string, string> = {}): Config => readConfig({ ...environment, ...more });

long('keeps evidence in a bucket exactly, for every process that uses it, until it is deleted', async () => {
  const one = evidenceStoreOf(configOf());
  const other = evidenceStoreOf(configOf());
  expect(await other.read(bundle.runId)).toEqual({ kind: 'missing' });
  const stored = await one.write(bundle);
  expect(await other.findDigest(bundle.runId)).toBe(stored.manifestSha256);
  expect(await other.read(bundle.runId)).toEqual({ kind: 'found', bundle, manifestSha256: stored.manifestSha256 });

  const later = { ...bundle, capturedAt: new Date(Date.parse(bundle.capturedAt) + 1_000).toISOString() };
  await other.write(later);
  const again = await one.read(bundle.runId);
  expect(again.kind === 'found' && again.bundle.capturedAt).toBe(later.capturedAt);

  expect(await one.delete(bundle.runId)).toBe(true);
  expect([await other.delete(bundle.runId), await other.read(bundle.runId)]).toEqual([false, { kind: 'missing' }]);
});

it('is corrupted, and never analysed, if a part is missing or replaced', async () => {
  const { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint: environment.EVIDENCE_S3_ENDPOINT ?? '',
    forcePathStyle: true,
    region: 'us-east-1',
    credentials: { accessKeyId: 'key-of-tests', secretAccessKey: 'x' },
  });
  const evidence = evidenceStoreOf(configOf());
  await evidence.write(bundle);
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'evidence' }));
  const keys = Contents.map(({ Key }) => Key ?? '');
  expect(keys.every((key) => key.startsWith(`of/sightline/${bundle.runId}/`))).toBe(true);
  expect(keys.length).toBe(2);
  const archive = keys.find((key) => key.endsWith('.warc.gz')) ?? '';
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'evidence', Key: archive }));
  const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
  await client.send(
    new PutObjectCommand({ Bucket: 'evidence', Key: archive, Body: bytes.subarray(0, bytes.length / 2) }),
  );
  expect((await evidence.read(bundle.runId)).kind).toBe('corrupted');
  await evidence.delete(bundle.runId);
});

it('an unavailable store or a missing bucket is a fault that doctor names, not missing evidence', async () => {
  const away = evidenceStoreOf(configOf({ EVIDENCE_S3_ENDPOINT: 'http://127.0.0.1:1' }));
  await expect(away.read(bundle.runId)).rejects.toThrow();
  const noBucket = evidenceStoreOf(configOf({ EVIDENCE_URL: 's3://nobody-made-this' }));
  await expect(noBucket.write(bundle)).rejects.toThrow();
  await expect(noBucket.read(bundle.runId)).rejects.toThrow();
  const findings = await examine({ ...environment, EVIDENCE_URL: 's3://nobody-made-this' });
  expect(findings.find(({ check }) => check === 'evidence')?.state).toBe('failed');
  expect(JSON.stringify(findings)).not.toContain('secret-canary');
  expect(() => configOf({ EVIDENCE_S3_SECRET_ACCESS_KEY: '' })).toThrow(/requires EVIDENCE_S3/);
  expect(() => configOf({ EVIDENCE_URL: 'https://evidence' })).toThrow(/EVIDENCE_URL: must be s3:/);
});

onPostgres('two processes with separate folders and one bucket', () => {
  long('a check captured by one is replayed by the other', async () => {
    const env = { ...environment, ALLOW_PRIVATE_TARGETS: '1', CAPTURE_PAUSE_MS: '0' };
    const service = await startServiceForTest('postgres', { env });
    const key = await service.makeKey();
    const site = await service.makeSite({ url: website.url });
    const body = { kind: 'website' as const, websiteId: site.id };
    const started = await service.call('ensureObservation', body, { key, idempotencyKey: 'key-number-1' });
    const { id } = started.run;
    await expect.poll(async () => (await service.readRun(key, id, 'website')).status).toBe('completed');
    const worker = await service.another({ DATA_DIR: `${service.database.dataDir}/other`, ROLE: 'worker' });
    try {
      const { api } = worker.service;
      const run = await service.db
        .selectFrom('runs')
        .select('workspace_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect((await replayWebsite(api, run.workspace_id, id)).diff.changed).toEqual([]);
    } finally {
      await worker.close();
    }
  });
});
