import { normaliseEncoding } from '../urls/addressKey.ts';
import type { Fetch, Hop, HopOutcome } from './evidenceBundle.ts';

export type FetchError = Extract<HopOutcome, { kind: 'error' }>['code'];

function finalHop(fetch: Fetch): Hop | null {
  return fetch.hops.at(-1) ?? null;
}

/** Returns the status of the last hop; null if it ended in an error. */
export function finalStatus(fetch: Fetch): number | null {
  const outcome = finalHop(fetch)?.outcome;
  return outcome?.kind === 'response' ? outcome.status : null;
}

export function finalError(fetch: Fetch): FetchError | null {
  const outcome = finalHop(fetch)?.outcome;
  return outcome?.kind === 'error' ? outcome.code : null;
}

export function finalUrl(fetch: Fetch): string {
  return finalHop(fetch)?.url ?? fetch.requestedUrl;
}

/** Returns the values of a header of the last response, in order. */
export function headerValues(fetch: Fetch, name: string): string[] {
  const outcome = finalHop(fetch)?.outcome;
  if (outcome?.kind !== 'response') return [];
  const lowerCase = name.toLowerCase();
  return outcome.headers.filter(([key]) => key.toLowerCase() === lowerCase).map(([, value]) => value);
}

export function header(fetch: Fetch, name: string): string | null {
  return headerValues(fetch, name)[0] ?? null;
}

/** Returns `text/html` for `text/html; charset=utf-8`, in lower case; null if the server sent no type. */
export function mediaType(fetch: Fetch): string | null {
  const value = header(fetch, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  return value === undefined || value === '' ? null : value;
}

/** Detects HTML by its type, or by its first tag when the server sent no type. */
export function isHtml(fetch: Fetch): boolean {
  const type = mediaType(fetch);
  if (type !== null) return type === 'text/html' || type === 'application/xhtml+xml';
  return startsAsHtml(fetch);
}

/** Returns true if the body begins like an HTML document, whatever its type. */
export function startsAsHtml(fetch: Fetch): boolean {
  return /^\s*(?:<!--[^>]{0,400}-->\s*)*<(?:!doctype html|html|head|body)\b/i.test(bodyStart(fetch, 512));
}

export function bodyStart(fetch: Fetch, bytes: number): string {
  return fetch.body === null ? '' : new TextDecoder('utf-8').decode(fetch.body.subarray(0, bytes));
}

export function bodyText(fetch: Fetch): string {
  return fetch.body === null ? '' : new TextDecoder('utf-8').decode(fetch.body);
}

/** Counts redirects followed before the last hop. */
export function redirects(fetch: Fetch): number {
  return Math.max(0, fetch.hops.length - 1);
}

/** Formats every address of the chain with its status or error code: `301 http://a/ → 200 https://a/`. */
export function chainText(fetch: Fetch): string {
  return fetch.hops
    .map((hop) => `${hop.outcome.kind === 'response' ? hop.outcome.status : hop.outcome.code} ${hop.url}`)
    .join(' → ');
}

/**
 * Returns one spelling per resource: that of `URL` without the fragment, with percent-encoding normalised by RFC 3986
 * §6.2.2.
 */
export function urlKey(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  if (parsed.hash !== '' || parsed.href.endsWith('#')) parsed.hash = '';
  return normaliseEncoding(parsed.href);
}

export function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.pathname + parsed.search;
}
