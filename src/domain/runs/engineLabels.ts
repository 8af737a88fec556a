/** Names of the engines for people, by id. `{model}` stands for the model that the deployment chose. */
const labels = {
  openai: 'OpenAI Responses with web search',
  'claude-api': 'Claude API with web search, batch, not claude.ai',
  'gemini-api': 'Gemini API with Google Search, not the Gemini app',
  'perplexity-api': 'Perplexity Agent API, model {model}, not perplexity.ai',
  'chatgpt-web': 'ChatGPT web app',
  'gemini-web': 'Gemini web app',
  'google-ai-mode': 'Google AI Mode',
  'google-ai-overview': 'Google AI Overview on the search page',
} as const;

export function engineLabel(id: keyof typeof labels, model = ''): string {
  return labels[id].replace('{model}', model);
}

/** The label that an engine must have, with `written` as its model where it names one; null for an engine that this program does not know. */
export function expectedLabel(id: string, text: string): string | null {
  const label = Object.hasOwn(labels, id) ? labels[id as keyof typeof labels] : null;
  if (label === null) return null;
  const [before = '', after] = label.split('{model}');
  if (after === undefined) return label;
  const model = text.startsWith(before) && text.endsWith(after) ? text.slice(before.length, -after.length) : '';
  return /^[\w.:/-]{1,100}$/.test(model) ? label.replace('{model}', model) : label;
}
