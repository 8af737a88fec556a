import type { Fetch } from '../../domain/checks/evidenceBundle.ts';
import { headerValue } from './exchange.ts';

const markup = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;

/** Returns a header of the last hop's response. */
export function answerHeader(fetch: Fetch, name: string): string | null {
  const outcome = fetch.hops.at(-1)?.outcome;
  return outcome?.kind === 'response' ? headerValue(outcome.headers, name) : null;
}

/** Returns the body as text if its type is HTML; otherwise null. */
export function htmlOf(fetch: Fetch): string | null {
  if (fetch.body === null || !markup.test(answerHeader(fetch, 'content-type') ?? 'text/html')) return null;
  return textOf(fetch);
}

/** Decodes the body in the charset of its type, or as UTF-8 if that is missing or unknown. */
export function textOf(fetch: Fetch): string {
  const charset = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(answerHeader(fetch, 'content-type') ?? '')?.[1];
  const body = fetch.body ?? new Uint8Array();
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
