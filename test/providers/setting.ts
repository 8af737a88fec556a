import { onTestFinished } from 'vitest';
import { createOpenAiResponses, type OpenAiResponsesOptions } from '../../src/engines/openai/openaiResponses.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/engines/startSimulator.ts';
import type { AnswerProvider } from '../../src/ports/answerProvider.ts';
import type { LostCreate } from '../../src/ports/answerReader.ts';
import type { AnswerRequest, RemoteHandle } from '../../src/ports/answerRequest.ts';

/** Used as the provider key: must never appear in output. */
export const canaryKey = 'sk-canary-0123456789abcdef';
export const canaryCapability = 'slcap_canary_0123456789abcdef';

export const question = 'Which invoicing tool suits a studio of four people?';

export function answerRequest(changes: Partial<AnswerRequest> = {}): AnswerRequest {
  return {
    runId: 'run_test0001',
    question,
    locale: { language: null, country: null, region: null, city: null, timezone: null },
    search: {
      engine: 'openai',
      device: null,
      mode: 'open-web',
      allowedDomains: [],
      contextSize: 'medium',
      model: 'model-under-test',
    },
    harnessVersion: 'kw-openai-responses/1',
    seoTool: null,
    ...changes,
  };
}

export const seoTool = {
  serverLabel: 'seo',
  serverUrl: 'https://sightline.example/api/mcp',
  toolName: 'seo_domain_overview',
  authorization: canaryCapability,
  domain: 'studio.example',
};

/** Starts a simulator for the test that advances with every poll, so that no test waits. */
export async function simulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const started = await startSimulator({ pace: { by: 'looks', queued: 1, working: 1 }, ...options });
  onTestFinished(() => started.close());
  return started;
}

export function answerProvider(baseUrl: string, changes: Partial<OpenAiResponsesOptions> = {}) {
  const logged: string[] = [];
  const note = (fields: Record<string, unknown>, message: string): void => {
    logged.push(`${message} ${JSON.stringify(fields)}`);
  };
  const provider = createOpenAiResponses({
    apiKey: canaryKey,
    baseUrl,
    model: 'model-under-test',
    webhookSecret: null,
    submitTimeoutMs: 5_000,
    deadlineMs: 900_000,
    pollIntervalMs: 2_000,
    simulated: true,
    log: { info: note, warn: note },
    ...changes,
  });
  return { provider, logged };
}

/** Counts creates that reached the provider, and those that created something. */
export function createsOf({ ledger }: Simulator): { sent: number; made: number } {
  const creates = ledger.filter(({ operation }) => operation === 'create');
  return { sent: creates.length, made: creates.filter(({ created }) => created !== null).length };
}

/** Builds a create of the test's run whose reply was lost. */
export function lostCreate(handle: RemoteHandle): LostCreate {
  return { runId: 'run_test0001', handle, question, submittedAt: new Date().toISOString() };
}

export const noHandle = { sessionId: null, taskId: null };

/** Creates the conversation for the run. */
export async function prepared(provider: AnswerProvider): Promise<string | null> {
  const outcome = await provider.prepare(answerRequest());
  if (outcome.kind !== 'prepared') throw new Error(`not prepared: ${outcome.kind}`);
  return outcome.sessionId;
}
