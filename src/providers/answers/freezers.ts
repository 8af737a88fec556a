import type { AnswerReader } from '../../ports/answerReader.ts';
import { freezeClaudeResult } from './claude/claudeAnswer.ts';
import { dataForSeoEngines } from './dataforseo/dataForSeoEngines.ts';
import { freezeTask } from './dataforseo/taskSnapshot.ts';
import { freezeGemini } from './gemini/geminiAnswer.ts';
import { freezeResponse } from './openaiAnswer.ts';
import { freezePerplexity } from './perplexity/perplexityAnswer.ts';

/** Reducers of each engine's saved raw answers, by engine id: offline, whether or not the engine is on. */
export const freezers: ReadonlyMap<string, AnswerReader['freeze']> = new Map([
  ['openai', freezeResponse],
  ...dataForSeoEngines.map((spec) => [spec.id, freezeTask(spec)] as const),
  ['claude-api', freezeClaudeResult],
  ['gemini-api', freezeGemini],
  ['perplexity-api', freezePerplexity],
]);
