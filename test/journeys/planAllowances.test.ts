import { beforeAll, expect, it } from 'vitest';
import { activatePlan, readSeenPlan } from '../support/activatePlan.ts';
import { runCli } from '../support/cli.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { owner, useService } from '../support/service.ts';
import { createWatcher, type TestWatcher } from '../support/watcher.ts';

const minute = 60_000;

onEachDatabase('what a member allowed a plan to ask', (engine) => {
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

  const call = async (key: string | null, method: string, path: string, body?: unknown, more = {}) => {
    const as = key === null ? { cookie: service.cookie } : { key };
    return service.ask(`/api/v2${path}`, { method, ...as, ...(body === undefined ? {} : { body }), ...more }) as any;
  };
  const saveQuestions = async (count: number, name: string) =>
    call(agent, 'POST', '/questions', {
      queries: Array.from({ length: count }, (_, at) => `Which CRM suits ${name} (${at})?`),
      websiteId,
    });
  const readPlan = async () => (await call(null, 'GET', `/plans/${planId}`)).body;

  /** Begins a round, lets the watcher come by, and answers what it bought. Returns how many requests the round has. */
  async function runRound(name: string, key = buyer): Promise<number> {
    const { body } = await call(key, 'POST', `/plans/${planId}/rounds`, {}, { idempotencyKey: name });
    for (let passes = 0; passes < 20; passes += 1) {
      watcher.move(minute);
      await watcher.pass();
      const { db } = service.running.service.api;
      const active = await db.selectFrom('runs').select('id').where('active', '=', 1).execute();
      for (const { id } of active) await service.finish(buyer, id);
      if (active.length === 0) break;
    }
    return body.round.counts.requests;
  }

  beforeAll(async () => {
    watcher = createWatcher(service);
    const made = { name: 'agent', permissions: ['read', 'evaluate', 'manage'], asksToSpend: true };
    agent = (await call(null, 'POST', '/keys', made)).body.secret;
    buyer = await service.makeKey(['evaluate', 'manage']);
    websiteId = (await service.makeSite()).id;
    await saveQuestions(1, 'us');
    const content = { questions: { websiteId }, engines: ['openai'], repeats: 1, cadence: { kind: 'manual' } };
    planId = (await call(agent, 'POST', '/plans', { name: 'All about us', ...content })).body.plan.id;
  });

  it('is refused as another plan than the one that was read, and as a dearer one', async () => {
    const seen = await readSeenPlan(service, planId);
    await call(agent, 'PATCH', `/plans/${planId}`, { repeats: 10, cadence: { kind: 'daily' } });
    const refused = await activatePlan(service, planId, seen);
    expect([refused.status, refused.body.error.details.field]).toEqual([400, 'revision']);
    await call(agent, 'PATCH', `/plans/${planId}`, { repeats: 1, cadence: { kind: 'manual' } });
    const before = await readSeenPlan(service, planId);
    const added = await saveQuestions(1, 'them');
    const dearer = await activatePlan(service, planId, before);
    expect([dearer.status, dearer.body.error.details.field]).toEqual([400, 'worstCaseUsd']);
    await call(agent, 'DELETE', `/questions/${added.body.items[0].id}`);
    expect((await readPlan()).plan.state).toBe('draft');
    const [own] = (await call(null, 'GET', '/questions')).body.items;
    await call(agent, 'DELETE', `/questions/${own.id}`);
    await saveQuestions(1, 'their friends');
    const swapped = await activatePlan(service, planId, before);
    expect([swapped.status, swapped.body.error.details.field]).toEqual([400, 'questionsDigest']);
    const allowed = await activatePlan(service, planId, { budgetUsdPerMonth: 50, agentDays: 7 });
    expect([allowed.status, allowed.body.plan.state]).toEqual([200, 'active']);
  });

  long(
    'is not extended by questions that an agent saves, in due rounds or in its own, and they are shown',
    async () => {
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
    },
  );

  long('is extended by those who may buy, for the price that they saw', async () => {
    const questions = { websiteId };
    const byAgent = await call(agent, 'PATCH', `/plans/${planId}`, { questions });
    expect([byAgent.status, byAgent.body.error.code]).toEqual([403, 'insufficient_permission']);
    // null claims that no price was shown: it is no way past a price that is known.
    for (const worstCaseUsd of [0.7, null]) {
      const refused = await call(buyer, 'PATCH', `/plans/${planId}`, { questions, worstCaseUsd });
      expect([refused.status, refused.body.error.details.field]).toEqual([400, 'worstCaseUsd']);
    }
    const content = { questions, engines: ['openai'], repeats: 1, cadence: { kind: 'manual' } };
    const { quote } = (await call(buyer, 'POST', '/plan-quotes', content)).body;
    const worstCaseUsd = quote.round.total.heldUsd;
    expect((await call(buyer, 'PATCH', `/plans/${planId}`, { questions, worstCaseUsd })).body.plan.revision).toBe(4);
    expect((await readPlan()).quote).toMatchObject({ questions: 31, waiting: 0 });
    expect(await runRound('with-all-of-them')).toBe(31);
  });

  long('is not what an agent made of a paused plan', async () => {
    await call(agent, 'POST', `/plans/${planId}/pause`, {});
    const seen = await readSeenPlan(service, planId);
    await call(agent, 'PATCH', `/plans/${planId}`, { repeats: 10 });
    const refused = await call(buyer, 'POST', `/plans/${planId}/resume`, seen);
    expect([refused.status, refused.body.error.details.field]).toEqual([400, 'revision']);
    await call(agent, 'PATCH', `/plans/${planId}`, { repeats: 1 });
    const again = await readSeenPlan(service, planId);
    await saveQuestions(2, 'the others');
    const dearer = await call(buyer, 'POST', `/plans/${planId}/resume`, again);
    expect([dearer.status, dearer.body.error.details.field]).toEqual([400, 'worstCaseUsd']);
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

  long('is compared with the limits, which are named with their settings before and while it is active', async () => {
    const content = { questions: { websiteId }, engines: ['openai'], repeats: 10, cadence: { kind: 'daily' } };
    const { quote } = (await call(buyer, 'POST', '/plan-quotes', content)).body;
    const [limit] = quote.limits;
    expect(limit.setting).toBe('RUNS_PER_DAY_PER_OWNER');
    expect(limit.note).toContain('asks up to 330 times in a UTC day');
    expect(limit.note).toContain('RUNS_PER_DAY_PER_OWNER allows 40 runs');
    const { plan } = (await call(buyer, 'POST', '/plans', { name: 'Too much', ...content })).body;
    const env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: buyer };
    expect((await runCli(['plans', 'show', plan.id], env)).stdout).toMatch(/RUNS_PER_DAY_PER_OWNER allows\s+40 runs/);
    const exceeded = async () =>
      (await call(buyer, 'GET', '/attention')).body.items.filter(({ kind }: any) => kind === 'limit_exceeded');
    expect(await exceeded()).toEqual([]);
    const made = await activatePlan(service, plan.id, { password: owner.password, budgetUsdPerMonth: 1 });
    expect(made.body.quote.limits.map(({ setting }: any) => setting)).toEqual([
      'RUNS_PER_DAY_PER_OWNER',
      'budgetUsdPerMonth',
    ]);
    const [item] = await exceeded();
    expect(item.what).toContain('ask up to 363 times in a UTC day; RUNS_PER_DAY_PER_OWNER allows 40 runs');
  });

  long(
    'shares the runs of a day with the owner’s other workspaces, and has no next round without its key',
    async () => {
      const { workspace } = (await call(null, 'POST', '/workspaces', { name: 'Client B' })).body;
      const { workspace: first } = (await call(null, 'GET', '/session')).body;
      await call(null, 'PATCH', '/session', { workspaceId: workspace.id });
      const own = (await call(null, 'POST', '/questions', { queries: ['Which CRM suits client B?'] })).body.items[0];
      const questions = { questionIds: [own.id] };
      const content = { questions, engines: ['openai'], repeats: 1, cadence: { kind: 'daily' } };
      const { plan } = (await call(null, 'POST', '/plans', { name: 'B', ...content })).body;
      const { quote } = (await call(null, 'GET', `/plans/${plan.id}`)).body;
      const note = 'asks up to 1 times in a UTC day, and other active plans of this owner 363 times';
      expect(quote.limits).toMatchObject([{ setting: 'RUNS_PER_DAY_PER_OWNER', note: expect.stringContaining(note) }]);
      const exceeded = async () =>
        (await call(null, 'GET', '/attention')).body.items.filter(({ kind }: any) => kind === 'limit_exceeded');
      expect(await exceeded()).toEqual([]);
      expect((await activatePlan(service, plan.id, { budgetUsdPerMonth: 1 })).status).toBe(200);
      const [item] = await exceeded();
      expect(item.what).toContain('ask up to 364 times in a UTC day, 363 of them in the owner');

      const readOwn = async () => (await call(null, 'GET', `/plans/${plan.id}`)).body.plan;
      const { keyId, nextDueAt } = await readOwn();
      expect(nextDueAt).not.toBeNull();
      await call(null, 'DELETE', `/keys/${keyId}`);
      expect(await readOwn()).toMatchObject({ state: 'active', keyRevoked: true, nextDueAt: null });
      await call(null, 'PATCH', '/session', { workspaceId: first.id });
    },
  );
});
