import { z } from 'zod';
import type { AuditStanding } from '../../domain/audit/auditStanding.ts';
import { undecidedCauses } from '../../domain/audit/undecidedCause.ts';
import type { EffectOfDeciding } from '../../domain/audit/undecidedGroups.ts';
import { instant } from '../instant.ts';
import { budgetSchema } from '../money/schemas.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { sameShape } from '../sameShape.ts';
import { each, idParams, lineOf, recordId } from '../schemas.ts';
import { count, interval, intervalSchema, percentage } from '../visibility/parts.ts';
import { wireShape } from '../wireShape.ts';

const placeInAnswer = z.int().min(1).max(500);
const score = z.strictObject({ value: percentage, interval95: interval });

const standingSchema = sameShape<AuditStanding>()(
  z
    .strictObject({
      engine: z.string(),
      answers: count.meta({ description: 'Answers from which the sample was drawn.' }),
      ...each(count, 'checked right wrong undecided'),
      rightShare: z.strictObject({ value: z.number(), interval95: intervalSchema }).nullable(),
      positions: z.strictObject({ compared: count, right: count }),
      raw: score.extend({ undecided: count }).meta({ description: 'The score as read, over all these answers.' }),
      corrected: score.nullable().meta({
        description: 'The score corrected by the checked answers; null while too few are checked.',
      }),
      moreNeeded: count.meta({ description: 'Answers still to be checked before a corrected score is given.' }),
    })
    .meta({ id: 'AuditStanding', description: 'Comparison of our readings with people’s verdicts for one engine.' }),
);

const auditSchema = z
  .strictObject({
    id: z.string(),
    websiteId: z.string(),
    engine: z.string().nullable().meta({ description: 'null: answers of every engine were drawn.' }),
    startDate: z.iso.date().nullable(),
    endDate: z.iso.date().nullable(),
    seed: z.string(),
    drawnFrom: count,
    complete: z.boolean().meta({ description: 'False: older answers of the period were left out.' }),
    createdAt: instant,
    createdBy: z.string(),
  })
  .meta({ id: 'Audit', description: 'A random sample of saved answers for a person to check.' });

const wordSchema = z
  .strictObject({
    id: z.string(),
    runId: z.string(),
    recommended: z.boolean(),
    position: placeInAnswer.nullable(),
    auditId: z.string().nullable(),
    saidBy: z.string(),
    saidAt: instant,
  })
  .meta({ id: 'AnswerWord', description: 'A person’s verdict on one answer.' });

const answerToCheck = z.strictObject({
  ...each(z.string(), 'runId engine language question text'),
});

const auditState = z.strictObject({
  audit: auditSchema,
  drawn: count,
  skipped: count,
  words: z.array(wordSchema),
  standings: z.array(standingSchema),
});

const period = {
  startDate: z.iso.date().optional().meta({ description: 'Inclusive UTC date.' }),
  endDate: z.iso.date().optional().meta({ description: 'Inclusive UTC date.' }),
};

const readingScope = {
  websiteId: recordId,
  engine: lineOf(40).optional().meta({ description: 'Only answers of this engine.' }),
  only: z.enum(['weak', 'all']).default('weak').meta({
    description: 'weak: answers that are undecided, had their structure restored, or were read from running text.',
  }),
  ...period,
};

const effectSchema = sameShape<EffectOfDeciding>()(
  z.strictObject({ causes: count, answers: count, undecidedAfter: count, scoreBounds: interval }),
);

const undecidedGroup = z.strictObject({
  cause: z.enum(undecidedCauses),
  name: z.string().nullable(),
  answers: z.array(
    z.strictObject({
      runId: z.string(),
      question: z.string(),
      createdAt: instant,
      name: z.string().nullable(),
      sentence: z.string().nullable(),
    }),
  ),
});

