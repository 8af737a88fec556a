import { passagesOf } from '../../simulator/answerPassages.ts';
import type { Work } from '../../simulator/answerWork.ts';
import { privateMarks, simulatedNotice } from '../../simulator/composeAnswer.ts';
import type { WorkStatus } from '../../simulator/works.ts';

type Json = Record<string, unknown>;

const sealed = 'SIMULATED-ENCRYPTED-CONTENT';

function searchBlocks({ id, answer }: Work): Json[] {
  const titles = new Map(answer.annotations.map(({ url, title }) => [url, title]));
  return answer.searches.flatMap(({ query, urls }, index) => {
    const toolId = `srvtoolu_${id}_${index}`;
    const caller = { type: 'direct' };
    const content = urls.map((url) => ({
      type: 'web_search_result',
      url,
      title: titles.get(url) ?? 'A simulated page',
      page_age: null,
      encrypted_content: sealed,
    }));
    return [
      { type: 'server_tool_use', id: toolId, name: 'web_search', input: { query }, caller },
      { type: 'web_search_tool_result', tool_use_id: toolId, content, caller },
    ];
  });
}

function citationOf({ url, title }: { url: string; title: string }): Json {
  return {
    type: 'web_search_result_location',
    url,
    title,
    cited_text: 'Simulated words of the cited page.',
    encrypted_index: sealed,
  };
}

/** Returns the blocks of an answer: this wire ties sources to whole blocks of text and writes no links at citations. */
function contentOf(work: Work): Json[] {
  const before = [
    { type: 'thinking', thinking: privateMarks.reasoning, signature: sealed },
    { type: 'text', text: 'I will look this up.', citations: null },
    ...searchBlocks(work),
  ];
  const blocks = passagesOf(work.answer).map(({ text, cites }) => ({
    type: 'text',
    text,
    citations: work.course === 'no_annotations' || cites.length === 0 ? null : cites.map(citationOf),
  }));
  switch (work.course) {
    case 'no_answer':
      return before.filter(({ type }) => type !== 'text');
    case 'refusal':
      return [{ type: 'text', text: 'Simulated refusal: this question is declined.', citations: null }];
    case 'incomplete':
      return [...before, ...blocks.slice(0, Math.ceil(blocks.length * 0.6))];
    case 'approval':
    case 'tool_output':
      return [
        ...before,
        { type: 'text', text: `${simulatedNotice} One more look is needed.`, citations: null },
        {
          type: 'tool_use',
          id: `toolu_${work.id}`,
          name: 'simulated_tool',
          input: { note: privateMarks.toolArguments },
        },
      ];
    default:
      return [...before, ...blocks];
  }
}

const stopReasons: Readonly<Record<string, string>> = {
  refusal: 'refusal',
  incomplete: 'max_tokens',
  paused: 'pause_turn',
  approval: 'tool_use',
  tool_output: 'tool_use',
};

function messageObject(work: Work): Json {
  const { answer, request } = work;
  return {
    id: `msg_${work.id}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: contentOf(work),
    stop_reason: stopReasons[work.course] ?? 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: 900 + 8_000 * answer.searches.length,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: Math.ceil(answer.text.length / 4),
      server_tool_use: { web_search_requests: answer.searches.length },
      service_tier: 'batch',
    },
  };
}

/** The one line of a batch's results. */
export function claudeResultLine(work: Work, status: WorkStatus): Json {
  const result =
    status === 'failed'
      ? {
          type: 'errored',
          error: { type: 'error', error: { type: 'api_error', message: 'Simulated failure: the provider gave up.' } },
        }
      : status === 'cancelled'
        ? { type: 'canceled' }
        : { type: 'succeeded', message: messageObject(work) };
  return { custom_id: work.runId, result };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

function processingStatus(work: Work, status: WorkStatus): string {
  if (work.ended !== null) return 'ended';
  if (status === 'pondering') return status;
  return work.cancelAskedAt === null ? 'in_progress' : 'canceling';
}

/** A batch of one as the provider shows it. @param base address under which its results are read */
export function claudeBatchObject(work: Work, status: WorkStatus, base: string): Json {
  const { ended } = work;
  const counts = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  if (ended === null) counts.processing = 1;
  else if (ended.as === 'failed') counts.errored = 1;
  else if (ended.as === 'cancelled') counts.canceled = 1;
  else counts.succeeded = 1;
  const isArchived = work.course === 'forgotten' && ended !== null && work.looks > 4;
  return {
    id: work.id,
    type: 'message_batch',
    processing_status: processingStatus(work, status),
    request_counts: counts,
    created_at: isoOf(work.createdAt),
    ended_at: ended === null ? null : isoOf(ended.at),
    expires_at: isoOf(work.createdAt + 86_400_000),
    archived_at: isArchived ? isoOf(work.createdAt) : null,
    cancel_initiated_at: work.cancelAskedAt === null ? null : isoOf(work.cancelAskedAt),
    results_url: ended === null || isArchived ? null : `${base}/v1/messages/batches/${work.id}/results`,
  };
}
