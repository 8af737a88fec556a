import type { AnswerRequest } from '../../ports/answerRequest.ts';
import { answerInstructions, fingerprintOfParts, modelOf } from '../answerAsking.ts';

/** Rises with every change of what is asked, so that answers to different instructions are never compared. */
export const geminiHarness = 'kw-gemini-interactions/1';

export const maxOutputTokens = 4_000;
const tools = [{ type: 'google_search' }];

type Asked = Omit<AnswerRequest, 'runId'>;

/** A run id as a label may be written: lower-case letters and digits alone. */
export function labelOfRun(runId: string): string {
  return Buffer.from(runId, 'utf8').toString('hex');
}

/** The run id that a label stands for; null for a text that is none. */
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
    // Background work is kept by the vendor, or it could not be read.
    store: true,
    tools,
    labels: { run_id: label },
    generation_config: { max_output_tokens: maxOutputTokens },
    ...(noticeUrl === null ? {} : { webhook_config: { uris: [noticeUrl], user_metadata: { run: label } } }),
  };
}

/** Fingerprints the settings that the adapter fixes for a question; the question and the run's id stay out. */
export function geminiFingerprint(request: Asked): string {
  return fingerprintOfParts([
    ['adapter', geminiHarness],
    ['model', request.search.model],
    ['instructions', answerInstructions(request.locale.language)],
    ['tools', tools],
    ['limits', maxOutputTokens],
  ]);
}
