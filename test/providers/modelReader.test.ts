import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimModelReading } from '../../src/domain/answer/modelReading.ts';
import { createModelReader } from '../../src/engines/openai/modelReader.ts';

const text = 'These fit:\n\n1. **Bolt Tab** – light\n2. **Acme Pad** – cheap';
const reading = {
  names: [
    // Models count badly: the offset is off by one.
    { text: 'Bolt Tab', start: 18, order: 1 },
    { text: 'Acme Pad', start: 41, order: 2 },
  ],
  target: [{ text: 'Acme Pad', start: 41, role: 'recommended' }],
};

/** Replies in the vendors' documented wire formats, by path. */
const exchanges: Record<string, { status: number; body: unknown }> = {
  '/responses/v1/responses': {
    status: 200,
    body: {
      id: 'resp_68f1',
      object: 'response',
      created_at: 1_790_000_000,
      completed_at: 1_790_000_004,
      status: 'completed',
      error: null,
      incomplete_details: null,
      model: 'gpt-5.5-2026-08-01',
      output: [
        { id: 'rs_1', type: 'reasoning', summary: [] },
        {
          id: 'msg_1',
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text: JSON.stringify(reading), annotations: [], logprobs: [] }],
        },
      ],
      usage: {
        input_tokens: 611,
        input_tokens_details: { cached_tokens: 128 },
        output_tokens: 93,
        output_tokens_details: { reasoning_tokens: 12 },
        total_tokens: 704,
      },
    },
  },
  '/chat/v1/chat/completions': {
    status: 200,
    body: {
      id: 'chatcmpl-9aa1',
      object: 'chat.completion',
      created: 1_790_000_000,
      model: 'qwen3-32b',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          logprobs: null,
          // Some local servers put a code fence around requested JSON.
          message: { role: 'assistant', content: `\`\`\`json\n${JSON.stringify(reading)}\n\`\`\``, tool_calls: [] },
        },
      ],
      usage: { prompt_tokens: 598, completion_tokens: 101, total_tokens: 699 },
    },
  },
  '/cut/v1/chat/completions': {
    status: 200,
    body: {
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason: 'length', message: { role: 'assistant', content: '{"names": [' } }],
      usage: { prompt_tokens: 598, completion_tokens: 8_000, total_tokens: 8_598 },
    },
  },
  '/declined/v1/chat/completions': {
    status: 200,
    body: {
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: null, refusal: 'No.' } }],
      usage: { prompt_tokens: 598, completion_tokens: 4, total_tokens: 602 },
    },
  },
  '/limited/v1/chat/completions': {
    status: 429,
    body: { error: { message: 'Slow down.', type: 'requests', code: 'rate_limit_exceeded' } },
  },
};

describe('a reading model', () => {
  let server: Server;
  let base: string;
  const sent: { path: string; key: string | undefined; body: any }[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      sent.push({ path: String(request.url), key: request.headers.authorization, body: JSON.parse(body) });
      const reply = exchanges[String(request.url)] ?? { status: 404, body: {} };
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  const readAt = (room: string, protocol: 'responses' | 'chat') =>
    createModelReader({
      ...{ protocol, apiKey: 'sk-test', baseUrl: `${base}/${room}/v1`, model: 'a-model' },
      ...{ pricedAs: 'reader', isFree: false, simulated: false, timeoutMs: 5_000 },
    }).read({ readingId: 'reading_1', question: 'Which tablet?', targetNames: ['Acme Pad'], text });

  it.each([
    ['OpenAI Responses', 'responses', { inputTokens: 611, cachedInputTokens: 128, outputTokens: 93 }],
    ['Chat Completions', 'chat', { inputTokens: 598, cachedInputTokens: null, outputTokens: 101 }],
  ] as const)('is parsed from %s in the vendor’s format', async (_what, protocol, usage) => {
    const came = await readAt(protocol, protocol);
    expect(came).toMatchObject({ kind: 'answered', usage });
    const taken = came.kind === 'answered' ? claimModelReading(came.given, text, 'model/1.a-model') : null;
    expect(taken?.target).toEqual([{ start: 41, end: 49, role: 'recommended' }]);
    expect(taken?.recommended).toHaveLength(2);
  });

  it.each(['responses', 'chat'] as const)('receives the answer as data, once, with the key (%s)', async (protocol) => {
    sent.length = 0;
    await readAt(protocol, protocol);
    expect(sent).toHaveLength(1);
    const [{ key, body } = { key: undefined, body: {} }] = sent;
    expect(key).toBe('Bearer sk-test');
    const input = protocol === 'chat' ? body.messages[1].content : body.input;
    expect(JSON.parse(input)).toEqual({ question: 'Which tablet?', target: ['Acme Pad'], answer: text });
    const format = protocol === 'chat' ? body.response_format.json_schema : body.text.format;
    expect(format).toMatchObject({ strict: true, schema: { required: ['names', 'target'] } });
  });

  it.each([
    ['cut', { kind: 'unusable', code: 'length' }],
    ['declined', { kind: 'unusable', code: 'refusal' }],
    ['limited', { kind: 'refused', code: 'rate_limit_exceeded' }],
  ])('that was %s gives nothing to use, and states its paid usage', async (room, outcome) => {
    expect(await readAt(room, 'chat')).toMatchObject(outcome);
  });
});
