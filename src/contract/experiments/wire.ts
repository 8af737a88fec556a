import { z } from 'zod';
import type { Experiment, ListedExperiment } from '../../domain/experiments/experiment.ts';
import type { InterimEstimate } from '../../domain/experiments/interimEstimate.ts';
import { type Judgement, verdictReasons, verdicts } from '../../domain/experiments/judge.ts';
import type { JudgedExperiment } from '../../domain/experiments/judgedExperiment.ts';
import type { Power } from '../../domain/experiments/power.ts';
import {
  answerMetrics,
  assignmentKinds,
  maxInterimAnalyses,
  type Protocol,
  type RecordedChange,
  type Registration,
} from '../../domain/experiments/protocol.ts';
import { spendingKinds } from '../../domain/experiments/spending.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { sameShape } from '../sameShape.ts';
import { idParams, lineOf, recordId } from '../schemas.ts';
import { noContent, wireShape } from '../wireShape.ts';

const count = z.int().min(0);
const points = z.number().meta({ description: 'Percentage points, or percent.' });
const p = z.number().min(0).max(1);

const cluster = z.strictObject({
  id: lineOf(60),
  questionIds: z.array(recordId).max(50),
  pages: z.array(lineOf(2_000)).max(50),
  stratum: lineOf(60).nullable(),
  arm: z.enum(['treated', 'control']).nullable(),
});

const choices = {
  websiteId: recordId,
  planId: recordId,
  engine: lineOf(60),
  hypothesis: lineOf(500),
  metric: z.enum(answerMetrics),
  secondary: z.array(z.enum(answerMetrics)).max(3),
  assignment: z.enum(assignmentKinds).meta({
    description:
      'Assignment method, strongest first. random, pairs and stepped are drawn from the registration digest; chosen supports only weaker conclusions.',
  }),
  roundsBefore: z.int().min(2).max(26),
  roundsAfter: z.int().min(2).max(26),
  lagDays: z.int().min(0).max(90),
  steps: z.int().min(1).max(12),
  level: z.number().min(0.001).max(0.2),
  looks: z.array(z.number().gt(0).max(1)).min(1).max(maxInterimAnalyses),
  spending: z.enum(spendingKinds),
  effectOfInterest: z.number().gt(0).max(100),
  allowBranded: z.boolean(),
  isRetrospective: z.boolean(),
  captureBefore: recordId.nullable(),
};

const protocolSchema = sameShape<Protocol>()(
  z
    .strictObject({
      ...choices,
      clusters: z.array(cluster),
      firstRound: z.int().min(1),
      chosenThroughRound: z.int().min(1).nullable(),
    })
    .meta({ id: 'ExperimentProtocol' }),
);

const registrationSchema = sameShape<Registration>()(
  z
    .strictObject({
      at: instant,
      by: z.string(),
      digest: z.string(),
      cases: z.array(z.strictObject({ questionId: z.string(), caseId: z.string(), question: z.string() })),
      labels: z.array(count).meta({ description: 'One per cluster: 1 treated, 0 control, or the step of a roll-out.' }),
      repeats: count,
      smallestEffect: points.nullable(),
      powerOfInterest: p.nullable(),
      powerBasis: z.enum(['history', 'model']),
    })
    .meta({ id: 'ExperimentRegistration' }),
);

const urls = z.array(z.string());
const changeSchema = sameShape<RecordedChange>()(
  z
    .strictObject({
      step: count,
      at: instant,
      captureAfter: z.string().nullable(),
      proof: z.strictObject({ changed: urls, unchanged: urls, missing: urls, touched: urls }).nullable(),
    })
    .meta({ id: 'ExperimentChange' }),
);

const experimentFields = {
  id: z.string(),
  name: z.string(),
  protocol: protocolSchema,
  registration: registrationSchema.nullable(),
  changes: z.array(changeSchema),
  stoppedAt: instant.nullable(),
  createdAt: instant,
  createdBy: z.string(),
};
const experimentSchema = sameShape<Experiment>()(z.strictObject(experimentFields).meta({ id: 'Experiment' }));
const listedSchema = sameShape<ListedExperiment>()(
  z
    .strictObject({
      ...experimentFields,
      verdict: z
        .strictObject({ verdict: z.enum(verdicts), words: z.string() })
        .nullable()
        .meta({ description: 'Verdict when the last ended round was judged; null: not judged yet.' }),
    })
    .meta({ id: 'ListedExperiment' }),
);

const arm = z.strictObject({ before: points.nullable(), after: points.nullable(), clusters: count, questions: count });
const range = z.strictObject({ low: points, high: points });

const estimateSchema = sameShape<InterimEstimate>()(
  z
    .strictObject({
      metric: z.enum(answerMetrics),
      difference: points,
      interval95: range.nullable(),
      p: p.nullable(),
      slope: z.number().nullable(),
      arms: z.strictObject({ treated: arm, control: arm }),
      knownAnswers: count,
      missing: z.strictObject({ treated: points, control: points }),
      shuffledWithin: points.nullable(),
      placebo: z.strictObject({ time: p.nullable(), space: p.nullable() }),
      secondOpinion: p.nullable(),
      evidence: z.strictObject({ wins: count, losses: count, pairs: z.number(), sizes: z.number() }).nullable(),
      monitor: z.number().nullable(),
      exposure: z.strictObject({ questionIds: z.array(z.string()), differenceWithout: points.nullable() }),
      bounds: range.nullable(),
      secondary: z.array(z.strictObject({ metric: z.enum(answerMetrics), difference: points, p, adjusted: p })),
      rounds: z.array(
        z.strictObject({ round: count, dueAt: instant, treated: points.nullable(), control: points.nullable() }),
      ),
      runs: count,
    })
    .meta({ id: 'ExperimentEstimate' }),
);

