import fc from 'fast-check';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { describe, expect, test } from 'vitest';
import { createBody, fingerprintOf } from '../../src/engines/openai/openaiRequest.ts';
import { property } from '../support/property.ts';
import { answerRequest, question, seoTool } from './setting.ts';

const anywhere = { language: null, country: null, region: null, city: null, timezone: null };
const openWeb = answerRequest().search;
const reviewed = { ...openWeb, mode: 'reviewed-domains' as const, allowedDomains: ['b.example', 'a.example'] };

describe('the request body', () => {
  test('asks the saved question unchanged, in the background, stored, in its conversation', () => {
    const body: ResponseCreateParamsNonStreaming = createBody(answerRequest(), 'conv_1');
    expect(body).toMatchObject({
      model: 'model-under-test',
      background: true,
      store: true,
      conversation: 'conv_1',
      input: question,
      include: ['web_search_call.action.sources'],
      metadata: { run_id: 'run_test0001', harness: 'kw-openai-responses/1' },
    });
  });

  test('requests a numbered list with official links, and never a JSON format', () => {
    const body: ResponseCreateParamsNonStreaming = createBody(answerRequest(), null);
    expect(body.instructions).toMatch(/numbered list.*official website/);
    expect(Object.keys(body)).not.toContain('text');
  });

  test('leaves the conversation out if there is none', () => {
    expect(Object.keys(createBody(answerRequest(), null))).not.toContain('conversation');
  });

  test('searches the open web without any domain filter', () => {
    const [tool] = createBody(answerRequest(), null).tools;
    expect(tool).toEqual({ type: 'web_search', search_context_size: 'medium', user_location: { type: 'approximate' } });
  });

  test('limits a reviewed search to the given domains', () => {
    const [tool] = createBody(answerRequest({ search: reviewed }), null).tools;
    expect(tool).toMatchObject({ filters: { allowed_domains: ['b.example', 'a.example'] } });
  });

  test('always sends a location, with only the known parts', () => {
    const locale = { ...anywhere, country: 'CH', city: 'Bern' };
    const [tool] = createBody(answerRequest({ locale }), null).tools;
    expect(tool).toMatchObject({ user_location: { type: 'approximate', country: 'CH', city: 'Bern' } });
    expect(JSON.stringify(tool)).not.toContain('null');
  });

  test('puts the language into the instructions', () => {
    const locale = { ...anywhere, language: 'de' };
    expect(createBody(answerRequest({ locale }), null).instructions).toContain('BCP 47 tag "de"');
  });

  test('gives the SEO tool as one allowed remote tool without approval, with its capability outside the prose', () => {
    const { tools, instructions } = createBody(answerRequest({ seoTool }), null);
    expect(tools[1]).toEqual({
      type: 'mcp',
      server_label: 'seo',
      server_url: seoTool.serverUrl,
      authorization: seoTool.authorization,
      allowed_tools: ['seo_domain_overview'],
      require_approval: 'never',
    });
    expect(instructions).toContain('studio.example');
    expect(instructions).not.toContain(seoTool.authorization);
  });
});

describe('the environment fingerprint', () => {
  const plain = fingerprintOf(answerRequest());

  test('is 64 hex digits', () => {
    expect(plain).toMatch(/^[0-9a-f]{64}$/);
  });

  property(
    'is shared by all runs and questions under the same conditions',
    [fc.string(), fc.string()],
    (runId, asked) => {
      expect(fingerprintOf(answerRequest({ runId, question: asked }))).toBe(plain);
    },
  );

  test.each([
    ['model', { search: { ...openWeb, model: 'another' } }],
    ['context size', { search: { ...openWeb, contextSize: 'high' as const } }],
    ['search mode', { search: { ...reviewed, allowedDomains: [] } }],
    ['allowed domains', { search: reviewed }],
    ['country', { locale: { ...anywhere, country: 'CH' } }],
    ['language', { locale: { ...anywhere, language: 'de' } }],
    ['SEO tool', { seoTool }],
  ])('differs by %s', (_name, changes) => {
    expect(fingerprintOf(answerRequest(changes))).not.toBe(plain);
  });

  test('does not depend on the order of the allowed domains', () => {
    const turned = { ...reviewed, allowedDomains: ['a.example', 'b.example'] };
    expect(fingerprintOf(answerRequest({ search: turned }))).toBe(fingerprintOf(answerRequest({ search: reviewed })));
  });

  test('does not depend on the capability, which is a secret and different for each run', () => {
    const other = { ...seoTool, authorization: 'another', serverUrl: `${seoTool.serverUrl}?token=another` };
    expect(fingerprintOf(answerRequest({ seoTool: other }))).toBe(fingerprintOf(answerRequest({ seoTool })));
  });
});
