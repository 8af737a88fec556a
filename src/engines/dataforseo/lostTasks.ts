import { listedTasks, listTimeOf } from '../../providers/dataForSeoEnvelope.ts';
import { fillRecord, textOf, type WireRecord } from '../../providers/wireRecords.ts';
import type { TaskCalls } from './taskCalls.ts';

/** The products whose tasks are listed together. */
export type Family = 'serp' | 'ai_optimization';

/** A lost create in one family. `submittedAtMs` since the epoch. */
export type LostTask = { runId: string; submittedAtMs: number };

export type SweepOutcome =
  /** Every row in the family with the run's tag, from any engine. */
  | { kind: 'read'; rows: readonly WireRecord[] }
  | { kind: 'not_yet' }
  | { kind: 'unavailable'; cause: string; retryAfterSeconds: number | null };

type Unread = Extract<SweepOutcome, { kind: 'unavailable' }>;

type Options = {
  now(): number;
  hastened(ms: number): number;
  clean(text: string): string;
  /** Maximum duration of a create, in milliseconds. */
  timeoutMs: number;
};

const minute = 60_000;
/** Ages at which a lost create is searched for; the last one is the deadline. */
const lastCheckpoint = 120 * minute;
const checkpoints = [minute, 2 * minute, 5 * minute, 15 * minute, 45 * minute, lastCheckpoint];
/** Maximum difference between the vendor's clock and ours. */
const slackMs = 10 * minute;
const gatherMs = 200;
const pageRows = 1_000;
const maxPages = 20;
/** The vendor allows ten list requests per minute and account, shared with the owner's other programs. */
const requestsPerMinute = 10;
/**
 * Time between two sweeps of a family. At this rate two families use eight of the ten requests a minute; the rest is
 * for further pages and other programs.
 */
const sweepEveryMs = 15_000;
const maxRemembered = 10_000;

/** Listed tasks and the time they cover. All times in milliseconds since the epoch. */
type Sweep = { at: number; from: number; to: number; rows: readonly WireRecord[] };

/**
 * Searches for creates with a lost reply, in the vendor's list of an account's tasks: one sweep of a family serves all
 * waiting callers, and those shortly after. Between two checkpoints of its age a lost create is not searched for.
 */
