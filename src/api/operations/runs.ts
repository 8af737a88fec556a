import { z } from 'zod';
import { defaultMaxAgeSeconds } from '../../domain/freshness.ts';
import type { RunRecord } from '../../domain/runRecord.ts';
import { cancelRun } from '../../services/cancelRun.ts';
import { dispositionOf, readResult, readShownRun } from '../../services/readObservation.ts';
import { reconcileRun } from '../../services/reconcileRun.ts';
import type { Ctx } from '../../services/world.ts';
import { defineOperation } from '../defineOperation.ts';
import { presentObservation } from '../present.ts';
import { maxAgeSeconds, observationSchema, recordId, runKind } from '../schemas.ts';

const params = z.strictObject({ kind: runKind, id: recordId });
const emptyBody = z.strictObject({});

async function observationOf(ctx: Ctx, run: RunRecord, age: number) {
  const observation = { disposition: dispositionOf(run), run, result: await readResult(ctx, run) };
  return { status: 200, body: presentObservation(observation, age, ctx.runtime.now()) };
}

export const readRunOperation = defineOperation({
  id: 'readRun',
  method: 'GET',
  path: '/runs/{kind}/{id}',
  permission: 'read',
  tag: 'Runs',
  summary: 'Read one saved run with its result and usage',
  description:
    'Saved state only; the provider is not contacted. Poll this until the run is completed, failed or cancelled.',
  params,
  query: z.strictObject({ maxAgeSeconds }),
  output: observationSchema,
  tools: [
    {
      name: 'read_run',
      title: 'Read a run',
      description:
        'Reads one saved run. Call it again every few seconds until the status is completed, failed or cancelled.',
    },
  ],
  async run(ctx, { params: target, query }) {
    const found = await readShownRun(ctx, target);
    return { status: 200, body: presentObservation(found, query.maxAgeSeconds, ctx.runtime.now()) };
  },
});

export const reconcileRunOperation = defineOperation({
  id: 'reconcileRun',
  method: 'POST',
  path: '/runs/{kind}/{id}/reconcile',
  permission: 'evaluate',
  tag: 'Runs',
  summary: 'Look at the existing remote task now and save its progress',
  description: 'Creates no new task and answers no pending tool call. Past its deadline a run may be asked to stop.',
  params,
  body: emptyBody,
  output: observationSchema,
  errors: ['provider_unavailable'],
  tools: [
    {
      name: 'reconcile_run',
      title: 'Reconcile a run',
      description: 'Asks the provider for the present state of an existing run and saves it. Starts nothing.',
    },
  ],
  async run(ctx, { params: target }) {
    return observationOf(ctx, await reconcileRun(ctx, target), defaultMaxAgeSeconds);
  },
});

export const cancelRunOperation = defineOperation({
  id: 'cancelRun',
  method: 'POST',
  path: '/runs/{kind}/{id}/cancel',
  permission: 'evaluate',
  tag: 'Runs',
  summary: 'Request that existing work stop',
  description: 'An acknowledgement is not the end: read the saved run until its terminal outcome is confirmed.',
  params,
  body: emptyBody,
  output: observationSchema,
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
    return observationOf(ctx, await cancelRun(ctx, target), defaultMaxAgeSeconds);
  },
});
