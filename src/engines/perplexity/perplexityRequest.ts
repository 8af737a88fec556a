import type { AnswerRequest } from '../../ports/answerRequest.ts';
import { answerInstructions, fingerprintOfParts, modelOf } from '../answerAsking.ts';

/** Incremented whenever the request changes, so that answers to different instructions are never compared. */
export const perplexityHarness = 'kw-perplexity-agent/1';

export const maxOutputTokens = 4_000;
/** Limits the cost of one answer: each step may search. */
export const maxSteps = 3;

type Asked = Omit<AnswerRequest, 'runId'>;

function searchTool({ search, locale: { country, region, city } }: Asked) {
  const place = Object.entries({ country, region, city }).filter(([, value]) => value !== null);
  return {
    type: 'web_search',
    search_context_size: search.contextSize ?? 'medium',
    ...(search.mode === 'reviewed-domains' ? { filters: { search_domain_filter: [...search.allowedDomains] } } : {}),
    ...(place.length === 0 ? {} : { user_location: Object.fromEntries(place) }),
  };
}

/** Builds the body of the one paid create. The model is pinned: a list or a preset may answer with another vendor's. */
export function perplexityBody(request: AnswerRequest) {
  return {
    model: modelOf(request),
    input: request.question,
    instructions: answerInstructions(request.locale.language),
    background: true,
    store: true,
    max_output_tokens: maxOutputTokens,
    max_steps: maxSteps,
    tools: [searchTool(request)],
  };
}

/** Fingerprints the adapter's fixed settings for a question, without the question. */
export function perplexityFingerprint(request: Asked): string {
  const { filters, ...tool } = { filters: { search_domain_filter: [] }, ...searchTool(request) };
  return fingerprintOfParts([
    ['adapter', perplexityHarness],
    ['model', request.search.model],
    ['instructions', answerInstructions(request.locale.language)],
    ['search', tool],
    ['domains', request.search.mode, [...filters.search_domain_filter].sort()],
    ['limits', maxOutputTokens, maxSteps],
  ]);
}