export function createLostTasks(calls: Pick<TaskCalls, 'post'>, options: Options) {
  const { now, hastened } = options;
  const waiting = new Map<Family, { lost: LostTask; done(outcome: SweepOutcome): void }[]>();
  const under = new Map<Family, Promise<void>>();
  const lastSweeps = new Map<Family, Sweep>();
  const sweptAt = new Map<Family, number>();
  /** Age, in milliseconds, at which a run was last searched for unsuccessfully. */
  const lookedAt = new Map<string, number>();
  let requests: number[] = [];

  function look(family: Family, lostTask: LostTask): Promise<SweepOutcome> {
    const checkpoint = dueCheckpoint(lostTask);
    if (checkpoint === null) return Promise.resolve({ kind: 'not_yet' });
    const lastSweep = readLastSweep(family, lostTask);
    if (lastSweep !== null) return Promise.resolve(lastSweep);
    const since = now() - (sweptAt.get(family) ?? Number.NEGATIVE_INFINITY);
    const isTooSoon = since >= 0 && since < hastened(sweepEveryMs);
    // The final search is not postponed, because the run ends after it.
    const isLast = checkpoint === hastened(lastCheckpoint);
    if (isTooSoon && !isLast && !under.has(family)) return Promise.resolve({ kind: 'not_yet' });
    return new Promise((next) => {
      waiting.set(family, [...(waiting.get(family) ?? []), { lost: lostTask, done: next }]);
      if (!under.has(family)) under.set(family, sweepTogether(family));
    });
  }

  /** Returns the age at which this run should be searched for now; null if that was done, or if it is too young. */
  function dueCheckpoint({ runId, submittedAtMs }: LostTask): number | null {
    const age = now() - submittedAtMs;
    const reached = checkpoints.findLast((checkpoint) => hastened(checkpoint) <= age);
    const before = lookedAt.get(runId);
    return reached === undefined || (before !== undefined && before >= hastened(reached)) ? null : hastened(reached);
  }

  async function sweepTogether(family: Family): Promise<void> {
    // One sweep serves all runs of a worker tick, which come one after the other.
    await new Promise((resolve) => setTimeout(resolve, hastened(gatherMs)));
    const served = waiting.get(family) ?? [];
    waiting.delete(family);
    const swept = await sweep(
      family,
      served.map(({ lost }) => lost),
    );
    if (!('kind' in swept)) lastSweeps.set(family, swept);
    for (const { lost, done } of served) done('kind' in swept ? swept : buildOutcome(lost, swept));
    under.delete(family);
    const late = waiting.get(family) ?? [];
    waiting.delete(family);
    for (const { lost, done } of late) void look(family, lost).then(done);
  }

  /** Reads the last sweep, made for others, for this run; null if it is older than the due search, or covers less. */
  function readLastSweep(family: Family, lostItem: LostTask): SweepOutcome | null {
    const last = lastSweeps.get(family);
    const checkpoint = dueCheckpoint(lostItem);
    if (last === undefined || checkpoint === null) return null;
    const { from, to } = buildWindow([lostItem], last.at);
    const isCovered = last.at - lostItem.submittedAtMs >= checkpoint && last.from <= from && to <= last.to;
    return isCovered ? buildOutcome(lostItem, last) : null;
  }

  function buildOutcome(lostLostTask: LostTask, swept: Sweep): SweepOutcome {
    const rows = swept.rows.filter((row) => fillRecord(row.metadata)?.tag === lostLostTask.runId);
    if (rows.length > 0) return { kind: 'read', rows };
    const oldest = lookedAt.keys().next().value;
    if (lookedAt.size >= maxRemembered && oldest !== undefined) lookedAt.delete(oldest);
    lookedAt.set(lostLostTask.runId, swept.at - lostLostTask.submittedAtMs);
    return { kind: 'read', rows };
  }

  /** Returns the period in which all of these may have been created, as far as the list can be read at `at`. */
  function buildWindow(lostTasks: readonly LostTask[], at: number): Pick<Sweep, 'from' | 'to'> {
    const sentItems = lostTasks.map(({ submittedAtMs }) => submittedAtMs);
    // The end of the window must lie in the past, and stays the same for every page.
    const to = Math.min(at - hastened(minute), Math.max(...sentItems) + options.timeoutMs + slackMs);
    return { from: Math.min(...sentItems) - slackMs, to };
  }

  async function sweep(family: Family, lostItems: readonly LostTask[]): Promise<Sweep | Unread> {
    const at = now();
    sweptAt.set(family, at);
    const window = buildWindow(lostItems, at);
    const rows = await readWindow(family, window.from, window.to);
    return 'kind' in rows ? rows : { at, ...window, rows };
  }

  /**
   * Reads every row of a past period (milliseconds since the epoch), or the reason why the list could not be read
   * completely.
   */
  async function readWindow(family: Family, from: number, to: number): Promise<readonly WireRecord[] | Unread> {
    const window = { datetime_from: listTimeOf(from), datetime_to: listTimeOf(to) };
    const rows: WireRecord[] = [];
    for (let page = 0; page < maxPages; page++) {
      const waitMs = countRequest();
      if (waitMs !== null) {
        const cause = 'The list of tasks was read ten times in this minute.';
        return { kind: 'unavailable', cause, retryAfterSeconds: Math.ceil(waitMs / 1_000) };
      }
      const task = { ...window, limit: pageRows, offset: page * pageRows, sort: 'asc', include_metadata: true };
      const exchange = await calls.post(`/v3/${family}/id_list`, task);
      if (exchange.kind !== 'answered') return { kind: 'unavailable', cause: exchange.cause, retryAfterSeconds: null };
      const listed = listedTasks(exchange.status, exchange.body);
      if (typeof listed === 'string') {
        return { kind: 'unavailable', cause: options.clean(listed), retryAfterSeconds: null };
      }
      rows.push(...listed);
      if (listed.length < pageRows) return withoutRepeats(rows);
    }
    return { kind: 'unavailable', cause: 'Too many tasks in this period to search.', retryAfterSeconds: null };
  }

  /** Returns the milliseconds until the next request is allowed, or null if it may be sent now. */
  function countRequest(): number | null {
    const at = now();
    const span = hastened(minute);
    requests = requests.filter((one) => one > at - span && one <= at);
    const [oldest] = requests;
    if (requests.length >= requestsPerMinute && oldest !== undefined) return oldest + span - at;
    requests.push(at);
    return null;
  }

  return { look, readWindow };
}

/** A row that moved between two pages counts once. */
function withoutRepeats(rows: readonly WireRecord[]): readonly WireRecord[] {
  const visited = new Set<string>();
  return rows.filter((row) => {
    const id = textOf(row.id);
    if (id === null || visited.has(id)) return false;
    visited.add(id);
    return true;
  });
}
