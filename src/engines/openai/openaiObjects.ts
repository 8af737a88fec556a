import type { Work } from '../../simulator/answerWork.ts';
import { privateMarks, simulatedNotice } from '../../simulator/composeAnswer.ts';
import { wholeOf } from '../../simulator/seededChoice.ts';

type Json = Record<string, unknown>;

function searchItems(work: Work, withSources: boolean): Json[] {
  const searches = work.answer.searches.map(({ query, urls }, index) => ({
    type: 'web_search_call',
    id: `ws_${work.id}_${index}`,
    status: 'completed',
    action: {
      type: 'search',
      query,
      queries: [query],
      ...(withSources
        ? {
            sources: [
              ...urls.map((url) => ({ type: 'url', url })),
              // Some sources of the real provider are feeds without a page.
              ...(index === 0 ? [{ type: 'api', name: 'simulated-feed' }] : []),
            ],
          }
        : {}),
    },
  }));
  const openedPages = work.answer.opened.map((url, index) => ({
    type: 'web_search_call',
    id: `ws_${work.id}_open_${index}`,
    status: 'completed',
    action: { type: 'open_page', url },
  }));
  return [...searches, ...openedPages];
}

function toolItems(work: Work): Json[] {
  if (work.tool === null) return [];
  const { serverLabel, toolName, result } = work.tool;
  const failed = result !== null && 'error' in result;
  return [
    {
      type: 'mcp_list_tools',
      id: `mcpl_${work.id}`,
      server_label: serverLabel,
      tools: [{ name: toolName, input_schema: {} }],
    },
    {
      type: 'mcp_call',
      id: `mcp_${work.id}`,
      server_label: serverLabel,
      name: toolName,
      arguments: JSON.stringify({ note: privateMarks.toolArguments }),
      output: result !== null && 'output' in result ? result.output : null,
      error: failed ? { type: 'mcp_tool_execution_error', content: result.error } : null,
      status: failed ? 'failed' : 'completed',
    },
  ];
}

function message(work: Work, content: Json[], phase: string, suffix = ''): Json {
  return { type: 'message', id: `msg_${work.id}${suffix}`, role: 'assistant', status: 'completed', phase, content };
}

function outputText(text: string, annotations: readonly unknown[]): Json {
  return { type: 'output_text', text, annotations, logprobs: [] };
}

/** Returns the output of the work, in order. Sources only if requested, as on the real wire. */
export function outputItems(work: Work, withSources: boolean): Json[] {
  const { text, annotations } = work.answer;
  const before = [
    {
      type: 'reasoning',
      id: `rs_${work.id}`,
      summary: [],
      content: [{ type: 'reasoning_text', text: privateMarks.reasoning }],
      encrypted_content: privateMarks.reasoning,
    },
    ...toolItems(work),
    ...searchItems(work, withSources),
  ];
  switch (work.course) {
    case 'failed':
      return [];
    case 'no_answer':
      return before;
    case 'refusal':
      return [
        ...before,
        message(work, [{ type: 'refusal', refusal: 'Simulated refusal: this question is declined.' }], 'final_answer'),
      ];
    case 'incomplete': {
      const cut = text.slice(0, Math.floor(text.length * 0.6));
      const annotationsInside = annotations.filter(({ end_index }) => end_index <= cut.length);
      return [
        ...before,
        { ...message(work, [outputText(cut, annotationsInside)], 'final_answer'), status: 'incomplete' },
      ];
    }
    case 'approval':
      return [
        ...before,
        message(work, [outputText(`${simulatedNotice} One more look is needed.`, [])], 'commentary'),
        {
          type: 'mcp_approval_request',
          id: `mcpr_${work.id}`,
          server_label: work.tool?.serverLabel ?? 'simulated',
          name: work.tool?.toolName ?? 'simulated_tool',
          arguments: JSON.stringify({ note: privateMarks.toolArguments }),
        },
      ];
    case 'tool_output':
      return [
        ...before,
        {
          type: 'function_call',
          id: `fc_${work.id}`,
          call_id: `call_${work.id}`,
          name: 'simulated_function',
          arguments: JSON.stringify({ note: privateMarks.toolArguments }),
          status: 'completed',
        },
      ];
    default: {
      const cited = work.course === 'no_annotations' ? [] : annotations;
      const aside = message(work, [outputText('Simulated aside: looking around.', [])], 'commentary', '_0');
      return [aside, ...before, message(work, [outputText(text, cited)], 'final_answer')];
    }
  }
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/**
 * Returns the response as the provider shows it. It repeats the whole request with its tools and their authorization:
 * whether the real one does is unknown, so a client must be prepared for it.
 */
export function responseObject(work: Work, status: string, withSources: boolean): Json {
  const { request } = work;
  const over = work.ended !== null;
  const output = status === 'completed' || status === 'incomplete' ? outputItems(work, withSources) : [];
  const inputTokens = 600 + 40 * String(request.input).length;
  const outputTokens = Math.ceil(work.answer.text.length / 4);
  const reasoning = wholeOf(`${work.answer.text.length} reasoning`, 40, 400);
  return {
    id: work.id,
    object: 'response',
    status,
    background: true,
    created_at: seconds(work.createdAt),
    ...(status === 'completed' && work.ended !== null ? { completed_at: seconds(work.ended.at) } : {}),
    model: request.model,
    error: status === 'failed' ? { code: 'server_error', message: 'Simulated failure: the provider gave up.' } : null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    conversation: work.conversationId === null ? null : { id: work.conversationId },
    instructions: request.instructions ?? null,
    tools: request.tools ?? [],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    temperature: 1,
    top_p: 1,
    metadata: request.metadata ?? {},
    output,
    usage:
      over && output.length > 0
        ? {
            input_tokens: inputTokens,
            input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
            output_tokens: outputTokens + reasoning,
            output_tokens_details: { reasoning_tokens: reasoning },
            total_tokens: inputTokens + outputTokens + reasoning,
          }
        : null,
    ...(over && output.length > 0 ? { tool_usage: { web_search: { num_requests: work.answer.searches.length } } } : {}),
  };
}
