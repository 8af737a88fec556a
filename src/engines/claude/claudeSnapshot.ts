import { type RunStatus, type Usage, unknownUsage } from '../../domain/runs/run.ts';
import type { RemoteSnapshot } from '../../ports/answerRequest.ts';
import { countOf, fillRecord, isoOfText, textOf, type WireRecord, wordOf } from '../../providers/wireRecords.ts';
import {
  completedClaudeSearches,
  copyClaudeResult,
  freezeClaudeResult,
  incompleteReasonOf,
  messageOf,
} from './claudeAnswer.ts';

type Clean = (text: string) => string;
type Verdict = Pick<RemoteSnapshot, 'status' | 'error' | 'answer'>;

const keptOfBatch = ['id', 'processing_status', 'request_counts', 'created_at', 'ended_at', 'expires_at'];

function keptBatch(batch: WireRecord): Record<string, unknown> {
  return Object.fromEntries(keptOfBatch.map((name) => [name, batch[name] ?? null]));
}

/** Returns the snapshot of a batch in progress, or in an unknown state: it is not judged before it has ended. */
export function pendingClaudeSnapshot(batch: WireRecord): RemoteSnapshot {
  return {
    status: 'running',
    model: null,
    finishedAt: null,
    completedSearchCount: null,
    answer: null,
    usage: unknownUsage,
    error: null,
    raw: keptBatch(batch),
  };
}

function inspection(error: string): Verdict {
  return { status: 'requires_action', error, answer: null };
}

function succeeded(line: WireRecord, message: WireRecord, clean: Clean): Verdict {
  const answer = freezeClaudeResult(line);
  const reason = textOf(message.stop_reason);
  if (answer?.refusal) return { status: 'failed', error: `refusal: ${clean(answer.refusal)}`, answer };
  const incomplete = incompleteReasonOf(message);
  if (incomplete !== null) return { status: 'failed', error: `incomplete: ${incomplete}`, answer };
  if (reason === 'tool_use') {
    return inspection(
      'tool_output_pending: The provider waits for the output of a tool, which Sightline does not supply.',
    );
  }
  if (reason !== 'end_turn' && reason !== 'stop_sequence') {
    return inspection(
      `unknown_stop_reason: The provider stopped for a reason that is not known here: ${reason === null ? 'none' : clean(reason)}.`,
    );
  }
  if (answer === null) {
    return { status: 'failed', error: 'no_answer: The provider completed without an answer text.', answer: null };
  }
  return { status: 'completed', error: null, answer };
}

function buildVerdict(line: WireRecord, clean: Clean): Verdict {
  const result = fillRecord(line.result);
  const ended = (status: RunStatus, error: string | null): Verdict => ({ status, error, answer: null });
  switch (result?.type) {
    case 'succeeded': {
      const message = messageOf(line);
      return message === null
        ? inspection('unknown_result: The result says that it succeeded and holds no message.')
        : succeeded(line, message, clean);
    }
    case 'errored': {
      const error = fillRecord(fillRecord(result.error)?.error);
      const type = clean(textOf(error?.type) ?? 'unknown_error');
      return ended('failed', `${type}: ${clean(textOf(error?.message) ?? 'The provider gave no reason.')}`);
    }
    case 'canceled':
      return ended('cancelled', null);
    case 'expired':
      return ended('failed', 'expired: The provider did not get to this question within its 24 hours.');
    default:
      return inspection('unknown_result: The provider ended this work in a way that is not known here.');
  }
}

/** Results that the vendor documents as not billed. */
const unbilledResults: ReadonlySet<unknown> = new Set(['errored', 'canceled', 'expired']);

function elapsedMs(batch: WireRecord): number | null {
  const elapsed = Date.parse(wordOf(batch.ended_at)) - Date.parse(wordOf(batch.created_at));
  return Number.isFinite(elapsed) && elapsed >= 0 ? elapsed : null;
}

/** Returns tokens and searches as counted by the vendor, which states no price: only unbilled work has a known cost. */
function buildUsage(batch: WireRecord, line: WireRecord): Usage {
  const usage = fillRecord(messageOf(line)?.usage);
  const fresh = countOf(usage?.input_tokens);
  const cached = countOf(usage?.cache_read_input_tokens);
  const inputTokens =
    fresh === null ? null : fresh + (cached ?? 0) + (countOf(usage?.cache_creation_input_tokens) ?? 0);
  const outputTokens = countOf(usage?.output_tokens);
  return {
    ...unknownUsage,
    inputTokens,
    cachedInputTokens: cached,
    outputTokens,
    reasoningTokens: countOf(fillRecord(usage?.output_tokens_details)?.thinking_tokens),
    totalTokens: inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens,
    searchCalls: countOf(fillRecord(usage?.server_tool_use)?.web_search_requests),
    costUsd: unbilledResults.has(fillRecord(line.result)?.type) ? 0 : null,
    durationMs: elapsedMs(batch),
  };
}

/** Converts the one result of an ended batch. Both arguments are third-party data and may lack anything. */
export function buildClaudeSnapshot(batch: WireRecord, line: WireRecord, clean: Clean): RemoteSnapshot {
  const message = messageOf(line);
  const runId = textOf(line.custom_id);
  const verdict =
    runId === null
      ? inspection('unmarked_result: The result does not name the run it was made for.')
      : buildVerdict(line, clean);
  return {
    ...verdict,
    model: textOf(message?.model),
    finishedAt: isoOfText(batch.ended_at),
    completedSearchCount: message === null ? null : completedClaudeSearches(message),
    usage: buildUsage(batch, line),
    raw: { ...keptBatch(batch), ...copyClaudeResult(line, clean) },
    runId,
  };
}
