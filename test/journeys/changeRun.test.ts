import type { CompiledQuery } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/services/appContext.ts';
import { changeRun } from '../../src/services/runs/changeRun.ts';
import { alwaysOnEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { savedRun } from '../support/records.ts';
import { useService } from '../support/service.ts';

alwaysOnEachDatabase('a change of a run', (engine) => {
  const service = useService(engine, { env: { POLL_INTERVAL_MS: '600000' } });
  let runId: string;
  let app: AppContext;
  beforeAll(async () => {
    // The next poll is ten minutes away, so every change is this test's own.
    const key = await service.makeKey();
    const { id } = await service.makeCase();
    const ensured = await service.ensure(key, id, 'change-run-1');
    runId = ensured.body.run.id;
    app = service.api;
  });

  long('is decided again after another save, so that no concurrent change is lost', async () => {
    const run = await savedRun(service, runId);
    const start = run.failedPolls;
    const changes = Array.from({ length: 6 }, () =>
      changeRun(app, run, (current) => ({ failedPolls: current.failedPolls + 1 })),
    );
    const changed = await Promise.all(changes);
    expect(changed.every((one) => one.changed)).toBe(true);
    expect((await savedRun(service, runId)).failedPolls).toBe(start + 6);
  });

  it('leaves the run alone if nothing is decided, and says so', async () => {
    const run = await savedRun(service, runId);
    expect(await changeRun(app, run, () => null)).toEqual({ run, changed: false });
  });

  it('ends with an error, not silently, if every attempt loses', async () => {
    const run = await savedRun(service, runId);
    // Another writer is always first, so every save finds a version conflict.
    const db = new Proxy(app.db, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target);
        if (name !== 'executeQuery') return typeof member === 'function' ? member.bind(target) : member;
        return async (query: CompiledQuery) =>
          query.sql.startsWith('update "runs"') ? { rows: [] } : target.executeQuery(query);
      },
    });
    let asked = 0;
    const lost = changeRun({ ...app, db }, run, () => {
      asked += 1;
      return { failedPolls: 99 };
    });
    await expect(lost).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    expect(asked).toBe(12);
    expect((await savedRun(service, runId)).failedPolls).not.toBe(99);
  });

  it('writes related records in the same transaction, or not at all', async () => {
    const run = await savedRun(service, runId);
    const failing = changeRun(
      app,
      run,
      () => ({ failedPolls: 77 }),
      () => Promise.reject(new Error('the second write failed')),
    );
    await expect(failing).rejects.toThrow('the second write failed');
    expect((await savedRun(service, runId)).failedPolls).not.toBe(77);
  });
});
