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

/** A complete reply, its body parsed but not validated; or the reason why there is none. */
export type Reply = { ok: true; body: unknown } | { ok: false; failure: CallFailure };

type Send = (api: OpenAI, signal: AbortSignal) => { asResponse(): Promise<Response> };

const vendorUrl = 'https://api.openai.com/v1';

/** Creates the vendor's client on the first call; this adapter makes all its calls through it. */
export function createOpenAiExchange(options: ExchangeOptions) {
  let loading: Promise<OpenAI> | null = null;

  // Loading the package takes a third of a second and tens of megabytes, so it is loaded by the first call.
  async function client(): Promise<OpenAI> {
    // Such a key is invalid in a header. Detected only inside the request, it would look as if something had been sent.
    if (!/^[\x21-\x7e]+$/.test(options.apiKey)) throw new Error('the provider key is empty or holds odd characters');
    loading ??= import('openai').then(
      ({ OpenAI }) =>
        new OpenAI({
          apiKey: options.apiKey,
          baseURL: options.baseUrl ?? vendorUrl,
          maxRetries: 0,
          timeout: options.submitTimeoutMs,
          // Following a 307 would send the create a second time, and the key to an unknown address.
          fetchOptions: { redirect: 'manual' },
          // Set explicitly, so that the package does not read them from the environment.
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
   * Makes one HTTP exchange within the time limit, or until `deadline`. The body is parsed here rather than by the
   * package, so that a reply with other types is still a reply. Never rejects.
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