/** Samples that people check, their decisions on single answers, and answers that wait for a decision. */
export const auditsWire = {
  listAudits: wireShape({
    query: z.strictObject({ websiteId: recordId, ...pageQuery }),
    output: pageOfItems(auditSchema),
  }),
  createAudit: wireShape({
    body: z.strictObject({
      websiteId: recordId,
      size: z.int().min(1).max(500).default(40).meta({ description: 'Answers to draw.' }),
      seed: lineOf(100).optional().meta({ description: 'The same seed draws the same answers. Default: the new id.' }),
      engine: lineOf(40).optional().meta({ description: 'Only answers of this engine.' }),
      ...period,
    }),
    output: z.strictObject({ audit: auditSchema }),
    statuses: [201],
  }),
  readAudit: wireShape({
    params: idParams,
    output: auditState.extend({
      names: z.array(z.string()).meta({ description: 'Names of the website.' }),
      next: answerToCheck.nullable().meta({
        description: 'The next answer to check, without our reading; null when all are done.',
      }),
    }),
  }),
  skipAuditAnswer: wireShape({
    params: idParams,
    body: z.strictObject({ runId: recordId }),
    output: z.null(),
    statuses: [204],
  }),
  exportAudit: wireShape({
    params: idParams,
    query: z.strictObject(pageQuery),
    output: pageOfItems(
      answerToCheck.omit({ runId: true }).extend({
        ...each(z.string(), 'id topic shape'),
        sources: z.array(z.strictObject({ url: z.string(), title: z.string().nullable() })),
        gold: z.array(z.never()),
        targets: z.array(
          z.strictObject({
            brand: z.string(),
            domain: z.string(),
            aliases: z.array(z.string()),
            listed: z.boolean(),
            position: placeInAnswer.nullable(),
          }),
        ),
      }),
    ),
  }),
  latestAudit: wireShape({
    params: idParams,
    output: z.strictObject({ latest: auditState.nullable() }),
  }),
  decideAnswers: wireShape({
    params: idParams,
    body: z.strictObject({
      runIds: z.array(recordId).min(1).max(200).meta({ description: 'Runs whose answers are decided.' }),
      recommended: z.boolean().meta({ description: 'True if they recommend the website.' }),
      position: placeInAnswer.nullable().default(null).meta({ description: 'One-based; only for a single answer.' }),
      auditId: recordId.optional().meta({ description: 'Audit in which the verdict was given.' }),
    }),
    output: z.strictObject({ words: z.array(wordSchema) }),
    statuses: [201],
  }),
  undoWords: wireShape({
    params: idParams,
    body: z.strictObject({ ids: z.array(recordId).min(1).max(200) }),
    output: z.strictObject({ runIds: z.array(z.string()) }),
  }),
  quoteReadings: wireShape({
    body: z.strictObject(readingScope),
    output: z.strictObject({
      reader: z.string().meta({ description: 'Model, and version of its instructions.' }),
      simulated: z.boolean(),
      answers: count.meta({ description: 'Texts to read, each once.' }),
      shared: count.meta({ description: 'Answers whose text was already read, or is read for another answer.' }),
      tooLong: count,
      leftToday: count.meta({ description: 'Texts that can still be read on this UTC day.' }),
      typicalUsd: z.number().nullable().meta({ description: 'null: no price is known.' }),
      maxUsd: z.number().nullable(),
      budgets: z.array(budgetSchema),
    }),
  }),
  requestReadings: wireShape({
    body: z.strictObject({
      ...readingScope,
      most: z.int().min(1).max(5_000).meta({ description: 'Maximum texts to buy: the quoted number.' }),
      confirmSpend: z.literal(true),
    }),
    output: z.strictObject({ planned: count, shared: count, left: count, because: z.string().nullable() }),
    statuses: [202],
  }),
  undecidedAnswers: wireShape({
    query: z.strictObject({
      websiteId: recordId,
      engine: lineOf(40).optional().meta({ description: 'Default: the declared engine.' }),
      ...period,
    }),
    output: z.strictObject({
      engine: z.string(),
      answers: count,
      undecided: count,
      notSorted: count.meta({ description: 'Older undecided answers, not grouped by cause.' }),
      groups: z.array(undecidedGroup),
      topTen: effectSchema.meta({ description: 'Effect of deciding the ten most common causes.' }),
    }),
  }),
};
