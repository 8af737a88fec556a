import { readAnswer } from '../domain/answer/readAnswer.ts';
import type { AnswerReading } from '../domain/answer/reading.ts';
import type { Usage } from '../domain/runs/run.ts';
import { unknownUsage } from '../domain/runs/run.ts';
import { claudeResultLine } from '../engines/claude/claudeObjects.ts';
import { taskResult } from '../engines/dataforseo/taskObjects.ts';
import { freezers } from '../engines/engineDefinitions.ts';
import { responseObject } from '../engines/openai/openaiObjects.ts';
import type { Work } from '../simulator/answerWork.ts';
import { composeAnswer, type OwnedSite } from '../simulator/composeAnswer.ts';

export type DemoAnswer = { raw: unknown; reading: AnswerReading; usage: Usage; searches: number };

export type DemoAsk = {
  runId: string;
  engine: string;
  question: string;
  model: string | null;
  /** Variant of the answer: equal variants give equal texts. */
  turn: number;
  /** Websites that may be recommended. */
  sites: readonly OwnedSite[];
  at: number;
};

const read = new Map<string, AnswerReading>();

/** Composes a simulated answer as its vendor would send it, and reads it. */
export function composeDemoAnswer(ask: DemoAsk): DemoAnswer {
  const voice = {
    seed: ask.engine === 'openai' ? '' : `${ask.engine} `,
    linkSuffix: ask.engine === 'openai' ? '?utm_source=openai' : '',
  };
  const answer = composeAnswer(ask.question, ask.turn, ask.sites, null, voice);
  const work: Work = {
    id: `demo_${ask.runId}`,
    runId: ask.runId,
    request: { input: ask.question, keyword: ask.question, model: ask.model, language_code: 'en', location_code: 2840 },
    conversationId: null,
    course: 'answer',
    answer,
    tool: null,
    createdAt: ask.at,
    looks: 0,
    cancelAskedAt: null,
    looksAtCancel: 0,
    hurried: false,
    ended: { as: 'completed', at: ask.at + 20_000 },
  };
  const raw = writeRaw(ask, work);
  const frozen = freezers.get(ask.engine)?.(raw) ?? null;
  if (frozen === null) throw new Error(`the demo cannot read what it made for ${ask.engine}`);
  // Days repeat each other's answers, and reading dominates the cost of the demo.
  const key = JSON.stringify([ask.engine, ask.question, ask.turn, ask.sites]);
  const reading = read.get(key) ?? readAnswer(frozen);
  read.set(key, reading);
  return {
    raw,
    reading,
    usage: estimateUsage(ask.engine, answer.text.length, answer.searches.length),
    searches: answer.searches.length,
  };
}

function writeRaw({ engine, runId }: DemoAsk, work: Work): unknown {
  if (engine === 'openai') return responseObject(work, 'completed', true);
  if (engine === 'claude-api') return claudeResultLine(work, 'completed');
  return {
    id: work.id,
    status_code: 20000,
    cost: 0.004,
    data: { tag: runId },
    result: [taskResult('serp/google/ai_mode', work)],
  };
}

function estimateUsage(engine: string, letters: number, searchCalls: number): Usage {
  if (engine === 'google-ai-mode') return { ...unknownUsage, costUsd: 0.004 };
  const outputTokens = Math.ceil(letters / 4) + 200;
  const inputTokens = 2_000 + 8_000 * searchCalls;
  return { ...unknownUsage, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, searchCalls };
}
