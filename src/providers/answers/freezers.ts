import { freezeClaudeResult } from '../../engines/claude/claudeAnswer.ts';
import { dataForSeoEngines } from '../../engines/dataforseo/dataForSeoEngines.ts';
import { freezeTask } from '../../engines/dataforseo/taskSnapshot.ts';
import { freezeGemini } from '../../engines/gemini/geminiAnswer.ts';
import { freezeResponse } from '../../engines/openai/openaiAnswer.ts';
import { freezePerplexity } from '../../engines/perplexity/perplexityAnswer.ts';
import type { AnswerReader } from '../../ports/answerReader.ts';

/** Reducers of each engine's saved raw answers, by engine id: offline, whether or not the engine is on. */
export const freezers: ReadonlyMap<string, AnswerReader['freeze']> = new Map([
  ['openai', freezeResponse],
  ...dataForSeoEngines.map((spec) => [spec.id, freezeTask(spec)] as const),
  ['claude-api', freezeClaudeResult],
  ['gemini-api', freezeGemini],
  ['perplexity-api', freezePerplexity],
]);
