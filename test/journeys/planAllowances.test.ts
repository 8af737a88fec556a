import { beforeAll, expect, it } from 'vitest';
import type { Permission } from '../../src/domain/access/permissions.ts';
import { activatePlan, readSeenPlan } from '../support/activatePlan.ts';
import { runCli } from '../support/cli.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { owner, useService } from '../support/service.ts';
import { createWatcher, type TestWatcher } from '../support/watcher.ts';

const minute = 60_000;

onEachDatabase('questions that a member allowed a plan to ask', (engine) => {
  const clock = createClock('2026-03-02T05:00:00.000Z');
  const service = useService(engine, {
    replace: { runtime: clock.runtime },
    env: { OPENAI_MODEL: 'gpt-5.5', RUNS_PER_DAY_PER_OWNER: '40' },
  });
  let watcher: TestWatcher;
  let agent: string;
  let buyer: string;
  let websiteId: string;
  let planId: string;

  const saveQuestions = async (count: number, name: string) =>
    service.call(
      'createQuestions',
      { queries: Array.from({ length: count }, (_, at) => `Which CRM suits ${name} (${at})?`), websiteId },
      { key: agent },
    );
  const readPlan = () => service.call('readPlan', { id: planId });

  /** Runs a round through the watcher, and answers its purchases. Returns the number of its requests. */
  async function runRound(name: string, key = buyer): Promise<number> {
    const body = await service.call('startRound', { id: planId }, { key, idempotencyKey: name });
    for (let passes = 0; passes < 20; passes += 1) {
      watcher.move(minute);
      await watcher.pass();
      const active = await service.db.selectFrom('runs').select('id').where('active', '=', 1).execute();
      for (const { id } of active) await service.finish(buyer, id);
      if (active.length === 0) break;
    }
    return body.round.counts.requests;
  }

  beforeAll(async () => {
    watcher = createWatcher(service);
    const made = { name: 'agent', permissions: ['read', 'evaluate', 'manage'] as Permission[], asksToSpend: true };
    agent = (await service.call('createKey', made)).secret;
    buyer = await service.makeKey(['evaluate', 'manage']);
    websiteId = (await service.makeSite()).id;
    await saveQuestions(1, 'us');
    const content = { questions: { websiteId }, engines: ['openai'], repeats: 1, cadence: { kind: 'manual' as const } };
    planId = (await service.call('createPlan', { name: 'All about us', ...content }, { key: agent })).plan.id;
  });

  it('are refused for a plan that has changed or costs more since it was read', async () => {
    const seen = await readSeenPlan(service, planId);
    await service.call('changePlan', { id: planId, repeats: 10, cadence: { kind: 'daily' } }, { key: agent });
    const refused = await activatePlan(service, planId, seen);
    expect([refused.status, refused.body.error.details.field]).toEqual([400, 'revision']);
    await service.call('changePlan', { id: planId, repeats: 1, cadence: { kind: 'manual' } }, { key: agent });
    const before = await readSeenPlan(service, planId);
    const added = await saveQuestions(1, 'them');
    const dearer = await activatePlan(service, planId, before);
    expect([dearer.status, dearer.body.error.details.field]).toEqual([400, 'worstCaseUsd']);
    await service.call('archiveQuestion', { id: added.items[0]?.id ?? '' }, { key: agent });
    expect((await readPlan()).plan.state).toBe('draft');
    const [own] = (await service.call('listQuestions', {})).items;
    await service.call('archiveQuestion', { id: own?.id ?? '' }, { key: agent });
    await saveQuestions(1, 'their friends');
    const swapped = await activatePlan(service, planId, before);
    expect([swapped.status, swapped.body.error.details.field]).toEqual([400, 'questionsDigest']);
    const allowed = await activatePlan(service, planId, { budgetUsdPerMonth: 50, agentDays: 7 });
    expect([allowed.status, allowed.body.plan.state]).toEqual([200, 'active']);
  });

  long('are not extended by questions that an agent saves, in due or manual rounds, and those are shown', async () => {
    await saveQuestions(30, 'everybody');
    expect(await runRound('by-the-agent', agent)).toBe(1);
    expect(await runRound('by-a-buyer')).toBe(1);
    expect(service.creates()).toBe(2);
    const { plan, quote } = await readPlan();
    expect(plan.revision).toBe(3);
    expect(quote).toMatchObject({ questions: 1, requests: 1, waiting: 30 });
    const limits = { budgetUsdPerMonth: 40, agentDays: 7 };
    expect((await activatePlan(service, planId, limits)).body.quote).toMatchObject({ questions: 1, waiting: 30 });
    const env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: buyer };
    const shown = await runCli(['plans', 'show', planId], env);
    expect(shown.stdout).toContain('30 questions were saved after the plan was approved, so no round asks them');
  });

  long('are extended by people who may buy, for the price that they saw', async () => {
    const questions = { websiteId };
    await service.refuse('changePlan', { id: planId, questions }, 'insufficient_permission', { key: agent });
    // null claims that no price was shown, which must not bypass a known price.
    for (const worstCaseUsd of [0.7, null]) {
      const input = { id: planId, questions, worstCaseUsd };
      const refused = await service.refuse('changePlan', input, 'invalid_request', { key: buyer });
      expect(refused.field).toBe('worstCaseUsd');
    }
    const content = { questions, engines: ['openai'], repeats: 1, cadence: { kind: 'manual' as const } };
    const { quote } = await service.call('quotePlan', content, { key: buyer });
    const worstCaseUsd = quote.round.total.heldUsd;
    expect(
      (await service.call('changePlan', { id: planId, questions, worstCaseUsd }, { key: buyer })).plan.revision,
    ).toBe(4);
    expect((await readPlan()).quote).toMatchObject({ questions: 31, waiting: 0 });
    expect(await runRound('with-all-of-them')).toBe(31);
  });

  long('do not include what an agent added to a paused plan', async () => {
    await service.call('pausePlan', { id: planId }, { key: agent });
    const seen = await readSeenPlan(service, planId);
    await service.call('changePlan', { id: planId, repeats: 10 }, { key: agent });
    const refused = await service.refuse('resumePlan', { id: planId, ...seen }, 'invalid_request', { key: buyer });
    expect(refused.field).toBe('revision');
    await service.call('changePlan', { id: planId, repeats: 1 }, { key: agent });
    const again = await readSeenPlan(service, planId);
    await saveQuestions(2, 'the others');
    const dearer = await service.refuse('resumePlan', { id: planId, ...again }, 'invalid_request', { key: buyer });
    expect(dearer.field).toBe('worstCaseUsd');
    const cli = (...options: string[]) =>
      runCli(['plans', 'resume', planId, ...options], { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: buyer });
    const shown = await cli();
    expect([shown.code, shown.stderr]).toEqual([
      2,
      expect.stringMatching(/asks 33 questions[\s\S]* cannot ask for confirmation/),
    ]);
    expect((await readPlan()).plan.state).toBe('paused');
    expect(await cli('--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('is active') });
    expect(await runRound('after-the-pause')).toBe(33);
  });

  long(
    'are compared with the limits, which are named with their settings before and while the plan is active',
    async () => {
      const content = {
        questions: { websiteId },
        engines: ['openai'],
        repeats: 10,
        cadence: { kind: 'daily' as const },
      };
      const { quote } = await service.call('quotePlan', content, { key: buyer });
      const [limit] = quote.limits;
      expect(limit?.setting).toBe('RUNS_PER_DAY_PER_OWNER');
      expect(limit?.note).toContain('asks up to 330 times in a UTC day');
      expect(limit?.note).toContain('RUNS_PER_DAY_PER_OWNER allows 40 runs');
      const { plan } = await service.call('createPlan', { name: 'Too much', ...content }, { key: buyer });
      const env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: buyer };
      expect((await runCli(['plans', 'show', plan.id], env)).stdout).toMatch(/RUNS_PER_DAY_PER_OWNER allows\s+40 runs/);
      const exceeded = async () =>
        (await service.call('readAttention', {}, { key: buyer })).items.filter(({ kind }) => kind === 'limit_exceeded');
      expect(await exceeded()).toEqual([]);
      const made = await activatePlan(service, plan.id, { password: owner.password, budgetUsdPerMonth: 1 });
      expect(made.body.quote.limits.map(({ setting }: any) => setting)).toEqual([
        'RUNS_PER_DAY_PER_OWNER',
        'budgetUsdPerMonth',
      ]);
      const [item] = await exceeded();
      expect(item?.what).toContain('ask up to 363 times in a UTC day; RUNS_PER_DAY_PER_OWNER allows 40 runs');
    },
  );

  long(
    'share the runs of a day with the owner’s other workspaces, and have no next round without the plan’s key',
    async () => {
      const { workspace } = await service.call('createWorkspace', { name: 'Client B' });
      const { workspace: first } = await service.call('session', {});
      await service.call('switchWorkspace', { workspaceId: workspace.id });
      const own = (await service.call('createQuestions', { queries: ['Which CRM suits client B?'] })).items[0];
      const questions = { questionIds: [own?.id ?? ''] };
      const content = { questions, engines: ['openai'], repeats: 1, cadence: { kind: 'daily' as const } };
      const { plan } = await service.call('createPlan', { name: 'B', ...content });
      const { quote } = await service.call('readPlan', { id: plan.id });
      const note = 'asks up to 1 times in a UTC day, and other active plans of this owner 363 times';
      expect(quote.limits).toMatchObject([{ setting: 'RUNS_PER_DAY_PER_OWNER', note: expect.stringContaining(note) }]);
      const exceeded = async () =>
        (await service.call('readAttention', {})).items.filter(({ kind }) => kind === 'limit_exceeded');
      expect(await exceeded()).toEqual([]);
      expect((await activatePlan(service, plan.id, { budgetUsdPerMonth: 1 })).status).toBe(200);
      const [item] = await exceeded();
      expect(item?.what).toContain('ask up to 364 times in a UTC day, 363 of them in the owner');

      const readOwn = async () => (await service.call('readPlan', { id: plan.id })).plan;
      const { keyId, nextDueAt } = await readOwn();
      expect(nextDueAt).not.toBeNull();
      await service.call('revokeKey', { id: keyId });
      expect(await readOwn()).toMatchObject({ state: 'active', keyRevoked: true, nextDueAt: null });
      await service.call('switchWorkspace', { workspaceId: first.id });
    },
  );
});
