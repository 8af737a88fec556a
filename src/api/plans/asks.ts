import { startAskBody } from '../../contract/plans/wire.ts';
import { microUsdOf } from '../../domain/money/usd.ts';
import { listAsks, startAsk } from '../../services/plans/asks.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentAsk } from './present.ts';

const define = operationsOf('Plans');

export const asksOperations: readonly Operation[] = [
  define.read('listAsks', {
    summary: 'List manual rounds in progress, and yours of the last hour, newest first',
    run: async (ctx, { page }) =>
      page.cutInOrder(await listAsks(ctx), ({ planId, round }) => `${planId}:${round.number}`, presentAsk),
  }),
  define.evaluate('startAsk', {
    summary: 'Ask saved questions as one manual round, with one approval',
    description:
      'The call itself buys nothing: the watcher, or the open page, sends each request as an ensure with the key given by the round. Together they never hold more than `maxUsd`. Repeating an Idempotency-Key returns the same round. Keys that need approval get one for the whole round.',
    errors: [
      'account_not_allowed',
      'idempotency_conflict',
      'approval_required',
      'engine_unavailable',
      'unsupported_setting',
    ],
    tool: {
      name: 'ask_questions',
      title: 'Ask several questions',
      description:
        'Asks saved questions as one round with one approval and one total; reuses recent answers and buys the rest, each once. Follow it with list_rounds (id = ask.planId).',
      body: startAskBody.omit({ useSeoTools: true }),
      fixed: { useSeoTools: false },
      words: {
        caseIds: 'Questions at one engine each (list_questions, detail full).',
        maxUsd: 'Limit of the total; null: no limit. Default: the maximum at today’s prices.',
      },
      view: 'purchase',
    },
    async run(ctx, { headers, body: { maxUsd, ...body } }) {
      const limit = maxUsd === undefined ? {} : { maxMicro: maxUsd === null ? null : microUsdOf(maxUsd) };
      const ask = await startAsk(ctx, { ...body, ...limit, idempotencyKey: headers['Idempotency-Key'] });
      return { ask: presentAsk(ask) };
    },
  }),
];
