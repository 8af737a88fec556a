import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { demoOwner } from '../../src/demo/demoPanel.ts';
import type { Permission } from '../../src/domain/access/permissions.ts';
import { activatePlan } from '../support/activatePlan.ts';
import { startDemo } from '../support/demo.ts';
import { long } from '../support/long.ts';
import { tool } from '../support/mcp.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { type TestService, useService } from '../support/service.ts';

/** Lists and reports about one website, with arguments by default. */
const reads = [
  ...['list_questions', 'visibility_overview', 'prompt_visibility', 'visibility_history', 'compare_engines'],
  ...['visibility_recommendations', 'compare_rivals', 'find_answers', 'list_work'],
];

const questions = 40;
const rounds = 5;

/** Measures a task's cost for an agent: calls, and bytes of each result as its model sees it (text or structured). */
function meter(service: Pick<TestService, 'ask'>, key: string) {
  const seen = { calls: 0, text: 0, structured: 0 };
  return {
    seen,
    bytes: () => Math.max(seen.text, seen.structured),
    async call(name: string, args: Record<string, unknown> = {}): Promise<{ text: string; body: any }> {
      const answered = await tool(service, key, name, args);
      seen.calls += 1;
      seen.text += Buffer.byteLength(answered.content[0].text);
      seen.structured += Buffer.byteLength(JSON.stringify(answered.structuredContent));
      return { text: answered.content[0].text, body: answered.structuredContent };
    },
  };
}

describe('cost of a question for an agent, over 200 saved answers', () => {
  let websiteId: string;
  const keyFor = (permissions: Permission[]) => service.makeKey(permissions);

  const service = useService('sqlite', {
    env: { OPENAI_MODEL: 'gpt-5.5', RUNS_PER_DAY_PER_OWNER: '1000', ACTIVE_RUNS_PER_OWNER: '50' },
  });
  beforeAll(async () => {
    websiteId = (await service.makeSite()).id;
    for (let at = 0; at < questions; at += 1) {
      const { id: caseId } = await service.makeCase({
        query: `Which CRM suits a team of ${at + 3} people?`,
        websiteId,
      });
      for (let round = 0; round < rounds; round += 1) {
        const day = String(round + 10);
        await saveAnswer(service, {
          ...{ websiteId, caseId, model: 'gpt-5.5', createdAt: `2026-10-${day}T10:00:00.000Z` },
          names:
            (at + round) % 3 === 0 ? ['Acme CRM acme-crm.example', 'Rivalo rivalo.example'] : ['Rivalo rivalo.example'],
          cites: [
            `https://guide-${at % 15}.example/crm/${at}`,
            'https://rivalo.example/',
            `https://forum.example/t/${at}`,
          ],
        });
      }
    }
  });

  it('“Are we recommended?” needs two calls and less than 4 kB', async () => {
    const { seen, bytes, call } = meter(service, await keyFor(['read']));
    const { sites } = (await call('list_sites')).body;
    const { body: report, text } = await call('current_visibility', { websiteId: sites[0]?.id });
    const { value, interval95, numerator, denominator } = report.visibilityScore;
    expect([numerator, denominator]).toEqual([13, questions]);
    // 32.5 with 20.1 to 48.0: the interval rounds to whole numbers.
    expect([value, interval95.lower, interval95.upper].every(Number.isInteger)).toBe(true);
    expect(text).not.toContain('run_');
    expect(seen.calls).toBeLessThanOrEqual(2);
    expect(bytes()).toBeLessThan(4_000);
  });

  it('“Which sources should we win?” needs three calls and less than 12 kB', async () => {
    const { seen, bytes, call } = meter(service, await keyFor(['read']));
    const { sites } = (await call('list_sites')).body;
    const kinds = (await call('sources_by_kind', { websiteId: sites[0]?.id, limit: 15 })).body;
    const toWin = kinds.domains.rows.filter(({ kind }: any) => kind !== 'own' && kind !== 'rival');
    expect(toWin[0]).toMatchObject({ domain: 'forum.example', answers: questions });
    expect(kinds.rivalsNotUs.total).toBe(questions);
    const pages = await call('top_citations', { websiteId: sites[0]?.id, sourceType: 'external' });
    expect(pages.body.citations.rows[0]).toMatchObject({ url: expect.stringContaining('https://') });
    expect(seen.calls).toBeLessThanOrEqual(3);
    expect(bytes()).toBeLessThan(12_000);
  });

  it('returns everything on request: detail full has the ids and the unrounded numbers', async () => {
    const { call } = meter(service, await keyFor(['read']));
    const { visibilityScore } = (await call('current_visibility', { websiteId, detail: 'full' })).body;
    expect(visibilityScore.runIds).toHaveLength(questions);
    expect(visibilityScore.value).toBe(32.5);
    const refused = await call('current_visibility', { websiteId, detail: 'everything' });
    expect(refused.body.error).toMatchObject({ code: 'invalid_request', details: { field: 'detail' } });
  });

  it('“A round of 20 questions under a budget” needs six calls, and one approval with one total', async () => {
    const made = { name: 'asks first', permissions: ['evaluate' as const, 'manage' as const], asksToSpend: true };
    const { secret } = await service.call('createKey', made);
    const { seen, call } = meter(service, secret);
    const { items: engines } = (await call('list_engines')).body;
    const engine = engines.find(({ state }: any) => state === 'ready')?.id;
    const queries = Array.from({ length: 20 }, (_none, at) => `What does a CRM for ${at + 1} offices cost?`);
    const saved = (await call('create_questions', { queries, websiteId, engines: [engine] })).body;
    const questionIds = saved.items.map(({ id }: any) => id);
    const plan = {
      name: 'One round',
      questions: { questionIds },
      engines: [engine],
      repeats: 1,
      cadence: { kind: 'manual' },
    };
    const { plan: draft } = (await call('create_plan', plan)).body;
    const start = { id: draft.id, idempotencyKey: 'one-round-of-twenty' };
    const refused = await call('start_round', start);
    const { details } = refused.body.error;
    // One address and one sum for all twenty, also in words.
    expect(refused.text).toMatch(/Price: about \$[\d.]+, at most \$[\d.]+.* Next: show the user http/);
    expect(details?.maxUsd).toBeGreaterThan(0);
    const activated = await activatePlan(service, draft.id, { budgetUsdPerMonth: 20, agentDays: 1 });
    expect(activated.status).toBe(200);
    const { round } = (await call('start_round', start)).body;
    expect(round.counts.requests).toBe(20);
    const { items } = (await call('list_rounds', { id: draft.id })).body;
    expect(items[0]).toMatchObject({ number: round.number, money: { unpriced: 0 } });
    expect(seen.calls).toBeLessThanOrEqual(6);
  });
});

