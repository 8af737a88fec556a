import { invalidField } from '../../domain/errors.ts';
import { type WorkState, workStates } from '../../domain/work/workItem.ts';
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

/** @throws invalid_request naming `state` */
function statesOf(text: string): readonly WorkState[] {
  if (text === 'all') return workStates;
  return text.split(',').map((name) => {
    const state = workStates.find((one) => one === name.trim());
    if (state === undefined) throw invalidField('state', `is one or more of ${workStates.join(', ')}, or all`);
    return state;
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
      const { websiteId, state, owner = null } = query;
      const items = await listWork(ctx, { websiteId, states: statesOf(state), owner });
      return { status: 200, body: { items: items.slice(0, maxItems), total: items.length } };
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
    description: 'The next capture or answers verify it. An item about questions can become an experiment first.',
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

/** More than a page or an agent reads. */
const maxItems = 200;
