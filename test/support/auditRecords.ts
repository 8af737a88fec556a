import { insertAudit } from '../../src/store/audits/rows.ts';
import { insertWords } from '../../src/store/audits/words.ts';
import { inTransaction } from '../../src/store/database/transaction.ts';
import type { Place } from './records.ts';
import type { TestService } from './service.ts';

const at = '2020-01-02T00:00:00.000Z';
const by = 'member@example.com';

/** Saves an audit of one answer, which a person has checked. */
export async function addAudit(service: TestService, place: Place, siteId: string, runId: string): Promise<void> {
  const { db, runtime } = service.api;
  const id = runtime.newId('audit');
  const where = { workspaceId: place.workspaceId, websiteId: siteId };
  const drawn = { engine: null, startDate: null, endDate: null, seed: 'drawn by hand', population: [runId] };
  const audit = { id, websiteId: siteId, ...drawn, complete: true, createdAt: at, createdBy: by };
  const word = { id: runtime.newId('word'), runId, auditId: id, recommended: true, position: null };
  await inTransaction(db, async (tx) => {
    await insertAudit(tx, where, audit, [runId]);
    await insertWords(tx, where, [{ ...word, saidBy: by, saidAt: at }]);
  });
}
