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
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Experiments');

export const experimentsOperations: readonly Operation[] = [
  define.read('previewExperiment', {
    isReadOnly: true,
    summary: 'Price an experiment and compute the smallest change it can detect',
    description:
      'Saves and buys nothing. The power comes from 500 simulated experiments on your own saved rounds, or on a model if there are too few.',
    errors: ['engine_unavailable'],
    tool: {
      rarelyNeeded: true,
      title: 'Preview an experiment',
      description:
        'Price of the remaining rounds, and the smallest change that 8 of 10 such experiments detect. Takes the plan and one of its engines; its topics become clusters unless you name some. Saves and buys nothing.',
      brief: ['protocol.clusters'],
    },
    async run(ctx, { body }) {
      const { cost, ...preview } = await previewExperiment(ctx, body);
      const { rounds, typical, max } = cost;
      return { ...preview, cost: { rounds, typicalUsd: usdOf(typical), maxUsd: usdOf(max) } };
    },
  }),
  define.read('listExperiments', {
    summary: 'List experiments, newest first',
    tool: {
      rarelyNeeded: true,
      title: 'List experiments',
      description: 'Experiments of this workspace, newest first, with the verdict after the last ended round.',
      brief: ['protocol.clusters', 'registration.cases', 'registration.labels', 'changes'],
    },
    run: async (ctx, { query: { websiteId = null }, page }) =>
      page.close(await listExperiments(ctx, { ...page, websiteId }), ({ createdAt, id }) => ({ at: createdAt, id })),
  }),
  define.manage('createExperiment', {
    summary: 'Draft an experiment on the rounds of a plan',
    description: 'Buys nothing: an experiment reads the answers of its plan’s rounds.',
    run: async (ctx, { body }) => ({ experiment: await createExperiment(ctx, body) }),
  }),
  define.read('readExperiment', {
    summary: 'Read the protocol of an experiment',
    tool: {
      rarelyNeeded: true,
      title: 'Read an experiment',
      description:
        'Protocol, registration and recorded changes of an experiment. read_experiment_result has its verdict; detail "full" adds clusters, arms and questions.',
      brief: ['protocol.clusters', 'registration.cases', 'registration.labels'],
    },
    run: async (ctx, { params }) => ({ experiment: await buildExperiment(ctx, params.id) }),
  }),
  define.manage('changeExperiment', {
    summary: 'Replace the protocol of a draft',
    run: async (ctx, { params, body }) => ({ experiment: await changeExperiment(ctx, { ...body, id: params.id }) }),
  }),
  define.manage('archiveExperiment', {
    summary: 'Archive an experiment',
    run: (ctx, { params }) => archiveExperiment(ctx, params),
  }),
  define.manage('registerExperiment', {
    recordsItself: true,
    summary: 'Freeze an experiment and draw its arms',
    description: 'The audit log records the digest of the frozen protocol. It seeds the assignment and the test.',
    run: async (ctx, { params }) => ({ experiment: await registerExperiment(ctx, params) }),
  }),
  define.manage('recordChange', {
    summary: 'Record that the change of an experiment is live',
    description: 'Where clusters name pages, a capture after the change proves it.',
    run: async (ctx, { params, body }) => ({ experiment: await recordChange(ctx, { ...body, id: params.id }) }),
  }),
  define.read('readExperimentResult', {
    summary: 'Read the verdict of an experiment',
    description: 'Shows no number before a registered analysis is due.',
    tool: {
      rarelyNeeded: true,
      title: 'Read the verdict of an experiment',
      description:
        'Verdict of an experiment as a sentence, with its reason. It has numbers only after a registered analysis is due; differences are in percentage points.',
      brief: ['estimate.rounds', 'slope', 'monitor'],
    },
    run: async (ctx, { params }) => ({ result: await readExperimentResult(ctx, params) }),
  }),
  define.read('readExperimentEvidence', {
    summary: 'Read the evidence for an experiment’s verdict',
    description: '`sightline experiment verify` recomputes the verdict from it offline.',
    run: (ctx, { params }) => readExperimentEvidence(ctx, params),
  }),
  define.manage('stopExperiment', {
    summary: 'Stop an experiment before its last analysis',
    run: async (ctx, { params }) => ({ experiment: await stopExperiment(ctx, params) }),
  }),
];
