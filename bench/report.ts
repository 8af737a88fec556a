import { DatabaseSync } from 'node:sqlite';
import type { SeededService } from './seededService.ts';

const tools = ['bookkeeping tool', 'invoicing app', 'expense tracker', 'billing service', 'time tracker'];
const askers = [
  'a freelancer',
  'a small shop',
  'an agency',
  'a new company',
  'a photographer',
  'a craftsman',
  'a tax adviser',
  'a farm',
  'a club',
  'a school',
];
const questions = tools.flatMap((tool) => askers.map((asker) => `Which ${tool} suits ${asker}?`));
/** How many days before today each round of questions is placed: one in the window of the page, one spread over it. */
const rounds = 2;
const atOnce = 10;

const savedAnswers = questions.length * rounds;

export type SavedReport = { siteId: string; caseIds: readonly string[] };

/**
 * Creates a site with a hundred answers of the simulator, over the last twenty days. The service must follow its runs
 * quickly: start it with a small POLL_INTERVAL_MS.
 */
export async function saveReport(service: SeededService): Promise<SavedReport> {
  const headers = { cookie: service.cookie };
  const site = { url: 'https://www.ledgerlane.example/', name: 'Ledgerlane', aliases: ['Ledger Lane'] };
  const made = await service.ask('/api/v2/sites', { headers, body: site });
  const siteId: string = made.body.site.id;
  const caseIds: string[] = [];
  for (const query of questions) {
    const saved = await service.ask('/api/v2/benchmark-cases', { headers, body: { query, websiteId: siteId } });
    caseIds.push(saved.body.case.id);
  }
  const asks = Array.from({ length: rounds }, (_, round) => caseIds.map((caseId) => ({ caseId, round }))).flat();
  // A question has one open run at a time, so a round must end before the next begins.
  for (let from = 0; from < asks.length; from += atOnce) {
    await Promise.all(asks.slice(from, from + atOnce).map((ask) => answer(service, ask.caseId, ask.round)));
  }
  placeInTime(service, caseIds);
  return { siteId, caseIds };
}

/** Days of daily answers to every question, copied from those of the report to earlier dates. */
const savedDays = 365;

/**
 * Fills the year before a report's answers with copies of them, one per question and day, so that a page has a year of
 * data. The facts read from the answers are copied with them.
 */
export function fillYear(service: SeededService): number {
  const database = new DatabaseSync(service.sqlitePath, { timeout: 30_000 });
  const columnsOf = (table: string) =>
    database
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map((row) => String(row.name));
  const earlier = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', t.${column}, '-' || d.day || ' days')`;
  const copied = (table: string, idColumn: string, times: readonly string[]) => {
    const columns = columnsOf(table);
    const values = columns.map((column) =>
      column === idColumn ? `t.${column} || '_' || d.day` : times.includes(column) ? earlier(column) : `t.${column}`,
    );
    database.exec(
      `WITH RECURSIVE d(day) AS (SELECT 1 UNION ALL SELECT day + 1 FROM d WHERE day < ${savedDays})
       INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} t, d
       WHERE t.${idColumn} IN (SELECT id FROM newest)`,
    );
  };
  database.exec(
    `CREATE TEMPORARY TABLE newest AS SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY target_id ORDER BY created_at DESC) AS place
     FROM runs WHERE kind = 'keyword' AND status = 'completed') WHERE place = 1`,
  );
  copied('runs', 'id', ['created_at', 'updated_at', 'observed_at', 'submitted_at', 'deadline_at']);
  copied('run_results', 'run_id', ['created_at']);
  copied('answer_marks', 'run_id', []);
  database.exec('ANALYZE');
  const { answers } = database.prepare(`SELECT count(*) AS answers FROM runs WHERE kind = 'keyword'`).get() ?? {};
  database.close();
  return Number(answers);
}

async function answer(service: SeededService, caseId: string, round: number): Promise<void> {
  const headers = { cookie: service.cookie };
  const { body } = await service.ask('/api/v2/observations/ensure', {
    headers: { ...headers, 'idempotency-key': `report-${round}-${caseId}` },
    body: { kind: 'keyword', caseId, maxAgeSeconds: 0 },
  });
  for (let tries = 0; tries < 600; tries += 1) {
    const read = await service.ask(`/api/v2/runs/keyword/${body.run.id}`, { headers });
    if (read.body.run.status === 'completed') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the run ${body.run.id} did not complete`);
}

/** Moves the answers back in time, each by a few more hours: only a seed may do this. */
function placeInTime(service: SeededService, caseIds: readonly string[]): void {
  const database = new DatabaseSync(service.sqlitePath, { timeout: 10_000 });
  const move = database.prepare('UPDATE runs SET created_at = ?, observed_at = ? WHERE id = ?');
  const runs = database.prepare('SELECT id, target_id, created_at FROM runs WHERE target_id = ? ORDER BY created_at');
  const stepMs = (20 * 86_400_000) / savedAnswers;
  for (const [at, caseId] of caseIds.entries()) {
    for (const [round, run] of runs.all(caseId).entries()) {
      const place = (rounds - 1 - round) * caseIds.length + at;
      const time = new Date(Date.now() - place * stepMs).toISOString();
      move.run(time, time, String(run.id));
    }
  }
  database.close();
}
