import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freezeResponse } from '../../src/engines/openai/openaiAnswer.ts';
import { buildSnapshot } from '../../src/engines/openai/openaiSnapshot.ts';

const clean = (text: string): string => text;
type Item = Record<string, unknown>;

function text(content: string, annotations: Item[] = []): Item {
  return { type: 'output_text', text: content, annotations };
}

function message(content: Item[], phase?: string): Item {
  return { type: 'message', role: 'assistant', status: 'completed', ...(phase ? { phase } : {}), content };
}

function completed(output: Item[], more: Item = {}): Item {
  return { id: 'resp_1', object: 'response', status: 'completed', output, ...more };
}

function cite(url: string, start: unknown, end: unknown): Item {
  return { type: 'url_citation', url, title: 'A page', start_index: start, end_index: end };
}

const search = { type: 'web_search_call', status: 'completed', action: { type: 'search', queries: ['q'] } };
const approval = { type: 'mcp_approval_request', id: 'mcpr_1', name: 'lookup', server_label: 'seo', arguments: '{}' };
const call = { type: 'function_call', call_id: 'call_1', name: 'lookup', arguments: '{}' };

describe('selection of the answer’s message', () => {
  const cases: [name: string, output: Item[], answer: string | null][] = [
    ['the one marked as final, wherever it is', [message([text('F')], 'final_answer'), message([text('L')])], 'F'],
    ['the last one when none is marked', [message([text('A')]), message([text('B')])], 'B'],
    [
      'not a commentary before the final one',
      [message([text('C')], 'commentary'), message([text('F')], 'final_answer')],
      'F',
    ],
    ['none, when only a remark precedes a pending call', [message([text('One moment.')]), call], null],
    [
      'the one after an answered call',
      [call, { type: 'function_call_output', call_id: 'call_1' }, message([text('A')])],
      'A',
    ],
    ['none, when there is no message', [search], null],
    ['none, when the message says nothing', [message([text(' \n')])], null],
    ['never a message of ours', [{ ...message([text('Q')]), role: 'user' }], null],
  ];
  test.each(cases)('%s', (_name, output, answer) => {
    expect(freezeResponse(completed(output))?.text ?? null).toBe(answer);
  });
});

