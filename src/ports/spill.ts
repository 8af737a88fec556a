import type { SeoCallRecord } from '../domain/seo/seoReport.ts';

/** A receipt that the database could not save: the ids of paid work, kept on disk until it can. */
export type SpilledReceipt = {
  runId: string;
  workspaceId: string;
  sessionId: string | null;
  taskId: string;
  /** Cost that the provider stated, possibly only once; absent in files of earlier versions. */
  costUsd?: number | null;
  acceptedAt: string;
};

/** Outcome of a paid SEO call that the database could not save: its figures would cost a second purchase. */
export type SpilledSeoCall = {
  reportId: string;
  workspaceId: string;
  name: string;
  end: SeoCallEnd;
};

export type SeoCallEnd = Pick<SeoCallRecord, 'state' | 'endedAt' | 'costUsd' | 'error' | 'data'>;

export interface Spill<Kept = SpilledReceipt> {
  /** Returns after the record is synced to disk. */
  write(kept: Kept): Promise<void>;
  list(): Promise<Kept[]>;
  remove(kept: Kept): Promise<void>;
  /** Renames an unmatched record for a person to inspect; it is no longer listed. */
  setAside(kept: Kept, cause: string): Promise<void>;
}
