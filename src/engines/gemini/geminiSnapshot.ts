import { type Usage, unknownUsage } from '../../domain/runs/run.ts';
import type { RemoteSnapshot } from '../../ports/answerRequest.ts';
import {
  countOf,
  fillRecord,
  isoOfText,
  recordsOf,
  textOf,
  type WireRecord,
  wordOf,
} from '../../providers/wireRecords.ts';
import { completedGeminiSearches, copyInteraction, freezeGemini } from './geminiAnswer.ts';
import { runOfLabel } from './geminiRequest.ts';

type Clean = (text: string) => string;
type Verdict = Pick<RemoteSnapshot, 'status' | 'error' | 'answer'>;

function failedVerdict(interaction: WireRecord, status: string, clean: Clean): Verdict {
  const error = recordsOf(interaction.errors)[0];
  const code = status === 'failed' ? (textOf(error?.code) ?? 'unknown_error') : status;
  const message = textOf(error?.message) ?? 'The provider gave no reason.';
  return { status: 'failed', error: `${clean(code)}: ${clean(message)}`, answer: freezeGemini(interaction) };
}

function selectVerdict(interaction: WireRecord, clean: Clean): Verdict {
  const status = textOf(interaction.status) ?? '';
  switch (status) {
    case 'queued':
      return { status: 'queued', error: null, answer: null };
    case 'completed': {
      const answer = freezeGemini(interaction);
      return answer === null
        ? { status: 'failed', error: 'no_answer: The provider completed without an answer text.', answer }
        : { status: 'completed', error: null, answer };
    }
    case 'incomplete':
      return { status: 'failed', error: 'incomplete: the provider stopped early', answer: freezeGemini(interaction) };
    case 'failed':
    case 'budget_exceeded':
      return failedVerdict(interaction, status, clean);
    case 'cancelled':
      return { status: 'cancelled', error: null, answer: null };
    case 'requires_action':
    case 'requires_continuation': {
      const error = `${status}: The provider waits for a next request, which would be a second purchase and is never sent.`;
      return { status: 'requires_action', error, answer: null };
    }
    // An unknown status ends nothing: polling continues until a known one, or the deadline.
    default:
      return { status: 'running', error: null, answer: null };
  }
}

/** Returns tokens and searches as counted by the vendor; thoughts are billed as output. It states no price. */
function usageOf(interaction: WireRecord): Usage {
  const usage = fillRecord(interaction.usage);
  const thoughts = countOf(usage?.total_thought_tokens);
  const output = countOf(usage?.total_output_tokens);
  const counts = recordsOf(usage?.grounding_tool_count).filter(({ type }) => type === 'google_search');
  const elapsed = Date.parse(wordOf(interaction.updated)) - Date.parse(wordOf(interaction.created));
  return {
    ...unknownUsage,
    inputTokens: countOf(usage?.total_input_tokens),
    cachedInputTokens: countOf(usage?.total_cached_tokens),
    outputTokens: output === null ? null : output + (thoughts ?? 0),
    reasoningTokens: thoughts,
    totalTokens: countOf(usage?.total_tokens),
    searchCalls: counts.length === 0 ? null : counts.reduce((sum, { count }) => sum + (countOf(count) ?? 0), 0),
    durationMs: elapsed >= 0 ? elapsed : null,
  };
}

/** Converts an interaction, which is third-party data and may lack anything. */
export function buildGeminiSnapshot(interaction: WireRecord, clean: Clean): RemoteSnapshot {
  const mark = fillRecord(interaction.labels)?.run_id;
  const runId = runOfLabel(mark);
  const view = selectVerdict(interaction, clean);
  const isOver = view.status !== 'queued' && view.status !== 'running';
  const error = 'unmarked_result: The result does not name the run it was made for.';
  const verdict: Verdict = isOver && runId === null ? { status: 'requires_action', error, answer: null } : view;
  return {
    ...verdict,
    model: textOf(interaction.model),
    finishedAt: isOver ? isoOfText(interaction.updated) : null,
    completedSearchCount: isOver ? completedGeminiSearches(interaction) : null,
    usage: isOver ? usageOf(interaction) : unknownUsage,
    raw: copyInteraction(interaction, clean),
    ...(mark === undefined ? {} : { runId }),
  };
}
