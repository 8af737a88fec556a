export const runKinds = ['website', 'keyword'] as const;
export type RunKind = (typeof runKinds)[number];

export const runStatuses = ['queued', 'running', 'requires_action', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const searchModes = ['open-web', 'reviewed-domains'] as const;
export type SearchMode = (typeof searchModes)[number];

/** Where an observation was made. Simulated answers are never mixed with measured ones. */
export const surfaces = ['openai-responses-web-search', 'captured-pages', 'simulator'] as const;
export type Surface = (typeof surfaces)[number];

export type Locale = {
  language: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  timezone: string | null;
};

export const contextSizes = ['low', 'medium', 'high'] as const;
export type ContextSize = (typeof contextSizes)[number];

export type SearchSettings = {
  mode: SearchMode;
  allowedDomains: readonly string[];
  contextSize: ContextSize;
  /** null = the deployment's model. */
  model: string | null;
};

/** What a run cost. Every figure is null until the provider, or our own capture, has stated it. */
export type Usage = {
  inputTokens: number | null;
  cachedInputTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  totalTokens: number | null;
  searchCalls: number | null;
  pagesFetched: number | null;
  bytesFetched: number | null;
  costUsd: number | null;
  durationMs: number | null;
};

export const unknownUsage: Usage = {
  inputTokens: null,
  cachedInputTokens: null,
  outputTokens: null,
  reasoningTokens: null,
  totalTokens: null,
  searchCalls: null,
  pagesFetched: null,
  bytesFetched: null,
  costUsd: null,
  durationMs: null,
};

export function isTerminal(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
