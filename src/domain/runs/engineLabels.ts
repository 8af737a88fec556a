/**
 * Each engine's name for people, by id, with `{model}` for the model that the deployment chose; and the search crawler whose
 * reads may come before its citations. Engines that answer from Google's index have none here: what Googlebot reads serves
 * much else.
 */
const engines = {
  openai: { label: 'OpenAI Responses with web search', searchBot: 'OAI-SearchBot' },
  'claude-api': { label: 'Claude API with web search, batch, not claude.ai', searchBot: 'Claude-SearchBot' },
  'gemini-api': { label: 'Gemini API with Google Search, not the Gemini app', searchBot: null },
  'perplexity-api': {
    label: 'Perplexity Agent API, model {model}, not perplexity.ai',
    searchBot: 'PerplexityBot',
  },
  'chatgpt-web': { label: 'ChatGPT web app', searchBot: 'OAI-SearchBot' },
  'gemini-web': { label: 'Gemini web app', searchBot: null },
  'google-ai-mode': { label: 'Google AI Mode', searchBot: null },
  'google-ai-overview': { label: 'Google AI Overview on the search page', searchBot: null },
} as const;

type EngineId = keyof typeof engines;

const isKnown = (id: string): id is EngineId => Object.hasOwn(engines, id);

export function engineLabel(id: EngineId, model = ''): string {
  return engines[id].label.replace('{model}', model);
}

/** Null for an engine without a crawler of its own that is known. */
export const searchBotOf = (id: string): string | null => (isKnown(id) ? engines[id].searchBot : null);

/** The label that an engine must have, with `written` as its model where it names one; null for an engine that this program does not know. */
export function expectedLabel(id: string, text: string): string | null {
  if (!isKnown(id)) return null;
  const { label } = engines[id];
  const [before = '', after] = label.split('{model}');
  if (after === undefined) return label;
  const model = text.startsWith(before) && text.endsWith(after) ? text.slice(before.length, -after.length) : '';
  return /^[\w.:/-]{1,100}$/.test(model) ? label.replace('{model}', model) : label;
}
