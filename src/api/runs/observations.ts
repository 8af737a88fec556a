import { keywordTarget, websiteTarget } from '../../contract/runs/wire.ts';
import { invalidField } from '../../domain/errors.ts';
import { ensureObservation } from '../../services/runs/ensureObservation.ts';
import type { ObservationTarget } from '../../services/runs/planObservation.ts';
import { readObservation, readResult } from '../../services/runs/readObservation.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentObservation } from '../present.ts';

const define = operationsOf('Observations');

type Query = {
  kind: 'website' | 'keyword';
  websiteId?: string | undefined;
  caseId?: string | undefined;
  useSeoTools?: boolean | undefined;
};

/** Parses the two shapes of the query, which may not be mixed, like the two bodies of ensure. */
function targetOfQuery(query: Query): ObservationTarget {
  const { kind, websiteId, caseId, useSeoTools } = query;
  if (kind === 'website') {
    if (caseId !== undefined) throw invalidField('caseId', 'is not allowed with kind=website');
    if (useSeoTools !== undefined) throw invalidField('useSeoTools', 'is not allowed with kind=website');
    if (websiteId === undefined) throw invalidField('websiteId', 'is required with kind=website');
    return { kind, websiteId };
  }
  if (websiteId !== undefined) throw invalidField('websiteId', 'is not allowed with kind=keyword');
  if (caseId === undefined) throw invalidField('caseId', 'is required with kind=keyword');
  return { kind, caseId, useSeoTools: useSeoTools ?? false };
}

export const observationsOperations: readonly Operation[] = [
  define.read('readObservation', {
    summary: 'Read the latest matching saved result and its age',
    description: 'Missing or stale data starts nothing.',
    errors: ['engine_unavailable', 'unsupported_setting'],
    tool: {
      title: 'Read an observation',
      description: 'Reads the latest saved observation of a website or question, with its age. Free.',
      words: { maxAgeSeconds: 'Older than this counts as stale.', useSeoTools: 'As asked; only for keyword.' },
    },
    run: async (ctx, { query }) =>
      presentObservation(await readObservation(ctx, targetOfQuery(query)), query.maxAgeSeconds, ctx.runtime.now()),
  }),
  define.evaluate('ensureObservation', {
    isOfRounds: true,
    spends: true,
    recordsItself: true,
    summary: 'Reuse a recent result or an active run, or start one new run',
    description:
      'Can incur usage charges. 200: a saved result meets the age. 202: a run is active or was started; follow `run.pollUrl`. Retry with the same key and an identical body; never change the key to retry an uncertain creation.',
    errors: [
      'account_not_allowed',
      'idempotency_conflict',
      'creation_unresolved',
      'owner_active_elsewhere',
      'run_limit',
      'persistence_unconfirmed',
      'mcp_endpoint_not_public',
      'engine_unavailable',
      'unsupported_setting',
      'approval_required',
    ],
    tools: [
      {
        name: 'ensure_keyword_observation',
        title: 'Ensure a keyword observation',
        description:
          'Reuses a recent answer to a saved question, or follows or starts one paid run. Never send a new idempotencyKey for an uncertain creation. Then follow the run with read_run.',
        body: keywordTarget.omit({ kind: true }),
        fixed: { kind: 'keyword' },
        view: 'purchase',
      },
      {
        name: 'ensure_website_observation',
        title: 'Ensure a website observation',
        description:
          'Reuses a recent capture of an owned website, or follows or starts one. Then follow the run with read_run.',
        body: websiteTarget.omit({ kind: true }),
        fixed: { kind: 'website' },
      },
    ],
    async reply(ctx, { body, headers }) {
      const ensured = await ensureObservation(ctx, { body, idempotencyKey: headers['Idempotency-Key'] });
      const result = await readResult(ctx, ensured.run);
      return {
        status: ensured.disposition === 'fresh_saved' ? 200 : 202,
        body: presentObservation({ ...ensured, result }, ensured.maxAgeSeconds, ctx.runtime.now()),
        headers: ensured.replayed ? { 'Idempotency-Replayed': 'true' } : {},
      };
    },
  }),
];
