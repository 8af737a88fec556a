import { expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { endLeases } from '../support/endLeases.ts';
import { startServerProcess } from '../support/serverProcess.ts';

onEachDatabase('a server killed during a second reading', (engine) => {
  // With `stalled` the provider has done the work; with `dropped` it never received the request.
  it.each(['stalled', 'dropped'] as const)('does not buy it again: %s', async (kind) => {
    const env = { SUBMIT_TIMEOUT_MS: '700', SECOND_READER_MODEL: 'reader-model' };
    const server = await startServerProcess(engine, {
      env,
      simulator: { pace: { by: 'looks', queued: 0, working: 0 } },
    });
    const { database, key, simulator } = server;
    simulator.script({
      at: 'second_reading',
      reply: kind === 'stalled' ? { kind, afterMs: 30_000 } : { kind },
    });
    const readings = () => simulator.ledger.filter(({ operation }) => operation === 'second_reading').length;
    const caseId = await server.makeCase('Which CRM suits a small agency?');
    const { run } = (await server.ensure(caseId, 'kill-0001')).body;
    await expect.poll(readings, { interval: 25 }).toBe(1);
    await server.kill();
    await endLeases(database);
    await server.start();
    const read = async () => await server.readRun(key, run.id);
    await expect.poll(async () => (await read()).status, { interval: 25 }).toBe('completed');
    const { result } = await read();
    expect(readings()).toBe(1);
    expect(result.limitations.join()).toMatch(/single_reading: .*unknown\./);
    expect(result.mentions.length).toBeGreaterThan(3);
  });
});
