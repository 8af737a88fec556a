import type { OpenAI } from 'openai';
import { buildFailure, type CallFailure, notStartedFailure } from './openaiFailure.ts';
import type { Clean } from './openaiSnapshot.ts';

export type ExchangeOptions = {
  apiKey: string;
  baseUrl: string | null;
  webhookSecret: string | null;
  /** Milliseconds from the start of a call to the last byte of its reply. */
  submitTimeoutMs: number;
};

/** A reply read to its end, its body parsed but not believed; or why there is none. */
export type Reply = { ok: true; body: unknown } | { ok: false; failure: CallFailure };

type Send = (api: OpenAI, signal: AbortSignal) => { asResponse(): Promise<Response> };

const vendorUrl = 'https://api.openai.com/v1';

/** The vendor's client, made by the first call, and the one way in which this adapter talks through it. */
export function createOpenAiExchange(options: ExchangeOptions) {
  let loading: Promise<OpenAI> | null = null;

  // The package costs a third of a second and tens of megabytes: it is loaded by the first call, not at the start.
  async function client(): Promise<OpenAI> {
    // Such a key is invalid in a header: found out inside the request, it would seem as if something had been sent.
    if (!/^[\x21-\x7e]+$/.test(options.apiKey)) throw new Error('the provider key is empty or holds odd characters');
    loading ??= import('openai').then(
      ({ OpenAI }) =>
        new OpenAI({
          apiKey: options.apiKey,
          baseURL: options.baseUrl ?? vendorUrl,
          maxRetries: 0,
          timeout: options.submitTimeoutMs,
          // A followed 307 would send the create a second time, and the key to wherever it points.
          fetchOptions: { redirect: 'manual' },
          // Set, so that the package does not read them from the environment.
          adminAPIKey: null,
          organization: null,
          project: null,
          webhookSecret: options.webhookSecret,
          logLevel: 'off',
        }),
    );
    return loading;
  }

  /**
   * One HTTP exchange within the time limit, or until `deadline`. The body is parsed here and not by the package, so
   * that a reply that differs from its types is still a reply. Never rejects.
   */
  async function exchange(send: Send, clean: Clean, deadline: AbortSignal | null = null): Promise<Reply> {
    let api: OpenAI;
    try {
      api = await client();
    } catch {
      return { ok: false, failure: notStartedFailure };
    }
    const signal = deadline ?? AbortSignal.timeout(options.submitTimeoutMs);
    try {
      const response = await send(api, signal).asResponse();
      return { ok: true, body: await response.json() };
    } catch (thrown) {
      const failure = buildFailure(thrown, clean, Date.now());
      if (!signal.aborted || failure.httpStatus !== null) return { ok: false, failure };
      const summary = `No complete answer from the provider within ${options.submitTimeoutMs} ms.`;
      return { ok: false, failure: { ...failure, summary } };
    }
  }

  return { client, exchange };
}
