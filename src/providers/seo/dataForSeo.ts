import type { SeoCallName } from '../../domain/seoReport.ts';
import type { SeoCallOutcome, SeoLookupOutcome, SeoProvider } from '../../ports/seoProvider.ts';
import { causeCode, neverLeft } from '../connectFailure.ts';
import { plainMessage } from '../plainMessage.ts';
import { numberOf, recordOf, recordsOf, textOf, type WireRecord } from '../wireShape.ts';
import { figuresOf } from './dataForSeoFigures.ts';
import { isBusy, readTaskReply } from './dataForSeoReply.ts';

export type DataForSeoOptions = {
  login: string;
  password: string;
  /** null = the vendor's own address. Without `/v3`. */
  baseUrl: string | null;
  simulated: boolean;
  /** Milliseconds for one call, from its start to the last byte of its reply. */
  timeoutMs: number;
};

const vendorUrl = 'https://api.dataforseo.com';
const sandboxHost = 'sandbox.dataforseo.com';

/** United States, English. Left out, the provider would mix all locations into one figure. */
const market = { location_code: 2840, language_code: 'en' };

const livePath: Readonly<Record<SeoCallName, string>> = {
  domain_rank_overview: '/v3/dataforseo_labs/google/domain_rank_overview/live',
  ranked_keywords: '/v3/dataforseo_labs/google/ranked_keywords/live',
  backlinks_summary: '/v3/backlinks/summary/live',
};
/** Each of the provider's products lists its own tasks, with their tags for about a month. */
const listPath: Readonly<Record<SeoCallName, string>> = {
  domain_rank_overview: '/v3/dataforseo_labs/id_list',
  ranked_keywords: '/v3/dataforseo_labs/id_list',
  backlinks_summary: '/v3/backlinks/id_list',
};
/** The provider's clock decides what is in a list, and ours may be ahead of it: milliseconds that a list begins earlier. */
const clockSlackMs = 15 * 60_000;
const listLimit = 1000;
const mostListPages = 10;

/** The one task of a live call. Only organic places are asked for: a paid place is not a rank. */
export function taskBody(name: SeoCallName, domain: string, tag: string) {
  // Links know no market.
  if (name === 'backlinks_summary') return { target: domain, include_subdomains: true, internal_list_limit: 1, tag };
  const task = { target: domain, ...market, tag };
  if (name === 'domain_rank_overview') return task;
  return {
    ...task,
    item_types: ['organic'],
    order_by: ['ranked_serp_element.serp_item.rank_group,asc', 'keyword_data.keyword_info.search_volume,desc'],
    limit: 20,
  };
}

type Exchange =
  | { kind: 'answered'; status: number; body: unknown }
  | { kind: 'never_left'; code: string }
  | { kind: 'broken'; cause: string };

