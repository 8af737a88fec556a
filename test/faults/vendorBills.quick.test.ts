import { expect, it } from 'vitest';
import { readRefunds } from '../../src/services/money/readRefunds.ts';
import type { ScriptEntry } from '../../src/simulator/faults.ts';
import { createRunningClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { readLedger } from '../support/ledger.ts';
import { providerKey, startServiceForTest } from '../support/service.ts';
import { vendorLists } from '../support/vendorLists.ts';

const taskEngines = ['google-ai-mode', 'google-ai-overview', 'chatgpt-web', 'gemini-web'];
const engines = [...taskEngines, 'perplexity-api'];
const hour = 3_600_000;

type Story = { name: string; script: Omit<ScriptEntry, 'when'>[] };

/** Course of one question at every engine whose answers or list state its price. */
const stories: readonly Story[] = [
  { name: 'a good reply', script: [] },
  { name: 'a lost reply', script: [{ at: 'create', reply: { kind: 'lost' } }] },
  { name: 'a refusal', script: [{ at: 'create', seo: { taskStatus: 40501 }, reply: { kind: 'status', status: 400 } }] },
  { name: 'a refund', script: [{ at: 'create', seo: { refundUsd: 0.0006 } }] },
  {
    name: 'a refund after a lost reply',
    script: [{ at: 'create', seo: { refundUsd: 0.0006 }, reply: { kind: 'half' } }],
  },
  { name: 'all of it back', script: [{ at: 'create', course: 'failed', seo: { refundUsd: 0.0012 } }] },
  { name: 'an odd price', script: [{ at: 'create', seo: { costUsd: 0.003456 } }] },
  { name: 'polls that fail', script: [{ at: 'retrieve', reply: { kind: 'garbled' }, times: 2 }] },
];

onEachDatabase('the bills of vendors that state their prices', (database) => {
  it('equal the ledger to the micro-dollar after lost replies, refusals, refunds and a restart', async () => {
    const clock = createRunningClock();
    const service = await startServiceForTest(database, {
      env: {
        ENGINES: engines.join(','),
        ENGINE_HASTE: '600',
        PERPLEXITY_API_KEY: providerKey,
        ACCEPT_UNRESOLVED: 'perplexity-api',
        ACTIVE_RUNS_PER_OWNER: '1000',
        SUBMIT_TIMEOUT_MS: '4000',
        MAX_USD_PER_ANSWER: '0.5',
      },
      replace: { runtime: clock.runtime },
      simulator: { now: clock.now },
    });
    const key = await service.makeKey();
    const runs: { engine: string; name: string; id: string }[] = [];
    const askAll = async (engine: string): Promise<void> => {
      for (const { name, script } of stories) {
        const query = `What does ${engine} cost after ${name}?`;
        for (const entry of script) service.simulator.script({ ...entry, when: query });
        const asked = { query, search: { engine }, locale: { country: 'US', language: 'en' } };
        const { id } = await service.makeCase(asked);
        const started = await service.ensure(key, id, `bill-${engine}-${name.replace(/\W+/g, '-')}`);
        runs.push({ engine, name, id: started.body.run.id });
      }
    };
    await Promise.all(engines.map(askAll));
    await service.restart();
    const ended = runs.map(({ engine, name, id }) => {
      const isLost = engine === 'perplexity-api' && name.includes('lost reply');
      return service.follow(key, id, isLost ? 'requires_action' : undefined);
    });
    await Promise.all(ended);
    clock.move(hour / 6);
    await readRefunds(service.api);
    // A second check finds nothing new.
    clock.move(7 * hour);
    await readRefunds(service.api);

    // The worker ends a lost purchase at its next poll.
    const isHeld = async () =>
      [...(await readLedger(service.db)).standings.values()].some(({ state }) => state === 'held');
    await expect.poll(isHeld).toBe(false);

    const { standings, saved, replayed } = await readLedger(service.db);
    expect(saved).toEqual(replayed);
    const billed = await vendorLists(service.simulator.url, clock.now());
    let bill = 0;
    for (const { engine, name, id } of runs.filter((run) => taskEngines.includes(run.engine))) {
      const micro = billed.get(id) ?? null;
      bill += micro ?? 0;
      const expected = micro === null ? { state: 'released', micro: 0 } : { state: 'stated', micro };
      expect([engine, name, standings.get(id)]).toEqual([engine, name, expected]);
    }
    expect([...billed.keys()].filter((id) => !runs.some((run) => run.id === id))).toEqual([]);
    const { rows } = await service.call('readSpending', { by: 'engine' }, { key });
    const tasks = rows.filter((row) => taskEngines.includes(row.id));
    const sum = (member: string) => Math.round(tasks.reduce((all: number, row: any) => all + row[member], 0) * 1e6);
    expect([sum('statedUsd'), sum('heldUsd'), sum('unknownUsd')]).toEqual([bill, 0, 0]);
    // Each refund is a separate entry, in addition to the one that it corrects.
    expect([sum('refundedUsd'), tasks.reduce((all: number, row) => all + row.counts.refunds, 0)]).toEqual([
      (600 + 600 + 1_200) * taskEngines.length,
      3 * taskEngines.length,
    ]);
    // An engine that states its price with the answer bills what its answers state; the lost one's price is unknown.
    for (const { name, id } of runs.filter(({ engine }) => engine === 'perplexity-api')) {
      const { run } = await service.call('readRun', { kind: 'keyword', id }, { key });
      const stated = run.usage?.costUsd ?? null;
      if (stated !== null)
        expect([name, standings.get(id)]).toEqual([name, { state: 'stated', micro: Math.round(stated * 1e6) }]);
      else expect([name, standings.get(id)?.state]).toEqual([name, expect.stringMatching(/^(unknown|released)$/)]);
    }
  });
});
