/**
 * Limits of one capture, for the website and this machine. Bytes are decoded bytes, times are milliseconds. The values
 * used are stored in the plan, so evidence shows the limits of its capture.
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
  /** Consecutive answers 429 or 503 after which the capture leaves the server alone. */
  maxOverloads: 3,
  /** The home page and the first sampled pages. */
  renderedPages: 5,
  renderTimeoutMs: 15_000,
  renderIdleMs: 2_000,
  renderedHtmlBytes: 4 * 1024 * 1024,
  /** All bytes the browser may pull per page. */
  renderPageBytes: 20 * 1024 * 1024,
} as const;

export type CaptureLimits = { readonly [Name in keyof typeof defaultLimits]: number };

/** No page sample is larger than this, whatever a caller asks for. */
export const maxSamplePages = 40;

/** Fills gaps with the defaults; the sample is held to its maximum. Throws RangeError on a negative or fractional value. */
export function completeLimits(target: Partial<CaptureLimits>): CaptureLimits {
  const limits = { ...defaultLimits, ...target };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`capture limit ${name} is not a whole number`);
  }
  return { ...limits, samplePages: Math.min(limits.samplePages, maxSamplePages) };
}