long(
  'the cost of a question for an agent in the demo’s workspace stays within the same limits, and no result of a list or a report is longer than 12 kB',
  async () => {
    const demo = await startDemo();
    onTestFinished(() => demo.close());
    const { service, cookie, siteId: websiteId } = demo;
    const made = { name: 'agent', permissions: ['evaluate' as const, 'manage' as const], asksToSpend: true };
    const { secret } = await service.call('createKey', made, { cookie });

    const recommended = meter(service, secret);
    await recommended.call('list_sites');
    await recommended.call('current_visibility', { websiteId });
    expect([recommended.seen.calls, recommended.bytes() < 4_000]).toEqual([2, true]);

    const sources = meter(service, secret);
    await sources.call('list_sites');
    await sources.call('sources_by_kind', { websiteId });
    await sources.call('top_citations', { websiteId, sourceType: 'external' });
    expect([sources.seen.calls, sources.bytes() < 12_000]).toEqual([3, true]);

    const round = meter(service, secret);
    await round.call('list_engines');
    const queries = Array.from({ length: 20 }, (_none, at) => `What does a CRM for ${at + 1} offices cost?`);
    const saved = (await round.call('create_questions', { queries, websiteId, engines: ['openai'] })).body;
    const questionIds = saved.items.map(({ id }: any) => id);
    const plan = { name: 'One round', questions: { questionIds }, engines: ['openai'], repeats: 1 };
    const { plan: draft } = (await round.call('create_plan', { ...plan, cadence: { kind: 'manual' } })).body;
    const start = { id: draft.id, idempotencyKey: 'one-round-of-twenty' };
    expect((await round.call('start_round', start)).body.error.details.maxUsd).toBeGreaterThan(0);
    await activatePlan({ ...service, cookie }, draft.id, {
      ...{ password: demoOwner.password, budgetUsdPerMonth: 20, agentDays: 1 },
    });
    expect((await round.call('start_round', start)).body.round.counts.requests).toBe(20);
    await round.call('list_rounds', { id: draft.id });
    expect([round.seen.calls, round.bytes() < 32_000]).toEqual([6, true]);

    for (const name of reads) {
      const one = meter(service, secret);
      await one.call(name, { websiteId });
      expect([name, one.bytes() < 12_000]).toEqual([name, true]);
    }
  },
  600_000,
);
