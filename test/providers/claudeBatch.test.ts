import { describe, expect, it, test } from 'vitest';
import { freezeClaudeResult } from '../../src/engines/claude/claudeAnswer.ts';
import { createClaudeBatch } from '../../src/engines/claude/claudeBatch.ts';
import { buildClaudeSnapshot } from '../../src/engines/claude/claudeSnapshot.ts';
import { answerRequest, canaryKey, simulator } from './setting.ts';

const url = 'https://review.example.org/guide';
const clean = (text: string): string => text;
const batch = {
  id: 'msgbatch_1',
  processing_status: 'ended',
  created_at: '2026-11-20T10:00:00Z',
  ended_at: '2026-11-20T10:07:00.5Z',
  archived_at: null,
};
const citation = { type: 'web_search_result_location', url, title: 'Guide', cited_text: 'words', encrypted_index: 'x' };
const content = [
  { type: 'thinking', thinking: 'secret', signature: 's' },
  { type: 'text', text: 'I will look.' },
  { type: 'server_tool_use', id: 't1', name: 'web_search', input: { query: 'crm for agencies' } },
  {
    type: 'web_search_tool_result',
    tool_use_id: 't1',
    content: [{ type: 'web_search_result', url, title: 'Guide', page_age: '2 days', encrypted_content: 'sealed' }],
  },
  { type: 'server_tool_use', id: 't2', name: 'web_search', input: { query: 'crm prices' } },
  { type: 'web_search_tool_result', tool_use_id: 't2', content: { error_code: 'max_uses_exceeded' } },
  { type: 'text', text: 'Take ' },
  { type: 'text', text: 'Ünder 🌱 Desk', citations: [citation] },
  { type: 'text', text: '.' },
  { type: 'something_new', payload: 1 },
];
const message = (changes = {}) => ({
  id: 'msg_1',
  model: 'claude-sonnet-5-5-20260901',
  content,
  stop_reason: 'end_turn',
  usage: { input_tokens: 9, cache_read_input_tokens: 1, output_tokens: 5, server_tool_use: { web_search_requests: 1 } },
  ...changes,
});
const line = (result: unknown, custom_id: unknown = 'run_a') => ({ custom_id, result });
const succeeded = (changes = {}) => line({ type: 'succeeded', message: message(changes) });

describe('a result of a Claude batch', () => {
  test('gives the text, its citations by passage, its searches with their pages, and its usage', () => {
    const shown = buildClaudeSnapshot(batch, succeeded(), clean);
    const text = 'I will look.\n\nTake Ünder 🌱 Desk.';
    expect(shown.answer).toEqual({
      text,
      annotations: [{ url, title: 'Guide', startIndex: 19, endIndex: text.length - 1, byPassage: true }],
      sources: [{ url, title: 'Guide' }],
      refusal: null,
      incompleteReason: null,
      searchCount: 1,
      searches: [
        { query: 'crm for agencies', pages: [{ url, title: 'Guide' }] },
        { query: 'crm prices', pages: [] },
      ],
    });
    expect(shown).toMatchObject({
      status: 'completed',
      runId: 'run_a',
      model: 'claude-sonnet-5-5-20260901',
      finishedAt: '2026-11-20T10:07:00.500Z',
      usage: { inputTokens: 10, cachedInputTokens: 1, outputTokens: 5, totalTokens: 15, searchCalls: 1, costUsd: null },
    });
    expect(freezeClaudeResult(shown.raw)).toEqual(shown.answer);
    expect(JSON.stringify(shown.raw)).not.toMatch(/secret|sealed|encrypted|signature|payload/);
  });

  const errored = { type: 'error', error: { type: 'invalid_request_error', message: 'country: not supported' } };
  it.each<[string, unknown, string, RegExp | null, number | null]>([
    ['stopped at a sequence', succeeded({ stop_reason: 'stop_sequence' }), 'completed', null, null],
    ['declined', succeeded({ stop_reason: 'refusal' }), 'failed', /^refusal: /, null],
    ['cut off', succeeded({ stop_reason: 'max_tokens' }), 'failed', /^incomplete: max_tokens$/, null],
    ['too long', succeeded({ stop_reason: 'model_context_window_exceeded' }), 'failed', /^incomplete: model_c/, null],
    ['paused', succeeded({ stop_reason: 'pause_turn' }), 'failed', /^incomplete: pause_turn$/, null],
    ['waiting for a tool', succeeded({ stop_reason: 'tool_use' }), 'requires_action', /^tool_output_pending: /, null],
    [
      'stopped for a new reason',
      succeeded({ stop_reason: 'novel' }),
      'requires_action',
      /^unknown_stop_reason: /,
      null,
    ],
    ['without a text', succeeded({ content: [] }), 'failed', /^no_answer: /, null],
    ['errored', line({ type: 'errored', error: errored }), 'failed', /^invalid_request_error: country/, 0],
    ['canceled', line({ type: 'canceled' }), 'cancelled', null, 0],
    ['expired', line({ type: 'expired' }), 'failed', /^expired: /, 0],
    ['of a new type', line({ type: 'novel' }), 'requires_action', /^unknown_result: /, null],
    ['without our mark', line({ type: 'canceled' }, null), 'requires_action', /^unmarked_result: /, 0],
  ])('%s', (_name, given, status, error, costUsd) => {
    const shown = buildClaudeSnapshot(batch, given as Record<string, unknown>, clean);
    expect([shown.status, shown.usage.costUsd]).toEqual([status, costUsd]);
    if (error === null) expect(shown.error).toBeNull();
    else expect(shown.error).toMatch(error);
  });
});

describe('a lost Claude batch', () => {
  const provider = (url: string) =>
    createClaudeBatch({
      apiKey: canaryKey,
      baseUrl: `${url}/anthropic`,
      model: 'model-under-test',
      submitTimeoutMs: 2_000,
      hastened: () => 1,
      simulated: false,
    });
  const lost = (runId: string, submittedAt = new Date().toISOString()) => ({
    runId,
    handle: { sessionId: null, taskId: null },
    question: '',
    submittedAt,
  });

  test('is found by its tag among all others in one pass, once it has ended, and never outside its time', async () => {
    const { url, ledger } = await simulator();
    const maker = provider(url);
    const runs = ['run_a', 'run_b', 'run_c'];
    for (const runId of runs) {
      const sent = await maker.submit(answerRequest({ runId }), { sessionId: null, taskId: null });
      expect(sent.kind).toBe('accepted');
    }
    // Another process, without any of the receipts.
    const finder = provider(url);
    const look = () => Promise.all([...runs, 'run_never'].map((runId) => finder.findLost(lost(runId))));
    const kinds = async () => (await look()).map(({ kind }) => kind);
    // None of them shows its run yet, which must not count as absence.
    expect(await look()).toEqual(Array(4).fill({ kind: 'not_visible', undecided: true }));
    expect(ledger.filter(({ operation }) => operation === 'items')).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await kinds();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const found = await look();
    expect(found.map(({ kind }) => kind)).toEqual(['found', 'found', 'found', 'not_visible']);
    expect(found.map((one) => (one.kind === 'found' ? one.snapshot.runId : null))).toEqual([...runs, null]);
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    expect(await provider(url).findLost(lost('run_a', hourAgo))).toEqual({ kind: 'not_visible' });
    expect(ledger.some(({ operation }) => operation === 'cancel')).toBe(false);
  });
});
