import type { z } from 'zod';
import type { questionSchema } from '../../contract/questionSchemas.ts';
import { wire } from '../../contract/wire.ts';
import { invalidField } from '../../domain/errors.ts';
import { isSimulated } from '../../domain/runs/engine.ts';
import { createQuestions } from '../../services/questions/createQuestions.ts';
import { changeQuestions, listTags, type QuestionSettings } from '../../services/questions/questionSettings.ts';
import { archiveQuestion, listQuestions, type Question, readQuestion } from '../../services/questions/questions.ts';
import type { ListedAnswer } from '../../services/runs/answerListings.ts';
import { positionOfRun } from '../../services/runs/runHistory.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentAskedCase } from '../present.ts';
import { presentListedAnswer } from '../runs/presentHistory.ts';

const define = operationsOf('Questions');

type WireQuestion = z.input<typeof questionSchema>;

function presentQuestion(question: Question): WireQuestion {
  const { id, query, target, locale, createdAt, engines } = question;
  return {
    ...{ id, query, target, locale, createdAt, ...presentSettings(question) },
    engines: engines.map(({ engine, cases, lastAnswer, activeRunId }) => ({
      engine,
      cases: cases.map(presentAskedCase),
      lastAnswer: lastAnswer === null ? null : presentLastAnswer(lastAnswer),
      activeRunId,
    })),
  };
}

function presentSettings({ tags, branded, brandedBy }: QuestionSettings): QuestionSettings {
  return { tags: [...tags], branded, brandedBy };
}

function presentLastAnswer({ run, listing }: ListedAnswer): WireQuestion['engines'][number]['lastAnswer'] {
  return {
    runId: run.id,
    observedAt: run.observedAt,
    model: run.model,
    simulated: isSimulated(run),
    status: listing.noAnswer === null ? listing.targetStatus : 'no_answer',
    basis: listing.targetBasis,
    position: listing.position,
  };
}

export const questionsOperations: readonly Operation[] = [
  define.read('listQuestions', {
    summary: 'List the saved questions, newest first, each with its cases and last answer at every engine',
    tool: {
      title: 'List questions',
      description: 'Saved questions with their tags, and the last answer at each engine; detail full adds case ids.',
      defaults: { limit: 20 },
      brief: [
        ...['target', 'locale', 'createdAt', 'brandedBy', 'activeRunId', 'cases'],
        ...[
          'lastAnswer.runId',
          'lastAnswer.observedAt',
          'lastAnswer.model',
          'lastAnswer.simulated',
          'lastAnswer.basis',
        ],
      ],
    },
    async run(ctx, { query, page }) {
      const questions = await listQuestions(ctx, { ...query, ...page });
      return page.close(questions, ({ createdAt, id }) => ({ at: createdAt, id }), presentQuestion);
    },
  }),
  define.manage('createQuestions', {
    summary: 'Save questions for one or more engines, all or none',
    description:
      'Saved questions are reused. Settings that an engine does not support are refused, and nothing is sent.',
    errors: ['unsupported_setting', 'engine_unavailable'],
    tool: {
      title: 'Save questions',
      description: 'Saves questions for the engines named, all or none. Asks nothing, buys nothing.',
      brief: ['target', 'locale', 'createdAt', 'brandedBy', 'cases.query', 'cases.search', 'cases.archivedAt'],
      // Left out: `queries` covers `query`, and agents rarely choose search settings.
      body: wire.createQuestions.body.omit({ query: true, search: true, dryRun: true }),
    },
    async run(ctx, { body }) {
      const { query, queries = [], websiteId = null, engines = [], locale, search, tags, dryRun } = body;
      if (query !== undefined && queries.length > 0) throw invalidField('query', 'is sent, or `queries`; not both');
      const request =
        query === undefined
          ? { queries, queryField: 'queries' as const }
          : { queries: [query], queryField: 'query' as const };
      const input = { ...request, websiteId, engines, locale, search, tags, dryRun };
      const { questions, made, reused } = await createQuestions(ctx, input);
      return { items: questions.map(presentQuestion), made, reused };
    },
  }),
  define.manage('changeQuestions', {
    summary: 'Change the tags of many questions, and whether they count as branded, all or none',
    async run(ctx, { body }) {
      const changed = await changeQuestions(ctx, { ...body, branded: body.branded });
      return { items: changed.map((one) => ({ id: one.id, ...presentSettings(one) })) };
    },
  }),
  define.read('listTags', {
    summary: 'List tags with their number of active questions',
    run: async (ctx, { query, page }) =>
      page.close(
        await listTags(ctx, { ...query, ...page }),
        ({ form }) => ({ at: '', id: form }),
        ({ tag, questions }) => ({ tag, questions }),
      ),
  }),
  define.read('readQuestion', {
    summary: 'Read a question with its cases at every engine, and its answers, newest first',
    async run(ctx, { params, query, page }) {
      const { question, answers } = await readQuestion(ctx, { ...params, ...query, ...page });
      const listed = page.close(answers, ({ run }) => positionOfRun(run), presentListedAnswer);
      return { question: presentQuestion(question), ...listed };
    },
  }),
  define.manage('archiveQuestion', {
    summary: 'Archive a question for all engines; its answers stay',
    run: (ctx, { params }) => archiveQuestion(ctx, params),
  }),
];
