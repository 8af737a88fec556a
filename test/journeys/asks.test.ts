import { beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { readLedger } from '../support/ledger.ts';
import { long } from '../support/long.ts';
import { type HttpReply, useService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { createWatcher, type TestWatcher } from '../support/watcher.ts';

onEachDatabase('manual requests, as the web app sends them', (engine) => {
  const service = useService(engine, { env: { OPENAI_MODEL: 'gpt-5.5', ACTIVE_RUNS_PER_OWNER: '2' } });
  let watcher: TestWatcher;
  let key: string;
  let asked = 0;

  beforeAll(async () => {
    watcher = createWatcher(service);
    key = await service.makeKey(['evaluate', 'manage']);
  });

  const post = (path: string, body: object, more = {}): Promise<HttpReply> =>
    service.ask(`/api/v2${path}`, { method: 'POST', cookie: service.cookie, body, ...more });
  const start = (body: object, idempotencyKey = `ask-by-hand-${++asked}`): Promise<HttpReply> =>
    post('/asks', { maxUsd: null, ...body }, { idempotencyKey });
  const makeCases = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) ids.push((await service.makeCase()).id);
    return ids;
  };
  const roundOf = async ({ body }: HttpReply) => {
    const { planId, round } = (body as any).ask;
    return service.call('readRound', { id: planId, round: round.number });
  };

  /** Runs the watcher until a round sends nothing more. */
  async function pass(reply: HttpReply): Promise<any> {
    watcher.move(60_000);
    await watcher.pass();
    return roundOf(reply);
  }
  const untilOver = (reply: HttpReply) =>
    until(
      () => pass(reply),
      ({ round }) => round.state !== 'open',
    );

  /** Acts as the open page: requests the work, and sends it. */
  async function sendFromPage(planId: string): Promise<void> {
    const { requests } = await service.call('takePlanWork', { id: planId });
    await Promise.all(
      requests.map(({ caseId, maxAgeSeconds, useSeoTools, idempotencyKey }) =>
        post('/observations/ensure', { kind: 'keyword', caseId, maxAgeSeconds, useSeoTools }, { idempotencyKey }),
      ),
    );
  }

  it('are one round that buys nothing, and the same round for its key however often it is sent', async () => {
    const caseIds = await makeCases(3);
    const body = { caseIds, maxAgeSeconds: 0, maxUsd: 50 };
    const both = await Promise.all([start(body, 'double-click'), start(body, 'double-click')]);
    const again = await start(body, 'double-click');
    const told = [...both, again].map((reply) => [reply.status, (reply.body as any).ask.round.number]);
    expect(told).toEqual([
      [201, 1],
      [201, 1],
      [201, 1],
    ]);
    const other = await start({ ...body, caseIds: caseIds.slice(1) }, 'double-click');
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
    expect(service.sent()).toBe(0);
    const { items } = await service.call('listAsks', {});
    expect(items).toEqual([expect.objectContaining({ yours: true, watched: true })]);
    expect(items[0]?.round.counts).toMatchObject({ requests: 3, waiting: 3 });
  });

  long(
    'continue with the watcher alone, within the limit of active runs, and each question is bought once',
    async () => {
      const { items } = await service.call('listAsks', {});
      const reply = { body: { ask: items[0] } } as unknown as HttpReply;
      const { round, items: requests } = await untilOver(reply);
      expect(round).toMatchObject({ kind: 'manual', state: 'ended', counts: { answered: 3, reused: 0 } });
      expect([service.creates(), service.sent()]).toEqual([3, 3]);
      const runs = await service.db.selectFrom('runs').select(['id', 'key_id', 'plan_id']).execute();
      expect(runs.map(({ key_id, plan_id }) => [key_id, plan_id])).toEqual(Array(3).fill([null, null]));
      expect(requests.map(({ runId }: any) => runId).sort()).toEqual(runs.map(({ id }) => id).sort());
      const ledger = await readLedger(service.db);
      expect(ledger.saved).toEqual(ledger.replayed);
      expect(round.money.totalUsd).toBeGreaterThan(0);
      expect((await service.call('listPlans', {})).items).toEqual([]);
      const { rows } = await service.call('readSpending', { by: 'plan' });
      expect(rows.map(({ totalUsd }) => totalUsd)).toEqual([round.money.totalUsd]);
      const [listed] = (await service.call('listKeys', {})).items;
      expect(listed).toMatchObject({ name: 'Asked in the web app by owner@example.com', revokedAt: null });
    },
  );

  long('are sent by two pages and a watcher concurrently, and nothing is bought twice', async () => {
    const before = service.sent();
    const reply = await start({ caseIds: await makeCases(2), repeats: 2, maxAgeSeconds: 0 });
    const { planId } = (reply.body as any).ask;
    for (;;) {
      watcher.move(60_000);
      await Promise.all([sendFromPage(planId), sendFromPage(planId), watcher.pass()]);
      const { round, items } = await roundOf(reply);
      if (round.counts.waiting + round.counts.running > 0) continue;
      expect(round.counts).toMatchObject({ requests: 4, answered: 4, reused: 0, not_asked: 0 });
      expect(new Set(items.map(({ runId }) => runId)).size).toBe(4);
      break;
    }
    expect(service.sent() - before).toBe(4);
  });

  long('reuse a recent answer if allowed, for free', async () => {
    const [caseId = ''] = await makeCases(1);
    await untilOver(await start({ caseIds: [caseId], maxAgeSeconds: 0 }));
    const before = service.sent();
    const { round } = await untilOver(await start({ caseIds: [caseId], maxAgeSeconds: 86_400, maxUsd: 0 }));
    expect(round).toMatchObject({ counts: { answered: 1, reused: 1 }, money: { totalUsd: 0 } });
    expect(service.sent()).toBe(before);
  });

  it('hold no more than the confirmed amount, and list the requests left out', async () => {
    const caseIds = await makeCases(2);
    const quote = await service.call('quoteAnswers', { caseIds, maxAgeSeconds: 0 });
    const { heldUsd } = quote.total;
    const { round, items } = await untilOver(await start({ caseIds, maxAgeSeconds: 0, maxUsd: heldUsd / 2 - 0.001 }));
    expect(round.counts).toMatchObject({ answered: 0, not_asked: 2 });
    expect(items[0].denial).toMatch(/what was confirmed may spend/);
    const enough = await untilOver(await start({ caseIds, maxAgeSeconds: 0, maxUsd: heldUsd }));
    expect(enough.round.counts).toMatchObject({ answered: 2 });
  });

  it('end with a reason if they cannot be asked, without affecting the others', async () => {
    const [gone = '', there = ''] = await makeCases(2);
    const reply = await start({ caseIds: [gone, there], maxAgeSeconds: 0 });
    await service.call('archiveBenchmarkCase', { id: gone });
    const { round, items } = await untilOver(reply);
    expect(round).toMatchObject({ state: 'ended', reason: null, counts: { answered: 1, not_asked: 1 } });
    expect(items.map(({ state, denial }: any) => [state, denial === null])).toEqual([
      ['not_asked', false],
      ['answered', true],
    ]);
    const refused = await start({ caseIds: [gone], maxAgeSeconds: 0 });
    expect([refused.status, refused.body.error.code]).toEqual([404, 'not_found']);
  });

  it('stop on one cancel: queued ones are not sent, and active ones continue', async () => {
    const before = service.sent();
    const reply = await start({ caseIds: await makeCases(4), maxAgeSeconds: 0 });
    const { planId, round } = (reply.body as any).ask;
    await sendFromPage(planId);
    const stopped = await service.call('stopRound', { id: planId, round: round.number });
    expect(stopped.round).toMatchObject({ state: 'ended', reason: 'round_stopped' });
    await pass(reply);
    const left = await until(
      () => roundOf(reply),
      ({ round }) => round.counts.running === 0,
    );
    expect(left.round.counts).toMatchObject({ answered: 2, not_asked: 2 });
    expect(service.sent() - before).toBe(2);
  });

  it('need a person: no key starts them, and they are not listed as a plan', async () => {
    const caseIds = await makeCases(1);
    const keyed = await service.ask('/api/v2/asks', {
      key,
      idempotencyKey: 'by-a-key-alone',
      body: { caseIds, maxUsd: null },
    });
    expect([keyed.status, keyed.body.error.details]).toEqual([403, { audience: 'session' }]);
    const { items } = await service.call('listAsks', {});
    const planId = items[0]?.planId;
    for (const path of [`/plans/${planId}`, `/plans/${planId}/rounds`]) {
      const answered = await service.ask(`/api/v2${path}`, { key });
      expect([path, answered.status]).toEqual([path, path.endsWith('rounds') ? 200 : 404]);
    }
    const tooMany = await start({ caseIds: await makeCases(1), useSeoTools: true, repeats: 2 });
    expect(tooMany.body.error.details).toEqual({ field: 'useSeoTools' });
  });

  it('continue after their key was revoked only when a person asks again', async () => {
    const keys = (await service.call('listKeys', {})).items.filter((one) =>
      one.name.startsWith('Asked in the web app'),
    );
    expect(keys).toHaveLength(1);
    await service.call('revokeKey', { id: keys[0]?.id ?? '' });
    const { round } = await untilOver(await start({ caseIds: await makeCases(1), maxAgeSeconds: 0 }));
    expect(round.counts).toMatchObject({ answered: 1 });
  });

  long('end today if today’s runs are used up, naming the limit', async () => {
    await service.restart({ RUNS_PER_DAY_PER_OWNER: String(service.sent() + 1) });
    watcher = createWatcher(service);
    const { round, items } = await untilOver(await start({ caseIds: await makeCases(3), maxAgeSeconds: 0 }));
    expect(round).toMatchObject({ state: 'ended', counts: { answered: 1, not_asked: 2 } });
    expect(items.filter((item: any) => /RUNS_PER_DAY_PER_OWNER allows/.test(item.denial ?? ''))).toHaveLength(2);
  });
});
