import type { PriceRow } from '../domain/money/priceBook.ts';
import type { AnswerReader } from '../ports/answerReader.ts';
import { claudeApi } from './claude/claudeBatch.ts';
import { dataForSeoEngines } from './dataforseo/dataForSeoEngines.ts';
import type { EngineDefinition } from './defineEngine.ts';
import { geminiApi } from './gemini/geminiInteractions.ts';
import { openAi } from './openai/openaiResponses.ts';
import { perplexityApi } from './perplexity/perplexityAgent.ts';

const definitions = [openAi, ...dataForSeoEngines, claudeApi, geminiApi, perplexityApi] as const;

/** One type with the members of all types of a union. */
type Merged<Shape> = (Shape extends unknown ? (one: Shape) => void : never) extends (one: infer All) => void
  ? All
  : never;

/** Every engine of this program, in the order in which they are offered. Each reads only its own variables. */
export const engineDefinitions = definitions as readonly unknown[] as readonly EngineDefinition[];

/** The variables of all engines, for the schema of the environment. */
export const engineVariables = Object.assign({}, ...definitions.map(({ variables }) => variables)) as Merged<
  (typeof definitions)[number]['variables']
>;

/** Reducers of each engine's saved raw answers, by engine id. */
export const freezers: ReadonlyMap<string, AnswerReader['freeze']> = new Map(
  definitions.map(({ id, freeze }) => [id, freeze]),
);

/** Built-in prices of all engines. */
export const enginePrices: readonly PriceRow[] = definitions.flatMap(({ prices }) => prices);
