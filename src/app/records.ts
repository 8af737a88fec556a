import { join, resolve } from 'node:path';
import pino from 'pino';
import { notFound } from '../domain/errors.ts';
import { threadAnalyst } from '../providers/analysis/threadAnalyst.ts';
import { freezeResponse } from '../providers/answers/openaiAnswer.ts';
import { createLocalEvidenceStore } from '../providers/capture/localEvidenceStore.ts';
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
