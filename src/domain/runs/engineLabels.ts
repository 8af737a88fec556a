/**
 * Display name of each engine, by id, with `{model}` for the deployment's model; and the search crawler whose reads may
 * precede its citations. Engines that answer from Google's index have no crawler here, because Googlebot also reads for
 * many other purposes.
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

/** Returns an engine's search crawler; null if it has none of its own. */
export const searchBotOf = (id: string): string | null => (isKnown(id) ? engines[id].searchBot : null);

/**
 * Returns the label that an engine should have, with `text` as its model if the label includes one; null for an unknown
 * engine.
 */
export function expectedLabel(id: string, text: string): string | null {
  if (!isKnown(id)) return null;
  const { label } = engines[id];
  const [before = '', after] = label.split('{model}');
  if (after === undefined) return label;
  const model = text.startsWith(before) && text.endsWith(after) ? text.slice(before.length, -after.length) : '';
  return /^[\w.:/-]{1,100}$/.test(model) ? label.replace('{model}', model) : label;
}
