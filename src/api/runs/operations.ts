import { defaultMaxAgeSeconds } from '../../domain/runs/freshness.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import type { Ctx } from '../../services/appContext.ts';
import { cancelRun } from '../../services/runs/cancelRun.ts';
import { readFullRun } from '../../services/runs/readFullRun.ts';
import { dispositionOf, readResult, readShownRun } from '../../services/runs/readObservation.ts';
import { reconcileRun } from '../../services/runs/reconcileRun.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { presentObservation } from '../present.ts';
import { presentFullRun } from './presentHistory.ts';

async function buildObservation(ctx: Ctx, run: RunRecord, age: number) {
  const observation = { disposition: dispositionOf(run), run, result: await readResult(ctx, run) };
  return { status: 200, body: presentObservation(observation, age, ctx.runtime.now()) };
}

export const runsOperations: readonly Operation[] = [
  defineOperation('readRun', {
    permission: 'read',
    tag: 'Runs',
    summary: 'Read one saved run with its result and usage',
    description:
      'Saved state only; the provider is not contacted. Poll this until the run is completed, failed or cancelled.',
    tools: [
      {
        name: 'read_run',
        title: 'Read a run',
        words: { maxAgeSeconds: 'Older than this counts as stale.' },
        description:
          'Reads a saved run with its answer. Repeat every few seconds until completed, failed or cancelled.',
      },
    ],
    async run(ctx, { params: target, query }) {
      const shownRun = await readShownRun(ctx, target);
      return { status: 200, body: presentObservation(shownRun, query.maxAgeSeconds, ctx.runtime.now()) };
    },
  }),
  defineOperation('readFullRun', {
    permission: 'read',
    tag: 'Runs',
    summary: 'Read one saved run with its engine, location, device and searches',
    description:
      'Saved state only; the provider is not contacted. Poll this until the run is completed, failed or cancelled.',
    async run(ctx, { params: target, query }) {
      return {
        status: 200,
        body: presentFullRun(await readFullRun(ctx, target), query.maxAgeSeconds, ctx.runtime.now()),
      };
    },
  }),
  defineOperation('reconcileRun', {
    permission: 'evaluate',
    tag: 'Runs',
    summary: 'Poll the existing remote task now and save its progress',
    description: 'Creates no new task and answers no pending tool call. A run past its deadline may be asked to stop.',
    errors: ['provider_unavailable'],
    tools: [
      {
        name: 'reconcile_run',
        title: 'Reconcile a run',
        description: 'Asks the provider for the current state of an existing run and saves it. Starts nothing.',
      },
    ],
    async run(ctx, { params: target }) {
      return buildObservation(ctx, await reconcileRun(ctx, target), defaultMaxAgeSeconds);
    },
  }),
  defineOperation('cancelRun', {
    permission: 'evaluate',
    tag: 'Runs',
    summary: 'Request that existing work stop',
    description:
      'The acknowledgement does not mean that the run has ended: read the saved run until it has a final status.',
    tools: [
      {
        name: 'cancel_run',
        title: 'Cancel a run',
        destructive: true,
        description:
          'Asks that a run stop. Read the run afterwards: it may still complete, and is then saved as completed.',
      },
    ],
    async run(ctx, { params: target }) {
      return buildObservation(ctx, await cancelRun(ctx, target), defaultMaxAgeSeconds);
    },
  }),
];
