/**
 * Limits of one capture, which protect the website and this machine. Bytes are decoded bytes, times are milliseconds.
 * The plan stores the values used, so evidence shows the limits of its capture.
 */
export const defaultLimits = {
  /** Sampled pages, not counting the home page. */
  samplePages: 12,
  maxRequests: 80,
  maxBytes: 40 * 1024 * 1024,
  maxBodyBytes: 2 * 1024 * 1024,
  maxHeaderBytes: 32 * 1024,
  maxRedirects: 5,
  maxRetries: 1,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 10_000,
  totalTimeoutMs: 20_000,
  wallTimeMs: 5 * 60_000,
  sitemapFiles: 10,
  sitemapUrls: 10_000,
  concurrency: 2,
  minIntervalMs: 1_000,
  maxCrawlDelayMs: 10_000,
  maxRetryAfterMs: 60_000,
  /** Consecutive responses with 429 or 503 after which the capture stops contacting the server. */
  maxOverloads: 3,
  /** The home page and the first sampled pages. */
  renderedPages: 5,
  renderTimeoutMs: 15_000,
  renderIdleMs: 2_000,
  renderedHtmlBytes: 4 * 1024 * 1024,
  /** Maximum bytes that the browser may load per page. */
  renderPageBytes: 20 * 1024 * 1024,
} as const;

export type CaptureLimits = { readonly [Name in keyof typeof defaultLimits]: number };

/** Maximum size of a page sample, whatever a caller requests. */
export const maxSamplePages = 40;

/** Maximum pages of experiments that one capture reads besides its sample. */
export const maxExperimentPages = 40;

/** Fills gaps with the defaults and caps the sample. Throws RangeError on a negative or fractional value. */
export function completeLimits(target: Partial<CaptureLimits>): CaptureLimits {
  const limits = { ...defaultLimits, ...target };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`capture limit ${name} is not a whole number`);
  }
  return { ...limits, samplePages: Math.min(limits.samplePages, maxSamplePages) };
}
