import { AppError } from '../../domain/errors.ts';
import { type Month, monthOf } from '../../domain/money/month.ts';
import { limitation } from '../../domain/text/limitation.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import {
  countOldRecords,
  type DeletableKind,
  deleteOldRecords as deleteOfRun,
  listOldRecords,
  type OldRecords,
} from '../../store/operator/oldRecords.ts';
import { addLimitation } from '../../store/runs/results.ts';
import { type AppContext, nowIso } from '../appContext.ts';

export type Deletion = {
  before: Month;
  /** Records that were eligible, by month and kind. */
  old: OldRecords[];
  /** Number of deleted records; null for a kind that the operator did not select. */
  deleted: Record<DeletableKind, number | null>;
};

/** Number of records per transaction: deletions are on disk before the next ones are read. */
const page = 200;

const noRaw = limitation(
  'raw_answer_deleted',
  "The provider's own answer was deleted by retention; no newer reader can read it again.",
);

/**
 * Counts what could be deleted of runs from before a UTC month, and deletes the kinds that the operator names. Never
 * deletes runs, displayed results, the ledger or idempotency keys. @throws invalid_request for a month that is not over
 */
export async function deleteOldRecords(
  app: Pick<AppContext, 'db' | 'runtime'>,
  input: { before: Month; kinds: readonly DeletableKind[] },
): Promise<Deletion> {
  const { before, kinds } = input;
  if (before > monthOf(nowIso(app))) {
    throw new AppError('invalid_request', `${before} has not begun; choose a past month`, {
      details: { field: 'before' },
      retry: 'never',
    });
  }
  const from = `${before}-01T00:00:00.000Z`;
  const old = await countOldRecords(app.db, from);
  const deleted: Deletion['deleted'] = { 'raw-answers': null, 'earlier-readings': null };
  for (const kind of kinds) deleted[kind] = await deleteAll(app, kind, from);
  return { before, old, deleted };
}

async function deleteAll({ db }: Pick<AppContext, 'db'>, kind: DeletableKind, before: string): Promise<number> {
  let total = 0;
  let after = '';
  for (;;) {
    const some = await listOldRecords(db, kind, before, after, page);
    const last = some.at(-1);
    if (last === undefined) return total;
    await inTransaction(db, async (tx) => {
      for (const record of some) {
        total += await deleteOfRun(tx, kind, record);
        if (kind === 'raw-answers') await addLimitation(tx, record, noRaw);
      }
    });
    after = last.runId;
  }
}
