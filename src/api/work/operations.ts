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
import { defineOperation, type Operation } from '../operation.ts';

const reads = { tag: 'Work', permission: 'read' } as const;
const manages = { tag: 'Work', permission: 'manage', recordsItself: true } as const;

/** Reads `all`, or words of a list separated by commas. @throws invalid_request naming the field */
function readWords<Word extends string>(field: string, text: string, all: readonly Word[]): readonly Word[] {
  if (text === 'all') return all;
  return text.split(',').map((name) => {
    const word = all.find((one) => one === name.trim());
    if (word === undefined) throw invalidField(field, `is one or more of ${all.join(', ')}, or all`);
    return word;
  });
}

export const workOperations: readonly Operation[] = [
  defineOperation('listWork', {
    ...reads,
    summary: 'List the work that answers, captures and logs suggest',
    description:
      'One list: gates first, then what touches most questions and answers. Nothing that was declined returns unless its evidence changes in kind.',
    tools: [
      {
        name: 'list_work',
        title: 'List work',
        description: 'What to do for a website, with its evidence, owner and state. Claim an item with claim_work.',
      },
    ],
    async run(ctx, { query }) {
      const { websiteId, state, source, owner = null, limit } = query;
      const states = readWords('state', state, workStates);
      const items = await listWork(ctx, {
        websiteId,
        states,
        sources: readWords('source', source, workSources),
        owner,
      });
      return { status: 200, body: { items: items.slice(0, limit), total: items.length } };
    },
  }),
  defineOperation('readWorkItem', {
    ...reads,
    summary: 'Read one item of work with its evidence',
    run: async (ctx, { params }) => ({ status: 200, body: { item: await readWorkItem(ctx, params) } }),
  }),
  defineOperation('claimWork', {
    ...manages,
    summary: 'Take an item of work',
    tools: [
      {
        name: 'claim_work',
        rarelyNeeded: true,
        title: 'Claim work',
        description: 'Takes an item of list_work for you, or for the owner you name. Fails if it has an owner.',
      },
    ],
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { item: await claimWork(ctx, { ...body, ...params }) },
    }),
  }),
  defineOperation('finishWork', {
    ...manages,
    summary: 'Say that an item of work is done',
    description:
      'The next capture or answers verify it. `experiment` contains the input of previewExperiment for testing an item about questions.',
    tools: [
      {
        name: 'finish_work',
        rarelyNeeded: true,
        title: 'Finish work',
        description: 'Marks an item of list_work as done. Later evidence verifies it.',
      },
    ],
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { item: await finishWork(ctx, { ...body, ...params }) },
    }),
  }),
  defineOperation('declineWork', {
    ...manages,
    summary: 'Decline an item of work, with the reason',
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { item: await declineWork(ctx, { ...body, ...params }) },
    }),
  }),
  defineOperation('reopenWork', {
    ...manages,
    summary: 'Open an item of work again',
    run: async (ctx, { params }) => ({ status: 200, body: { item: await reopenWork(ctx, params) } }),
  }),
  defineOperation('changeWork', {
    ...manages,
    summary: 'Change owner, due day or note of an item of work',
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { item: await changeWork(ctx, { ...body, ...params }) },
    }),
  }),
  defineOperation('readWorkEffects', {
    ...reads,
    summary: 'Test what was finished in a month as one family',
    description:
      'Compares the questions of each item with questions that no item touches, and bounds the expected share of false calls at 10 %.',
    run: async (ctx, { query }) => ({
      status: 200,
      body: await readWorkEffects(ctx, { ...query, engine: query.engine ?? null }),
    }),
  }),
];
