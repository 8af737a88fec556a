import { expect, it } from 'vitest';
import { inTransaction, isOvertaken } from '../../src/store/database/transaction.ts';
import { lockOwner, passIfClaimable } from '../../src/store/runs/reservations.ts';
import { onPostgres } from '../support/databases.ts';
import { useProgram, useService } from '../support/service.ts';
import { until } from '../support/until.ts';

onPostgres('a claim that was decided without a lock', () => {
  const service = useService('postgres');
  const program = useProgram(service, ['evaluate']);

  it('is decided once more if an answer completed meanwhile, an equal one is active, or a limit is reached', async () => {
    const { id } = await service.makeCase();
    const { body } = await service.ensure(program.key, id, 'claimed-first');
    const row = await until(
      () => service.db.selectFrom('runs').selectAll().where('id', '=', body.run.id).executeTakeFirstOrThrow(),
      ({ status }) => status === 'completed',
    );
    const claim = {
      ...{ ownerId: row.owner_id, workspaceId: row.workspace_id, targetId: row.target_id, harnessKey: row.harness_key },
      ...{ reservationKey: 'another', dayBegan: '2020-01-01T00:00:00.000Z', activeRunLimit: 5, runsPerDay: 5 },
    };
    const passes = (changes: { latestId: string | null; activeRunLimit?: number; runsPerDay?: number }) =>
      inTransaction(service.db, async (tx) => {
        await lockOwner(tx, 'postgres', claim.ownerId);
        await passIfClaimable(tx, { ...claim, ...changes });
        return true;
      }).catch((cause: unknown) => {
        if (!isOvertaken(cause)) throw cause;
        return false;
      });
    expect(await passes({ latestId: row.id })).toBe(true);
    expect(await passes({ latestId: null })).toBe(false);
    expect(await passes({ latestId: row.id, activeRunLimit: 0 })).toBe(false);
    expect(await passes({ latestId: row.id, runsPerDay: 1 })).toBe(false);
    await service.setRows('runs', { active: 1 }, { id: row.id });
    expect(await passes({ latestId: row.id })).toBe(false);
  });
});
