import type { RunKind, RunStatus, SearchMode, Surface } from '../../domain/runs/run.ts';
import type { RunPhase, ShownRun } from '../../domain/runs/runRecord.ts';
import { SavedJson } from '../../domain/text/savedJson.ts';
import { readSource } from '../database/packedText.ts';
import { readUsage } from './usage.ts';

/** Run as displayed to a reader, with its displayed result (null until it has completed). Shared, so never mutated. */
export type RunAndResult = { readonly run: Readonly<ShownRun>; readonly result: SavedJson | null };

/** Displayed columns only, because callers poll these. */
export const runColumns = [
  'id',
  'kind',
  'status',
  'phase',
  'model',
  'search_mode',
  'harness_version',
  'environment_fingerprint',
  'allowed_domains',
  'completed_search_count',
  'surface',
  'session_id',
  'task_id',
  'created_at',
  'updated_at',
  'observed_at',
  'usage',
  'error',
] as const;

export type ShownRow = {
  id: string;
  kind: string;
  status: string;
  phase: string;
  model: string | null;
  search_mode: string | null;
  harness_version: string;
  environment_fingerprint: string | null;
  allowed_domains: string;
  completed_search_count: number | null;
  surface: string;
  session_id: string | null;
  task_id: string | null;
  created_at: string;
  updated_at: string;
  observed_at: string | null;
  usage: string;
  error: string | null;
  result: string | null;
  packed_result: Uint8Array | null;
};

function toShown(row: ShownRow): RunAndResult {
  const run: ShownRun = {
    id: row.id,
    kind: row.kind as RunKind,
    status: row.status as RunStatus,
    phase: row.phase as RunPhase,
    model: row.model,
    searchMode: row.search_mode as SearchMode | null,
    harnessVersion: row.harness_version,
    environmentFingerprint: row.environment_fingerprint,
    allowedDomains: row.allowed_domains === '[]' ? [] : (JSON.parse(row.allowed_domains) as string[]),
    completedSearchCount: row.completed_search_count,
    surface: row.surface as Surface,
    sessionId: row.session_id,
    taskId: row.task_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    observedAt: row.observed_at,
    usage: readUsage(row.usage).usage,
    error: row.error,
  };
  const source = row.status === 'completed' ? readSource(row.result, row.packed_result) : null;
  return { run, result: source === null ? null : new SavedJson(source) };
}

type Recent = { row: ShownRow; shown: RunAndResult };

/** Cache of recently read rows with their parsed content: callers request the same run repeatedly. */
const recent = new Map<string, Recent>();
let recentCharacters = 0;
/** Maximum characters of cached results; each takes about three bytes: in its row, unpacked, and as sent. */
const maxRecentCharacters = 1_000_000;
/** Approximate characters per packed byte. */
const charactersOfPacked = 4;

/** Parses a row. Reuses the last parse when every value is unchanged. */
export function readShown(row: ShownRow): RunAndResult {
  const cached = recent.get(row.id);
  if (cached !== undefined && isSameRow(cached.row, row)) {
    if (recentCharacters > maxRecentCharacters / 2) {
      // Moved to the end, so that the least recently requested entry is first and is evicted first.
      recent.delete(row.id);
      recent.set(row.id, cached);
    }
    return cached.shown;
  }
  const fresh = toShown(row);
  if (cached !== undefined) forget(cached);
  recent.set(row.id, { row, shown: fresh });
  recentCharacters += sizeOf(row);
  for (const oldest of recent.values()) {
    if (recentCharacters <= maxRecentCharacters) break;
    forget(oldest);
  }
  return fresh;
}

function forget({ row }: Recent): void {
  recent.delete(row.id);
  recentCharacters -= sizeOf(row);
}

/** Counts the other columns too, so that runs without a result cannot accumulate. */
function sizeOf({ result, packed_result: packed }: ShownRow): number {
  return 1_000 + (result?.length ?? 0) + (packed?.length ?? 0) * charactersOfPacked;
}

function isSameRow(one: ShownRow, other: ShownRow): boolean {
  return (
    one.result === other.result &&
    isSameBytes(one.packed_result, other.packed_result) &&
    runColumns.every((column) => one[column] === other[column])
  );
}

function isSameBytes(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && Buffer.compare(one, other) === 0;
}
