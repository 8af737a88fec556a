import { expect, inject, it } from 'vitest';
import type { ExpectedCost } from '../../src/domain/money/expectedCost.ts';
import type { Purchase } from '../../src/domain/money/ledger.ts';
import { countedMicro } from '../../src/domain/money/purchase.ts';
import { unknownUsage } from '../../src/domain/runs/run.ts';
import type { AnswerProvider } from '../../src/ports/answerProvider.ts';
import type { RemoteSnapshot } from '../../src/ports/answerRequest.ts';
import { endPurchase } from '../../src/services/money/endPurchase.ts';
import { holdPurchases } from '../../src/services/money/holdPurchase.ts';
import { fractionOf } from '../../src/simulator/seededChoice.ts';
import { inTransaction } from '../../src/store/database/transaction.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { readLedger } from '../support/ledger.ts';
import { homeOf } from '../support/records.ts';
import { askAt, startServiceForTest, type TestService } from '../support/service.ts';
import { toyEngine } from '../support/toyEngine.ts';
import { until } from '../support/until.ts';

const plenty = { ACTIVE_RUNS_PER_OWNER: '1000', RUNS_PER_DAY_PER_OWNER: '10000', SEO_LOOKUPS_PER_HOUR: '1000' };

/** MONEY_STEPS=20000 runs the long campaign. */
const steps = Number(process.env.MONEY_STEPS ?? 300);
const lanes = 8;

class Killed extends Error {}

onEachDatabase('a ledger in a database', (engine) => {
  it(`never exceeds a budget and equals its balances in ${steps} random steps, including kills`, {
    timeout: 60_000 + steps * 20,
  }, async () => {
    const service = await startServiceForTest(engine, { env: { ...plenty, BUDGET_USD_PER_MONTH: '0.009' } });
    const second = engine === 'postgres' ? await service.another() : null;
    const doors = [service.api, (second ?? service.running).service.api];
    const { workspaceId } = await homeOf(service);
    const begunAt = '2026-03-02T08:00:00.000Z';
    const known: string[] = [];
    let taken = 0;
    const lane = async (at: number): Promise<void> => {
      let drawn = 0;
      const random = (): number => {
        drawn += 1;
        return fractionOf(`${inject('seed')} ${at} ${drawn}`);
      };
      // A run has one writer at a time, by its version; so does a purchase of a lane.
      const own: { purchase: Purchase; price: number }[] = [];
      while (taken < steps) {
        taken += 1;
        const api = doors[at % 2] ?? service.api;
        const killed = random() < 0.15;
        const work = async (act: (tx: Parameters<typeof endPurchase>[0]) => Promise<void>): Promise<boolean> => {
          try {
            await inTransaction(api.db, async (tx) => {
              await act(tx);
              if (killed) throw new Killed();
            });
            return true;
          } catch (cause) {
            if (cause instanceof Killed) return false;
            throw cause;
          }
        };
        const old = own[Math.floor(random() * own.length)];
        if (old === undefined || random() < 0.5) {
          const id = `run_${at}_${taken}`;
          const keyId = random() < 0.5 ? null : 'key_1';
          const about = { workspaceId, keyId, planId: null, caseId: null, recordId: id, engine: 'toy', model: null };
          const purchase: Purchase = { id, what: 'answer', simulated: false, begunAt, ...about };
          const held = Math.floor(random() * 400);
          const expected: ExpectedCost = { typical: held, max: held, basis: 'price_table', asOf: '2026-03-01' };
          let fits = false;
          const saved = await work(async (tx) => {
            fits = (await holdPurchases(tx, api, [{ purchase, expected }], 'an answer')) === null;
          });
          if (!saved || !fits) continue;
          known.push(id);
          own.push({ purchase, price: Math.floor(held * random()) });
          continue;
        }
        // A provider's price never rises; a refund halves it.
        if (random() < 0.3) old.price = Math.floor(old.price / 2);
        const end = random() < 0.3 ? ({ kind: 'unknown' } as const) : ({ kind: 'stated', micro: old.price } as const);
        await work((tx) => endPurchase(tx, old.purchase, end, begunAt));
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_none, at) => lane(at)));
    const { standings, saved, replayed } = await readLedger(service.db);
    expect(saved).toEqual(replayed);
    expect([...standings.keys()].sort()).toEqual(known.sort());
    const used = [...standings.values()].reduce((sum, standing) => sum + countedMicro(standing), 0);
    expect(saved['deployment 2026-03']).toBe(used);
    expect(used).toBeLessThanOrEqual(9_000);
  });
});

type Sold = { id: string; runId: string; micro: number };

