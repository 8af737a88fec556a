import { invalidField } from '../../domain/errors.ts';
import { workSources, workStates } from '../../domain/work/workItem.ts';
import { readWorkEffects } from '../../services/work/workEffects.ts';
import {
  changeWork,
  claimWork,
  declineWork,
  finishWork,
  listWork,
  readWorkItem,
  reopenWork,
} from '../../services/work/workItems.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Work');

/** Parses `all`, or a comma-separated list of words. @throws invalid_request naming the field */
function readWords<Word extends string>(field: string, text: string, all: readonly Word[]): readonly Word[] {
  if (text === 'all') return all;
  return text.split(',').map((name) => {
    const word = all.find((one) => one === name.trim());
    if (word === undefined) throw invalidField(field, `is one or more of ${all.join(', ')}, or all`);
    return word;
  });
}

export const workOperations: readonly Operation[] = [
  define.read('listWork', {
    summary: 'List the work that answers, captures and logs suggest',
    description:
      'Gates come first, then items that affect the most questions and answers. Declined items return only if their evidence changes in kind.',
    tool: {
      title: 'List work',
      description: 'Suggested work for a website, with owner and state; items that affect the most questions first.',
      defaults: { limit: 10 },
      brief: [
        ...['experiment', 'questionIds', 'changedAt', 'changedBy'],
        ...['items.websiteId', 'reason', 'doneAt', 'verification', 'rule', 'subject'],
      ],
    },
    async run(ctx, { query }) {
      const { websiteId, state, source, owner = null, limit } = query;
      const states = readWords('state', state, workStates);
      const items = await listWork(ctx, {
        websiteId,
        states,
        sources: readWords('source', source, workSources),
        owner,
      });
      return { items: items.slice(0, limit), total: items.length };
    },
  }),
  define.read('readWorkItem', {
    summary: 'Read one item of work with its evidence',
    run: async (ctx, { params }) => ({ item: await readWorkItem(ctx, params) }),
  }),
  define.manage('claimWork', {
    recordsItself: true,
    summary: 'Claim an item of work',
    tool: {
      rarelyNeeded: true,
      title: 'Claim work',
      description:
        'Claims an item of list_work for you, or for the owner you name. Fails if it has an owner. detail "full" adds the fields of preview_experiment that test it.',
      brief: ['experiment', 'questionIds'],
    },
    run: async (ctx, { params, body }) => ({ item: await claimWork(ctx, { ...body, ...params }) }),
  }),
  define.manage('finishWork', {
    recordsItself: true,
    summary: 'Mark an item of work as done',
    description:
      'The next capture or answers verify it. `experiment` contains the input of previewExperiment for testing an item about questions.',
    tool: {
      rarelyNeeded: true,
      title: 'Finish work',
      description:
        'Marks an item of list_work as done. Later evidence verifies it. detail "full" adds the fields of preview_experiment that test the same change elsewhere.',
      brief: ['experiment', 'questionIds'],
    },
    run: async (ctx, { params, body }) => ({ item: await finishWork(ctx, { ...body, ...params }) }),
  }),
  define.manage('declineWork', {
    recordsItself: true,
    summary: 'Decline an item of work, with the reason',
    run: async (ctx, { params, body }) => ({ item: await declineWork(ctx, { ...body, ...params }) }),
  }),
  define.manage('reopenWork', {
    recordsItself: true,
    summary: 'Reopen an item of work',
    run: async (ctx, { params }) => ({ item: await reopenWork(ctx, params) }),
  }),
  define.manage('changeWork', {
    recordsItself: true,
    summary: 'Change owner, due day or note of an item of work',
    run: async (ctx, { params, body }) => ({ item: await changeWork(ctx, { ...body, ...params }) }),
  }),
  define.read('readWorkEffects', {
    summary: 'Test all items finished in a month as one family',
    description:
      'Compares the questions of each item with questions that no item affects, and keeps the expected share of false findings at or below 10 %.',
    run: (ctx, { query }) => readWorkEffects(ctx, { ...query, engine: query.engine ?? null }),
  }),
];
