import pino from 'pino';
import { type BundleFile, bundleFiles } from '../domain/bundle/bundle.ts';
import type { FolderFiles, Verification } from '../domain/bundle/verifyBundle.ts';
import { AppError, notFound } from '../domain/errors.ts';
import type { DateWindow } from '../domain/visibility/scope.ts';
import type { Reading } from '../ports/foreignText.ts';
import { freezers } from '../providers/answers/freezers.ts';
import { createThreadPool } from '../providers/reading/threadPool.ts';
import { type ReplayResult, replayWebsite } from '../services/captures/replayWebsite.ts';
import { tryReadAnswers } from '../services/observations/readAnswers.ts';
import { collectBundle } from '../services/operator/collectBundle.ts';
import { type RereadAnswer, type RereadResult, rereadAnswers } from '../services/operator/rereadAnswers.ts';
import type { RecountedSite } from '../services/operator/rereadCounts.ts';
import { openDatabase } from '../store/open.ts';
import { findRunAnywhere } from '../store/runs.ts';
import type { Config } from './config.ts';
import { describedEngines } from './configuredEngines.ts';
import { evidenceStoreOf } from './configuredEvidence.ts';
import { locationOf } from './openStores.ts';
import { systemRuntime } from './systemRuntime.ts';

/** Replays a website run for the operator of this database: no server, no network. @throws AppError */
export async function replayRun(config: Config, runId: string): Promise<ReplayResult> {
  const database = await openDatabase(locationOf(config));
  try {
    const run = await findRunAnywhere(database.db, runId);
    if (run === null) throw notFound('run');
    const world = {
      db: database.db,
      runtime: systemRuntime,
      log: pino({ level: config.LOG_LEVEL }),
      evidence: evidenceStoreOf(config),
      texts: createThreadPool(),
    };
    return await replayWebsite(world, run.workspaceId, run.id);
  } finally {
    await database.close();
  }
}

/** Reads saved answers again for the operator of this database: no server, no network, no provider key. */
export async function rereadSavedAnswers(
  config: Config,
  input: { dryRun: boolean; report(answer: RereadAnswer): void },
): Promise<RereadResult> {
  const database = await openDatabase(locationOf(config));
  try {
    return await rereadAnswers({ db: database.db, runtime: systemRuntime, texts: createThreadPool(), freezers }, input);
  } finally {
    await database.close();
  }
}

/**
 * The files of an evidence bundle, read by the operator of this database: no server, no network. Which answers count,
 * simulated or real ones, follows from the configuration as it does for the server. @throws AppError
 */
export async function makeBundle(
  config: Config,
  input: DateWindow & { websiteId: string; model: string | null; engine?: string | null },
): Promise<BundleFile[]> {
  const database = await openDatabase(locationOf(config));
  try {
    const engines = describedEngines(config, pino({ level: config.LOG_LEVEL }));
    return bundleFiles(await collectBundle({ db: database.db, runtime: systemRuntime, engines, freezers }, input));
  } finally {
    await database.close();
  }
}

/** Verifies a bundle whose files may come from anybody: no server, no network, no database. @throws AppError */
export async function verifyFiles(files: FolderFiles): Promise<Verification> {
  const texts = createThreadPool();
  const answers = readOf(await texts.read('bundledAnswers', files));
  const readings = await tryReadAnswers(texts, [...answers.values()]);
  const byRun = new Map([...answers.keys()].map((runId, index) => [runId, readings[index] ?? null]));
  return readOf(await texts.read('bundle', files, byRun));
}

function readOf<Value>(reading: Reading<Value>): Value {
  if (reading.kind === 'read') return reading.value;
  throw new AppError('invalid_request', `the bundle cannot be verified: ${reading.message}`, { retry: 'never' });
}

export type { RecountedSite };