const judgementSchema = sameShape<Judgement>()(
  z
    .strictObject({
      verdict: z.enum(verdicts),
      words: z.string(),
      reason: z.enum(verdictReasons).nullable(),
      detail: z.string().nullable(),
      rounds: z.strictObject({ before: count, after: count }),
      looksDue: count,
      roundsToNextLook: z.int().nullable(),
      foundAtLook: z.int().nullable(),
      estimate: estimateSchema.nullable().meta({ description: 'null until a registered analysis is due.' }),
    })
    .meta({ id: 'ExperimentResult' }),
);

const value = z.number().nullable();
const judgedSchema = sameShape<JudgedExperiment>()(
  z
    .strictObject({
      protocol: protocolSchema,
      registration: registrationSchema,
      changes: z.array(changeSchema),
      stoppedAt: instant.nullable(),
      rounds: z.array(
        z.strictObject({
          number: count,
          dueAt: instant,
          isComplete: z.boolean(),
          isMissed: z.boolean(),
          answers: z.array(
            z.strictObject({
              runId: z.string(),
              questionId: z.string(),
              values: z.strictObject({ listed: value, first: value, cited: value, place: value }),
              model: z.string().nullable(),
              harnessVersion: z.string(),
              readerVersion: z.string().nullable(),
              citesTreated: z.boolean(),
            }),
          ),
        }),
      ),
    })
    .meta({ id: 'ExperimentEvidence' }),
);

/** A protocol as a caller sends it. */
const draft = z.strictObject({
  ...choices,
  metric: choices.metric.default('listed'),
  secondary: choices.secondary.default([]),
  assignment: choices.assignment.default('random'),
  clusters: z
    .array(
      cluster.extend({
        pages: cluster.shape.pages.default([]),
        stratum: cluster.shape.stratum.default(null),
        arm: cluster.shape.arm.default(null),
      }),
    )
    .max(400)
    .nullable()
    .default(null)
    .meta({ description: 'null: one cluster per topic of the plan’s questions.' }),
  firstRound: z
    .int()
    .min(1)
    .max(100_000)
    .nullable()
    .default(null)
    .meta({ description: "The plan's first round before the change; null: its next one." }),
  roundsBefore: choices.roundsBefore.default(4),
  roundsAfter: choices.roundsAfter.default(4),
  lagDays: choices.lagDays.default(7),
  steps: choices.steps.default(1),
  level: choices.level.default(0.05),
  looks: choices.looks.default([1]),
  spending: choices.spending.default('power'),
  effectOfInterest: choices.effectOfInterest.default(20),
  chosenThroughRound: z
    .int()
    .min(1)
    .max(100_000)
    .nullable()
    .default(null)
    .meta({ description: 'The last round used to choose the change.' }),
  chosenOnRuns: z
    .array(recordId)
    .max(1_000)
    .default([])
    .meta({ description: 'Runs used for that choice, such as those of a work item.' }),
  allowBranded: choices.allowBranded.default(false),
  isRetrospective: choices.isRetrospective.default(false),
  captureBefore: choices.captureBefore.default(null),
});

const named = draft.extend({ name: lineOf(100) });
const one = z.strictObject({ experiment: experimentSchema });
const amount = z.number().nullable();

/** Experiments with a control. */
export const experimentsWire = {
  previewExperiment: wireShape({
    body: draft,
    output: z.strictObject({
      protocol: protocolSchema,
      answers: count,
      cost: z.strictObject({ rounds: count, typicalUsd: amount, maxUsd: amount }),
      power: sameShape<Power>()(
        z.strictObject({
          smallestEffect: points.nullable(),
          powerOfInterest: p.nullable(),
          basis: z.enum(['history', 'model']),
        }),
      ),
    }),
  }),
  listExperiments: wireShape({
    query: z.strictObject({ websiteId: recordId.optional(), ...pageQuery }),
    output: pageOfItems(listedSchema),
  }),
  createExperiment: wireShape({ body: named, output: one, statuses: [201] }),
  readExperiment: wireShape({ params: idParams, output: one }),
  changeExperiment: wireShape({ params: idParams, body: named, output: one }),
  archiveExperiment: wireShape({ params: idParams, ...noContent }),
  registerExperiment: wireShape({ params: idParams, body: z.strictObject({}), output: one }),
  recordChange: wireShape({
    params: idParams,
    body: z.strictObject({
      at: instant.nullable().default(null).meta({ description: 'Time the change went live; null: now.' }),
      step: z.int().min(0).default(0),
      captureAfter: recordId.nullable().default(null),
    }),
    output: one,
  }),
  readExperimentResult: wireShape({ params: idParams, output: z.strictObject({ result: judgementSchema }) }),
  readExperimentEvidence: wireShape({
    params: idParams,
    output: z.strictObject({ experiment: judgedSchema, judgement: judgementSchema }),
  }),
  stopExperiment: wireShape({ params: idParams, body: z.strictObject({}), output: one }),
};
