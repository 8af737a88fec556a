import type { Fetch } from '../../domain/checks/evidenceBundle.ts';
import { headerValue } from './exchange.ts';

const markup = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;

/** The headers of the last hop's answer. */
export function answerHeader(fetch: Fetch, name: string): string | null {
  const outcome = fetch.hops.at(-1)?.outcome;
  return outcome?.kind === 'response' ? headerValue(outcome.headers, name) : null;
}

/** The body as text when it calls itself HTML; null otherwise. */
export function htmlOf(fetch: Fetch): string | null {
  if (fetch.body === null || !markup.test(answerHeader(fetch, 'content-type') ?? 'text/html')) return null;
  return textOf(fetch);
}

/** The body in the charset its type names, UTF-8 when it names none or one that is unknown. */
export function textOf(fetch: Fetch): string {
  const charset = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(answerHeader(fetch, 'content-type') ?? '')?.[1];
  const body = fetch.body ?? new Uint8Array();
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
