import type { z } from 'zod';
import type { auditsWire } from '../../contract/audits/wire.ts';
import { usdOf } from '../../domain/money/usd.ts';
import {
  type AuditState,
  createAudit,
  deriveAudits,
  latestAudit,
  readAudit,
  skipAnswer,
} from '../../services/audits/audits.ts';
import { decideAnswers, undoWords } from '../../services/audits/decideAnswers.ts';
import { goldOfAudit } from '../../services/audits/goldOfAudit.ts';
import { readUndecided } from '../../services/audits/readUndecided.ts';
import { quoteReadings, type ReadingScope, requestReadings } from '../../services/readings/requestReadings.ts';
import { presentBudget } from '../money/present.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { assertInOrder } from '../visibility/query.ts';

const define = operationsOf('Audits');

type AnswerWord = AuditState['words'] extends ReadonlyMap<string, infer Word> ? Word : never;

function presentAudit({ population, ...audit }: AuditState['audit']) {
  const { id, websiteId, engine, startDate, endDate, seed, complete, createdAt, createdBy } = audit;
  const drawnFrom = population.length;
  return { id, websiteId, engine, startDate, endDate, seed, drawnFrom, complete, createdAt, createdBy };
}

function presentWord({ id, runId, recommended, position, auditId, saidBy, saidAt }: AnswerWord) {
  return { id, runId, recommended, position, auditId, saidBy, saidAt };
}

function presentState({ audit, drawn, words, standings }: AuditState) {
  return {
    audit: presentAudit(audit),
    drawn: drawn.length,
    skipped: drawn.filter(({ runId, skippedAt }) => skippedAt !== null && !words.has(runId)).length,
    words: [...words.values()].map(presentWord),
    standings: [...standings],
  };
}

function readingScopeOf(entry: z.output<typeof auditsWire.quoteReadings.body>): ReadingScope {
  const { websiteId, only, engine = null, startDate = null, endDate = null } = entry;
  assertInOrder(startDate, endDate);
  return { websiteId, only, engine, startDate, endDate };
}

export const auditsOperations: readonly Operation[] = [
  define.read('listAudits', {
    summary: 'List random samples of answers that people check, in the order drawn',
    run: async (ctx, { query, page }) =>
      page.cut(await deriveAudits(ctx, query), ({ createdAt, id }) => ({ at: createdAt, id }), presentAudit),
  }),
  define.manage('createAudit', {
    summary: 'Draw saved answers at random, for a person to check without seeing our reading',
    async run(ctx, { body }) {
      const { startDate = null, endDate = null, engine = null, seed = null } = body;
      assertInOrder(startDate, endDate);
      const audit = await createAudit(ctx, { ...body, startDate, endDate, engine, seed });
      return { audit: presentAudit(audit) };
    },
  }),
  define.read('readAudit', {
    summary: 'Read an audit: the next answer to check, people’s verdicts, and how our readings compare',
    async run(ctx, { params }) {
      const state = await readAudit(ctx, params);
      return { ...presentState(state), names: [...state.names], next: state.next };
    },
  }),
  define.manage('skipAuditAnswer', {
    summary: 'Skip a drawn answer: it counts as not checked',
    run: (ctx, { params, body }) => skipAnswer(ctx, { ...params, ...body }),
  }),
  define.read('exportAudit', {
    summary: 'Export the checked answers of an audit as rows of a gold file for `npm run bench -- readAnswers`',
    run: async (ctx, { params, page }) => page.cut(await goldOfAudit(ctx, params), ({ id }) => ({ at: id, id })),
  }),
  define.read('latestAudit', {
    summary: 'Read the accuracy of a website’s readings from its newest audit, with the corrected score',
    description:
      'From the newest audit with checked answers: right, wrong and undecided readings with an interval, and the corrected score next to the raw one. Reads saved answers only.',
    tool: {
      name: 'get_audit_standing',
      rarelyNeeded: true,
      title: 'Reading accuracy',
      description:
        'Accuracy of our readings on a random sample that people checked: right, wrong and undecided readings, and the corrected visibility score next to the raw one, by engine.',
    },
    async run(ctx, { params }) {
      const latest = await latestAudit(ctx, { websiteId: params.id });
      return { latest: latest === null ? null : presentState(latest) };
    },
  }),
  define.manage('decideAnswers', {
    summary: 'Decide whether saved answers recommend the website; reports use the decision instead of the reading',
    async run(ctx, { params, body }) {
      const { runIds, recommended, position, auditId = null } = body;
      const input = { websiteId: params.id, runIds, recommended, position, auditId };
      return { words: (await decideAnswers(ctx, input)).map(presentWord) };
    },
  }),
  define.manage('undoWords', {
    summary: 'Undo decisions about answers: the reading, or the previous decision, counts again',
    run: async (ctx, { params, body }) => ({ runIds: await undoWords(ctx, { websiteId: params.id, ids: body.ids }) }),
  }),
  define.read('quoteReadings', {
    isReadOnly: true,
    summary: 'Quote reading saved answers with the reading model; buys nothing',
    errors: ['engine_unavailable'],
    async run(ctx, { body }) {
      const { typical, max, budgets, ...quote } = await quoteReadings(ctx, readingScopeOf(body));
      const usd = { typicalUsd: usdOf(typical), maxUsd: usdOf(max) };
      return { ...quote, ...usd, budgets: budgets.map(presentBudget) };
    },
  }),
  define.evaluate('requestReadings', {
    spends: true,
    summary: 'Read saved answers with the reading model: one paid call for each text it has not read',
    errors: ['engine_unavailable', 'account_not_allowed', 'run_limit'],
    run: (ctx, { body }) => requestReadings(ctx, { ...readingScopeOf(body), most: body.most }),
  }),
  define.read('undecidedAnswers', {
    summary: 'List answers that do not show whether they recommend the website, by cause, with the deciding sentence',
    tool: {
      name: 'get_undecided_answers',
      rarelyNeeded: true,
      title: 'Undecided answers',
      description:
        'Saved answers of one engine that do not show whether they recommend the website, grouped by cause with the deciding sentence, and the effect of deciding the ten most frequent causes.',
    },
    async run(ctx, { query }) {
      const { websiteId, startDate = null, endDate = null, engine = null } = query;
      assertInOrder(startDate, endDate);
      const { groups, ...rest } = await readUndecided(ctx, { websiteId, startDate, endDate, engine });
      const visibleItems = groups.map(({ cause, name, answers }) => ({
        ...{ cause, name },
        answers: answers.map(({ runId, question, createdAt, name: text, sentence }) => ({
          ...{ runId, question, createdAt, name: text, sentence },
        })),
      }));
      return { ...rest, groups: visibleItems };
    },
  }),
];
