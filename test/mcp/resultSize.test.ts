import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeCuts, fitResult } from '../../src/mcp/fitResult.ts';
import { long } from '../support/long.ts';
import { rpc, tool } from '../support/mcp.ts';
import { homeOf } from '../support/records.ts';
import { saveHistory } from '../support/savedHistory.ts';
import { useService } from '../support/service.ts';

/** Maximum of a result that a client shows its model. */
const maxTokens = 25_000;

describe('a result that is too long', () => {
  const rows = (count: number, runs: number) =>
    Array.from({ length: count }, (_, at) => ({
      url: `https://a.example/${at}`,
      runIds: Array(runs).fill(`run_${at}`),
    }));

  it('loses the innermost lists first, and states how much of each is left', () => {
    const { body, cuts } = fitResult({ citations: rows(20, 400), total: 20 }, [], 10_000);
    expect(body.citations).toHaveLength(20);
    expect(cuts).toEqual([{ path: 'citations[].runIds', shown: expect.any(Number), of: 400 }]);
    for (const { runIds } of body.citations) expect(runIds).toHaveLength(cuts[0]?.shown ?? 0);
    expect(body.total).toBe(20);
    expect(describeCuts(cuts)).toMatch(/^Shortened to fit: citations\[\]\.runIds shows at most \d+ of up to 400\./);
  });

  it('loses rows if their own lists are short already, but never an entry of a page', () => {
    const short = fitResult({ citations: rows(2_000, 2) }, [], 10_000);
    expect(short.cuts.map(({ path }) => path)).toContain('citations');
    expect(JSON.stringify(short.body).length).toBeLessThanOrEqual(10_000);
    const page = fitResult({ items: rows(50, 400), nextCursor: 'x' }, ['items'], 10_000);
    expect(page.body.items).toHaveLength(50);
  });

  it('is unchanged if it fits', () => {
    const body = { citations: rows(3, 3) };
    expect(fitResult(body)).toEqual({ body, cuts: [] });
    expect(describeCuts([])).toBeNull();
  });
});

describe('a workspace with 1,000 questions and many answers', () => {
  const service = useService('sqlite');
  let key: string;
  let siteId: string;
  let caseIds: string[] = [];
  beforeAll(async () => {
    siteId = (await service.makeSite()).id;
    for (let from = 0; from < 1_000; from += 50) {
      const queries = Array.from({ length: 50 }, (_, at) => `Which tool suits an agency of kind ${from + at} best?`);
      await service.call('createQuestions', { queries, websiteId: siteId });
    }
    caseIds = (await service.db.selectFrom('keyword_cases').select('id').execute()).map(({ id }) => id);
    const { workspaceId } = await homeOf(service);
    await saveHistory(service.db, 'sqlite', { workspaceId, websiteId: siteId, caseIds, runs: 3_000 });
    key = await service.makeKey(['read', 'evaluate', 'seo', 'manage']);
  });

  long('has no result of a reading tool that a client could not show', async () => {
    const { message } = await rpc(service, key, 'tools/list');
    const sizes: Record<string, number> = {};
    for (const { name, annotations, inputSchema } of message.result.tools) {
      if (annotations.readOnlyHint !== true) continue;
      const known: Record<string, unknown> = { websiteId: siteId, limit: 200, caseIds: caseIds.slice(0, 100) };
      const named = Object.keys(known).filter((field) => field in inputSchema.properties);
      if ((inputSchema.required ?? []).some((field) => !named.includes(field))) continue;
      const answered = await tool(service, key, name, Object.fromEntries(named.map((field) => [field, known[field]])));
      expect(answered.isError ?? false, name).toBe(false);
      sizes[name] = Math.max(
        countTokens(answered.content[0].text),
        countTokens(JSON.stringify(answered.structuredContent)),
      );
    }
    expect(Object.keys(sizes)).toEqual(
      expect.arrayContaining(['visibility_overview', 'top_citations', 'list_questions']),
    );
    expect(Object.entries(sizes).filter(([, tokens]) => tokens > maxTokens)).toEqual([]);
  });

  long('lists each question once, although a page of 200 does not fit', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const args = { websiteId: siteId, detail: 'full', limit: 200, ...(cursor === undefined ? {} : { cursor }) };
      const { structuredContent } = await tool(service, key, 'list_questions', args);
      expect(structuredContent.items.length).toBeLessThan(200);
      seen.push(...structuredContent.items.map(({ id }) => id));
      cursor = structuredContent.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect([seen.length, new Set(seen).size]).toEqual([1_000, 1_000]);
  });
});
