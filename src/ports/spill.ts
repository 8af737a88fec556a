/** A receipt that the database would not take: the ids of paid work, kept on disk until it does. */
export type SpilledReceipt = {
  runId: string;
  workspaceId: string;
  sessionId: string | null;
  taskId: string;
  acceptedAt: string;
};

export interface Spill {
  /** Returns after the receipt is synced to disk. */
  write(receipt: SpilledReceipt): Promise<void>;
  list(): Promise<SpilledReceipt[]>;
  remove(runId: string): Promise<void>;
}
