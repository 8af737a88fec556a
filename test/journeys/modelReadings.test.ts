import { afterEach, expect, it } from 'vitest';
import { type Calls, callsOf } from '../support/calls.ts';
import { onEachDatabase } from '../support/databases.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { startTestService, type TestOptions, type TestService } from '../support/service.ts';

const lists = [['Acme CRM acme-crm.example'], ['Rivalo rivalo.example', 'Acme Pro'], ['Rivalo rivalo.example']];

onEachDatabase('the reading model', (engine) => {
  let service: TestService | null = null;
  afterEach(async () => {
    await service?.close();
    service = null;
  });

  async function begin(env: Record<string, string>, options: Partial<TestOptions> = {}) {
    const started = await startTestService(engine, { ...options, env: { SUBMIT_TIMEOUT_MS: '1500', ...env } });
    service = started;
    const { id: websiteId } = await started.makeSite();
    const runs: string[] = [];
    for (const [at, names] of lists.entries()) {
      const { id: caseId } = await started.makeCase({ websiteId });
      const createdAt = `2026-03-0${at + 1}T10:00:00.000Z`;
      runs.push(await saveAnswer(started, { websiteId, caseId, createdAt, names }));
    }
    const person = callsOf(started.url, started.cookie);
    return { service: started, person, websiteId, runs };
  }

  const sentTo = (of: TestService) => of.simulator.ledger.filter(({ operation }) => operation === 'model_reading');
  const rowsOf = (of: TestService) =>
    of.running.service.api.db.selectFrom('model_readings').selectAll().orderBy('created_at').execute();

  async function untilEnded(of: TestService, count: number): Promise<void> {
    await expect.poll(async () => (await rowsOf(of)).filter(({ state }) => state === 'ended').length).toBe(count);
  }

  const ask = (person: Calls, websiteId: string, only: 'weak' | 'all', most = 10) =>
    person.call('requestReadings', { websiteId, only, most, confirmSpend: true });

  it('is off by default: nothing is quoted or bought', async () => {
    const { person, websiteId } = await begin({});
    await person.refuse('quoteReadings', { websiteId }, 'engine_unavailable');
    await person.refuse('requestReadings', { websiteId, most: 1, confirmSpend: true }, 'engine_unavailable');
  });

  it('quotes weakly read answers, buys each text once permanently, and settles the hold', async () => {
    const { service: of, person, websiteId, runs } = await begin({ READER_MODEL: 'gpt-5.5' });
    const quote = await person.call('quoteReadings', { websiteId });
    expect(quote).toMatchObject({ reader: 'model/1.gpt-5.5', answers: 1, shared: 0, leftToday: 1_000 });
    expect(quote.typicalUsd).toBeGreaterThan(0);
    expect(quote.maxUsd).toBeGreaterThanOrEqual(quote.typicalUsd ?? 0);
    expect(await ask(person, websiteId, 'weak')).toEqual({ planned: 1, shared: 0, left: 0, because: null });
    await untilEnded(of, 1);
    expect(await ask(person, websiteId, 'weak')).toMatchObject({ planned: 0 });
    const [row] = await rowsOf(of);
    expect(row).toMatchObject({ run_id: runs[1], state: 'ended' });
    expect(JSON.parse(row?.outcome ?? '')).toMatchObject({ kind: 'read', reading: { reader: 'model/1.gpt-5.5' } });
    const { items } = await person.call('listPurchases', {});
    const bought = items.flatMap(({ purchases }) => purchases).filter(({ what }) => what === 'model_reading');
    expect(bought).toMatchObject([{ state: 'estimated' }]);
    await of.restart({ READER_MODEL: 'gpt-5.5' });
    expect(await ask(callsOf(of.url, of.cookie), websiteId, 'weak')).toMatchObject({ planned: 0 });
    expect(sentTo(of)).toHaveLength(1);
  });

  it('reads all answers on request, as often a day as the owner allows', async () => {
    const { service: of, person, websiteId } = await begin({ READER_MODEL: 'gpt-5.5', READINGS_PER_DAY: '2' });
    expect(await ask(person, websiteId, 'all')).toMatchObject({
      ...{ planned: 2, left: 1, because: expect.stringContaining('limit of 2 readings') },
    });
    await untilEnded(of, 2);
    expect(sentTo(of)).toHaveLength(2);
  });

  it('buys no more than the caller agreed to', async () => {
    const { service: of, person, websiteId } = await begin({ READER_MODEL: 'gpt-5.5' });
    expect(await ask(person, websiteId, 'all', 1)).toMatchObject({ planned: 1, left: 2, because: '1 were agreed to' });
    await untilEnded(of, 1);
  });

  it('buys nothing that exceeds a budget', async () => {
    const { service: of, person, websiteId } = await begin({ READER_MODEL: 'gpt-5.5', BUDGET_USD_PER_MONTH: '0.0001' });
    await person.refuse('requestReadings', { websiteId, only: 'all', most: 3, confirmSpend: true }, 'run_limit');
    expect(await rowsOf(of)).toEqual([]);
    expect(sentTo(of)).toEqual([]);
  });

  it.each([
    ['lost', { reply: { kind: 'lost' } }, /reply was lost/, 'unknown'],
    ['not of the form', { course: 'malformed' }, /not have the requested form/, 'estimated'],
    ['cut off', { course: 'incomplete' }, /could not be used/, 'estimated'],
  ] as const)(
    '%s: the answer keeps its reading, and the reading is never bought again',
    async (_what, script, says, state) => {
      const { service: of, person, websiteId } = await begin({ READER_MODEL: 'gpt-5.5' });
      of.simulator.script({ at: 'model_reading', ...script });
      await ask(person, websiteId, 'weak');
      await untilEnded(of, 1);
      const [row] = await rowsOf(of);
      expect(JSON.parse(row?.outcome ?? '')).toMatchObject({ kind: 'unread', because: expect.stringMatching(says) });
      const { items } = await person.call('listPurchases', {});
      const bought = items.flatMap(({ purchases }) => purchases).filter(({ what }) => what === 'model_reading');
      expect(bought).toMatchObject([{ state }]);
      expect(await ask(person, websiteId, 'weak')).toMatchObject({ planned: 0 });
      expect(sentTo(of)).toHaveLength(1);
    },
  );
});
