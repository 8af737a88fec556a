import { expect, it } from 'vitest';
import { createClock, type TestClock } from '../support/clock.ts';
import { alwaysOnEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { addCase, addKey, addWorkspace } from '../support/records.ts';
import { startServiceForTest, type TestOptions, type TestService } from '../support/service.ts';

type Said = { status: number; body: { disposition?: string; error?: { code: string } } };

function said({ status, body }: Said): [number, string | undefined] {
  return [status, body.error === undefined ? body.disposition : body.error.code];
}

alwaysOnEachDatabase('allowances', (engine) => {
  /** Starts a service with a stopped clock, for one test. */
  async function withService(
    env: Record<string, string>,
    work: (service: TestService, clock: TestClock) => Promise<void>,
    simulator: TestOptions['simulator'] = {},
  ): Promise<void> {
    const clock = createClock();
    const service = await startServiceForTest(engine, { env, replace: { runtime: clock.runtime }, simulator });
    await work(service, clock);
  }

  long('keep a denial with its key permanently, and accept a new key once a slot is free', () =>
    withService({ ACTIVE_RUNS_PER_OWNER: '2' }, async (service) => {
      const key = await service.makeKey();
      const cases = [await service.makeCase(), await service.makeCase(), await service.makeCase()];
      service.simulator.script({ at: 'create', course: 'slow', times: 2 });
      const [first] = [
        await service.ensure(key, cases[0]?.id ?? '', 'takes-place-1'),
        await service.ensure(key, cases[1]?.id ?? '', 'takes-place-2'),
      ];
      const third = cases[2]?.id ?? '';
      const denied = await service.ensure(key, third, 'denied-key');
      expect(said(denied)).toEqual([429, 'run_limit']);
      expect(denied.headers.get('retry-after')).toBe('30');
      expect(denied.body.error).toMatchObject({
        retry: 'never',
        details: { field: 'Idempotency-Key', newKeyNeeded: true, limit: 'active_runs' },
      });
      const { limits } = await service.call('authStatus', {}, { key });
      expect([limits.activeRuns, limits.activeRunLimit, limits.runsToday]).toEqual([2, 2, 2]);
      await service.call('cancelRun', { kind: 'keyword', id: first.body.run.id }, { key });
      expect((await service.finish(key, first.body.run.id)).status).toBe('cancelled');
      const before = service.sent();
      const again = await Promise.all(Array.from({ length: 20 }, () => service.ensure(key, third, 'denied-key')));
      expect(again.map((answered) => answered.text)).toEqual(Array.from({ length: 20 }, () => denied.text));
      expect(service.sent()).toBe(before);
      expect(said(await service.ensure(key, third, 'allowed-key'))).toEqual([202, 'started']);
    }),
  );

  it('are exact for ensures that arrive together: five slots start five runs, and the last slot of a target one', () =>
    withService({ ACTIVE_RUNS_PER_OWNER: '5' }, async (service) => {
      const key = await service.makeKey();
      const cases: string[] = [];
      for (let at = 0; at < 12; at += 1) cases.push((await service.makeCase()).id);
      service.simulator.script({ at: 'create', course: 'slow', times: 20 });
      const [shared = '', ...others] = cases;
      const ofOne = await Promise.all([1, 2, 3, 4].map((at) => service.ensure(key, shared, `one-target-${at}`)));
      expect(
        ofOne
          .map(said)
          .map(([, what]) => what)
          .sort(),
      ).toEqual(['existing_active', 'existing_active', 'existing_active', 'started']);
      const ofMany = await Promise.all(others.map((id, at) => service.ensure(key, id, `many-targets-${at}`)));
      const answers = ofMany.map(said).map(([, what]) => what);
      expect(answers.filter((what) => what === 'started')).toHaveLength(4);
      expect(answers.filter((what) => what === 'run_limit')).toHaveLength(7);
      expect(service.sent()).toBe(5);
    }));

  long('count active runs per owner, over all of the owner’s workspaces and keys', () =>
    withService({ ACTIVE_RUNS_PER_OWNER: '1' }, async (service) => {
      const key = await service.makeKey();
      const place = await addWorkspace(service, 'same owner');
      const there = await addKey(service, place, ['evaluate']);
      const stranger = await addWorkspace(service, 'other owner');
      const theirs = await addKey(service, stranger, ['evaluate']);
      service.simulator.script({ at: 'create', course: 'slow' });
      await service.ensure(key, (await service.makeCase()).id, 'first-place');
      const second = await service.ensure(
        there.secret,
        await addCase(service, place, 'Another question?'),
        'second-place',
      );
      expect(said(second)).toEqual([429, 'run_limit']);
      const free = await service.ensure(
        theirs.secret,
        await addCase(service, stranger, 'A stranger asks?'),
        'other-owner-1',
      );
      expect(said(free)).toEqual([202, 'started']);
    }),
  );

  long('end a UTC day’s runs at midnight UTC, and not before', () =>
    withService({ RUNS_PER_DAY_PER_OWNER: '2' }, async (service, clock) => {
      const key = await service.makeKey();
      const { id } = await service.makeCase();
      for (const name of ['day-one-a', 'day-one-b']) {
        const started = await service.ensure(key, id, name, { maxAgeSeconds: 0 });
        await service.finish(key, started.body.run.id);
      }
      expect(said(await service.ensure(key, id, 'day-one-c', { maxAgeSeconds: 0 }))).toEqual([429, 'run_limit']);
      const full = await service.ensure(key, id, 'day-one-c', { maxAgeSeconds: 0 });
      // 08:00 UTC: sixteen hours of the day are left, so a new request with a new key has to wait that long.
      expect(full.headers.get('retry-after')).toBe(String(16 * 3600));
      expect(full.body.error.details).toMatchObject({ newKeyNeeded: true, limit: 'runs_per_day' });
      clock.move(15.9 * 3_600_000);
      expect(said(await service.ensure(key, id, 'day-one-d', { maxAgeSeconds: 0 }))).toEqual([429, 'run_limit']);
      clock.move(0.1 * 3_600_000);
      expect(said(await service.ensure(key, id, 'day-one-c', { maxAgeSeconds: 0 }))).toEqual([429, 'run_limit']);
      expect(said(await service.ensure(key, id, 'day-two-a', { maxAgeSeconds: 0 }))).toEqual([202, 'started']);
    }),
  );

  long('accept exactly 60 requests of a burst of 200, and state exactly when the next is accepted', () =>
    withService({ REQUESTS_PER_MINUTE: '60' }, async (service, clock) => {
      const key = await service.makeKey();
      const other = await service.makeKey();
      const burst = await Promise.all(Array.from({ length: 200 }, () => service.reply('authStatus', {}, { key })));
      expect(burst.filter(({ status }) => status === 200).length).toBe(60);
      const refused = burst.filter(({ status }) => status === 429);
      expect(refused.length).toBe(140);
      expect(new Set(refused.map((answered) => said(answered)[1]))).toEqual(new Set(['rate_limited']));
      const [wait] = new Set(refused.map(({ headers }) => Number(headers.get('retry-after'))));
      expect(wait).toBe(60);
      expect(refused[0]?.headers.get('ratelimit')).toBe('"key";r=0;t=60');
      await service.call('authStatus', {}, { key: other });
      clock.move(59_999);
      expect((await service.reply('authStatus', {}, { key })).headers.get('retry-after')).toBe('1');
      clock.move(1);
      await service.call('authStatus', {}, { key });
    }),
  );

  it('are not refilled by a restart, nor by a clock that steps back', () =>
    withService({ REQUESTS_PER_MINUTE: '10' }, async (service, clock) => {
      const { secret } = await addKey(service, await addWorkspace(service, 'other owner'), []);
      const ask = async (times: number): Promise<number[]> => {
        const statuses: number[] = [];
        for (let count = 0; count < times; count += 1)
          statuses.push((await service.reply('listSites', {}, { key: secret })).status);
        return statuses;
      };
      expect(await ask(8)).not.toContain(429);
      await service.restart();
      expect(await ask(3)).toEqual([200, 200, 429]);
      clock.move(-3 * 3_600_000);
      expect(await ask(1)).toEqual([429]);
      clock.move(60_000);
      expect(await ask(1)).toEqual([200]);
    }));

  long('share 20 lookups an hour over API, browser and workspaces, with free replays, despite restarts', () =>
    withService({ SEO_LOOKUPS_PER_HOUR: '20' }, async (service, clock) => {
      const key = await service.makeKey();
      const there = await addKey(service, await addWorkspace(service, 'same owner'), ['seo']);
      const body = { domain: 'acme-crm.com', confirmSpend: true };
      const callers = [{}, { key }, { key: there.secret }];
      const buy = (index: number) =>
        service.reply('requestSeoOverview', body, { ...callers[index % 3], idempotencyKey: `lookup-${index}` });
      const bought = await Promise.all(Array.from({ length: 30 }, (_none, index) => buy(index)));
      expect(bought.filter(({ status }) => status === 200).length).toBe(20);
      const refused = bought.filter(({ status }) => status === 429);
      expect(new Set(refused.map(({ body: { error } }) => error.code))).toEqual(new Set(['seo_limit']));
      const calls = () => service.simulator.ledger.filter(({ operation }) => operation === 'seo_call').length;
      expect(calls()).toBe(40);
      const first = bought.findIndex(({ status }) => status === 200);
      const denied = bought.findIndex(({ status }) => status === 429);
      await service.restart();
      const replayed = await buy(first);
      expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      const stillDenied = await buy(denied);
      expect(stillDenied.status).toBe(429);
      clock.move(Number(stillDenied.headers.get('retry-after')) * 1000);
      // A lookup refused for lack of a slot reserved nothing: its key works once there is one.
      expect((await buy(denied)).status).toBe(200);
      expect(calls()).toBe(42);
    }),
  );
});

alwaysOnEachDatabase('a second process', (engine) => {
  it(
    engine === 'postgres'
      ? 'shares one minute with the first'
      : 'is kept away from an embedded database that is in use',
    async () => {
      const clock = createClock();
      const options = { env: { REQUESTS_PER_MINUTE: '60' }, replace: { runtime: clock.runtime } };
      const service = await startServiceForTest(engine, options);
      const key = await service.makeKey();
      if (engine === 'sqlite') {
        await expect(service.another()).rejects.toThrow(/another Sightline server is using/);
        await service.call('listSites', {}, { key });
        return;
      }
      const second = await service.another();
      const burst = await Promise.all(
        Array.from({ length: 200 }, (_none, index) => (index % 2 ? second : service).reply('authStatus', {}, { key })),
      );
      await second.close();
      expect(burst.filter(({ status }) => status === 200).length).toBe(60);
      expect(burst.filter(({ status }) => status === 429).length).toBe(140);
    },
  );
});
