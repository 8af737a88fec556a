import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import type { Permission } from '../../src/domain/access/permissions.ts';
import { activatePlan, readSeenPlan } from '../support/activatePlan.ts';
import type { Reply } from '../support/calls.ts';
import { createRunningClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { register, signInProgram, useOAuthService } from '../support/oauth.ts';
import { addKey, addWorkspace } from '../support/records.ts';
import { owner } from '../support/service.ts';
import { createWatcher } from '../support/watcher.ts';

const day = 86_400_000;
const scopes: Permission[] = ['read', 'evaluate', 'manage'];

onEachDatabase('a grant for the rounds of a plan', (engine) => {
  describe.each(['key', 'program'] as const)('to a %s that needs approval', (kind) => {
    const clock = createRunningClock();
    const service = useOAuthService(engine, {
      env: { OPENAI_MODEL: 'gpt-5.5' },
      replace: { runtime: clock.runtime },
    });
    let agent: string;
    let content: Omit<InputOf<'createPlan'>, 'name'>;
    let planId: string;

    const begin = (key = agent, idempotencyKey = 'a-round-of-mine') =>
      service.reply('startRound', { id: planId }, { key, idempotencyKey });
    const activate = (more: Parameters<typeof activatePlan>[2]) => activatePlan(service, planId, more);
    const refusal = ({ status, body }: Reply<'startRound'> | Reply<'activatePlan'>) => [status, body.error.code];

    async function makeAgent(held: Permission[]): Promise<string> {
      if (kind === 'key') {
        const made = await service.call('createKey', { name: 'agent', permissions: held, asksToSpend: true });
        return made.secret;
      }
      const clientId = await register(service, { client_name: 'agent' });
      const { access_token } = await signInProgram(service, {
        clientId,
        scopes: held,
        resource: `${service.url}/api/v2`,
      });
      // Tokens last longer here, because this test is about grants that expire.
      await service.setRows('oauthAccessToken', { expiresAt: '2100-01-01T00:00:00.000Z' });
      return access_token;
    }

    beforeAll(async () => {
      agent = await makeAgent(scopes);
      const saved = await service.call('createQuestions', { queries: ['Which CRM suits us?'] }, { key: agent });
      content = {
        questions: { questionIds: [saved.items[0]?.id ?? ''] },
        engines: ['openai'],
        repeats: 1,
        cadence: { kind: 'manual' },
      };
      planId = (await service.call('createPlan', { name: 'By hand', ...content }, { key: agent })).plan.id;
    });

    it('is requested with the address of the plan and the price of a round', async () => {
      const refused = await begin();
      expect(refusal(refused)).toEqual([403, 'approval_required']);
      expect(refused.body.error).toMatchObject({
        retry: 'same_key',
        details: { approvalUrl: `${service.url}/plans/${planId}`, state: 'pending', maxUsd: 0.66 },
      });
      expect(refusal(await begin(await makeAgent(['read', 'manage'])))).toEqual([403, 'insufficient_permission']);
      const activation = { id: planId, password: owner.password, revision: 1, worstCaseUsd: 9 };
      await service.refuse('activatePlan', activation, 'insufficient_permission', { key: agent });
    });

    it('is not given by activating alone, nor without a budget', async () => {
      const unbounded = await activate({ agentDays: 7 });
      expect([...refusal(unbounded), unbounded.body.error.details.field]).toEqual([
        400,
        'invalid_request',
        'budgetUsdPerMonth',
      ]);
      expect((await activate({ budgetUsdPerMonth: 1 })).body.plan).toMatchObject({
        state: 'active',
        agentsUntil: null,
      });
      expect(refusal(await begin())).toEqual([403, 'approval_required']);
      expect((await service.call('listRounds', { id: planId })).items).toEqual([]);
    });

    it('lets the same call start the round, once, and the log names who allowed it', async () => {
      const { plan } = (await activate({ budgetUsdPerMonth: 1, agentDays: 7 })).body;
      expect(Date.parse(plan.agentsUntil)).toBeGreaterThan(clock.runtime.now() + 6.9 * day);
      const begun = await begin();
      expect([begun.status, begun.body.round.number]).toEqual([201, 1]);
      expect((await begin()).body.round.number).toBe(1);
      const watcher = createWatcher(service);
      await watcher.pass();
      expect(service.creates()).toBe(1);
      const { items } = await service.call('readAuditLog', {});
      const uses = items.filter(({ act }) => act === 'useApproval');
      expect(uses).toMatchObject([{ actor: { name: 'agent' }, subject: planId }]);
      expect(uses[0]?.note).toContain(`round 1; approved by ${owner.email} until `);
    });

    it('stays within the budget of the plan: a round that does not fit buys nothing', async () => {
      expect((await begin(agent, 'a-second-round')).status).toBe(201);
      const watcher = createWatcher(service);
      await watcher.pass();
      expect(service.creates()).toBe(1);
    });

    it('applies to one workspace', async () => {
      const { secret: stranger } = await addKey(service, await addWorkspace(service, 'other owner'), scopes);
      expect((await begin(stranger, 'of-another-workspace')).status).toBe(404);
    });

    it('ends with a change of the plan’s questions, which no such agent can make', async () => {
      const change = { id: planId, repeats: 2 };
      await service.refuse('changePlan', change, 'insufficient_permission', { key: agent });
      expect((await service.call('changePlan', change)).plan.agentsUntil).toBeNull();
      expect(refusal(await begin(agent, 'of-another-revision'))).toEqual([403, 'approval_required']);
    });

    it('ends while the plan is paused, and on its last day', async () => {
      await activate({ budgetUsdPerMonth: 1, agentDays: 7 });
      await service.call('pausePlan', { id: planId }, { key: agent });
      expect(refusal(await begin(agent, 'of-a-paused-plan'))).toEqual([403, 'approval_required']);
      const seen = { id: planId, ...(await readSeenPlan(service, planId)) };
      await service.refuse('resumePlan', seen, 'insufficient_permission', { key: agent });
      await service.call('resumePlan', seen);
      expect((await begin(agent, 'of-the-resumed-plan')).status).toBe(201);
      clock.move(7 * day + 1_000);
      expect(refusal(await begin(agent, 'a-week-later'))).toEqual([403, 'approval_required']);
      // A round begun under it is still the same round.
      expect((await begin(agent, 'of-the-resumed-plan')).status).toBe(201);
    });

    long('is revoked by activating without it', async () => {
      // The cost of old answers becomes final in the background, so a round's price may rise after it was read.
      await expect.poll(async () => (await readSeenPlan(service, planId)).worstCaseUsd).toBe(1.32);
      for (const grant of [{ agentDays: 7 }, {}]) {
        const { body } = await activate({ budgetUsdPerMonth: 1, ...grant });
        expect(body.plan.agentsUntil === null).toBe(grant.agentDays === undefined);
      }
      expect(refusal(await begin(agent, 'taken-back'))).toEqual([403, 'approval_required']);
    });
  });
});
