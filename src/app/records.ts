import { join, resolve } from 'node:path';
import pino from 'pino';
import { type BundleFile, bundleFiles } from '../domain/bundle/bundle.ts';
import { notFound } from '../domain/errors.ts';
import type { DateWindow } from '../domain/visibility/scope.ts';
import { threadAnalyst } from '../providers/analysis/threadAnalyst.ts';
import { freezeResponse } from '../providers/answers/openaiAnswer.ts';
import { createLocalEvidenceStore } from '../providers/capture/localEvidenceStore.ts';
import { collectBundle } from '../services/collectBundle.ts';
import { type Replayed, replayWebsite } from '../services/replayWebsite.ts';
import { type Reread, type RereadAnswer, rereadAnswers } from '../services/rereadAnswers.ts';
import { openDatabase } from '../store/open.ts';
import { findRunAnywhere } from '../store/runs.ts';
import { locationOf } from './build.ts';
import type { Config } from './config.ts';
import { systemRuntime } from './systemRuntime.ts';

/** Replays a website run for the operator of this database: no server, no network. @throws AppError */
export async function replayRun(config: Config, runId: string): Promise<Replayed> {
  const opened = await openDatabase(locationOf(config));
  try {
    const run = await findRunAnywhere(opened.db, runId);
    if (run === null) throw notFound('run');
    const world = {
      db: opened.db,
      runtime: systemRuntime,
      log: pino({ level: config.LOG_LEVEL }),
      evidence: createLocalEvidenceStore(join(resolve(config.DATA_DIR), 'evidence')),
      analyst: threadAnalyst,
    };
    return await replayWebsite(world, run.workspaceId, run.id);
  } finally {
    await opened.close();
  }
}

/** Reads saved answers again for the operator of this database: no server, no network, no provider key. */
export async function rereadSaved(
  config: Config,
  input: { dryRun: boolean; report(answer: RereadAnswer): void },
): Promise<Reread> {
  const opened = await openDatabase(locationOf(config));
  try {
    return await rereadAnswers({ db: opened.db, runtime: systemRuntime, answers: { freeze: freezeResponse } }, input);
  } finally {
    await opened.close();
  }
}

/**
 * The files of an evidence bundle, read by the operator of this database: no server, no network. Which answers count,
 * simulated or real ones, follows from the configuration as it does for the server. @throws AppError
 */
export async function makeBundle(
  config: Config,
  input: DateWindow & { websiteId: string; model: string | null },
): Promise<BundleFile[]> {
  const opened = await openDatabase(locationOf(config));
  try {
    const simulated = config.OPENAI_API_KEY === undefined;
    const surface = simulated ? ('simulator' as const) : ('openai-responses-web-search' as const);
    const answers = { simulated, surface, freeze: freezeResponse };
    return bundleFiles(await collectBundle({ db: opened.db, runtime: systemRuntime, answers }, input));
  } finally {
    await opened.close();
  }
}
