import type { Outcome } from '../../src/domain/runs/idempotency.ts';
import type { Simulator } from '../../src/engines/startSimulator.ts';
import { openDatabase } from '../../src/store/database/open.ts';
import { toRunRecord } from '../../src/store/runs/rows.ts';
import { locationOf, type TestDatabase } from './databases.ts';
import { readLedger } from './ledger.ts';
import type { PaidReply, PurchaseEvidence, SavedRun } from './purchaseChecker.ts';
import { askAt, type HttpReply } from './service.ts';

/** Requests and replies of a campaign's clients, kept outside the service for the whole campaign. */
export type ClientHistory = {
  readonly asked: Set<string>;
  readonly replies: PaidReply[];
  /** Sends a paid request and keeps the reply; null if none came. */
  send(key: string, request: () => Promise<HttpReply>): Promise<HttpReply | null>;
};

export function createClientHistory(): ClientHistory {
  const asked = new Set<string>();
  const replies: PaidReply[] = [];
  return {
    asked,
    replies,
    async send(key, request) {
      asked.add(key);
      const reply = await request().catch(() => null);
      if (reply !== null) {
        const runId = reply.body?.run?.id ?? reply.body?.recovery?.runId ?? null;
        replies.push({ key, runId, status: reply.status });
      }
      return reply;
    },
  };
}

/** Keeps the creates of a vendor for a whole campaign: its own ledger forgets the oldest requests. */
export function keepCreates(simulator: Pick<Simulator, 'ledger'>) {
  const kept = new Set<Simulator['ledger'][number]>();
  const note = (): void => {
    for (const entry of simulator.ledger) if (entry.operation === 'create') kept.add(entry);
  };
  /** Groups by run: by its id if the vendor's records contain it, otherwise by its question. */
  function byRun(questions: ReadonlyMap<string, string>): Map<string, { sent: number; made: number }> {
    note();
    const creates = new Map<string, { sent: number; made: number }>();
    for (const { body, created } of kept) {
      const text = JSON.stringify(body);
      const mark = /"(run_[A-Za-z0-9]+)"(?!:)/.exec(text)?.[1];
      const runId = mark ?? [...questions].find(([, question]) => text.includes(question))?.[0] ?? text;
      const { sent, made } = creates.get(runId) ?? { sent: 0, made: 0 };
      const pieces = created === null ? 0 : created.split(' ').length;
      creates.set(runId, { sent: sent + 1, made: made + pieces });
    }
    return creates;
  }
  return {
    note,
    byRun,
    /** Returns runs with works at a vendor whose records contain their ids. */
    madeRuns: (): Set<string> => new Set([...byRun(new Map())].flatMap(([id, { made }]) => (made > 0 ? [id] : []))),
  };
}

type Held = {
  database: TestDatabase;
  creates: ReturnType<typeof keepCreates>;
  history: ClientHistory;
  listed: PurchaseEvidence['listed'];
  findsLost?: (engine: string) => boolean;
};

/** Reads the evidence of a campaign, without the service and without logs. */
export async function readPurchaseEvidence(held: Held): Promise<PurchaseEvidence> {
  const { database, creates, history, listed, findsLost = () => true } = held;
  const { db, close } = await openDatabase(locationOf(database));
  try {
    const ledger = await readLedger(db);
    const rows = await db.selectFrom('runs').selectAll().where('kind', '=', 'keyword').execute();
    const answers = await db.selectFrom('raw_answers').select('run_id').execute();
    const results = await db.selectFrom('run_results').select('run_id').where('current', '=', 1).execute();
    const outcomes = await db
      .selectFrom('idempotency_keys')
      .select(['key', 'outcome'])
      .where('operation', '=', 'ensureObservation')
      .execute();
    const rawAnswers = countById(answers);
    const shownResults = countById(results);
    const questions = new Map<string, string>();
    const runs = rows.map((row): SavedRun => {
      const run = toRunRecord(row);
      if (run.ask.kind === 'keyword') questions.set(run.id, run.ask.question);
      return {
        ...run,
        isActive: row.active === 1,
        rawAnswers: rawAnswers.get(run.id) ?? 0,
        shownResults: shownResults.get(run.id) ?? 0,
        money: ledger.standings.get(run.id)?.state ?? null,
        findsLost: findsLost(run.engine ?? ''),
      };
    });
    return {
      creates: creates.byRun(questions),
      replies: history.replies,
      asked: history.asked,
      runs,
      outcomes: new Map(outcomes.map(({ key, outcome }) => [key, JSON.parse(outcome) as Outcome | null])),
      balances: { saved: ledger.saved, replayed: ledger.replayed },
      listed,
    };
  } finally {
    await close();
  }
}

function countById(rows: readonly { run_id: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { run_id: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Lists the runs that the service shows as not confirmed, with their recovery ids. */
export async function listUnconfirmed(base: string, key: string): Promise<PurchaseEvidence['listed']> {
  const listed = new Map<string, { runId: string; sessionId: string | null }>();
  for (const status of ['requires_action', 'failed']) {
    for (let cursor = ''; ; ) {
      const page = await askAt(base, `/api/v2/runs?status=${status}&limit=100${cursor}`, { key });
      if (page.status !== 200) throw new Error(`the list of runs: ${page.status} ${page.text}`);
      for (const { id, error } of page.body.items) {
        if (!/^creation_(unresolved|unconfirmed|ambiguous): /.test(error ?? '')) continue;
        const { recovery } = (await askAt(base, `/api/v1/runs/keyword/${id}`, { key })).body.run;
        if (recovery !== null) listed.set(id, recovery);
      }
      if (page.body.nextCursor === null) break;
      cursor = `&cursor=${encodeURIComponent(page.body.nextCursor)}`;
    }
  }
  return listed;
}
