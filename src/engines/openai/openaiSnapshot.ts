import type { FrozenAnswer } from '../../domain/answer/frozenAnswer.ts';
import { type RunStatus, type Usage, unknownUsage } from '../../domain/runs/run.ts';
import type { RemoteSnapshot } from '../../ports/answerRequest.ts';
import {
  countOf,
  fillRecord,
  isoOfSeconds,
  numberOf,
  textOf,
  type WireRecord,
  wordOf,
} from '../../providers/wireRecords.ts';
import { completedSearches, freezeResponse, incompleteReasonOf, openActions, outputOf } from './openaiAnswer.ts';
import { copyResponse } from './openaiRaw.ts';

/** Makes third-party text safe to save. */
export type Clean = (text: string) => string;

type Verdict = { status: RunStatus; error: string | null; answer: FrozenAnswer | null };

const working: Readonly<Record<string, RunStatus>> = { queued: 'queued', in_progress: 'running' };

/** Returns true for known statuses; any other one is a change at the provider, and worth a log line. */
export function isKnownStatus(status: unknown): boolean {
  return ['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled'].includes(wordOf(status));
}

/**
 * Judges a completed response. This wire has no `requires_action`: work that needs something from us *completes*, with
 * an unanswered call and no final message. A refusal and an answer without text complete as well, and are failures to
 * us.
 */
function completedVerdict(response: WireRecord, clean: Clean): Verdict {
  const answer = freezeResponse(response);
  if (answer?.refusal) return { status: 'failed', error: `refusal: ${clean(answer.refusal)}`, answer };
  if (answer !== null) return { status: 'completed', error: null, answer };
  const open = openActions(outputOf(response))[0];
  if (open === undefined) {
    return { status: 'failed', error: 'no_answer: The provider completed without an answer text.', answer: null };
  }
  const name = clean(open.name ?? 'unnamed');
  const error =
    open.kind === 'mcp_approval_request'
      ? `approval_pending: The provider waits for approval of its tool "${name}".`
      : `tool_output_pending: The provider waits for the output of the tool "${name}".`;
  return { status: 'requires_action', error, answer: null };
}

function resolveVerdict(response: WireRecord, clean: Clean): Verdict {
  const status = textOf(response.status) ?? '';
  if (status === 'completed') return completedVerdict(response, clean);
  if (status === 'cancelled') return { status: 'cancelled', error: null, answer: null };
  if (status === 'incomplete') {
    const reason = clean(incompleteReasonOf(response) ?? 'unknown');
    return { status: 'failed', error: `incomplete: ${reason}`, answer: freezeResponse(response) };
  }
  if (status === 'failed') {
    const error = fillRecord(response.error);
    const code = clean(textOf(error?.code) ?? 'unknown_error');
    const message = clean(textOf(error?.message) ?? 'The provider gave no reason.');
    return { status: 'failed', error: `${code}: ${message}`, answer: freezeResponse(response) };
  }
  // An unknown status ends nothing: polling continues until a known one, or the deadline.
  return { status: working[status] ?? 'running', error: null, answer: null };
}

/** Returns tokens and billable searches as counted by the provider. No prices are known, so the cost stays null. */
function usageOf(response: WireRecord): Usage {
  const usage = fillRecord(response.usage);
  const created = numberOf(response.created_at);
  const completed = numberOf(response.completed_at);
  return {
    ...unknownUsage,
    inputTokens: countOf(usage?.input_tokens),
    cachedInputTokens: countOf(fillRecord(usage?.input_tokens_details)?.cached_tokens),
    outputTokens: countOf(usage?.output_tokens),
    reasoningTokens: countOf(fillRecord(usage?.output_tokens_details)?.reasoning_tokens),
    totalTokens: countOf(usage?.total_tokens),
    searchCalls: countOf(fillRecord(fillRecord(response.tool_usage)?.web_search)?.num_requests),
    // The provider states whole seconds, so this figure has that resolution.
    durationMs: created !== null && completed !== null && completed >= created ? (completed - created) * 1000 : null,
  };
}

/** Counts searches. Null while the work continues, and after an end without output: the number is then unknown. */
function findSearchCount(response: WireRecord, status: RunStatus): number | null {
  const output = outputOf(response);
  if (status === 'queued' || status === 'running') return null;
  return status === 'completed' || output.length > 0 ? completedSearches(output) : null;
}

/** Converts a Responses object, which is third-party data and may lack anything. */
export function buildSnapshot(response: WireRecord, clean: Clean): RemoteSnapshot {
  const { status, error, answer } = resolveVerdict(response, clean);
  return {
    status,
    model: textOf(response.model),
    finishedAt: isoOfSeconds(response.completed_at),
    completedSearchCount: findSearchCount(response, status),
    answer,
    usage: usageOf(response),
    error,
    raw: copyResponse(response, clean),
    runId: textOf(fillRecord(response.metadata)?.run_id),
  };
}

/**
 * Converts a finished answer found in a conversation's items, where a lost create leaves it. Null while there is
 * neither an answer nor a pending approval: items appear only after the work has completed. The items do not state
 * model, time and usage, so those stay unknown.
 */
export function snapshotOfItems(
  conversationId: string,
  items: readonly WireRecord[],
  clean: Clean,
): RemoteSnapshot | null {
  const snapshot = { status: 'completed', conversation: { id: conversationId }, output: items };
  if (freezeResponse(snapshot) === null && openActions(items).length === 0) return null;
  return buildSnapshot(snapshot, clean);
}
