import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEachDatabase } from '../../support/databases.ts';
import { tool } from '../../support/mcp.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const links = { SEO_SECOND_CALL: 'backlinks_summary' };

let service: TestService;
let key: string;
afterEach(() => service.close());

const buy = (domain: string, idempotencyKey: string) =>
  service.reply('requestSeoOverview', { domain, confirmSpend: true }, { key, idempotencyKey });
const read = async (reportId: string) => (await service.call('readSeoReports', { reportId }, { key })).report;
const pathsSent = (): string[] =>
  service.simulator.ledger.filter(({ operation }) => operation === 'seo_call').map(({ path }) => path);

describe('the second call of an overview', () => {
  it('is the ranked keywords unless the operator chooses otherwise, and the links are null then', async () => {
    service = await startTestService('sqlite');
    key = await service.makeKey();
    const { report } = (await buy('usual.com', 'usual-call-1')).body;
    expect(report.calls.map(({ name }) => name)).toEqual(['domain_rank_overview', 'ranked_keywords']);
    expect(report.backlinks).toBeNull();
    const body = await service.call('session', {});
    expect(body).toMatchObject({ seoCalls: ['domain_rank_overview', 'ranked_keywords'] });
  });

  it('stops the start if it is unknown, naming it', async () => {
    await expect(startTestService('sqlite', { env: { SEO_SECOND_CALL: 'backlinks' } })).rejects.toThrow(
      /^SEO_SECOND_CALL: /,
    );
    service = await startTestService('sqlite');
  });
});

onEachDatabase('an overview with links', (engine) => {
  beforeEach(async () => {
    service = await startTestService(engine, { env: links });
    key = await service.makeKey();
  });

  it('has them instead of keywords, over REST, MCP and the browser, with both costs', async () => {
    const { report } = (await buy('linked.com', 'linked-1')).body;
    expect(report).toMatchObject({ state: 'complete', rankedKeywords: null, limitations: [] });
    expect(report.calls.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'domain_rank_overview succeeded',
      'backlinks_summary succeeded',
    ]);
    expect(report.backlinks?.referringDomains).toBeGreaterThan(0);
    expect(report.costUsd).toBeCloseTo(0.0301, 6);
    const args = { domain: 'linked.com', confirmSpend: true, idempotencyKey: 'linked-1' };
    const overMcp = await tool(service, key, 'request_seo_overview', args);
    expect(overMcp.structuredContent.report).toEqual(report);
    expect(overMcp.content[0].text).toContain('referringDomains: ');
    const overBrowser = await service.call(
      'requestSeoOverview',
      { domain: 'linked.com', confirmSpend: true },
      { idempotencyKey: 'linked-1' },
    );
    expect(overBrowser.report).toEqual(report);
    const body = await service.call('session', {});
    expect(body).toMatchObject({ seoCalls: ['domain_rank_overview', 'backlinks_summary'] });
    expect(pathsSent()).toEqual(['/v3/dataforseo_labs/google/domain_rank_overview/live', '/v3/backlinks/summary/live']);
  });

  it('is complete without them if the provider’s subscription does not cover links, and says so', async () => {
    service.simulator.script({ at: 'seo_call', when: 'backlinks', seo: { taskStatus: 40204 } });
    const { report } = (await buy('no-subscription.com', 'no-subscription-1')).body;
    expect(report).toMatchObject({ state: 'complete', backlinks: null });
    expect(report.overview).not.toBeNull();
    expect(report.calls[1]).toMatchObject({ name: 'backlinks_summary', state: 'failed', costUsd: 0 });
    expect(report.limitations[0]).toMatch(/^call_failed: backlinks_summary gave no figures \(40204: /);
  });

  it('looks up a lost answer in the list of the links, and never asks again', async () => {
    service.simulator.script({ at: 'seo_call', when: 'backlinks', reply: { kind: 'lost' } });
    const { report } = (await buy('lost-links.com', 'lost-links-1')).body;
    expect([report.state, report.calls[1]?.state]).toEqual(['pending', 'unknown']);
    await service.setRows('seo_reports', { due_at: '2000-01-01T00:00:00.000Z' });
    await expect.poll(async () => (await read(report.reportId)).state).not.toBe('pending');
    const settled = await read(report.reportId);
    expect(settled.calls[1]).toMatchObject({ state: 'failed', costUsd: 0.02 });
    expect(settled.calls[1]?.error).toMatch(/^result_lost: /);
    expect(pathsSent()).toHaveLength(2);
    const looked = service.simulator.ledger.filter(({ operation }) => operation === 'seo_lookup');
    expect(looked.map(({ path }) => path)).toEqual(['/v3/backlinks/id_list']);
  });

  it('keeps the calls of its claim if the setting changes at a restart', async () => {
    const { report } = (await buy('claimed.com', 'claimed-1')).body;
    await service.setRows('seo_calls', { state: 'not_sent', data: null }, { ordinal: 1 });
    await service.setRows('seo_reports', { state: 'pending', due_at: '2000-01-01T00:00:00.000Z' });
    await service.restart({ SEO_SECOND_CALL: 'ranked_keywords' });
    await expect.poll(async () => (await read(report.reportId)).state).not.toBe('pending');
    const after = await read(report.reportId);
    expect(after.calls.map(({ name }) => name)).toEqual(['domain_rank_overview', 'backlinks_summary']);
    expect(after.backlinks).toEqual(report.backlinks);
    expect((await buy('claimed.com', 'claimed-1')).body.report).toEqual(after);
    const next = (await buy('claimed-later.com', 'claimed-2')).body.report;
    expect(next.calls.map(({ name }) => name)).toEqual(['domain_rank_overview', 'ranked_keywords']);
  });
});
