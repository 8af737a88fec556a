import { createHash } from 'node:crypto';
import type { ResponseCreateParamsNonStreaming, WebSearchTool } from 'openai/resources/responses/responses';
import type { AnswerRequest } from '../../ports/answerRequest.ts';
import { answerInstructions, modelOf } from '../answerAsking.ts';

/** Raised with every change of the request, so that answers to different instructions are never compared. */
export const harnessName = 'kw-openai-responses/1';

/** Maximum number of built-in and remote tool calls, so that one run cannot search endlessly. */
const maxToolCalls = 12;

type Asked = Omit<AnswerRequest, 'runId'>;

function instructionsFor(request: Asked): string {
  const query = answerInstructions(request.locale.language);
  if (request.seoTool === null) return query;
  return `${query} You may call the tool "${request.seoTool.toolName}" once, for the domain "${request.seoTool.domain}", if its figures help the answer.`;
}

function userLocation(request: Asked): WebSearchTool.UserLocation {
  const { country, region, city, timezone } = request.locale;
  // Always sent: otherwise the provider would assume the United States.
  return {
    type: 'approximate',
    ...(country === null ? {} : { country }),
    ...(region === null ? {} : { region }),
    ...(city === null ? {} : { city }),
    ...(timezone === null ? {} : { timezone }),
  };
}

function searchTool(request: Asked): WebSearchTool {
  const { mode, allowedDomains, contextSize } = request.search;
  return {
    type: 'web_search',
    search_context_size: contextSize ?? 'medium',
    ...(mode === 'reviewed-domains' ? { filters: { allowed_domains: [...allowedDomains] } } : {}),
    user_location: userLocation(request),
  };
}

/**
 * Builds the body of the one paid create. `conversationId` null omits the conversation. `store` is explicit: an
 * unstored background response may be deleted after minutes.
 */
export function createBody(request: AnswerRequest, conversationId: string | null) {
  const { seoTool } = request;
  return {
    model: modelOf(request),
    background: true,
    store: true,
    stream: false,
    ...(conversationId === null ? {} : { conversation: conversationId }),
    instructions: instructionsFor(request),
    input: request.question,
    tools: [
      searchTool(request),
      ...(seoTool === null
        ? []
        : [
            {
              type: 'mcp' as const,
              server_label: seoTool.serverLabel,
              server_url: seoTool.serverUrl,
              authorization: seoTool.authorization,
              allowed_tools: [seoTool.toolName],
              require_approval: 'never' as const,
            },
          ]),
    ],
    include: ['web_search_call.action.sources'],
    max_tool_calls: maxToolCalls,
    metadata: conversationMetadata(request),
  } satisfies ResponseCreateParamsNonStreaming;
}

/**
 * Builds the metadata by which our work is found again; the values are within the provider's limit of 512 characters.
 */
export function conversationMetadata(request: AnswerRequest): { run_id: string; harness: string } {
  return { run_id: request.runId, harness: request.harnessVersion };
}

/**
 * Computes the SHA-256 hex of the adapter's fixed settings for a question: model, instructions, tools without secrets,
 * text format. The question and the run's ids are left out, so that runs under the same conditions share one value.
 */
export function fingerprintOf(request: Asked): string {
  const { seoTool } = request;
  const search = searchTool(request);
  const fixed = [
    ['adapter', harnessName],
    ['model', request.search.model],
    ['instructions', instructionsFor(request)],
    ['search', search.search_context_size, search.user_location],
    // The order of an allow-list has no meaning, and must not distinguish two environments.
    ['domains', request.search.mode, [...request.search.allowedDomains].sort()],
    ['seo', seoTool === null ? null : [seoTool.serverLabel, withoutQuery(seoTool.serverUrl), seoTool.toolName]],
    ['limits', maxToolCalls],
    ['format', 'text'],
  ];
  return createHash('sha256').update(JSON.stringify(fixed)).digest('hex');
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
