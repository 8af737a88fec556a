import { describe, expect, it, test } from 'vitest';
import { createPerplexityAgent } from '../../src/engines/perplexity/perplexityAgent.ts';
import { freezePerplexity } from '../../src/engines/perplexity/perplexityAnswer.ts';
import { perplexityBody } from '../../src/engines/perplexity/perplexityRequest.ts';
import { buildPerplexitySnapshot } from '../../src/engines/perplexity/perplexitySnapshot.ts';
import { answerRequest, canaryKey, question, simulator } from './setting.ts';

const clean = (text: string): string => text;
const page = { id: 1, url: 'https://a.example.org/', title: 'A', snippet: 'words', date: '2026-10-01' };
const annotation = { url: page.url, title: 'A', start_index: 0, end_index: 4 };
const response = (changes = {}) => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'perplexity/sonar',
  created_at: 1_795_000_000,
  output: [
    { type: 'search_results', queries: ['crm', 'crm prices'], results: [page] },
    { type: 'fetch_url_results', contents: [{ url: 'https://b.example.org/', title: 'B', snippet: 'long page' }] },
    { type: 'unknown', item_name: 'novel', payload: { note: 'secret' } },
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Acme.', annotations: [annotation] }],
    },
  ],
  usage: {
    input_tokens: 10,
    output_tokens: 5,
    total_tokens: 15,
    tool_calls_details: { web_search: { invocation: 1 } },
    cost: { currency: 'USD', input_cost: 0.001, output_cost: 0.002, tool_calls_cost: 0.005, total_cost: 0.008 },
  },
  ...changes,
});

describe('a response of the Agent API', () => {
  test('gives text, sources without a position, searches with their pages, and the stated cost', () => {
    const shown = buildPerplexitySnapshot(response(), clean);
    expect(shown.answer).toMatchObject({
      text: 'Acme.',
      annotations: [],
      cited: [{ url: page.url, title: 'A' }],
      sources: [
        { url: page.url, title: 'A' },
        { url: 'https://b.example.org/', title: 'B' },
      ],
      searchCount: 1,
      searches: [{ query: 'crm · crm prices', pages: [{ url: page.url, title: 'A' }] }],
    });
    expect(shown.usage).toMatchObject({ inputTokens: 10, outputTokens: 5, searchCalls: 1, costUsd: 0.008 });
    expect(freezePerplexity(shown.raw)).toEqual(shown.answer);
    expect(JSON.stringify(shown.raw)).not.toContain('secret');
  });

  test.each([
    ['the requested tool', { web_search: { invocation: 2 } }, 2],
    ['the tool that its agent calls', { search_web: { invocation: 3 } }, 3],
    ['both', { web_search: { invocation: 1 }, search_web: { invocation: 2 } }, 3],
    ['neither', { fetch_url: { invocation: 1 } }, null],
  ])('counts its searches under the name of %s', (_name, tools, searches) => {
    const usage = { ...response().usage, tool_calls_details: tools };
    expect(buildPerplexitySnapshot(response({ usage }), clean).usage.searchCalls).toBe(searches);
  });

  it.each<[string, object, string, RegExp | null]>([
    ['queued', { status: 'queued', output: [] }, 'queued', null],
    ['in a new state', { status: 'novel', output: [] }, 'running', null],
    ['failed', { status: 'failed', error: { type: 'server', message: 'no' } }, 'failed', /^server: no$/],
    ['cancelled', { status: 'cancelled' }, 'cancelled', null],
    ['waiting', { status: 'requires_action' }, 'requires_action', /^tool_output_pending: /],
    ['without a text', { output: [] }, 'failed', /^no_answer: /],
  ])('%s', (_name, changes, status, error) => {
    const shown = buildPerplexitySnapshot(response(changes), clean);
    expect(shown.status).toBe(status);
    if (error !== null) expect(shown.error).toMatch(error);
  });

  test('in another currency has no cost', () => {
    const usage = { cost: { currency: 'EUR', total_cost: 1 } };
    expect(buildPerplexitySnapshot(response({ usage }), clean).usage.costUsd).toBeNull();
  });
});

test('the location, the domains and the context size of a question reach the vendor, and more than ten domains do not', async () => {
  const place = { language: 'de', country: 'DE', region: 'Hessen', city: 'Kassel', timezone: null };
  const search = { ...answerRequest().search, mode: 'reviewed-domains' as const, allowedDomains: ['a.example'] };
  expect(perplexityBody(answerRequest({ locale: place, search })).tools).toEqual([
    {
      type: 'web_search',
      search_context_size: 'medium',
      filters: { search_domain_filter: ['a.example'] },
      user_location: { country: 'DE', region: 'Hessen', city: 'Kassel' },
    },
  ]);
  const { url } = await simulator();
  const provider = createPerplexityAgent({
    apiKey: canaryKey,
    baseUrl: `${url}/perplexity`,
    model: 'm',
    submitTimeoutMs: 2_000,
    hastened: () => 1,
    simulated: false,
  });
  const many = { ...search, allowedDomains: Array.from({ length: 11 }, (_, index) => `a${index}.example`) };
  expect(await provider.checkSettings?.({ query: question, locale: place, search: many })).toMatchObject({
    field: 'search.allowedDomains',
  });
  expect(await provider.checkSettings?.({ query: question, locale: place, search })).toBeNull();
  expect(await provider.probe?.()).toEqual({ ok: true, message: 'The key is accepted.' });
});
