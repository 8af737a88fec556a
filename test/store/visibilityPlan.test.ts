import { CompiledQuery, type Kysely, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enginesOf } from '../../src/app/configuredEngines.ts';
import { loadReport } from '../../src/services/visibility/readReport.ts';
import type { Reader } from '../../src/services/visibility/reportPlace.ts';
import { latestWebsiteResult } from '../../src/store/captures/results.ts';
import { type OpenDatabase, openDatabase } from '../../src/store/database/open.ts';
import type { Db } from '../../src/store/database/transaction.ts';
import { migrateToLatest } from '../../src/store/migrate.ts';
import { listRuns } from '../../src/store/runs/listing.ts';
import type { Tables } from '../../src/store/schema.ts';
import { daysOfAttempts } from '../../src/store/visibility/dayCounts.ts';
import { countFoundAttempts, listFoundAttempts } from '../../src/store/visibility/foundAnswers.ts';
import { answerProvider } from '../providers/setting.ts';
import { createTestDatabase, onEachDatabase, type TestDatabase } from '../support/databases.ts';
import { saveHistory } from '../support/savedHistory.ts';

/** Records every query, to check its number and its plan. */
function noting(db: Kysely<Tables>): { db: Db; queries: CompiledQuery[] } {
  const queries: CompiledQuery[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  };
  const noted = db.withPlugin(plugin);
  const executor = noted.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = ((query: CompiledQuery) => {
    queries.push(query);
    return execute(query);
  }) as typeof executor.executeQuery;
  return { db: noted, queries };
}

