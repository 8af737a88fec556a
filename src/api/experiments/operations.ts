import type { Experiment } from '../../domain/experiments/experiment.ts';
import { usdOf } from '../../domain/money/usd.ts';
import { buildExperiment } from '../../services/experiments/experimentPlace.ts';
import { readExperimentEvidence, readExperimentResult } from '../../services/experiments/experimentResult.ts';
import {
  archiveExperiment,
  changeExperiment,
  createExperiment,
  listExperiments,
  stopExperiment,
} from '../../services/experiments/experiments.ts';
import { previewExperiment } from '../../services/experiments/previewExperiment.ts';
import { recordChange, registerExperiment } from '../../services/experiments/registerExperiment.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';

const reads = { tag: 'Experiments', permission: 'read' } as const;
const manages = { tag: 'Experiments', permission: 'manage' } as const;

export const experimentsOperations: readonly Operation[] = [
  defineOperation('previewExperiment', {
    ...reads,
    isReadOnly: true,
    summary: 'Price an experiment and compute the smallest change it can detect',
    description:
      'Saves and buys nothing. The power comes from 500 simulated experiments on your own saved rounds, or on a model if there are too few.',
    errors: ['engine_unavailable'],
    tools: [
      {
        name: 'preview_experiment',
        rarelyNeeded: true,
        title: 'Preview an experiment',
        description:
          'Price of the remaining rounds, and the smallest change that 8 of 10 such experiments detect. Takes the plan and one of its engines; its topics become clusters unless you name some. Saves and buys nothing.',
        brief: ['protocol.clusters'],
      },
    ],
    async run(ctx, { body }) {
      const { cost, ...preview } = await previewExperiment(ctx, body);
      const { rounds, typical, max } = cost;
      return { status: 200, body: { ...preview, cost: { rounds, typicalUsd: usdOf(typical), maxUsd: usdOf(max) } } };
    },
  }),
  defineOperation('listExperiments', {
    ...reads,
    summary: 'List experiments, newest first',
    tools: [
      {
        name: 'list_experiments',
        rarelyNeeded: true,
        title: 'List experiments',
        description: 'Experiments of this workspace, newest first, with the verdict after the last ended round.',
        brief: ['protocol.clusters', 'registration.cases', 'registration.labels', 'changes'],
      },
    ],
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listExperiments', { query });
      const websiteId = query.websiteId ?? null;
      const rows = await listExperiments(ctx, { websiteId, after: page.after, count: page.count });
      return { status: 200, body: page.close(rows, ({ createdAt, id }: Experiment) => ({ at: createdAt, id })) };
    },
  }),
  defineOperation('createExperiment', {
    ...manages,
    summary: 'Draft an experiment on the rounds of a plan',
    description: 'Buys nothing: an experiment reads the answers of its plan’s rounds.',
    run: async (ctx, { body }) => ({ status: 201, body: { experiment: await createExperiment(ctx, body) } }),
  }),
  defineOperation('readExperiment', {
    ...reads,
    summary: 'Read the protocol of an experiment',
    tools: [
      {
        name: 'read_experiment',
        rarelyNeeded: true,
        title: 'Read an experiment',
        description:
          'Protocol, registration and recorded changes of an experiment. read_experiment_result has its verdict; detail "full" adds clusters, arms and questions.',
        brief: ['protocol.clusters', 'registration.cases', 'registration.labels'],
      },
    ],
    run: async (ctx, { params }) => ({ status: 200, body: { experiment: await buildExperiment(ctx, params.id) } }),
  }),
  defineOperation('changeExperiment', {
    ...manages,
    summary: 'Replace the protocol of a draft',
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { experiment: await changeExperiment(ctx, { ...body, id: params.id }) },
    }),
  }),
  defineOperation('archiveExperiment', {
    ...manages,
    summary: 'Archive an experiment',
    async run(ctx, { params }) {
      await archiveExperiment(ctx, params);
      return { status: 204, body: null };
    },
  }),
  defineOperation('registerExperiment', {
    ...manages,
    recordsItself: true,
    summary: 'Freeze an experiment and draw its arms',
    description: 'The audit log records the digest of the frozen protocol. It seeds the assignment and the test.',
    run: async (ctx, { params }) => ({ status: 200, body: { experiment: await registerExperiment(ctx, params) } }),
  }),
  defineOperation('recordChange', {
    ...manages,
    summary: 'Record that the change of an experiment is live',
    description: 'Where clusters name pages, a capture after the change proves it.',
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { experiment: await recordChange(ctx, { ...body, id: params.id }) },
    }),
  }),
  defineOperation('readExperimentResult', {
    ...reads,
    summary: 'Read the verdict of an experiment',
    description: 'Shows no number before a registered analysis is due.',
    tools: [
      {
        name: 'read_experiment_result',
        rarelyNeeded: true,
        title: 'Read the verdict of an experiment',
        description:
          'Verdict of an experiment as a sentence, with its reason. It has numbers only after a registered analysis is due; differences are in percentage points.',
        brief: ['estimate.rounds', 'slope', 'monitor'],
      },
    ],
    run: async (ctx, { params }) => ({ status: 200, body: { result: await readExperimentResult(ctx, params) } }),
  }),
  defineOperation('readExperimentEvidence', {
    ...reads,
    summary: 'Read the evidence for an experiment’s verdict',
    description: '`sightline experiment verify` recomputes the verdict from it offline.',
    run: async (ctx, { params }) => ({ status: 200, body: await readExperimentEvidence(ctx, params) }),
  }),
  defineOperation('stopExperiment', {
    ...manages,
    summary: 'Stop an experiment before its last analysis',
    run: async (ctx, { params }) => ({ status: 200, body: { experiment: await stopExperiment(ctx, params) } }),
  }),
];