/** DataForSEO as the SEO provider. Nothing is repeated here: a call that may have run may have been billed. */
export function createDataForSeo(options: DataForSeoOptions): SeoProvider {
  const baseUrl = (options.baseUrl ?? vendorUrl).replace(/\/+$/, '');
  const credentials = Buffer.from(`${options.login}:${options.password}`).toString('base64');
  const clean = (text: string): string => plainMessage(text, [credentials, options.password]);

  async function post(path: string, task: WireRecord): Promise<Exchange> {
    // Loaded by the first call, so that a start without SEO work does not pay for it.
    const { request } = await import('undici');
    try {
      const { statusCode, body } = await request(`${baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
        body: JSON.stringify([task]),
        signal: AbortSignal.timeout(options.timeoutMs),
        // A fresh connection: a kept one may have died unseen, and a paid call must not find that out.
        reset: true,
      });
      return { kind: 'answered', status: statusCode, body: parsed(await body.text()) };
    } catch (thrown) {
      const code = neverLeft(thrown);
      if (code !== null) return { kind: 'never_left', code };
      const message = thrown instanceof Error ? thrown.message : 'the connection failed';
      const known = causeCode(thrown);
      return { kind: 'broken', cause: clean(known === null ? message : `${message} (${known})`) };
    }
  }

  async function call(name: SeoCallName, domain: string, tag: string): Promise<SeoCallOutcome> {
    const exchange = await post(livePath[name], taskBody(name, domain, tag));
    if (exchange.kind === 'never_left') {
      const message = 'The provider could not be reached; the request was never sent.';
      return { kind: 'failed', code: exchange.code, message, costUsd: 0 };
    }
    if (exchange.kind === 'broken') return { kind: 'unknown', cause: exchange.cause };
    const reply = readTaskReply(exchange.status, exchange.body, tag);
    if (reply.kind === 'failed') {
      const message = clean(reply.message);
      return isBusy(reply) ? { kind: 'busy', code: reply.code, message } : { ...reply, message };
    }
    if (reply.kind === 'unknown') return reply;
    const { task, result, costUsd } = reply;
    const raw = { id: task.id, status_code: task.status_code, cost: costUsd, result };
    return { kind: 'succeeded', data: figuresOf(name, result), costUsd, raw };
  }

  async function findByTag(name: SeoCallName, tag: string, since: string, until: string): Promise<SeoLookupOutcome> {
    const window = { datetime_from: listTime(since, -clockSlackMs), datetime_to: listTime(until, 0) };
    for (let page = 0; page < mostListPages; page++) {
      const offset = page * listLimit;
      const task = { ...window, limit: listLimit, offset, sort: 'desc', include_metadata: true };
      const exchange = await post(listPath[name], task);
      if (exchange.kind === 'never_left') return { kind: 'unavailable', cause: exchange.code };
      if (exchange.kind === 'broken') return { kind: 'unavailable', cause: exchange.cause };
      const rows = listedTasks(exchange.status, exchange.body);
      if (typeof rows === 'string') return { kind: 'unavailable', cause: clean(rows) };
      const found = rows.find((row) => recordOf(row.metadata)?.tag === tag);
      if (found !== undefined) {
        return { kind: 'ran', costUsd: amountOf(found.cost), status: statusText(found.status) };
      }
      if (rows.length < listLimit) return { kind: 'not_seen' };
    }
    return { kind: 'unavailable', cause: 'Too many tasks in this time to look through.' };
  }

  return {
    name: 'dataforseo',
    sandbox: options.simulated || hostOf(baseUrl) === sandboxHost,
    simulated: options.simulated,
    call,
    findByTag,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** ISO 8601 UTC, moved by some milliseconds, as the list wants it: `yyyy-mm-dd hh:mm:ss +00:00`, rounded up. */
function listTime(iso: string, movedMs: number): string {
  const at = new Date(Math.ceil((Date.parse(iso) + movedMs) / 1000) * 1000).toISOString();
  return `${at.slice(0, 10)} ${at.slice(11, 19)} +00:00`;
}

/** The rows of an id list, or a sentence that says why there are none to trust. */
function listedTasks(httpStatus: number, body: unknown): readonly WireRecord[] | string {
  const envelope = recordOf(body);
  const task = recordsOf(envelope?.tasks)[0];
  const code = envelope?.status_code === 20000 ? task?.status_code : envelope?.status_code;
  if (code === 40102) return [];
  if (httpStatus !== 200 || code !== 20000) {
    const message = textOf(task?.status_message) ?? textOf(envelope?.status_message) ?? 'no readable answer';
    return `HTTP ${httpStatus} ${numberOf(code) ?? ''}: ${message}`;
  }
  return recordsOf(task?.result);
}

/** An amount of money as a number; this list writes some of them as text. */
function amountOf(value: unknown): number | null {
  if (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)) return Number(value);
  return numberOf(value);
}

function statusText(value: unknown): string | null {
  return textOf(value) ?? (numberOf(value) === null ? null : String(value));
}
