import { invalidField } from '../../domain/errors.ts';
import {
  costsOfRuns,
  listAnswers,
  listRuns,
  positionOfRun,
  progressOfRuns,
  readAnswer,
} from '../../services/observations/runHistory.ts';
import { findAnswers } from '../../services/visibility/findAnswers.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { presentAskedCase } from '../present.ts';
import { presentListedAnswer, presentRunSummary } from '../presentHistory.ts';

const shared = { permission: 'read', tag: 'History' } as const;

const listRunsOperation = defineOperation('listRuns', {
  ...shared,
  summary: 'List saved runs, newest first',
  async run(ctx, { query }) {
    const page = openListPage(ctx, 'listRuns', { query });
    const { items: runs, nextCursor } = page.close(await listRuns(ctx, { ...query, ...page }), positionOfRun);
    const [progress, costs] = await Promise.all([progressOfRuns(ctx, runs), costsOfRuns(ctx, runs)]);
    const items = runs.map((run) => presentRunSummary(run, progress.get(run.id), costs.get(run.id)));
    return { status: 200, body: { items, nextCursor } };
  },
});

const listAnswersOperation = defineOperation('listAnswers', {
  ...shared,
  summary: 'Attempts at one question, newest first, with what each answer says about the owner',
  async run(ctx, { params, query }) {
    const page = openListPage(ctx, 'listAnswers', { params, query });
    const { found, answers } = await listAnswers(ctx, { ...params, ...page });
    const { items, nextCursor } = page.close(answers, ({ run }) => positionOfRun(run));
    return { status: 200, body: { case: presentAskedCase(found), items: items.map(presentListedAnswer), nextCursor } };
  },
});

const findAnswersOperation = defineOperation('findAnswers', {
  ...shared,
  summary: 'The answers behind any number, newest first, by every filter at once',
  async run(ctx, { query }) {
    const { limit: _limit, cursor: _cursor, tag = null, branded, ...filters } = query;
    const { questionId = null } = filters;
    const questions = { tag, branded: branded ?? (questionId === null ? 'exclude' : 'include') } as const;
    const { startDate = null, endDate = null, engine = null, model = null } = filters;
    const { status = null, basis = null, position = null, source = null, rival = null, runStatus = null } = filters;
    if (startDate !== null && endDate !== null && startDate > endDate) {
      throw invalidField('startDate', 'must not be after endDate');
    }
    const asked = { startDate, endDate, engine, model, questionId, status, basis, position, source, rival, runStatus };
    const page = openListPage(ctx, 'findAnswers', { query });
    const { rows, matched } = await findAnswers(ctx, { ...filters, ...asked, questions }, page);
    const { items, nextCursor } = page.close(rows, ({ createdAt, runId }) => ({ at: createdAt, id: runId }));
    return { status: 200, body: { items, nextCursor, matched } };
  },
});

const readAnswerOperation = defineOperation('readAnswer', {
  ...shared,
  summary: 'One answer with its question and what it says about the owner',
  async run(ctx, { params }) {
    const read = await readAnswer(ctx, params);
    return { status: 200, body: { case: presentAskedCase(read.found), answer: presentListedAnswer(read) } };
  },
});

export const historyOperations: readonly Operation[] = [
  listRunsOperation,
  listAnswersOperation,
  findAnswersOperation,
  readAnswerOperation,
];