onEachDatabase('database cost of a visibility read', (engine) => {
  let database: TestDatabase;
  let opened: OpenDatabase;
  const at = 'x';

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const url = database.env.DATABASE_URL;
    opened = await openDatabase(
      url === undefined
        ? { databaseKind: 'sqlite', path: `${database.dataDir}/plan.sqlite` }
        : { databaseKind: 'postgres', url, poolSize: 1 },
    );
    const { db } = opened;
    await migrateToLatest(db, engine);
    const time = '2026-01-01T00:00:00.000Z';
    const emailVerified = engine === 'sqlite' ? 0 : false;
    const user = { id: 'u', name: 'u', email: 'u@example.com', emailVerified, image: null };
    await db
      .insertInto('user')
      .values({ ...user, createdAt: time, updatedAt: time })
      .execute();
    const workspace = { id: 'ws', name: 'w', slug: 'w', logo: null, metadata: null, createdAt: time, ownerId: 'u' };
    await db.insertInto('organization').values(workspace).execute();
    const site = { workspace_id: 'ws', domain: 'acme-crm.example', name: 'Acme', aliases: '[]', created_at: at };
    for (const id of ['site_a', 'site_b']) {
      await db
        .insertInto('websites')
        .values({ ...site, id, url: at, archived_at: null })
        .execute();
      await saveHistory(db, engine, { workspaceId: 'ws', websiteId: id, caseIds: ['c1', 'c2', 'c3'], runs: 4_000 });
    }
  });
  afterAll(async () => {
    await opened.close();
    await database.drop();
  });

  function reader(): { reader: Reader; queries: CompiledQuery[] } {
    const { db, queries } = noting(opened.db);
    const engines = enginesOf([
      { provider: answerProvider('http://127.0.0.1:9', { simulated: false }).provider, mayRead: true },
    ]);
    const runtime = { now: () => Date.parse('2026-07-01T00:00:00Z') } as Reader['runtime'];
    return { reader: { db, runtime, engines, principal: { workspaceId: 'ws' } }, queries };
  }

  const query = {
    websiteId: 'site_a',
    platform: null,
    model: null,
    sourceType: 'all' as const,
    limit: 50,
    startDate: null,
    endDate: null,
  };
  const dated = { ...query, startDate: '2026-06-30', endDate: '2026-06-30' };

  async function planOf({ sql: text, parameters }: CompiledQuery): Promise<string> {
    const explain = engine === 'sqlite' ? 'explain query plan ' : 'explain ';
    const { rows } = await opened.db.executeQuery(CompiledQuery.raw(explain + text, [...parameters]));
    return (rows as Record<string, unknown>[]).map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n');
  }

  const filters = [
    ['no filter', query, 'runs_(of_website|history)'],
    ['dates', dated, 'runs_(of_website|history)'],
    ['a model', { ...query, model: 'model-b' }, 'runs_visibility_model'],
    ['a model and dates', { ...dated, model: 'model-b' }, 'runs_visibility_model'],
    ['an open end', { ...query, startDate: '2026-06-01' }, 'runs_(of_website|history)'],
  ] as const;

  it.each(filters)(
    'scans the visibility index from its new end with %s, and sorts nothing',
    async (_name, asked, index) => {
      const { reader: one, queries } = reader();
      const { attempts } = await loadReport(one, asked);
      expect(attempts.length).toBeGreaterThan(10);
      const attemptsQuery = queries.find(({ sql: text }) => text.includes('order by'));
      const plan = await planOf(attemptsQuery ?? CompiledQuery.raw('select 1'));
      expect(plan).toMatch(new RegExp(`${index}\\b`));
      expect(plan).not.toMatch(/SCAN runs|Seq Scan on runs|TEMP B-TREE|\bSort\b/);
      expect(plan).toMatch(/run_results_current/);
    },
  );

  it('finds the answers from which names are learned through a separate index, from its new end', async () => {
    const { reader: one, queries } = reader();
    await loadReport(one, query);
    const teaching = queries.find(({ sql: text }) => text.includes('limit 500'));
    const plan = await planOf(teaching ?? CompiledQuery.raw('select 1'));
    expect(plan).toMatch(/runs_answers/);
    expect(plan).not.toMatch(/SCAN runs|Seq Scan on runs|TEMP B-TREE|\bSort\b/);
  });

  const lists = [
    ['every run', {}],
    ['one engine', { engine: 'openai' }],
    ['an engine that was never asked', { engine: 'claude-api' }],
    ['one status', { status: 'failed' }],
    ['captures', { kind: 'website' }],
    ['active runs', { activeOnly: true }],
    ['one website', { websiteId: 'site_b' }],
  ] as const;
  it.each(lists)('starts a page of a list of runs at its position: %s', async (_name, filter) => {
    const { db, queries } = noting(opened.db);
    const after = { at: '2026-06-20T00:00:00.000Z', id: 'run_' };
    await listRuns(db, { workspaceId: 'ws', ...filter, after }, 50);
    const plan = await planOf(queries[0] ?? CompiledQuery.raw('select 1'));
    expect(plan).toMatch('websiteId' in filter ? /runs_of_website/ : /runs_listed/);
    expect(plan).not.toMatch(/SCAN runs|Seq Scan on runs|TEMP B-TREE|\bSort\b/);
  });

  it('finds the answers of a website through its own index, and counts no more of them than needed', async () => {
    const { db, queries } = noting(opened.db);
    const asked = {
      ...{ workspaceId: 'ws', websiteId: 'site_a', simulated: false, engine: null, model: null, caseIds: null },
      ...{ runStatus: null, runIds: null, holds: null, from: null, before: null },
    };
    expect(await listFoundAttempts(db, asked, null, 50)).toHaveLength(50);
    const plan = await planOf(queries[0] ?? CompiledQuery.raw('select 1'));
    expect(plan).toMatch(/runs_of_website/);
    expect(plan).not.toMatch(/SCAN runs|Seq Scan on runs|TEMP B-TREE|\bSort\b/);
    expect(await countFoundAttempts(db, asked, 100_000)).toBe(4_000);
    expect(await countFoundAttempts(db, asked, 1_000)).toBe(1_000);
  });

  it('adds up the days of a history from their counts, and reads no ended run', async () => {
    const { db, queries } = noting(opened.db);
    const asked = { workspaceId: 'ws', websiteId: 'site_a', engine: 'openai', model: null, caseIds: null } as const;
    const surface = 'openai-responses-web-search';
    const times = { from: '2026-06-10T00:00:00.000Z', before: '2026-06-20T00:00:00.000Z' };
    const days = await daysOfAttempts(db, { ...asked, surface }, times);
    expect(days.map(({ date }) => date).filter((date, index, all) => all.indexOf(date) === index)).toEqual(
      Array.from({ length: 10 }, (_, day) => `2026-06-${day + 10}`),
    );
    // One every ten minutes, of which every tenth failed.
    expect(days.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(1_440);
    expect(days.filter(({ status }) => status === 'failed').reduce((sum, { attempts }) => sum + attempts, 0)).toBe(144);
    for (const one of queries) {
      expect(await planOf(one)).toMatch(/attempt_dates|runs_listed_active|runs_active_match/);
      expect(await planOf(one)).not.toMatch(/SCAN|Seq Scan on runs/);
    }
  });

  it('lets PostgreSQL compile no query, which takes longer than to run it', async () => {
    const setting = engine === 'sqlite' ? null : (await sql<{ jit: string }>`show jit`.execute(opened.db)).rows;
    expect(setting).toEqual(engine === 'sqlite' ? null : [{ jit: 'off' }]);
  });

  it('finds the latest website verdict through its own index', async () => {
    const { reader: one, queries } = reader();
    expect(await latestWebsiteResult(one.db, 'ws', 'site_a')).toBeNull();
    const plan = await planOf(queries[0] ?? CompiledQuery.raw('select 1'));
    expect(plan).toMatch(/runs_website_verdict/);
    expect(plan).not.toMatch(/SCAN runs|Seq Scan on runs/);
  });

  describe('the number of queries', () => {
    const costs = [
      ['current, citations and prompts', (one: Reader) => loadReport(one, dated), 4],
      ['the overview', (one: Reader) => loadReport(one, query, ['before', 'savedQuestions']), 5],
      ['the overview with the window before', (one: Reader) => loadReport(one, dated, ['before', 'savedQuestions']), 8],
      ['the recommendations', (one: Reader) => loadReport(one, query, ['before', 'websiteRun']), 5],
      [
        'the recommendations with the window before',
        (one: Reader) => loadReport(one, dated, ['before', 'websiteRun']),
        8,
      ],
    ] as const;
    it.each(costs)('of %s does not depend on the history', async (_name, load, expected) => {
      const { reader: one, queries } = reader();
      await load(one);
      // The attempt, its answer and its names are cached: only the selection of the newest attempts is left.
      const first = queries.splice(0).length;
      await load(one);
      expect(queries.map(({ sql: text }) => text)).toHaveLength(expected);
      const windows = first - expected - 1;
      expect([2, 4]).toContain(windows);
    });
  });

  it('is zero outside the newest hundred: older answers are not read', async () => {
    const { reader: one } = reader();
    const { attempts, truncated, matched } = await loadReport(one, query);
    const { newest } = await opened.db
      .selectFrom('runs')
      .select(sql<string>`max(created_at)`.as('newest'))
      .where('website_id', '=', 'site_a')
      .executeTakeFirstOrThrow();
    expect([attempts.length, truncated, matched, attempts[0]?.createdAt]).toEqual([100, true, null, newest]);
  });
});
