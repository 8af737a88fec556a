import { expect, it } from 'vitest';
import { createClock } from '../support/clock.ts';
import { alwaysOnEachDatabase } from '../support/databases.ts';
import { addKey, addWorkspace } from '../support/records.ts';
import { startServiceForTest } from '../support/service.ts';

alwaysOnEachDatabase('a key with so many requests that some are counted in advance', (engine) => {
  it('reads the runs and questions of its own workspace as they are now, until it is revoked', async () => {
    const clock = createClock();
    const env = { REQUESTS_PER_MINUTE: '100000' };
    const service = await startServiceForTest(engine, { env, replace: { runtime: clock.runtime } });
    const { id: keyId, secret: key } = await addKey(service, await addWorkspace(service, 'same owner'), ['evaluate']);
    const own = await service.makeKey();
    const { id: caseId } = await service.makeCase();
    const started = await service.ensure(own, caseId, 'busy-key');
    const runId: string = started.body.run.id;
    const read = (by: string) => service.reply('readRun', { kind: 'keyword', id: runId }, { key: by });
    const observe = (by: string) => service.reply('readObservation', { kind: 'keyword', caseId }, { key: by });
    const burst = async (by: string) => {
      const both = await Promise.all(Array.from({ length: 20 }, () => Promise.all([read(by), observe(by)])));
      return both.map(([run, observation]) => [run.status, run.body.run?.status, observation.body.run?.id]);
    };
    for (let round = 0; round < 4; round += 1) {
      await burst(own);
      clock.move(260);
    }
    await service.finish(own, runId);
    expect(new Set((await burst(own)).map(String))).toEqual(new Set([`200,completed,${runId}`]));
    for (let round = 0; round < 4; round += 1) {
      const ofOther = await burst(key);
      expect(new Set(ofOther.map(String))).toEqual(new Set(['404,,']));
      clock.move(260);
    }
    await service.api.db
      .updateTable('api_keys')
      .set({ revoked_at: new Date().toISOString() })
      .where('id', '=', keyId)
      .execute();
    expect([(await read(key)).status, (await observe(key)).status]).toEqual([401, 401]);
  });
});
