import { gunzipSync } from 'node:zlib';
import pino from 'pino';
import {
  type BundleFile,
  bundleFiles,
  inputsPath,
  isExperimentPath,
  manifestPath,
  reportPath,
  type WrittenInputs,
  workPath,
} from '../domain/bundle/bundle.ts';
import type { FolderFiles } from '../domain/bundle/bundleFiles.ts';
import type { Verification } from '../domain/bundle/verifyBundle.ts';
import { AppError, notFound } from '../domain/errors.ts';
import type { NamedEvidence } from '../domain/experiments/evidence.ts';
import type { Brand } from '../domain/sharing/brand.ts';
import { reportLayout, reportPage } from '../domain/sharing/reportPage.ts';
import { openSharedFile } from '../domain/sharing/sharedFile.ts';
import type { Reports } from '../domain/visibility/runReport.ts';
import { freezers } from '../engines/engineDefinitions.ts';
import type { Reading } from '../ports/foreignText.ts';
import { createThreadPool, type ReadingLimits } from '../providers/reading/threadPool.ts';
import { type ReplayResult, replayWebsite } from '../services/captures/replayWebsite.ts';
import { collectBundle } from '../services/operator/collectBundle.ts';
import { type RereadAnswer, type RereadResult, rereadAnswers } from '../services/operator/rereadAnswers.ts';
import type { RecountedSite } from '../services/operator/rereadCounts.ts';
import { tryReadAnswers } from '../services/runs/readAnswers.ts';
import { findRunAnywhere } from '../store/runs/rows.ts';
import type { Config } from './config.ts';
import { describedEngines } from './configuredEngines.ts';
import { evidenceStoreOf } from './configuredEvidence.ts';
import { openExisting } from './existingDatabase.ts';
import { systemRuntime } from './systemRuntime.ts';

/** Replays a website run for the operator of this database, without a server or network. @throws AppError */
export async function replayRun(config: Config, runId: string): Promise<ReplayResult> {
  const database = await openExisting(config);
  try {
    const run = await findRunAnywhere(database.db, runId);
    if (run === null) throw notFound('run');
    const app = {
      db: database.db,
      runtime: systemRuntime,
      log: pino({ level: config.LOG_LEVEL }),
      evidence: evidenceStoreOf(config),
      texts: createThreadPool(),
    };
    return await replayWebsite(app, run.workspaceId, run.id);
  } finally {
    await database.close();
  }
}

/** Reads saved answers again for the operator of this database, without a server, network or provider key. */
export async function rereadSavedAnswers(
  config: Config,
  input: { dryRun: boolean; report(answer: RereadAnswer): void },
): Promise<RereadResult> {
  const database = await openExisting(config);
  try {
    return await rereadAnswers({ db: database.db, runtime: systemRuntime, texts: createThreadPool(), freezers }, input);
  } finally {
    await database.close();
  }
}

/**
 * Creates the files of an evidence bundle for the operator of this database, without a server or network. As for the
 * server, the configuration decides whether simulated or real answers count. @throws AppError
 */
export async function createBundle(config: Config, input: Parameters<typeof collectBundle>[1]): Promise<BundleFile[]> {
  const database = await openExisting(config);
  try {
    const engines = describedEngines(config, pino({ level: config.LOG_LEVEL }));
    return bundleFiles(await collectBundle({ db: database.db, runtime: systemRuntime, engines, freezers }, input));
  } finally {
    await database.close();
  }
}

/** Verifies a bundle of files from an untrusted source, without a server, network or database. @throws AppError */
export async function verifyFiles(files: FolderFiles, limits?: Partial<ReadingLimits>): Promise<Verification> {
  const texts = createThreadPool(limits);
  const answers = readOf(await texts.read('bundledAnswers', files));
  const readings = await tryReadAnswers(texts, [...answers.values()]);
  const byRun = new Map([...answers.keys()].map((runId, index) => [runId, readings[index] ?? null]));
  return readOf(await texts.read('bundle', files, byRun));
}

/** Maximum bytes of an unpacked bundle, so that an untrusted file cannot fill the memory. */
const maxBundleBytes = 1024 * 1024 * 1024;

/**
 * Verifies the bundle inside a shared report, and that its page matches the bundle's reports. The file may come from an
 * untrusted source. @throws AppError
 */
export async function verifySharedFile(text: string, limits?: Partial<ReadingLimits>): Promise<Verification> {
  const opened = openSharedFile(text);
  if (opened === null) throw new AppError('invalid_request', 'this is not a shared report', { retry: 'never' });
  const files = unpacked(opened.bundle);
  const verification = await verifyFiles(files, limits);
  const gives = derivePage(files, opened.brand, verification.manifestDigest ?? '');
  if (!opened.page.includes(`content="Sightline ${reportLayout}"`)) {
    verification.missing.push(`Another version rendered this page; this program renders ${reportLayout}.`);
  } else if (opened.page !== gives) {
    verification.differences.push({
      file: 'page',
      at: '',
      says: 'other text',
      gives: 'the page of these reports',
    });
  }
  return verification;
}

function unpacked(bundle: string): FolderFiles {
  try {
    const json = gunzipSync(Buffer.from(bundle, 'base64'), { maxOutputLength: maxBundleBytes }).toString('utf8');
    const files = Object.entries(JSON.parse(json) as Record<string, unknown>);
    return new Map(files.map(([path, text]) => [path, new TextEncoder().encode(String(text))]));
  } catch (cause) {
    throw new AppError('invalid_request', `the bundle inside cannot be read: ${String(cause)}`, { retry: 'never' });
  }
}

/**
 * Renders the page of a bundle's own reports; null if their shape is unusable, which the verification itself reports.
 */
function derivePage(files: FolderFiles, brand: Brand, digest: string): string | null {
  const read = (path: string) => JSON.parse(new TextDecoder().decode(files.get(path))) as never;
  try {
    const names = ['current', 'overview', 'citations', 'prompts', 'recommendations'] as const;
    const reports = Object.fromEntries(names.map((name) => [name, read(reportPath(name))])) as unknown as Reports;
    const { name } = (read(inputsPath) as WrittenInputs).website;
    const experiments = [...files.keys()].filter(isExperimentPath).map(read) as readonly NamedEvidence[];
    const work = files.has(workPath) ? read(workPath) : [];
    return reportPage({ brand, name, reports, experiments, work, manifest: read(manifestPath), digest });
  } catch {
    return null;
  }
}

function readOf<Value>(reading: Reading<Value>): Value {
  if (reading.kind === 'read') return reading.value;
  throw new AppError('invalid_request', `the bundle cannot be verified: ${reading.message}`, { retry: 'never' });
}

export type { RecountedSite };
