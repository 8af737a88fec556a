import { sql } from 'kysely';
import type { AnswerFacts } from '../../src/domain/answer/answerFacts.ts';
import type { DatabaseKind } from '../../src/store/database/open.ts';
import type { Db } from '../../src/store/database/transaction.ts';

export type History = {
  workspaceId: string;
  websiteId: string;
  caseIds: readonly string[];
  runs: number;
  surface?: string;
  /** Number of answers of full size; older ones are short, which keeps a million of them on a disk. Default: all. */
  fullSize?: number;
};

const models = ['model-a', 'model-b'];
/** Rows per statement: as many as possible without reaching a time limit. */
const chunks = { sqlite: 100_000, postgres: 10_000 } as const;
/** One run every ten minutes up to this time: 144 a day, more than a report considers. */
const historyEnd = '2026-07-01T00:00:00.000Z';
const stepSeconds = 600;

/** Builds an answer with nine names, of which the site is the third in two answers of three, and eighteen sources. */
function factsOf(variant: number): AnswerFacts {
  const names = Array.from({ length: 9 }, (_, at) => ({
    name: at === 2 && variant % 3 > 0 ? 'Acme CRM' : `Maker ${(variant * 7 + at) % 40}`,
    url:
      at === 2 && variant % 3 > 0
        ? 'https://www.acme-crm.example/'
        : `https://maker-${(variant * 7 + at) % 40}.example/`,
    blockUrls: [],
    citationUrls: [`https://review-${(variant + at) % 12}.example/best/${at}`],
  }));
  const sources = Array.from({ length: 18 }, (_, at) => ({
    url: `https://review-${(variant + at) % 12}.example/best/${at}`,
    title: `The best of ${at}, compared and ranked by people who use it`,
    kind: at < 9 ? ('cited' as const) : ('retrieved' as const),
  }));
  return {
    readerVersion: 'reader/test',
    mentions: names,
    sources,
    limitationCodes: ['citation_not_verified'],
    dropped: { mentions: 0, citations: 0, byReason: {} },
    usable: true,
  };
}

/**
 * Writes ended keyword runs directly into the tables, as fast as the engine can: every tenth failed, two models, the
 * questions in turn. The website must have no history.
 */
export function saveHistory(db: Db, engine: DatabaseKind, history: History): Promise<void> {
  // Its temporary tables belong to one connection.
  return db.connection().execute((one) => fillHistory(one, engine, history));
}

async function fillHistory(db: Db, engine: DatabaseKind, history: History): Promise<void> {
  if (engine === 'postgres') await sql`set statement_timeout = 0`.execute(db);
  const { workspaceId, websiteId, caseIds, runs } = history;
  const surface = history.surface ?? 'openai-responses-web-search';
  const firstFull = runs - (history.fullSize ?? runs);
  const variants = Array.from({ length: 30 }, (_, variant) => JSON.stringify(factsOf(variant)));
  const short = JSON.stringify({ ...factsOf(0), mentions: factsOf(0).mentions.slice(0, 2), sources: [] });
  const result = JSON.stringify({ text: 'word '.repeat(600), mentions: [], citations: [], limitations: [] });
  await sql`create temporary table variant (v integer, facts text)`.execute(db);
  await sql`create temporary table asked (a integer, case_id text, ask text)`.execute(db);
  for (const [v, facts] of variants.entries()) await sql`insert into variant values (${v}, ${facts})`.execute(db);
  for (const [a, caseId] of caseIds.entries()) {
    const ask = {
      kind: 'keyword',
      question: `Question ${a} of a long history?`,
      locale: { language: 'en', country: 'US', region: null, city: null, timezone: null },
      search: { mode: 'open-web', allowedDomains: [], contextSize: 'medium', model: null },
      seoDomain: null,
    };
    await sql`insert into asked values (${a}, ${caseId}, ${JSON.stringify(ask)})`.execute(db);
  }
  const lit = (text: string) => sql.lit(text);
  // Time of run number `i`, as ISO text with milliseconds.
  const start = new Date(Date.parse(historyEnd) - runs * stepSeconds * 1000).toISOString();
  const at =
    engine === 'sqlite'
      ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${lit(start)}, '+' || (i * ${sql.lit(stepSeconds)}) || ' seconds')`
      : sql`to_char(${lit(start.slice(0, -1))}::timestamp + i * ${sql.lit(stepSeconds)} * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const id = sql`'run_' || ${lit(websiteId)} || '_' || cast(${sql.lit(10_000_000)} + i as text)`;
  for (let from = 0; from < runs; from += chunks[engine]) {
    const to = Math.min(runs, from + chunks[engine]) - 1;
    const numbers = sql`with recursive n(i) as (select ${sql.lit(from)} union all select i + 1 from n where i < ${sql.lit(to)})`;
    await sql`insert into runs (id, workspace_id, owner_id, account_id, kind, target_id, website_id, reservation_key,
        harness_key, harness_version, engine, surface, ask, status, phase, version, active, model, search_mode, allowed_domains,
        use_seo_tools, environment_fingerprint, completed_search_count, session_id, task_id, created_at, updated_at,
        observed_at, submitted_at, deadline_at, cancel_requested_at, due_at, failed_looks, usage, error, replay_of)
      ${numbers} select ${id}, ${lit(workspaceId)}, 'owner', 'owner', 'keyword', asked.case_id, ${lit(websiteId)},
        'reserved-' || asked.case_id, 'harness-' || asked.case_id, 'kw/1', 'openai', ${lit(surface)}, asked.ask,
        case when i % 10 = 3 then 'failed' else 'completed' end, 'submitted', 3, 0,
        case when i % 7 = 0 then ${lit(models[1] ?? '')} else ${lit(models[0] ?? '')} end,
        'open-web', '[]', 0, null, 1, null, null, ${at}, ${at}, case when i % 10 = 3 then null else ${at} end,
        ${at}, ${at}, null, null, 0, '{}', null, null
      from n join asked on asked.a = i % ${sql.lit(caseIds.length)}`.execute(db);
    await sql`insert into run_results (run_id, workspace_id, version, current, facts, result, created_at)
      ${numbers} select ${id}, ${lit(workspaceId)}, 'reader/test', 1,
        case when i >= ${sql.lit(firstFull)} then variant.facts else ${lit(short)} end,
        case when i >= ${sql.lit(firstFull)} then ${lit(result)} else '{}' end, ${at}
      from n join variant on variant.v = i % ${sql.lit(variants.length)} where i % 10 <> 3`.execute(db);
  }
  await sql`drop table variant`.execute(db);
  await sql`drop table asked`.execute(db);
  // PostgreSQL does this itself some minutes after such growth.
  await sql.raw(engine === 'postgres' ? 'vacuum (analyze)' : 'analyze').execute(db);
  if (engine === 'postgres') await sql`reset statement_timeout`.execute(db);
}
