import { type Ask, createPlainExchange } from '../../providers/plainExchange.ts';
import { buildFailure, type CallFailure, notStartedFailure } from './openaiFailure.ts';
import type { Clean } from './openaiSnapshot.ts';

export type ExchangeOptions = {
  apiKey: string;
  baseUrl: string | null;
  /** Milliseconds from the start of a call to the last byte of its reply. */
  submitTimeoutMs: number;
};

/** A complete reply, its body parsed but not validated; or the reason why there is none. */
export type Reply = { ok: true; body: unknown } | { ok: false; failure: CallFailure };

const vendorUrl = 'https://api.openai.com/v1';
/** Far beyond the longest response, with every page that its searches read. */
const maxReplyBytes = 64 * 1024 * 1024;

/**
 * Creates the only client of this protocol: one HTTP exchange per call, which ends with the time limit or at `signal`.
 * The vendor's package repeats calls by default.
 */
export function createOpenAiExchange(options: ExchangeOptions): {
  exchange(ask: Omit<Ask, 'headers'>, clean: Clean): Promise<Reply>;
} {
  const { ask: send } = createPlainExchange({
    baseUrl: (options.baseUrl ?? vendorUrl).replace(/\/$/, ''),
    headers: { authorization: `Bearer ${options.apiKey}` },
    timeoutMs: options.submitTimeoutMs,
    maxReplyBytes,
    secrets: [options.apiKey],
  });
  return {
    async exchange(ask, clean) {
      if (!/^[\x21-\x7e]+$/.test(options.apiKey)) return { ok: false, failure: notStartedFailure };
      const exchange = await send(ask);
      const isGood = exchange.kind === 'answered' && exchange.status >= 200 && exchange.status < 300;
      if (isGood && exchange.body !== undefined) return { ok: true, body: exchange.body };
      return { ok: false, failure: buildFailure(exchange, clean) };
    },
  };
}
