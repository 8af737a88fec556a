export type OperatorTables = {
  deployment_marks: { name: string; value: string };
  /** One row per restore of an older state, open until `ended_at`. */
  restore_fences: { id: string; since: string; fenced_at: string; cause: string; ended_at: string | null };
  restore_fence_marks: {
    fence_id: string;
    kind: string;
    target: string;
    says: string;
    note: string;
    marked_at: string;
  };
};
