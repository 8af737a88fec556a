import { defaultMaxAgeSeconds } from '../../domain/runs/freshness.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import type { Ctx } from '../../services/appContext.ts';
import { cancelRun } from '../../services/runs/cancelRun.ts';
import { readFullRun } from '../../services/runs/readFullRun.ts';
import { dispositionOf, readResult, readShownRun } from '../../services/runs/readObservation.ts';
import { reconcileRun } from '../../services/runs/reconcileRun.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentObservation } from '../present.ts';
import { presentFullRun } from './presentHistory.ts';

const define = operationsOf('Runs');

async function buildObservation(ctx: Ctx, run: RunRecord, age: number) {
  const observation = { disposition: dispositionOf(run), run, result: await readResult(ctx, run) };
  return presentObservation(observation, age, ctx.runtime.now());
}

export const runsOperations: readonly Operation[] = [
  define.read('readRun', {
    summary: 'Read one saved run with its result and usage',
    description:
      'Saved state only; the provider is not contacted. Poll this until the run is completed, failed or cancelled.',
    tool: {
      title: 'Read a run',
      words: { maxAgeSeconds: 'Older than this counts as stale.' },
      description: 'Reads a saved run with its answer. Repeat every few seconds until completed, failed or cancelled.',
    },
    run: async (ctx, { params: target, query }) =>
      presentObservation(await readShownRun(ctx, target), query.maxAgeSeconds, ctx.runtime.now()),
  }),
  define.read('readFullRun', {
    summary: 'Read one saved run with its engine, location, device and searches',
    description:
      'Saved state only; the provider is not contacted. Poll this until the run is completed, failed or cancelled.',
    run: async (ctx, { params: target, query }) =>
      presentFullRun(await readFullRun(ctx, target), query.maxAgeSeconds, ctx.runtime.now()),
  }),
  define.evaluate('reconcileRun', {
    summary: 'Poll the existing remote task now and save its progress',
    description: 'Creates no new task and answers no pending tool call. A run past its deadline may be asked to stop.',
    errors: ['provider_unavailable'],
    tool: {
      title: 'Reconcile a run',
      description: 'Asks the provider for the current state of an existing run and saves it. Starts nothing.',
    },
    run: async (ctx, { params: target }) =>
      buildObservation(ctx, await reconcileRun(ctx, target), defaultMaxAgeSeconds),
  }),
  define.evaluate('cancelRun', {
    summary: 'Request that existing work stop',
    description:
      'The acknowledgement does not mean that the run has ended: read the saved run until it has a final status.',
    tool: {
      title: 'Cancel a run',
      destructive: true,
      description:
        'Asks that a run stop. Read the run afterwards: it may still complete, and is then saved as completed.',
    },
    run: async (ctx, { params: target }) => buildObservation(ctx, await cancelRun(ctx, target), defaultMaxAgeSeconds),
  }),
];
