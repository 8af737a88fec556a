import { beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import { alwaysOnEachDatabase, onEachDatabase } from '../support/databases.ts';
import { ensureAt } from '../support/http.ts';
import { readLedger } from '../support/ledger.ts';
import { long } from '../support/long.ts';
import { type HttpReply, startServiceForTest, useService } from '../support/service.ts';

const plenty = { ACTIVE_RUNS_PER_OWNER: '1000', RUNS_PER_DAY_PER_OWNER: '1000' };

/** Worst case of an answer of gpt-5.5 by the price list: 60,000 tokens in, 8,000 out and 12 searches. */
const worstUsd = 0.66;

alwaysOnEachDatabase('a monthly budget', (engine) => {
  long('stops the 51st answer of 50, whatever the concurrency', async () => {
    const env = {
      ...plenty,
      OPENAI_MODEL: 'gpt-5.5',
      SUBMIT_TIMEOUT_MS: '30000',
      BUDGET_USD_PER_MONTH: String(50 * worstUsd),
    };
    const service = await startServiceForTest(engine, { env });
    const second = engine === 'postgres' ? await service.another() : null;
    const key = await service.makeKey();
    const cases = await Promise.all(Array.from({ length: 200 }, () => service.makeCase()));
    service.simulator.script({ at: 'create', course: 'slow', times: 200 });
    const urls = [service.url, second?.url ?? service.url];
    const ensure = async (caseId: string, at: number): Promise<HttpReply> => {
      for (;;) {
        const answered = await ensureAt(urls[at % 2] ?? '', key, caseId, `at-once-${at}`);
        // A busy database reports it, and the same key is sent again.
        if (answered.status !== 503) return answered;
      }
    };
    const asked = await Promise.all(cases.map(({ id }, at) => ensure(id, at)));
    const refused = asked.filter(({ status }) => status === 429);
    expect([asked.filter(({ status }) => status === 202).length, refused.length]).toEqual([50, 150]);
    // Runs that were claimed but not sent, because the database was busy, are left to the worker.
    expect(service.sent()).toBeLessThanOrEqual(50);
    for (const { body } of refused) {
      expect(body.error).toMatchObject({
        code: 'run_limit',
        details: { limit: 'budget', budget: 'deployment', leftUsd: 0, neededUsd: worstUsd, newKeyNeeded: true },
      });
    }
    // The refusal stays with its key, and reserved nothing.
    const [at] = asked.flatMap(({ status }, index) => (status === 429 ? [index] : []));
    const again = await ensure(cases[at ?? 0]?.id ?? '', at ?? 0);
    expect([again.status, again.body]).toEqual([429, asked[at ?? 0]?.body]);
    const ledger = await readLedger(service.db);
    expect(ledger.standings.size).toBe(50);
    expect(ledger.saved).toEqual(ledger.replayed);
    expect(new Set(Object.values(ledger.saved))).toEqual(new Set([50 * worstUsd * 1e6]));
  });
});

onEachDatabase('the cost of an answer', (engine) => {
  let key: string;
  const service = useService(engine, { env: { ...plenty, OPENAI_MODEL: 'gpt-5.5' } });
  beforeAll(async () => {
    key = await service.makeKey();
  });

  async function standingAfter(course: 'answer' | 'failed' | 'slow' | 'cancel', name: string) {
    const { id } = await service.makeCase();
    if (course !== 'answer') service.simulator.script({ at: 'create', course: course === 'cancel' ? 'slow' : course });
    const { body } = await service.ensure(key, id, name);
    if (course === 'cancel') await service.call('cancelRun', { kind: 'keyword', id: body.run.id }, { key });
    if (course !== 'slow') await service.follow(key, body.run.id);
    const { standings, saved, replayed } = await readLedger(service.db);
    expect(saved).toEqual(replayed);
    return { standing: standings.get(body.run.id), runId: body.run.id };
  }

  it('is held in full until the answer arrives', async () => {
    expect((await standingAfter('slow', 'money-slow')).standing).toEqual({ state: 'held', micro: 660_000 });
  });

  long('equals its tokens and searches afterwards, and v1 states no cost', async () => {
    const { standing, runId } = await standingAfter('answer', 'money-answer');
    const body = await service.call('readRun', { kind: 'keyword', id: runId }, { key });
    const { inputTokens, outputTokens, searchCalls, costUsd } = body.run.usage as Record<string, number>;
    expect(standing).toEqual({
      state: 'estimated',
      micro: Number(inputTokens) * 5 + Number(outputTokens) * 30 + Number(searchCalls) * 10_000,
    });
    expect(costUsd).toBeNull();
  });

  it('is released if the provider refuses or fails without having worked', async () => {
    service.simulator.script({ at: 'create', reply: { kind: 'status', status: 400, code: 'invalid_value' } });
    const { id } = await service.makeCase();
    const { body } = await service.ensure(key, id, 'money-refused');
    expect(body.run.status).toBe('failed');
    const { standings } = await readLedger(service.db);
    expect(standings.get(body.run.id)).toEqual({ state: 'released', micro: 0 });
  });
});

onEachDatabase('the cost of asking', (engine) => {
  let key: string;
  const service = useService(engine, { env: { ...plenty, OPENAI_MODEL: 'gpt-5.5' } });
  beforeAll(async () => {
    key = await service.makeKey();
  });

  const quote = (body: InputOf<'quoteAnswers'>) => service.call('quoteAnswers', body, { key });

  long('is quoted in advance, excluding saved answers, without holding anything', async () => {
    const [fresh, asked] = [await service.makeCase(), await service.makeCase()];
    const started = await service.ensure(key, asked.id, 'quote-first');
    await service.follow(key, started.body.run.id);
    const before = await readLedger(service.db);
    const quoted = await quote({ caseIds: [fresh.id, asked.id] });
    expect(quoted.total).toMatchObject({ bought: 1, reused: 1, typicalUsd: 0.1, maxUsd: worstUsd, heldUsd: worstUsd });
    expect(quoted.items[0]?.perRun).toMatchObject({ basis: 'price_table', asOf: '2026-09-23' });
    expect(quoted).toMatchObject({ fits: null, simulated: false, repeats: 1, maxAgeSeconds: 86_400 });
    const thrice = await quote({ questionIds: [quoted.items[1]?.questionId ?? ''], engines: ['openai'], repeats: 3 });
    expect(thrice.total).toMatchObject({ bought: 3, reused: 0, typicalUsd: 0.3, heldUsd: 1.98 });
    expect(await readLedger(service.db)).toEqual(before);
  });

  it('names parts that cannot be quoted', async () => {
    const { id } = await service.makeCase();
    const refuse = (code: string, body: InputOf<'quoteAnswers'>) => service.refuse('quoteAnswers', body, code, { key });
    expect((await refuse('invalid_request', {})).field).toBe('caseIds');
    await refuse('not_found', { caseIds: ['case_unknown'] });
    expect((await refuse('invalid_request', { caseIds: [id], engines: ['openai'] })).field).toBe('engines');
  });

  long('adds up in every grouping, and every row links to its purchases', async () => {
    const { id } = await service.makeCase();
    const other = await service.makeKey();
    await service.follow(key, (await service.ensure(key, id, 'spending-1', { maxAgeSeconds: 0 })).body.run.id);
    await service.follow(other, (await service.ensure(other, id, 'spending-2', { maxAgeSeconds: 0 })).body.run.id);
    service.simulator.script({ at: 'create', course: 'slow' });
    await service.ensure(other, id, 'spending-3', { maxAgeSeconds: 0 });
    const body = { domain: 'acme-crm.com', confirmSpend: true as const };
    const bought = await service.call('requestSeoOverview', body, { key, idempotencyKey: 'spending-seo' });
    for (const by of ['engine', 'plan', 'key', 'question', 'day'] as const) {
      const { total, rows } = await service.call('readSpending', { by }, { key });
      for (const name of ['statedUsd', 'estimatedUsd', 'heldUsd', 'unknownUsd', 'refundedUsd', 'totalUsd'] as const) {
        const micros = rows.map((row) => Math.round(row[name] * 1e6));
        expect(micros.reduce((sum: number, one: number) => sum + one, 0)).toBe(Math.round(total[name] * 1e6));
      }
      // The two calls of the overview at their provider's prices.
      expect(total).toMatchObject({ statedUsd: bought.report.costUsd, heldUsd: worstUsd, unknownUsd: 0 });
      for (const row of rows) {
        const opened = await service.call('listPurchases', { ...row.filter }, { key });
        const purchases = opened.items.flatMap((item) => item.purchases);
        expect(purchases.length).toBe(row.counts.purchases);
      }
    }
    expect((await service.call('readSpending', { by: 'engine' }, { key })).rows.map((row) => row.id).sort()).toEqual([
      'openai',
      'seo',
    ]);
    expect((await service.call('readSpending', { by: 'engine', limit: 1 }, { key })).rows).toMatchObject([
      { id: null, label: '2 others' },
    ]);
    expect((await service.call('readSpending', { month: '2020-01' }, { key })).rows).toEqual([]);
    expect((await service.refuse('readSpending', { month: '2020-13' }, 'invalid_request', { key })).field).toBe(
      'month',
    );
    const page = await service.call('listPurchases', { limit: 1 }, { key });
    const next = await service.call('listPurchases', { limit: 200, cursor: page.nextCursor }, { key });
    const ids = [...page.items, ...next.items].map((item) => item.recordId);
    expect(new Set(ids).size).toBe(ids.length);
    const estimated = next.items.flatMap((item) => item.purchases).find((one) => one.state === 'estimated');
    expect(estimated).toMatchObject({
      costUsd: null,
      costEstimate: { basis: 'price_table', asOf: '2026-09-23' },
      entries: [
        { kind: 'hold', from: 'none', to: 'held' },
        { kind: 'settle', to: 'estimated' },
      ],
    });
  });

  it('is limited by budgets that a session sets, for the workspace and for a key', async () => {
    const limited = await service.call('createKey', { name: 'limited', permissions: ['evaluate', 'seo'] });
    const { id: keyId } = limited.key;
    const secret = limited.secret as string;
    const set = (body: Record<string, unknown>, as = {}) => service.reply('changeBudget', body, as);
    expect((await set({ kind: 'key', id: keyId, limitUsd: 1 }, { key })).status).toBe(403);
    expect((await set({ kind: 'key', id: 'key_foreign', limitUsd: 1 })).status).toBe(404);
    // The budget's owner must be named, and is never guessed.
    for (const unclear of [{ kind: 'key' }, { kind: 'workspace', id: keyId }]) {
      const { status, body } = await set({ ...unclear, limitUsd: 1 });
      expect([status, (body as any).error.details]).toEqual([400, { field: 'id' }]);
    }
    expect((await set({ kind: 'key', id: keyId, limitUsd: 0.7 })).body).toMatchObject({
      budget: { kind: 'key', id: keyId, label: 'limited', limitUsd: 0.7, usedUsd: 0, leftUsd: 0.7 },
    });
    const { id } = await service.makeCase();
    const quoted = await service.call('quoteAnswers', { caseIds: [id], repeats: 2 }, { key: secret });
    expect(quoted).toMatchObject({ fits: false });
    service.simulator.script({ at: 'create', course: 'slow' });
    expect((await service.ensure(secret, id, 'limited-1', { maxAgeSeconds: 0 })).status).toBe(202);
    const second = await service.makeCase();
    const refused = await service.ensure(secret, second.id, 'limited-2');
    expect(refused.body.error).toMatchObject({
      code: 'run_limit',
      details: { limit: 'budget', budget: 'key', leftUsd: 0.04, neededUsd: worstUsd },
    });
    const lookup = () =>
      service.reply(
        'requestSeoOverview',
        { domain: 'acme-crm.com', confirmSpend: true },
        { key: secret, idempotencyKey: 'limited-seo' },
      );
    const [once, again] = [await lookup(), await lookup()];
    expect([once.status, once.body]).toEqual([429, again.body]);
    expect(once.body.error).toMatchObject({ code: 'run_limit', details: { neededUsd: 0.1, leftUsd: 0.04 } });
    // A raised budget accepts a new request immediately; it never limited another key.
    await set({ kind: 'key', id: keyId, limitUsd: null });
    service.simulator.script({ at: 'create', course: 'slow' });
    expect((await service.ensure(secret, second.id, 'limited-3')).status).toBe(202);
    await set({ kind: 'workspace', limitUsd: 0 });
    expect((await service.ensure(key, (await service.makeCase()).id, 'workspace-1')).body.error).toMatchObject({
      details: { budget: 'workspace', leftUsd: 0, freeAt: null },
    });
    await set({ kind: 'workspace', limitUsd: null });
    const { saved, replayed } = await readLedger(service.db);
    expect(saved).toEqual(replayed);
  });
});

onEachDatabase('a question asked at several engines', (engine) => {
  long('is one row of the spending, which links to the answers of all of them', async () => {
    const service = await startServiceForTest(engine, {
      env: { ...plenty, ENGINES: 'openai,google-ai-mode', ENGINE_HASTE: '1000', OPENAI_MODEL: 'gpt-5.5' },
    });
    const key = await service.makeKey();
    const query = 'Which till suits a market stall?';
    const runs: string[] = [];
    for (const at of ['openai', 'google-ai-mode']) {
      const asked = { query, locale: { country: 'US', language: 'en' }, search: { engine: at } };
      const { id } = await service.makeCase(asked);
      const { body } = await service.ensure(key, id, `one-question-${at}`);
      runs.push((await service.follow(key, body.run.id)).id);
    }
    const { rows, total } = await service.call('readSpending', { by: 'question' }, { key });
    expect(rows).toMatchObject([{ label: query, counts: { purchases: 2 }, totalUsd: total.totalUsd }]);
    const opened = await service.call('listPurchases', { ...rows[0]?.filter }, { key });
    expect(opened.items.map(({ recordId }) => recordId).sort()).toEqual(runs.sort());
    await service.refuse('listPurchases', { questionId: 'question_unknown' }, 'not_found', { key });
    expect((await service.call('listPurchases', { questionId: 'none' }, { key })).items).toEqual([]);
  });
});

onEachDatabase('an unknown price', (engine) => {
  long(
    'is not an obstacle without a budget, and refused under one, unless the owner sets an amount to hold',
    async () => {
      const service = await startServiceForTest(engine, { env: { ...plenty, OPENAI_MODEL: 'gpt-6.1-sol' } });
      const key = await service.makeKey();
      const ensure = async (name: string) =>
        (await service.ensure(key, (await service.makeCase()).id, name)).body as any;
      const quoted = await service.call('quoteAnswers', { caseIds: [(await service.makeCase()).id] }, { key });
      expect(quoted.total).toMatchObject({ typicalUsd: null, heldUsd: null, unpriced: 1 });
      expect((await ensure('unpriced-1')).disposition).toBe('started');
      await service.restart({ BUDGET_USD_PER_MONTH: '10' });
      const refused = (await ensure('unpriced-2')).error;
      expect(refused).toMatchObject({ code: 'run_limit', details: { limit: 'budget', neededUsd: null } });
      expect(refused.message).toContain('MAX_USD_PER_ANSWER');
      await service.restart({ BUDGET_USD_PER_MONTH: '10', MAX_USD_PER_ANSWER: '4' });
      expect((await ensure('unpriced-3')).disposition).toBe('started');
    },
  );
});
