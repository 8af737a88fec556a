import type { z } from 'zod';
import { answerStatuses } from '../../contract/runs/foundAnswer.ts';
import type { historyWire } from '../../contract/runs/history.ts';
import { invalidField } from '../../domain/errors.ts';
import { costsOfRuns, listRuns, positionOfRun, progressOfRuns, readAnswer } from '../../services/runs/runHistory.ts';
import { type AnswersQuery, findAnswers } from '../../services/visibility/findAnswers.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentAskedCase } from '../present.ts';
import { assertInOrder } from '../visibility/query.ts';
import { presentListedAnswer, presentRunSummary } from './presentHistory.ts';

const define = operationsOf('History');

/** @throws invalid_request */
function answersQueryOf(input: z.output<typeof historyWire.findAnswers.query>): AnswersQuery {
  const { websiteId, startDate = null, endDate = null, engine = null, model = null, questionId = null } = input;
  const { basis = null, position = null, source = null, page = null, returned = null, searched = null } = input;
  const { rival = null, runStatus = null, latest, notOwn, tag = null, branded, rule, about = null, sourceKind } = input;
  assertInOrder(startDate, endDate);
  if (sourceKind !== undefined && rule !== undefined) throw invalidField('rule', 'cannot be combined with sourceKind');
  return {
    ...{ websiteId, startDate, endDate, engine, model, questionId, basis, position, rival, runStatus, latest },
    ...{ source, page, returned, searched, notOwn },
    statuses: input.status === undefined ? null : statusesOf(input.status),
    behind:
      rule !== undefined
        ? { kind: 'rule', cases: { ruleId: rule, about } }
        : sourceKind !== undefined
          ? { kind: 'sources', of: sourceKind }
          : null,
    questions: { tag, branded: branded ?? (questionId === null ? 'exclude' : 'include') },
  };
}

/** @throws invalid_request */
function statusesOf(text: string): (typeof answerStatuses)[number][] {
  return text.split(',').map((word) => {
    const status = answerStatuses.find((one) => one === word);
    if (status === undefined) throw invalidField('status', `must be of ${answerStatuses.join(', ')}`);
    return status;
  });
}

export const historyOperations: readonly Operation[] = [
  define.read('listRuns', {
    mayLag: true,
    summary: 'List saved runs, newest first',
    async run(ctx, { query, page }) {
      const { items: runs, nextCursor } = page.close(await listRuns(ctx, { ...query, ...page }), positionOfRun);
      const [progress, costs] = await Promise.all([progressOfRuns(ctx, runs), costsOfRuns(ctx, runs)]);
      const items = runs.map((run) => presentRunSummary(run, progress.get(run.id), costs.get(run.id)));
      return { items, nextCursor };
    },
  }),
  define.read('findAnswers', {
    mayLag: true,
    tool: {
      title: 'Answers behind a number',
      description:
        'Saved answers by status, rival, cited domain or page, newest first, with what each says about the website.',
      takes: [
        ...['websiteId', 'engine', 'questionId', 'startDate', 'endDate', 'status', 'rival', 'source', 'page'],
        ...['notOwn', 'latest', 'tag', 'limit', 'cursor'],
      ],
      defaults: { limit: 10 },
      words: {
        engine: 'Only from this engine (list_engines).',
        status: 'One or more of listed, not_listed, unknown, no_answer, separated by commas.',
      },
      brief: ['caseId', 'surface', 'createdAt', 'runStatus', 'basis', 'questionKinds', 'model'],
    },
    summary: 'List the answers used for a number, newest first, with any combination of filters',
    async run(ctx, { query, page }) {
      const { rows, matched } = await findAnswers(ctx, answersQueryOf(query), page);
      return { ...page.close(rows, ({ createdAt, runId }) => ({ at: createdAt, id: runId })), matched };
    },
  }),
  define.read('readAnswer', {
    summary: 'Read an answer with its question and what it says about the owner',
    async run(ctx, { params }) {
      const read = await readAnswer(ctx, params);
      return { case: presentAskedCase(read.found), answer: presentListedAnswer(read) };
    },
  }),
];
