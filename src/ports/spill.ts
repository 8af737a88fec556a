import type { SeoCallRecord } from '../domain/seoReport.ts';

/** A receipt that the database would not take: the ids of paid work, kept on disk until it does. */
export type SpilledReceipt = {
  runId: string;
  workspaceId: string;
  sessionId: string | null;
  taskId: string;
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