/** An engine that bills at the create and states its price, loses replies, refuses, and refunds. */
function billingEngine(sold: Sold[]): AnswerProvider {
  const base = toyEngine(() => 'http://127.0.0.1:1');
  const kindOf = (runId: string): number => runId.charCodeAt(runId.length - 1) % 5;
  const snapshot = (work: Sold, status: RemoteSnapshot['status']): RemoteSnapshot => ({
    status,
    model: 'toy-1',
    finishedAt: new Date().toISOString(),
    completedSearchCount: 1,
    answer: {
      text: 'Take Acme CRM.',
      annotations: [],
      sources: [],
      refusal: null,
      incompleteReason: null,
      searchCount: 1,
    },
    usage: { ...unknownUsage, costUsd: work.micro / 1e6 },
    error: null,
    raw: { text: 'Take Acme CRM.' },
    runId: work.runId,
  });
  return {
    ...base,
    async submit({ runId }) {
      const kind = kindOf(runId);
      if (kind === 0) {
        return { kind: 'refused', code: 'refused', message: 'No.', httpStatus: 400, retryAfterSeconds: null };
      }
      const work = { id: `task_${sold.length}`, runId, micro: 1_200 + sold.length };
      sold.push(work);
      if (kind === 1) return { kind: 'uncertain', cause: 'the reply was lost' };
      return { kind: 'accepted', handle: { sessionId: null, taskId: work.id }, snapshot: snapshot(work, 'running') };
    },
    async findLost({ runId }) {
      const work = sold.find((one) => one.runId === runId);
      if (work === undefined) return { kind: 'not_visible' };
      return { kind: 'found', handle: { sessionId: null, taskId: work.id }, snapshot: snapshot(work, 'running') };
    },
    async retrieve({ taskId }) {
      const work = sold.find((one) => one.id === taskId);
      if (work === undefined) return { kind: 'gone' };
      // Refunds half of the price once the work is known to be useless.
      if (kindOf(work.runId) === 2) work.micro = 600;
      return { kind: 'found', snapshot: snapshot(work, kindOf(work.runId) === 3 ? 'failed' : 'completed') };
    },
  };
}

onEachDatabase('a provider’s bill', (engine) => {
  it('equals the ledger after refusals, lost replies, refunds and restarts', async () => {
    const sold: Sold[] = [];
    const service = await startServiceForTest(engine, { env: plenty, replace: { answers: [billingEngine(sold)] } });
    const key = await service.makeKey();
    const runs: string[] = [];
    for (let at = 0; at < 24; at += 1) {
      const { id } = await service.makeCase({ search: { engine: 'toy' } });
      runs.push((await service.ensure(key, id, `billed-${at}`)).body.run.id);
      if (at % 10 === 9) await service.restart();
    }
    for (const id of runs) await service.follow(key, id);
    const { standings, saved, replayed } = await readLedger(service.db);
    expect(saved).toEqual(replayed);
    for (const { runId, micro } of sold) expect(standings.get(runId)).toEqual({ state: 'stated', micro });
    const unsold = runs.filter((id) => !sold.some(({ runId }) => runId === id));
    for (const id of unsold) expect(standings.get(id)).toEqual({ state: 'released', micro: 0 });
    const { total } = await service.call('readSpending', {}, { key });
    const bill = sold.reduce((sum, { micro }) => sum + micro, 0);
    expect(Math.round(total.statedUsd * 1e6)).toBe(bill);
    const refunds = sold.filter(({ micro }) => micro === 600).length;
    expect([total.counts.refunds, unsold.length + sold.length]).toEqual([refunds, 24]);
  });

  it('of SEO lookups equals the ledger after lost, cut and refused calls and a restart', async () => {
    const clock = createClock(new Date().toISOString());
    const service = await startServiceForTest(engine, {
      env: plenty,
      replace: { runtime: clock.runtime, seoRefusalPausesMs: [10] },
    });
    const key = await service.makeKey();
    const faults = [
      { reply: { kind: 'lost' } },
      { reply: { kind: 'half' } },
      { reply: { kind: 'garbled' } },
      { seo: { taskStatus: 40202 } },
      { seo: { taskStatus: 40501 } },
      { seo: { costUsd: 0.0123 } },
    ] as const;
    for (let at = 0; at < 12; at += 1) {
      service.simulator.script({ at: 'seo_call', ...faults[at % faults.length] });
      const body = { domain: `acme-${at}.com`, confirmSpend: true as const };
      await service.call('requestSeoOverview', body, { key, idempotencyKey: `seo-bill-${at}` });
    }
    await service.restart();
    await untilComplete(service, key, () => clock.move(120_000));
    const { standings, saved, replayed } = await readLedger(service.db);
    expect(saved).toEqual(replayed);
    const billed = await vendorList(service);
    expect(billed.length).toBeGreaterThan(12);
    let bill = 0;
    for (const { tag, micro } of billed) {
      bill += micro;
      const [report, call] = tag.split(':');
      expect(standings.get(`${report}:${call}`), tag).toEqual({ state: 'stated', micro });
    }
    const stated = [...standings.values()].filter(({ state }) => state === 'stated');
    expect(stated.reduce((sum, { micro }) => sum + (micro ?? 0), 0)).toBe(bill);
  });
});

/** Moves the clock until no report can change any more. */
async function untilComplete(service: TestService, key: string, later: () => void): Promise<void> {
  let looks = 0;
  const read = async () => {
    if (looks % 30 === 0) later();
    looks += 1;
    return (await service.call('readSeoReports', {}, { key })).reports;
  };
  await until(read, (reports) => reports.every(({ state }) => state === 'complete'), 200);
}

/** Returns the charges of calls by the vendor's own list. */
async function vendorList(service: TestService): Promise<{ tag: string; micro: number }[]> {
  const day = 86_400_000;
  const time = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
  const body = [
    { datetime_from: time(Date.now() - day), datetime_to: time(Date.now() + day), limit: 1000, include_metadata: true },
  ];
  const listed = await askAt(service.simulator.url, '/v3/dataforseo_labs/id_list', {
    body,
    headers: { authorization: 'Basic c2VvOnNlbw==' },
  });
  const rows = (listed.body as any).tasks[0].result as { cost: string; metadata: { tag: string } }[];
  return rows
    .map((row) => ({ tag: row.metadata.tag, micro: Math.round(Number(row.cost) * 1e6) }))
    .filter(({ micro }) => micro > 0);
}
