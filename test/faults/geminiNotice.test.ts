import { expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { sendNotice, webhookSecret } from '../support/engineRows.ts';
import { providerKey, startServiceForTest } from '../support/service.ts';

onEachDatabase('a create of gemini-api with a lost reply', (database) => {
  it('is found by a notice of its vendor, but not by a forged one, and bought once', async () => {
    const service = await startServiceForTest(database, {
      env: {
        ENGINES: 'gemini-api',
        ENGINE_HASTE: '100',
        SUBMIT_TIMEOUT_MS: '2000',
        GEMINI_API_KEY: providerKey,
        GEMINI_WEBHOOK_SECRET: webhookSecret,
        ACCEPT_UNRESOLVED: 'gemini-api',
      },
    });
    const key = await service.makeKey();
    const { id: caseId } = await service.makeCase({});
    service.simulator.script({ at: 'create', reply: { kind: 'stalled', afterMs: 60_000 } });
    const { body } = await service.ensure(key, caseId, 'notice-1');
    const created = () => service.simulator.ledger.find(({ operation }) => operation === 'create')?.created;
    await expect.poll(created).toBeTruthy();
    const taskId = String(created());
    const notify = async (genuine: boolean) =>
      (await sendNotice(service, 'gemini-api', 'interaction.completed', taskId, genuine)).status;
    // The reply may still arrive, so the delivery is refused and the vendor repeats it.
    expect(await notify(true)).toBe(503);
    await service.follow(key, body.run.id, 'requires_action');
    expect(await notify(false)).toBe(401);
    expect((await service.readRun(key, body.run.id)).status).toBe('requires_action');
    // It is also refused while the work cannot be read, because the notice may be the only way to find it.
    service.simulator.script({ at: 'retrieve', reply: { kind: 'status', status: 503 } });
    expect(await notify(true)).toBe(503);
    expect(await notify(true)).toBe(200);
    const run = await service.follow(key, body.run.id);
    expect([run.status, run.result.mentions.length > 0]).toEqual(['completed', true]);
    expect(await notify(true)).toBe(200);
    expect(service.sent()).toBe(1);
  });
});
