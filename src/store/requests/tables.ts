export type RequestTables = {
  /** Requests of one bucket (a key, a sign-in address) within its window: a sliding log of times in milliseconds. */
  request_buckets: { bucket: string; seq: number; rewritten_seq: number; ends_at: number; window_ms: number };
  request_times: { bucket: string; seq: number; at: number; count: number; ends_at: number };
};
