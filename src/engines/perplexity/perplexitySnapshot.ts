import { type Usage, unknownUsage } from '../../domain/runs/run.ts';
import type { RemoteSnapshot } from '../../ports/answerRequest.ts';
import { countOf, fillRecord, statedUsdOf, textOf, type WireRecord } from '../../providers/wireRecords.ts';
import { completedPerplexitySearches, copyPerplexityResponse, freezePerplexity } from './perplexityAnswer.ts';

type Clean = (text: string) => string;
type Verdict = Pick<RemoteSnapshot, 'status' | 'error' | 'answer'>;

function decideVerdict(response: WireRecord, clean: Clean): Verdict {
  switch (response.status) {
    case 'queued':
      return { status: 'queued', error: null, answer: null };
    case 'completed': {
      const answer = freezePerplexity(response);
      return answer === null
        ? { status: 'failed', error: 'no_answer: The provider completed without an answer text.', answer }
        : { status: 'completed', error: null, answer };
    }
    case 'failed': {
      const error = fillRecord(response.error);
      const code = clean(textOf(error?.code) ?? textOf(error?.type) ?? 'unknown_error');
      const message = clean(textOf(error?.message) ?? 'The provider gave no reason.');
      return { status: 'failed', error: `${code}: ${message}`, answer: freezePerplexity(response) };
    }
    case 'cancelled':
      return { status: 'cancelled', error: null, answer: null };
    case 'requires_action': {
      const error =
        'tool_output_pending: The provider waits for the output of a tool, which Sightline does not supply.';
      return { status: 'requires_action', error, answer: null };
    }
    // An unknown status ends nothing: polling continues until a known one, or the deadline.
    default:
      return { status: 'running', error: null, answer: null };
  }
}

/** Names under which the vendor counts its searches: the requested tool, and the one that its agent calls. */
const searchTools = ['web_search', 'search_web'];

/** Counts searches under all of their names; null if none is counted. */
function searchCallsOf(tools: WireRecord | null): number | null {
  const counts = searchTools.flatMap((name) => countOf(fillRecord(tools?.[name])?.invocation) ?? []);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Reads tokens, searches and the cost as the vendor states them; an amount in a currency other than USD does not count
 * as a cost.
 */
function usageOf(response: WireRecord): Usage {
  const usage = fillRecord(response.usage);
  const cost = fillRecord(usage?.cost);
  const total = statedUsdOf(cost?.total_cost);
  return {
    ...unknownUsage,
    inputTokens: countOf(usage?.input_tokens),
    cachedInputTokens: countOf(fillRecord(usage?.input_tokens_details)?.cache_read_input_tokens),
    outputTokens: countOf(usage?.output_tokens),
    totalTokens: countOf(usage?.total_tokens),
    searchCalls: searchCallsOf(fillRecord(usage?.tool_calls_details)),
    costUsd: cost?.currency === 'USD' ? total : null,
  };
}

/**
 * Converts a response, which is third-party data and may lack anything; it contains no tag of the run, and no end time.
 */
export function buildPerplexitySnapshot(response: WireRecord, clean: Clean): RemoteSnapshot {
  const verdict = decideVerdict(response, clean);
  const isOver = verdict.status !== 'queued' && verdict.status !== 'running';
  return {
    ...verdict,
    model: textOf(response.model),
    finishedAt: null,
    completedSearchCount: isOver ? completedPerplexitySearches(response) : null,
    usage: usageOf(response),
    raw: copyPerplexityResponse(response, clean),
  };
}
