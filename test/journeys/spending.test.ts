import { expect, it } from 'vitest';
import { reportFigure } from '../support/campaignFigure.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { ensureAt } from '../support/http.ts';
import { long } from '../support/long.ts';
import { copyRun, homeOf, savedRun } from '../support/records.ts';
import { startServiceForTest, type TestOptions, type TestService } from '../support/service.ts';

onEachDatabase('money', (engine) => {
  async function withService(
    options: TestOptions,
    work: (service: TestService, key: string) => Promise<void>,
  ): Promise<void> {
    const service = await startServiceForTest(engine, {
      ...options,
      env: { ACTIVE_RUNS_PER_OWNER: '1000', ...options.env },
    });
    await work(service, await service.makeKey());
  }

  long('is spent once by 200 identical concurrent requests, which all get the same run', () =>
    withService({}, async (service, key) => {
      const { id } = await service.makeCase();
      const answers = await Promise.all(Array.from({ length: 200 }, () => service.ensure(key, id, 'one-key-for-all')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
      expect(new Set(answers.map(({ body }) => body.run.id)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length).toBe(1);
      expect(service.sent()).toBe(1);
      reportFigure(`${engine}: 200 identical requests at once, ${service.sent()} purchase`);
    }),
  );

  it('is spent once by 50 keys for one question concurrently: one starts, the rest follow it', () =>
    withService({}, async (service, key) => {
      const { id } = await service.makeCase();
      service.simulator.script({ at: 'create', course: 'slow' });
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_none, index) => service.ensure(key, id, `many-keys-${index}`)),
      );
      const dispositions = answers.map(({ body }) => body.disposition).sort();
      expect(dispositions).toEqual([...Array.from({ length: 49 }, () => 'existing_active'), 'started']);
      expect(new Set(answers.map(({ body }) => body.run.id)).size).toBe(1);
      expect(service.sent()).toBe(1);
      reportFigure(`${engine}: 50 keys for one question at once, ${service.sent()} purchase`);
    }));

  const onlyPostgres = engine === 'postgres' ? it : () => {};
  onlyPostgres('is spent once by two processes on one database, whichever gets the request or the polls', () =>
    withService({}, async (service, key) => {
      const second = await service.another();
      const urls = [service.url, second.url];
      const same = await service.makeCase();
      const identical = await Promise.all(
        Array.from({ length: 200 }, (_none, index) => ensureAt(urls[index % 2] ?? '', key, same.id, 'one-key-for-two')),
      );
      expect(new Set(identical.map(({ status, body }) => `${status} ${body.run?.id}`)).size).toBe(1);
      const cases = await Promise.all(Array.from({ length: 10 }, () => service.makeCase()));
      const started = await Promise.all(
        cases.flatMap(({ id }) => urls.map((url, index) => ensureAt(url, key, id, `process-${index}-${id}`))),
      );
      const runs = new Set(started.map(({ body }) => body.run.id));
      expect(runs.size).toBe(10);
      for (const runId of runs) expect((await service.follow(key, runId)).status).toBe('completed');
      expect(service.sent()).toBe(11);
    }),
  );

  long('is spent only as often as the requested age allows, over simulated days of frequent requests', async () => {
    const clock = createClock();
    const simulator = { now: clock.now };
    await withService({ replace: { runtime: clock.runtime }, simulator }, async (service, key) => {
      const cases = [await service.makeCase(), await service.makeCase(), await service.makeCase()];
      const startedAt: number[] = [];
      for (let hour = 0; hour < 120; hour += 6) {
        for (const { id } of cases) {
          for (const client of ['cron', 'agent']) {
            const { body } = await service.ensure(key, id, `${client}-${hour}-${id}`);
            if (body.disposition === 'started') startedAt.push(hour);
            else expect(['fresh_saved', 'existing_active']).toContain(body.disposition);
            if (body.run.status !== 'completed' && client === 'agent') await service.finish(key, body.run.id);
          }
        }
        clock.move(6 * 3_600_000);
      }
      // An answer of exactly 24 hours still counts, so each question is asked again every 30 hours.
      const perCase = [0, 30, 60, 90];
      expect(startedAt).toEqual(perCase.flatMap((hour) => cases.map(() => hour)));
      expect([service.sent(), service.creates()]).toEqual([12, 12]);
    });
  });

  long('is spent once at a provider that refuses conversations, which is remembered', () =>
    withService({ simulator: { refusesConversations: true } }, async (service, key) => {
      const first = await service.ensure(key, (await service.makeCase()).id, 'no-conversation-1');
      expect([service.sent(), service.creates()]).toEqual([2, 1]);
      expect((await savedRun(service, first.body.run.id)).sessionId).toBeNull();
      await service.ensure(key, (await service.makeCase()).id, 'no-conversation-2');
      expect([service.sent(), service.creates()]).toEqual([3, 2]);
      expect((await service.follow(key, first.body.run.id)).status).toBe('completed');
    }),
  );

  long(
    'is spent once for a run that was reserved when its process died, and never again for one that was being sent',
    () =>
      withService({}, async (service, key) => {
        const home = await homeOf(service);
        const done = await service.ensure(key, (await service.makeCase()).id, 'template-run');
        await service.follow(key, done.body.run.id);
        const now = Date.now();
        const past = new Date(now - 60_000).toISOString();
        const active = {
          createdAt: past,
          updatedAt: past,
          dueAt: past,
          observedAt: null,
          taskId: null,
          sessionId: null,
          deadlineAt: new Date(now + 600_000).toISOString(),
        };
        const reserved = await copyRun(service, home, done.body.run.id, {
          ...active,
          status: 'queued',
          phase: 'reserved',
          submittedAt: null,
        });
        const submitting = await copyRun(service, home, done.body.run.id, {
          ...active,
          status: 'queued',
          phase: 'submitting',
          submittedAt: past,
        });
        const ended = await savedRun(service, done.body.run.id);
        await service.restart();
        expect((await service.follow(key, reserved)).status).toBe('completed');
        const lost = await service.follow(key, submitting, 'requires_action');
        expect(lost.error).toMatch(/^creation_unresolved/);
        await service.restart();
        expect((await service.follow(key, submitting, 'requires_action')).id).toBe(submitting);
        expect(await savedRun(service, ended.id)).toEqual(ended);
        expect(service.sent()).toBe(2);
      }),
  );
});
