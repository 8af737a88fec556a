import { createHash } from 'node:crypto';
import type { ResponseCreateParamsNonStreaming, WebSearchTool } from 'openai/resources/responses/responses';
import type { AnswerRequest } from '../../ports/answerProvider.ts';

/** Rises with every change of what is asked, so that answers to different instructions are never compared. */
export const harnessName = 'kw-openai-responses/1';

/**
 * Asks for what a reader needs and nothing that would change who is recommended. JSON is not asked for: a structured
 * answer comes back without the provider's own citations, and those are the evidence.
 */
const instructions = [
  'Answer the question for a person who is about to choose.',
  'Search the web before you answer, and cite the pages you used.',
  'Give your recommendations as a readable numbered list, best first, one recommendation an entry:',
  'start each entry with its name, then say in a sentence or two why it is recommended, and give a link to its official website.',
  'Recommend only what you would name anyway; do not add entries to make the list longer.',
  'Do not answer in JSON, and ask nothing back.',
].join(' ');

/** A cap on built-in and remote tool calls, so that one run cannot search without end. */
const maxToolCalls = 12;

type Asked = Omit<AnswerRequest, 'runId'>;

export function instructionsFor(request: Asked): string {
  const { language } = request.locale;
  const parts = [instructions];
  parts.push(
    language === null
      ? 'Answer in the language of the question.'
      : `Answer in the language with the BCP 47 tag "${language}".`,
  );
  if (request.seoTool !== null) {
    parts.push(
      `You may call the tool "${request.seoTool.toolName}" once, for the domain "${request.seoTool.domain}", if its figures help the answer.`,
    );
  }
  return parts.join(' ');
}

function userLocation(request: Asked): WebSearchTool.UserLocation {
  const { country, region, city, timezone } = request.locale;
  // Always sent: without it the provider would assume the United States.
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
    search_context_size: contextSize,
    ...(mode === 'reviewed-domains' ? { filters: { allowed_domains: [...allowedDomains] } } : {}),
    user_location: userLocation(request),
  };
}

/**
 * The body of the one paid create. `conversationId` null leaves the conversation out.
 * `store` is explicit: an unstored background response may be deleted after minutes.
 */
export function createBody(request: AnswerRequest, conversationId: string | null) {
  const { seoTool } = request;
  return {
    model: request.search.model,
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

/** Ours to be found again by; the values are within the provider's limit of 512 characters. */
export function conversationMetadata(request: AnswerRequest): { run_id: string; harness: string } {
  return { run_id: request.runId, harness: request.harnessVersion };
}

/** Why a request must not be sent at all, or null. An empty allow-list would silently become a search of the open web. */
export function unsendable(request: AnswerRequest): { code: string; message: string } | null {
  if (request.search.mode === 'reviewed-domains' && request.search.allowedDomains.length === 0) {
    return { code: 'no_allowed_domains', message: 'A reviewed-domains search needs at least one allowed domain.' };
  }
  return null;
}

/**
 * SHA-256 hex of what the adapter fixes for a question: model, instructions, tools without secrets, text format. The
 * question itself and the run's ids stay out, so that runs made under the same conditions share one value.
 */
export function fingerprintOf(request: Asked): string {
  const { seoTool } = request;
  const search = searchTool(request);
  const fixed = [
    ['adapter', harnessName],
    ['model', request.search.model],
    ['instructions', instructionsFor(request)],
    ['search', search.search_context_size, search.user_location],
    // The order of an allow-list means nothing; undefined order must not make two environments out of one.
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
