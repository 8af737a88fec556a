import { expect, it } from 'vitest';
import { activatePlan } from '../support/activatePlan.ts';
import { onEachDatabase } from '../support/databases.ts';
import { startServiceForTest } from '../support/service.ts';
import { until } from '../support/until.ts';
import { createWatcher } from '../support/watcher.ts';

const minute = 60_000;
const secret = (letter: string) => ({ WATCH_SECRET: letter.repeat(40) });

onEachDatabase('a server whose watcher secret has changed', (engine) => {
  it('lists plans that need a new key, and sends manual requests again from then on', async () => {
    const service = await startServiceForTest(engine, { env: { OPENAI_MODEL: 'gpt-5.5', ...secret('a') } });
    const key = await service.makeKey(['evaluate', 'manage']);
    const ask = async (name: string) => {
      const { id } = await service.makeCase();
      const body = { caseIds: [id], maxAgeSeconds: 0, maxUsd: null };
      return (await service.call('startAsk', body, { idempotencyKey: name })).ask;
    };
    const roundOf = async ({ planId, round }: any) =>
      (await service.call('readRound', { id: planId, round: round.number })).round;
    const questions = {
      questionIds: [(await service.call('createQuestions', { queries: ['Which CRM?'] })).items[0]?.id ?? ''],
    };
    const content = { questions, engines: ['openai'], repeats: 1, cadence: { kind: 'manual' as const } };
    const { plan } = await service.call('createPlan', { name: 'By hand', ...content });
    await activatePlan(service, plan.id);
    const before = await ask('before-the-change');

    await service.restart(secret('b'));
    const watcher = createWatcher(service);
    const after = await ask('after-the-change');
    await service.call('startRound', { id: plan.id }, { key, idempotencyKey: 'after-the-change' });
    const pass = async () => {
      watcher.move(minute);
      await watcher.pass();
      return [await roundOf(before), await roundOf(after)];
    };
    const settled = await until(pass, (rounds) => rounds.every(({ state }) => state === 'ended'));
    expect(settled.map(({ counts }) => counts.answered)).toEqual([1, 1]);
    expect(service.creates()).toBe(2);

    const stale = watcher.said.filter((line) => line.includes('its key was created with another secret'));
    expect(stale).toEqual([expect.stringContaining(plan.id)]);
    const [item] = (await service.call('readAttention', {})).items.filter(({ planId }) => planId === plan.id);
    expect(item).toMatchObject({ kind: 'plan_key_revoked' });
    expect(item?.what).toContain('its key was created with another WATCH_SECRET or SESSION_SECRET');
    expect((await service.call('readPlan', { id: plan.id })).plan.keyRevoked).toBe(true);

    await activatePlan(service, plan.id);
    for (let passes = 0; passes < 5; passes += 1) {
      watcher.move(minute);
      await watcher.pass();
    }
    expect(service.creates()).toBe(3);
    expect((await service.call('readAttention', {})).items.filter(({ planId }) => planId === plan.id)).toEqual([]);
  });
});
