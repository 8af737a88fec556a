import { reportPlan } from '../../services/plans/planReports.ts';
import { listRounds, readRound, startRound, stopRound } from '../../services/plans/rounds.ts';
import { claimPlanWork } from '../../services/plans/takePlanWork.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentPlan, presentRound, presentRoundItems } from './present.ts';

const define = operationsOf('Plans');

export const roundsOperations: readonly Operation[] = [
  define.manage('startRound', {
    summary: 'Start a round of an active plan now; also needs `evaluate`',
    description:
      'The watcher sends its requests. Repeating an Idempotency-Key returns the same round. Keys that need approval require a plan that a member activated for agents.',
    errors: ['approval_required', 'engine_unavailable', 'unsupported_setting'],
    tool: {
      title: 'Ask a round now',
      description:
        'Starts a round of an active plan now, which buys its answers. Needs evaluate too. One approval covers the round. Follow it with list_rounds.',
      openWorld: true,
    },
    async run(ctx, { params, headers }) {
      const round = await startRound(ctx, { ...params, idempotencyKey: headers['Idempotency-Key'] });
      return { round: presentRound(round) };
    },
  }),
  define.read('listRounds', {
    summary: 'List rounds of a plan, newest first, with progress and costs; missed ones are gaps',
    tool: {
      title: 'List rounds',
      description: 'Rounds of a plan, newest first, with progress and costs.',
    },
    async run(ctx, { params, page }) {
      const before = page.after === null ? null : Number(page.after.id);
      const rounds = await listRounds(ctx, { ...params, before, count: page.count });
      return page.close(rounds, ({ round }) => ({ at: round.dueAt, id: String(round.number) }), presentRound);
    },
  }),
  define.read('readRound', {
    summary: 'Read a round with all its requests',
    async run(ctx, { params }) {
      const detail = await readRound(ctx, { id: params.id, round: Number(params.round) });
      const plan = presentPlan(await reportPlan(ctx, detail.plan));
      return { round: presentRound(detail), plan, items: presentRoundItems(detail) };
    },
  }),
  define.manage('stopRound', {
    summary: 'Stop a round: queued requests are not sent, running ones continue',
    async run(ctx, { params }) {
      const round = await stopRound(ctx, { id: params.id, round: Number(params.round) });
      return { round: presentRound(round) };
    },
  }),
  define.evaluate('takePlanWork', {
    isOfRounds: true,
    isReadOnly: true,
    summary: 'List requests that a watcher should send now; records due and missed rounds, starts nothing',
    description:
      'Send each request as an ensure under the key it names, with the `maxAgeSeconds` given. Two watchers receive the same requests and buy only once.',
    async run(ctx, { params }) {
      const { plan, rounds, requests, obstacle, comeBackAfterSeconds } = await claimPlanWork(ctx, params);
      return {
        planId: plan.id,
        name: plan.name,
        state: plan.state,
        now: new Date(ctx.runtime.now()).toISOString(),
        nextDueAt: plan.nextDueAt,
        openRounds: rounds.map(({ number }) => number),
        requests,
        wait: obstacle?.wait ?? null,
        note: obstacle?.note ?? null,
        comeBackAfterSeconds,
      };
    },
  }),
];
