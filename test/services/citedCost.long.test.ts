import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { unreadFacts } from '../../src/domain/citedPages/unreadFacts.ts';
import { insertPage, insertReading } from '../../src/store/citedPages/pages.ts';
import { insertPairs } from '../../src/store/citedPages/supports.ts';
import { inTransaction } from '../../src/store/database/transaction.ts';
import { onEachDatabase } from '../support/databases.ts';
import { homeOf } from '../support/records.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { saveHistory } from '../support/savedHistory.ts';
import { useService } from '../support/service.ts';

type Size = { name: string; answers: number; pages: number };
const sizes: readonly Size[] = [
  { name: 'small', answers: 5_000, pages: 100 },
  { name: 'large', answers: 5_000, pages: 2_000 },
];
const questions = 20;
const base = DefaultQueryExecutor.prototype;

/** The worker is stopped, so that only statements of the reads are counted. */
onEachDatabase('reading reports with many cited pages', (engine) => {
  let key: string;
  const sites = new Map<string, { websiteId: string; runId: string; pageId: string }>();

  /** The second read counts, because the first fills caches. */
  async function statementsOf(path: string): Promise<string[]> {
    const ask = async () => {
      const { status, text } = await service.ask(`/api/v2${path}`, { key });
      expect(status, `${path} ${text.slice(0, 200)}`).toBe(200);
    };
    await ask();
    const statements: string[] = [];
    const plain = base.executeQuery;
    const spy = vi.spyOn(base, 'executeQuery').mockImplementation(async function (
      this: typeof base,
      query: CompiledQuery,
      ...rest
    ) {
      // Keys are read, requests logged and clocks compared as often as time passes: no part of a report.
      if (!/\b(api_keys|request_(times|buckets))\b|clock_timestamp/.test(query.sql))
        statements.push(query.sql.replace(/[$?]\d*(, [$?]\d*)+/g, '…'));
      return (await plain.call(this, query, ...rest)) as QueryResult<never>;
    });
    try {
      await ask();
    } finally {
      spy.mockRestore();
    }
    return statements.sort();
  }

  async function fill({ name, answers, pages }: Size): Promise<void> {
    const { db, runtime } = service.api;
    const { workspaceId } = await homeOf(service);
    const { id: websiteId } = await service.makeSite({ url: `https://www.${name}-crm.example/`, name: `${name} CRM` });
    const caseIds: string[] = [];
    for (let at = 0; at < questions; at += 1)
      caseIds.push((await service.makeCase({ query: `Which ${name} CRM is number ${at}?`, websiteId })).id);
    await saveHistory(db, engine, { workspaceId, websiteId, caseIds, runs: answers - questions });
    const urls = Array.from({ length: pages }, (_none, at) => `https://list-${at % 90}.example/${name}/${at}`);
    let last = { websiteId, runId: '', pageId: '' };
    for (const [at, caseId] of caseIds.entries()) {
      const cites = urls.filter((_url, index) => index % questions === at);
      const createdAt = new Date().toISOString();
      const runId = await saveAnswer(service, { websiteId, caseId, createdAt, cites });
      await inTransaction(db, async (tx) => {
        for (const url of cites) {
          const [pageId, id] = [runtime.newId('cpage'), runtime.newId('cread')];
          await insertPage(tx, { id: pageId, workspaceId, url, host: new URL(url).host }, createdAt);
          const facts = { ...unreadFacts, outcome: 'read' as const, finalUrl: url };
          const view = { websiteId, view: null, facts: [], lostSince: null };
          const reading = { ...{ id, pageId, readAt: createdAt, rule: 'page/1', facts }, changedAt: null };
          await insertReading(tx, workspaceId, { ...reading, archive: 'none' }, [view]);
          await tx.updateTable('cited_pages').set({ reading_id: id }).where('id', '=', pageId).execute();
          const pair = { runId, pageId, workspaceId, websiteId, engine: 'openai', language: 'en', fragments: [] };
          await insertPairs(tx, [{ ...pair, start: -1, end: -1 }]);
          last = { websiteId, runId, pageId };
        }
      });
    }
    sites.set(name, last);
    const fact = { kind: 'price', name: 'Team', value: '€49 per month' } as const;
    await service.call('createFact', { websiteId, ...fact, sourceUrl: `https://${name}-crm.example/` }, { key });
  }

  const service = useService(engine);
  beforeAll(async () => {
    await service.running.service.worker.stop();
    key = await service.makeKey(['manage']);
    for (const size of sizes) await fill(size);
  });

  const paths: Record<string, (site: { websiteId: string; runId: string; pageId: string }) => string> = {
    gaps: ({ websiteId }) => `/visibility/gaps?websiteId=${websiteId}`,
    support: ({ websiteId }) => `/visibility/support?websiteId=${websiteId}`,
    pages: ({ websiteId }) => `/cited-pages?websiteId=${websiteId}&limit=100`,
    page: ({ websiteId, pageId }) => `/cited-pages/${pageId}?websiteId=${websiteId}`,
    'support of an answer': ({ runId }) => `/answers/${runId}/support`,
    quotes: ({ websiteId }) => `/fact-quotes?websiteId=${websiteId}`,
    conflicts: ({ websiteId }) => `/fact-conflicts?websiteId=${websiteId}`,
    sources: ({ websiteId }) => `/visibility/sources?websiteId=${websiteId}`,
  };

  it.each(Object.entries(paths))(
    'makes the same statements for %s, however many pages are saved',
    async (_what, path) => {
      const [few, many] = [
        await statementsOf(path(sites.get('small') as never)),
        await statementsOf(path(sites.get('large') as never)),
      ];
      expect(many).toEqual(few);
    },
  );
});
