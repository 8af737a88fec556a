import type { Usage } from '../../domain/runs/run.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';

/** Fields of a run that were added after its table was fixed. */
type LateFields = Pick<RunRecord, 'cancelAsks' | 'cancelAskedAt' | 'reopenedAt'>;

const none: LateFields = { cancelAsks: 0, cancelAskedAt: null, reopenedAt: null };

/**
 * Splits the usage column of a run into usage and later fields. They share it because adding a column would end
 * prepared statements on PostgreSQL with which an older release, still running during an upgrade, reads whole rows.
 */
export function readUsage(text: string): { usage: Usage; late: LateFields } {
  const { late, ...usage } = JSON.parse(text) as Usage & { late?: LateFields };
  return { usage, late: late ?? none };
}

export function writeUsage(usage: Usage, { cancelAsks, cancelAskedAt, reopenedAt }: LateFields): string {
  const isEmpty = cancelAsks === 0 && cancelAskedAt === null && reopenedAt === null;
  return JSON.stringify(isEmpty ? usage : { ...usage, late: { cancelAsks, cancelAskedAt, reopenedAt } });
}
