import { chatGptWeb } from './chatGptWeb.ts';
import { geminiWeb } from './geminiWeb.ts';
import { googleAiMode } from './googleAiMode.ts';
import { googleAiOverview } from './googleAiOverview.ts';
import type { TaskEngineSpec } from './taskEngineSpec.ts';

/** The engines that are read through this vendor, in the order in which they are offered. */
export const dataForSeoEngines: readonly TaskEngineSpec[] = [googleAiMode, googleAiOverview, chatGptWeb, geminiWeb];
