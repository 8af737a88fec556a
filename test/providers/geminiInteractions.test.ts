import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it, test } from 'vitest';
import { freezeGemini } from '../../src/engines/gemini/geminiAnswer.ts';
import { createGeminiNotices } from '../../src/engines/gemini/geminiNotice.ts';
import { labelOfRun, runOfLabel } from '../../src/engines/gemini/geminiRequest.ts';
import { buildGeminiSnapshot } from '../../src/engines/gemini/geminiSnapshot.ts';
import { listenForTest } from '../support/listen.ts';

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

const clean = (text: string): string => text;
const runId = 'run_3kTqAbCdEfGhIjKlMnOpQr';
const cite = (start_index: number | undefined, end_index: number, url: string, title = 'Guide') => ({
  type: 'url_citation',
  url,
  title,
  start_index,
  end_index,
});
const hidden = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC';
const text = 'Nimm Übergrün 🌱 Desk.';
const interaction = (changes = {}) => ({
  id: 'int_1',
  status: 'completed',
  model: 'gemini-3.5-flash',
  created: '2026-11-20T10:00:00Z',
  updated: '2026-11-20T10:00:21Z',
  labels: { run_id: labelOfRun(runId) },
  steps: [
    { type: 'thought', summary: 'secret', signature: 'sealed' },
    { type: 'google_search_call', id: 's1', arguments: { queries: ['crm', 'crm preise'] }, signature: 'sealed' },
    { type: 'google_search_result', call_id: 's1', result: [{ search_suggestions: '<b>html</b>' }] },
    { type: 'something_new', payload: 'x' },
    {
      type: 'model_output',
      content: [
        { type: 'text', text: 'Kurz: ' },
        {
          type: 'text',
          text,
          annotations: [
            // Bytes: Ü and ü are two, the seedling is four.
            cite(5, 20, 'https://a.example.org/'),
            cite(5, 21, hidden, 'acme.example'),
            cite(6, 20, 'https://inside-a-letter.example.org/'),
            cite(0, 999, 'https://outside.example.org/'),
            cite(undefined, 5, 'https://no-start.example.org/'),
          ],
        },
      ],
    },
  ],
  usage: {
    total_input_tokens: 10,
    total_output_tokens: 5,
    total_thought_tokens: 7,
    total_tokens: 22,
    grounding_tool_count: [{ type: 'google_search', count: 2 }],
  },
  ...changes,
});

test('the label of a run fits the vendor and can be read back', () => {
  expect(labelOfRun(runId)).toMatch(/^[a-z0-9]{52}$/);
  expect(runOfLabel(labelOfRun(runId))).toBe(runId);
  expect(runOfLabel('no-hex')).toBeNull();
});

describe('an interaction', () => {
  test('gives the text, positions in bytes converted to positions in the text, and its searches', () => {
    const shown = buildGeminiSnapshot(interaction(), clean);
    const whole = `Kurz: ${text}`;
    const { answer } = shown;
    expect(answer?.text).toBe(whole);
    expect(
      answer?.annotations.map(({ url, startIndex, endIndex }) => [url, whole.slice(startIndex, endIndex)]),
    ).toEqual([
      ['https://a.example.org/', 'Übergrün 🌱'],
      ['https://acme.example/', 'Übergrün 🌱 '],
    ]);
    expect(answer?.cited?.map(({ url }) => new URL(url).hostname)).toEqual([
      'inside-a-letter.example.org',
      'outside.example.org',
      'no-start.example.org',
    ]);
    expect(answer?.searches).toEqual([
      { query: 'crm', pages: [] },
      { query: 'crm preise', pages: [] },
    ]);
    expect(shown).toMatchObject({
      status: 'completed',
      runId,
      finishedAt: '2026-11-20T10:00:21.000Z',
      completedSearchCount: 1,
      usage: { inputTokens: 10, outputTokens: 12, reasoningTokens: 7, totalTokens: 22, searchCalls: 2, costUsd: null },
    });
    expect(freezeGemini(shown.raw)).toEqual(answer);
    expect(JSON.stringify(shown.raw)).toContain('grounding-api-redirect');
    expect(JSON.stringify(shown.raw)).not.toMatch(/secret|sealed|html|payload/);
  });

  const withoutSearch = { steps: [{ type: 'model_output', content: [{ type: 'text', text }] }] };
  test('without a search says that there was none', () => {
    expect(buildGeminiSnapshot(interaction(withoutSearch), clean).completedSearchCount).toBe(0);
  });

  it.each<[string, object, string, RegExp | null]>([
    ['queued', { status: 'queued', steps: [] }, 'queued', null],
    ['in progress', { status: 'in_progress', steps: [] }, 'running', null],
    ['in a new state', { status: 'novel', steps: [] }, 'running', null],
    ['without a text', { steps: [] }, 'failed', /^no_answer: /],
    ['cut off', { status: 'incomplete' }, 'failed', /^incomplete: /],
    ['failed', { status: 'failed', errors: [{ code: 'internal', message: 'no' }] }, 'failed', /^internal: no$/],
    ['out of budget', { status: 'budget_exceeded' }, 'failed', /^budget_exceeded: /],
    ['cancelled', { status: 'cancelled' }, 'cancelled', null],
    ['waiting for a tool', { status: 'requires_action' }, 'requires_action', /^requires_action: .*never sent\.$/],
    ['to be continued', { status: 'requires_continuation' }, 'requires_action', /^requires_continuation: /],
    ['without our mark', { labels: {} }, 'requires_action', /^unmarked_result: /],
  ])('%s', (_name, changes, status, error) => {
    const shown = buildGeminiSnapshot(interaction(changes), clean);
    expect(shown.status).toBe(status);
    if (error === null) expect(shown.error).toBeNull();
    else expect(shown.error).toMatch(error);
  });
});

