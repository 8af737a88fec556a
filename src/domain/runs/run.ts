export const runKinds = ['website', 'keyword'] as const;
export type RunKind = (typeof runKinds)[number];

export const runStatuses = ['queued', 'running', 'requires_action', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const searchModes = ['open-web', 'reviewed-domains'] as const;
export type SearchMode = (typeof searchModes)[number];

/**
 * Place of an observation: `captured-pages`, `simulator`, or the surface that an engine names. Simulated answers
 * are never mixed with measured ones.
 */
export type Surface = string;

export type Locale = {
  language: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  timezone: string | null;
};

export const contextSizes = ['low', 'medium', 'high'] as const;
export type ContextSize = (typeof contextSizes)[number];

export const devices = ['desktop', 'mobile'] as const;
export type Device = (typeof devices)[number];

export type SearchSettings = {
  /** Id of the engine. */
  engine: string;
  mode: SearchMode;
  allowedDomains: readonly string[];
  /** null: the engine accepts none. */
  contextSize: ContextSize | null;
  /** null: the engine's default. */
  model: string | null;
  /** null: the engine's default. */
  device: Device | null;
};

/** Usage of a run. Every figure is null until the provider, or our own capture, states it. */
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

/** Adds the usage of two tasks of one run. A figure stated by only one of them is used unchanged. */
export function addUsage(one: Usage, other: Usage): Usage {
  const sum = { ...one };
  for (const name of Object.keys(one) as (keyof Usage)[]) {
    const more = other[name];
    if (more !== null) sum[name] = (one[name] ?? 0) + more;
  }
  return sum;
}

/** Merges a later poll into the usage of one task: a figure that the poll omits keeps its value. */
export function laterUsage(earlier: Usage, later: Usage): Usage {
  const entry = { ...later };
  for (const name of Object.keys(later) as (keyof Usage)[]) entry[name] = later[name] ?? earlier[name];
  return entry;
}

export function isTerminal(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
