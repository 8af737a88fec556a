import type { AnswerRequest } from '../../ports/answerRequest.ts';
import { answerInstructions, fingerprintOfParts, modelOf } from '../answerAsking.ts';

/** Raised with every change of the request, so that answers to different instructions are never compared. */
export const claudeHarness = 'kw-claude-batch/1';

/** Version of the search whose citations come as plain blocks; newer ones run searches from code by default. */
const searchToolType = 'web_search_20250305';
/** Limits the cost of one answer: each search is billed, and its results are billed as input. */
export const maxSearches = 5;
export const maxOutputTokens = 4_000;

type Asked = Omit<AnswerRequest, 'runId'>;

function userLocation({ locale: { country, region, city, timezone } }: Asked) {
  const place = Object.entries({ country, region, city, timezone }).filter(([, value]) => value !== null);
  // The vendor refuses a location without a place.
  return place.length === 0 ? {} : { user_location: { type: 'approximate', ...Object.fromEntries(place) } };
}

function searchTool(request: Asked) {
  const { mode, allowedDomains } = request.search;
  return {
    type: searchToolType,
    name: 'web_search',
    max_uses: maxSearches,
    ...(mode === 'reviewed-domains' ? { allowed_domains: [...allowedDomains] } : {}),
    ...userLocation(request),
  };
}

/**
 * Builds the body of the one paid create: a batch of one message, tagged with the run's id. Newer models accept no
 * temperature.
 */
export function claudeBatchBody(request: AnswerRequest) {
  return {
    requests: [
      {
        custom_id: request.runId,
        params: {
          model: modelOf(request),
          max_tokens: maxOutputTokens,
          system: answerInstructions(request.locale.language),
          messages: [{ role: 'user', content: request.question }],
          tools: [searchTool(request)],
        },
      },
    ],
  };
}

/** Fingerprints the adapter's fixed settings for a question, without the question and the run's id. */
export function claudeFingerprint(request: Asked): string {
  const { allowed_domains, ...tool } = { allowed_domains: [], ...searchTool(request) };
  return fingerprintOfParts([
    ['adapter', claudeHarness],
    ['model', request.search.model],
    ['instructions', answerInstructions(request.locale.language)],
    ['search', tool],
    ['domains', request.search.mode, [...allowed_domains].sort()],
    ['limits', maxOutputTokens],
  ]);
}
