import type { CapturedPage } from '../../domain/capture/followUps.ts';
import type { Fetch } from '../../domain/checks/evidenceBundle.ts';
import type { PageReferences } from '../../domain/html/references.ts';
import { type ForeignText, valueOr } from '../../ports/foreignText.ts';
import { answerHeader, htmlOf } from './readText.ts';
import { finalStatus, finalUrl } from './siteFetcher.ts';

/** Number of a page's characters searched for links. The evidence keeps all of it; this only plans requests. */
export const readForReferences = 1024 * 1024;

/** Returns the form of a page from which follow-ups are planned. */
export function toCapturedPage(page: Fetch, references: PageReferences | null): CapturedPage {
  return {
    requestedUrl: page.requestedUrl,
    url: finalUrl(page),
    references,
    etag: answerHeader(page, 'etag'),
    lastModified: answerHeader(page, 'last-modified'),
  };
}

/** Reads a page's links. Null also if the page could not be read: it is kept, but leads nowhere. */
export async function findReferences(texts: ForeignText, page: Fetch): Promise<PageReferences | null> {
  const html = finalStatus(page) === 200 ? htmlOf(page) : null;
  if (html === null) return null;
  return valueOr(null, await texts.read('references', html.slice(0, readForReferences), finalUrl(page)));
}
