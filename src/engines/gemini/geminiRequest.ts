import type { AnswerRequest } from '../../ports/answerRequest.ts';
import { answerInstructions, fingerprintOfParts, modelOf } from '../answerAsking.ts';

/** Raised with every change of the request, so that answers to different instructions are never compared. */
export const geminiHarness = 'kw-gemini-interactions/1';

export const maxOutputTokens = 4_000;
const tools = [{ type: 'google_search' }];

type Asked = Omit<AnswerRequest, 'runId'>;

/** Writes a run id in the form of a label: only lower-case letters and digits. */
export function labelOfRun(runId: string): string {
  return Buffer.from(runId, 'utf8').toString('hex');
}

/** Returns the run id of a label; null for any other text. */
export function runOfLabel(label: unknown): string | null {
  if (typeof label !== 'string' || !/^(?:[0-9a-f]{2})+$/.test(label)) return null;
  return Buffer.from(label, 'hex').toString('utf8');
}

/**
 * Builds the body of the one paid create. `automatic_continuation` is never set: it makes further paid creates.
 * @param noticeUrl address for the vendor's notice that the work ended; null: no notice
 */
export function geminiBody(request: AnswerRequest, noticeUrl: string | null) {
  const label = labelOfRun(request.runId);
  return {
    model: modelOf(request),
    input: request.question,
    system_instruction: answerInstructions(request.locale.language),
    background: true,
    // The vendor must store background work, because otherwise it could not be read.
    store: true,
    tools,
    labels: { run_id: label },
    generation_config: { max_output_tokens: maxOutputTokens },
    ...(noticeUrl === null ? {} : { webhook_config: { uris: [noticeUrl], user_metadata: { run: label } } }),
  };
}

/** Fingerprints the adapter's fixed settings for a question, without the question and the run's id. */
export function geminiFingerprint(request: Asked): string {
  return fingerprintOfParts([
    ['adapter', geminiHarness],
    ['model', request.search.model],
    ['instructions', answerInstructions(request.locale.language)],
    ['tools', tools],
    ['limits', maxOutputTokens],
  ]);
}
