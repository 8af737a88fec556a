import type { SeoCallRecord } from '../domain/seo/seoReport.ts';

/** A receipt that the database would not take: the ids of paid work, kept on disk until it does. */
type SpilledReceipt = {
  runId: string;
  workspaceId: string;
  sessionId: string | null;
  taskId: string;
  /** What the provider said that it costs, which may be said only once; absent in files of earlier versions. */
  costUsd?: number | null;
  acceptedAt: string;
};

/** How a paid SEO call ended, when the database would not take it: its figures would cost a second purchase. */
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
}