describe('a notice', () => {
  const noticeUrl = 'https://sight.example.org/api/webhooks/gemini-api';
  const key = Buffer.from('a-webhook-key-for-this-test-only');
  const body = JSON.stringify({ type: 'interaction.completed', version: 'v1', data: { id: 'int_1' } });
  const stampNow = (): string => String(Math.floor(Date.now() / 1_000));
  const hmac = (stamp: string, signed = body, by = key): string =>
    `v1,${createHmac('sha256', by).update(`wh_1.${stamp}.${signed}`).digest('base64')}`;

  /** Provides the vendor's published keys, and a server's check that trusts them. */
  async function vendor() {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }] };
    const url = await listenForTest((_request, response) => response.end(JSON.stringify(keys)));
    const verify = createGeminiNotices({
      secret: `whsec_${key.toString('base64')}`,
      keysUrl: `${url}/.well-known/jwks.json`,
      audiences: [noticeUrl],
    });
    const token = (claims: { iss?: string; aud?: string; iat?: number; data?: unknown; by?: PrivateKey } = {}) =>
      new SignJWT({ data: claims.data ?? { id: 'int_1' } })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .setIssuer(claims.iss ?? 'https://generativelanguage.googleapis.com')
        .setAudience(claims.aud ?? noticeUrl)
        .setIssuedAt(claims.iat)
        .sign(claims.by ?? privateKey);
    const check = (signature: string, stamp = stampNow(), rawBody = body) =>
      verify({
        rawBody,
        headers: { 'webhook-id': 'wh_1', 'webhook-timestamp': stamp, 'webhook-signature': signature },
        query: new URLSearchParams(),
        secret: null,
      });
    return { check, token };
  }

  test('is accepted only if the project’s secret or the vendor’s key signed it', async () => {
    const { check, token } = await vendor();
    const proven = { deliveryId: 'wh_1', taskId: 'int_1' };
    const now = stampNow();
    expect(await check(hmac(now), now)).toEqual(proven);
    expect(await check(`v1,b2xk ${hmac(now)}`, now)).toEqual(proven);
    expect(await check(await token())).toEqual(proven);
    const old = String(Number(now) - 330);
    const stranger = (await generateKeyPair('RS256')).privateKey;
    const otherBody = body.replace('int_1', 'int_2');
    const refused = await Promise.all([
      check(hmac(now, body, Buffer.from('someone-else')), now),
      check(hmac(now), now, otherBody),
      check(hmac(old), old),
      check(hmac(now, body.replace('interaction.', 'batch.')), now, body.replace('interaction.', 'batch.')),
      check(''),
      check('v1,'),
      check(await token({ by: stranger })),
      check(await token({ aud: 'https://elsewhere.example.org/' })),
      check(await token({ iss: 'https://google.com.example.org' })),
      check(await token({ iat: Number(old) })),
      check(await token({ data: { id: 'int_2' } })),
      check(await token(), old),
    ]);
    expect(refused).toEqual(Array(12).fill(null));
  });
});