describe('status', () => {
  const cases: [name: string, response: Item, status: string, error: string | null][] = [
    ['queued', { status: 'queued' }, 'queued', null],
    ['in progress', { status: 'in_progress' }, 'running', null],
    ['unknown words', { status: 'hibernating' }, 'running', null],
    ['no status at all', {}, 'running', null],
    ['cancelled', { status: 'cancelled', output: [message([text('half')])] }, 'cancelled', null],
    ['completed with an answer', completed([message([text('A')])]), 'completed', null],
    [
      'an open approval',
      completed([approval]),
      'requires_action',
      'approval_pending: The provider waits for approval of its tool "lookup".',
    ],
    [
      'an open call',
      completed([call]),
      'requires_action',
      'tool_output_pending: The provider waits for the output of the tool "lookup".',
    ],
    [
      'an approval that was given',
      completed([approval, { type: 'mcp_approval_response', approval_request_id: 'mcpr_1' }]),
      'failed',
      'no_answer: The provider completed without an answer text.',
    ],
    [
      'an approval that led to its call',
      completed([approval, { type: 'mcp_call', approval_request_id: 'mcpr_1' }, message([text('A')])]),
      'completed',
      null,
    ],
    ['an answer despite an open call', completed([call, message([text('A')], 'final_answer')]), 'completed', null],
    ['a refusal', completed([message([{ type: 'refusal', refusal: 'No.' }])]), 'failed', 'refusal: No.'],
    [
      'stopped early',
      { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
      'failed',
      'incomplete: content_filter',
    ],
    ['stopped early without a reason', { status: 'incomplete' }, 'failed', 'incomplete: unknown'],
    [
      'failed',
      { status: 'failed', error: { code: 'server_error', message: 'Broken.' } },
      'failed',
      'server_error: Broken.',
    ],
    ['failed without a reason', { status: 'failed' }, 'failed', 'unknown_error: The provider gave no reason.'],
  ];
  test.each(cases)('%s', (_name, response, status, error) => {
    const { status: ours, error: why } = buildSnapshot(response, clean);
    expect({ status: ours, error: why }).toEqual({ status, error });
  });

  test('a truncated answer is saved with the reason', () => {
    const response = {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [message([text('1. A')])],
    };
    expect(buildSnapshot(response, clean).answer).toMatchObject({
      text: '1. A',
      incompleteReason: 'max_output_tokens',
    });
  });

  test('text next to a refusal is saved with it', () => {
    const response = completed([message([text('Well. '), { type: 'refusal', refusal: 'No.' }])]);
    expect(buildSnapshot(response, clean).answer).toMatchObject({ text: 'Well. ', refusal: 'No.' });
  });
});

describe('citations', () => {
  const url = 'https://a.example/';

  test('of several text parts are moved to their position in the whole text', () => {
    const second = `see ${url}`;
    const response = completed([message([text('First part. '), text(second, [cite(url, 4, second.length)])])]);
    const answer = freezeResponse(response);
    const [annotation] = answer?.annotations ?? [];
    expect(answer?.text.slice(annotation?.startIndex, annotation?.endIndex)).toBe(url);
  });

  test.each([
    ['code points', (whole: string, at: number) => [...whole.slice(0, at)].length],
    ['UTF-16 units', (_whole: string, at: number) => at],
  ])('counted in %s by the provider are recognised after an emoji', (_unit, count) => {
    const whole = `🥇🥈 best: (${url}) and (${url})`;
    const starts = [whole.indexOf(url), whole.lastIndexOf(url)];
    const list = starts.map((at) => cite(url, count(whole, at), count(whole, at + url.length)));
    const answer = freezeResponse(completed([message([text(whole, list)])]));
    expect(answer?.annotations.map(({ startIndex }) => startIndex)).toEqual(starts);
  });

  test.each([
    ['code points', (whole: string, at: number) => [...whole.slice(0, at)].length],
    ['UTF-16 units', (_whole: string, at: number) => at],
  ])(
    'counted in %s are exactly their Markdown links after two emoji, where both units would contain the address',
    (_unit, count) => {
      const link = `([a.example](${url}))`;
      const whole = `🥇🥈 Acme is the best one ${link}. Boxwood comes next ${link}.`;
      const starts = [whole.indexOf(link), whole.lastIndexOf(link)];
      const list = starts.map((at) => cite(url, count(whole, at), count(whole, at + link.length)));
      const answer = freezeResponse(completed([message([text(whole, list)])]));
      expect(answer?.annotations.map(({ startIndex, endIndex }) => answer.text.slice(startIndex, endIndex))).toEqual([
        link,
        link,
      ]);
    },
  );

  test.each([
    ['beyond the text', 2, 900],
    ['turned round', 5, 2],
    ['negative', -3, 2],
    ['missing', undefined, undefined],
    ['not whole', 1.5, 3],
  ])('with offsets that are %s are kept without a position', (_name, start, end) => {
    const response = completed([message([text('Some text', [cite(url, start, end)]), text(' and much more of it')])]);
    expect(freezeResponse(response)?.annotations).toEqual([{ url, title: 'A page', startIndex: -1, endIndex: -1 }]);
  });

  test('of files and other kinds are not web citations', () => {
    const response = completed([message([text('x', [{ type: 'file_citation', file_id: 'f', index: 0 }])])]);
    expect(freezeResponse(response)?.annotations).toEqual([]);
  });
});

describe('searches and sources', () => {
  const output = [
    {
      ...search,
      action: {
        type: 'search',
        sources: [
          { type: 'url', url: 'https://a.example/' },
          { type: 'api', name: 'feed' },
        ],
      },
    },
    { ...search, action: { type: 'search', sources: [{ type: 'url', url: 'https://a.example/' }] } },
    { ...search, status: 'failed', action: { type: 'search' } },
    { ...search, action: { type: 'open_page', url: 'https://b.example/' } },
    { ...search, status: 'failed', action: { type: 'open_page', url: 'https://closed.example/' } },
    { ...search, action: { type: 'find_in_page', url: 'https://c.example/', pattern: 'price' } },
    message([text('A')]),
  ];

  test('only completed searches count, not opened pages', () => {
    expect(buildSnapshot(completed(output), clean).completedSearchCount).toBe(2);
  });

  test('sources are the returned pages and then the opened ones, each once; those without a URL are left out', () => {
    const urls = freezeResponse(completed(output))?.sources.map((source) => source.url);
    expect(urls).toEqual(['https://a.example/', 'https://b.example/', 'https://c.example/']);
  });

  test.each([
    ['unknown while it works', { status: 'in_progress', output: [search] }, null],
    ['unknown when it failed without output', { status: 'failed', output: [] }, null],
    ['none when it completed without searching', completed([message([text('A')])]), 0],
  ])('the number of searches is %s', (_name, response, count) => {
    expect(buildSnapshot(response, clean).completedSearchCount).toBe(count);
  });
});

describe('figures', () => {
  test('are the provider’s own; a cost is never invented', () => {
    const usage = {
      input_tokens: 900,
      input_tokens_details: { cached_tokens: 100 },
      output_tokens: 70,
      output_tokens_details: { reasoning_tokens: 30 },
      total_tokens: 970,
    };
    const tool_usage = { web_search: { num_requests: 3 } };
    const response = completed([message([text('A')])], {
      created_at: 1_795_000_000,
      completed_at: 1_795_000_090,
      usage,
      tool_usage,
    });
    const snapshot = buildSnapshot(response, clean);
    expect(snapshot.finishedAt).toBe('2026-11-18T11:08:10.000Z');
    expect(snapshot.usage).toEqual({
      inputTokens: 900,
      cachedInputTokens: 100,
      outputTokens: 70,
      reasoningTokens: 30,
      totalTokens: 970,
      searchCalls: 3,
      pagesFetched: null,
      bytesFetched: null,
      costUsd: null,
      durationMs: 90_000,
    });
  });

  test('that the provider leaves out, or states oddly, are unknown', () => {
    const response = completed([], {
      usage: { input_tokens: '900', output_tokens: -1 },
      tool_usage: {},
      completed_at: 'soon',
    });
    const { usage, finishedAt } = buildSnapshot(response, clean);
    expect([finishedAt, ...Object.values(usage)].filter((value) => value !== null)).toEqual([]);
  });
});

test('whatever the provider answers never breaks the reading, and the saved copy reads the same', () => {
  const item = fc.oneof(
    fc.constantFrom<Item>(search, approval, call, message([text('A', [cite('https://a.example/', 0, 1)])])),
    fc.dictionary(fc.constantFrom('type', 'role', 'content', 'action', 'status', 'phase', 'id'), fc.jsonValue()),
  );
  const response = fc.record(
    {
      status: fc.oneof(fc.constantFrom('completed', 'failed', 'incomplete', 'queued'), fc.jsonValue()),
      output: fc.oneof(fc.array(item), fc.jsonValue()),
      usage: fc.jsonValue(),
      tool_usage: fc.jsonValue(),
      error: fc.jsonValue(),
      incomplete_details: fc.jsonValue(),
      completed_at: fc.jsonValue(),
      metadata: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(response, (foreign) => {
      const { raw } = buildSnapshot(foreign, clean);
      expect(freezeResponse(JSON.parse(JSON.stringify(raw)))).toEqual(freezeResponse(foreign));
    }),
    // A value that cannot be converted to text.
    { examples: [[{ output: [{ type: { toString: [] } }], status: { toString: [] } }]] },
  );
});
