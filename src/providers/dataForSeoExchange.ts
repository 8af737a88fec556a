import { createPlainExchange, type Exchange } from './plainExchange.ts';
import type { WireRecord } from './wireRecords.ts';

export type DataForSeoCredentials = {
  login: string;
  password: string;
  /** null = the vendor's own address. Without `/v3`. */
  baseUrl: string | null;
  /** Milliseconds for a call, from its start to the last byte of its reply. */
  timeoutMs: number;
};

/** Overrides of a call's defaults. */
export type CallOptions = { signal?: AbortSignal; maxReplyBytes?: number };

export type DataForSeoExchange = {
  /** The vendor invents the results, for free. */
  isSandbox: boolean;
  /** Returns a vendor's text without the credentials of this account. */
  clean(text: string): string;
  get(path: string, more?: CallOptions): Promise<Exchange>;
  /** Sends one task, in the list that the vendor expects. */
  post(path: string, task: WireRecord, more?: CallOptions): Promise<Exchange>;
};

const vendorUrl = 'https://api.dataforseo.com';
const sandboxHost = 'sandbox.dataforseo.com';
const maxReplyBytes = 8_000_000;

/** Creates the only client for DataForSEO: HTTP Basic, one request per call. It never rejects. */
export function createDataForSeoExchange(account: DataForSeoCredentials): DataForSeoExchange {
  const baseUrl = (account.baseUrl ?? vendorUrl).replace(/(?<!\/)\/+$/, '');
  const credentials = Buffer.from(`${account.login}:${account.password}`).toString('base64');
  const { ask, clean } = createPlainExchange({
    baseUrl,
    headers: { authorization: `Basic ${credentials}` },
    timeoutMs: account.timeoutMs,
    maxReplyBytes,
    secrets: [credentials, account.password],
  });
  return {
    isSandbox: (URL.parse(baseUrl)?.hostname ?? null) === sandboxHost,
    clean,
    get: (path, more = {}) => ask({ method: 'GET', path, ...more }),
    post: (path, task, more = {}) => ask({ method: 'POST', path, body: [task], onFreshConnection: true, ...more }),
  };
}
