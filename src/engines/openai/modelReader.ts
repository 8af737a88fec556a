import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import {
  modelReaderIdentity,
  type ReadingRequest,
  readingInstructions,
  readingSchema,
} from '../../domain/answer/modelReading.ts';
import { type Usage, unknownUsage } from '../../domain/runs/run.ts';
import type { ModelReader, ModelReaderOutcome } from '../../ports/modelReader.ts';
import { plainMessage } from '../../providers/plainMessage.ts';
import { countOf, fillRecord, textOf, type WireRecord, wordOf } from '../../providers/wireRecords.ts';
import { createOpenAiExchange } from './openaiExchange.ts';
import { refusalOf } from './openaiFailure.ts';
import { buildSnapshot, type Clean } from './openaiSnapshot.ts';

export type ModelReaderOptions = {
  /** `responses`: the vendor's own API. `chat`: Chat Completions, which other vendors and local servers support too. */
  protocol: 'responses' | 'chat';
  apiKey: string;
  /** null: the vendor's own address. Ends in `/v1`. */
  baseUrl: string | null;
  model: string;
  pricedAs: string;
  isFree: boolean;
  simulated: boolean;
  timeoutMs: number;
};

type Request = ReadingRequest & { readingId: string };

/** Enough for a hundred names; a longer reading is cut off by the provider and not used. */
const maxOutputTokens = 8_000;

const schemaName = 'answer_reading';

// As JSON, so that no text can break out of the data.
const inputOf = ({ question, targetNames, text }: Request) =>
  JSON.stringify({ question, target: targetNames, answer: text });

function responsesBody(model: string, request: Request) {
  return {
    model,
    stream: false,
    store: false,
    instructions: readingInstructions,
    input: inputOf(request),
    text: { format: { type: 'json_schema', name: schemaName, strict: true, schema: readingSchema } },
    max_output_tokens: maxOutputTokens,
    metadata: { reading_of: request.readingId },
  } satisfies ResponseCreateParamsNonStreaming;
}

function chatBody(model: string, request: Request) {
  return {
    model,
    stream: false,
    messages: [
      { role: 'system', content: readingInstructions },
      { role: 'user', content: inputOf(request) },
    ],
    response_format: { type: 'json_schema', json_schema: { name: schemaName, strict: true, schema: readingSchema } },
    // The older name of this limit, the only one that local servers support.
    max_tokens: maxOutputTokens,
  } satisfies ChatCompletionCreateParamsNonStreaming;
}

const strange: ModelReaderOutcome = { kind: 'uncertain', cause: 'The provider answered with something else.' };

function outcomeOfResponse(response: WireRecord, clean: Clean): ModelReaderOutcome {
  if (textOf(response.status) === null) return strange;
  const { status, answer, error, usage } = buildSnapshot(response, clean);
  if (status === 'completed' && answer !== null) return { kind: 'answered', given: answer.text, usage };
  // Keeps only the provider's error code, because the sentence shown is ours.
  return { kind: 'unusable', code: error?.split(':')[0] ?? status, usage };
}

function outcomeOfChat(completion: WireRecord): ModelReaderOutcome {
  const choice = Array.isArray(completion.choices) ? fillRecord(completion.choices[0]) : null;
  if (choice === null) return strange;
  const usage = usageOfChat(fillRecord(completion.usage));
  const message = fillRecord(choice.message);
  const text = textOf(message?.content);
  if (textOf(message?.refusal) !== null) return { kind: 'unusable', code: 'refusal', usage };
  const finish = wordOf(choice.finish_reason);
  if (finish === 'stop' && text !== null && text !== '') return { kind: 'answered', given: bareJson(text), usage };
  return { kind: 'unusable', code: finish === 'stop' ? 'no_answer' : finish, usage };
}

/** Some local models put a code fence around the JSON. */
function bareJson(input: string): string {
  return input
    .trim()
    .replace(/^```(?:json)?\s?\n/, '')
    .replace(/\n```$/, '');
}

function usageOfChat(usage: WireRecord | null): Usage {
  return {
    ...unknownUsage,
    inputTokens: countOf(usage?.prompt_tokens),
    cachedInputTokens: countOf(fillRecord(usage?.prompt_tokens_details)?.cached_tokens),
    outputTokens: countOf(usage?.completion_tokens),
    reasoningTokens: countOf(fillRecord(usage?.completion_tokens_details)?.reasoning_tokens),
    totalTokens: countOf(usage?.total_tokens),
  };
}

/** Creates a reading model: one synchronous call per answer, without tools. */
export function createModelReader(options: ModelReaderOptions): ModelReader {
  const { protocol, model, pricedAs, isFree, simulated, timeoutMs } = options;
  const { exchange } = createOpenAiExchange({
    apiKey: options.apiKey,
    baseUrl: options.baseUrl,
    submitTimeoutMs: timeoutMs,
  });
  const clean = (text: string) => plainMessage(text, [options.apiKey]);

  async function read(request: Request): Promise<ModelReaderOutcome> {
    const reply = await exchange(
      protocol === 'chat'
        ? { method: 'POST', path: '/chat/completions', body: chatBody(model, request) }
        : { method: 'POST', path: '/responses', body: responsesBody(model, request) },
      clean,
    );
    if (!reply.ok) {
      const refused = refusalOf(reply.failure);
      if (refused !== null) return { kind: 'refused', code: refused.code, message: refused.message };
      return { kind: 'uncertain', cause: reply.failure.summary };
    }
    const body = fillRecord(reply.body);
    if (body === null) return strange;
    return protocol === 'chat' ? outcomeOfChat(body) : outcomeOfResponse(body, clean);
  }

  return { identity: modelReaderIdentity(model), pricedAs, isFree, simulated, timeoutMs, read };
}
