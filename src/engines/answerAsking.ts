import { createHash } from 'node:crypto';
import type { AnswerRequest } from '../ports/answerRequest.ts';

/**
 * Requests what a reader needs, and nothing that could influence the recommendations. All APIs get the same text, so
 * that answers differ only by engine. JSON is not requested: a structured answer lacks the provider's own citations,
 * which are the evidence.
 */
const instructions = [
  'Answer the question for a person who is about to choose.',
  'Search the web before you answer, and cite the pages you used.',
  'Give your recommendations as a readable numbered list, best first, one recommendation an entry:',
  'start each entry with its name, then say in a sentence or two why it is recommended, and give a link to its official website.',
  'Recommend only what you would name anyway; do not add entries to make the list longer.',
  'Do not answer in JSON, and ask nothing back.',
].join(' ');

/** Builds the instructions for an API engine. @param language BCP 47 tag; null: the question's language */
export function answerInstructions(language: string | null): string {
  const inLanguage =
    language === null
      ? 'Answer in the language of the question.'
      : `Answer in the language with the BCP 47 tag "${language}".`;
  return `${instructions} ${inLanguage}`;
}

/** Returns the model of a request: an engine with models always has one, the question's or the deployment's. */
export function modelOf({ search }: Pick<AnswerRequest, 'search'>): string {
  if (search.model === null) throw new Error('a request to this engine names its model');
  return search.model;
}

/**
 * Returns why a request must not be sent, or null. An empty allow-list would silently become a search of the open web.
 */
export function unsendable(request: AnswerRequest): { code: string; message: string } | null {
  if (request.search.mode === 'reviewed-domains' && request.search.allowedDomains.length === 0) {
    return { code: 'no_allowed_domains', message: 'A reviewed-domains search needs at least one allowed domain.' };
  }
  return null;
}

/** Computes the SHA-256 hex of an adapter's fixed settings, as JSON. */
export function fingerprintOfParts(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
