import type { FindLostOutcome, LostCreate, RetrieveOutcome } from '../../ports/answerReader.ts';
import { fillRecord, recordsOf, textOf, type WireRecord, wordOf } from '../../providers/wireRecords.ts';
import type { VendorReply } from '../vendorReply.ts';

type Unavailable = Extract<FindLostOutcome, { kind: 'unavailable' }>;

/** Run that a batch's one result names; null: it names none, or is no longer available. */
export type MarkReading = { kind: 'read'; mark: string | null } | Unavailable;

export type LostBatchesOptions = {
  /** Lists a page of batches, newest first. @param after id of the last batch on the previous page */
  listPage(after: string | null): Promise<VendorReply>;
  readMark(batch: WireRecord): Promise<MarkReading>;
  retrieve(batchId: string): Promise<RetrieveOutcome>;
  submitTimeoutMs: number;
  /** Milliseconds until the next search for a run while a batch that could be its own is still in progress. */
  retryMs: number;
};

/** Maximum difference between our clock and the vendor's. */
const clockSlackMs = 5 * 60_000;
const maxPages = 50;
/** Number of batches whose tag is cached. */
const maxMarks = 10_000;

type Candidates = { kind: 'listed'; batches: readonly WireRecord[] } | Unavailable;

/**
 * Searches for batches whose create was never acknowledged. A batch reveals its run only when it has ended, by the tag
 * in its result: results already read are cached, and nothing is ever cancelled or deleted here. One sweep over the
 * vendor's list serves all waiting runs.
 */
export function createLostBatches(options: LostBatchesOptions) {
  const marks = new Map<string, string | null>();
  const notBefore = new Map<string, number>();
  let waiting: { lost: LostCreate; resolve: (outcome: FindLostOutcome) => void }[] = [];
  let isSweeping = false;

  /** Caches the run of a batch, known from a receipt or from its result. */
  function remember(batchId: string, mark: string | null): void {
    marks.set(batchId, mark);
    const oldest = marks.keys().next().value;
    if (marks.size > maxMarks && oldest !== undefined) marks.delete(oldest);
  }

  function find(lostCreate: LostCreate): Promise<FindLostOutcome> {
    const again = notBefore.get(lostCreate.runId);
    if (again !== undefined && Date.now() < again) return Promise.resolve({ kind: 'not_visible', undecided: true });
    notBefore.delete(lostCreate.runId);
    const outcome = new Promise<FindLostOutcome>((resolve) => waiting.push({ lost: lostCreate, resolve }));
    void sweep();
    return outcome;
  }

  async function sweep(): Promise<void> {
    if (isSweeping) return;
    isSweeping = true;
    // Runs that are due together share a sweep: one turn of the event loop collects them.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const served = waiting;
      waiting = [];
      const from = Math.min(...served.map(({ lost }) => Date.parse(lost.submittedAt))) - clockSlackMs;
      const listed = await listSince(from).catch(brokenPoll);
      for (const { lost, resolve } of served) {
        resolve(listed.kind === 'listed' ? await match(lost, listed.batches).catch(brokenPoll) : listed);
      }
    }
    isSweeping = false;
  }

  async function listSince(fromMs: number): Promise<Candidates> {
    const batches: WireRecord[] = [];
    let after: string | null = null;
    for (let page = 0; page < maxPages; page++) {
      const reply = await options.listPage(after);
      if (!reply.ok) return { kind: 'unavailable', cause: reply.summary, retryAfterSeconds: reply.retryAfterSeconds };
      if (!Array.isArray(reply.body.data)) return brokenPoll();
      const received = recordsOf(reply.body.data);
      batches.push(...received);
      const last = received.at(-1);
      after = textOf(reply.body.last_id) ?? textOf(last?.id);
      const isPast = last !== undefined && createdAt(last) < fromMs;
      if (isPast || reply.body.has_more !== true || received.length === 0 || after === null) {
        return { kind: 'listed', batches };
      }
    }
    return { kind: 'unavailable', cause: 'Too many batches in this period to search.', retryAfterSeconds: null };
  }

  async function match(lostItem: LostCreate, batches: readonly WireRecord[]): Promise<FindLostOutcome> {
    const submittedAt = Date.parse(lostItem.submittedAt);
    const until = submittedAt + options.submitTimeoutMs + clockSlackMs;
    const ours: string[] = [];
    let isUndecided = false;
    for (const batch of batches) {
      const id = textOf(batch.id);
      const created = createdAt(batch);
      if (id === null || created < submittedAt - clockSlackMs || created > until || !isBatchOfOne(batch)) continue;
      const look = await buildMark(id, batch);
      if (look === 'works') isUndecided = true;
      else if (look.kind === 'unavailable') return look;
      else if (look.mark === lostItem.runId) ours.push(id);
    }
    const [first, second] = ours;
    if (second !== undefined) {
      const cause = `More than one batch carries this run's mark: ${ours.join(', ')}.`;
      return { kind: 'ambiguous', cause, made: { pieces: ours.length, costUsd: null } };
    }
    if (first !== undefined) return foundAs(first);
    if (!isUndecided) return { kind: 'not_visible' };
    notBefore.set(lostItem.runId, Date.now() + options.retryMs);
    return { kind: 'not_visible', undecided: true };
  }

  async function buildMark(id: string, batch: WireRecord): Promise<MarkReading | 'works'> {
    const knownText = marks.get(id);
    if (knownText !== undefined) return { kind: 'read', mark: knownText };
    if (batch.archived_at != null) return { kind: 'read', mark: null };
    if (batch.processing_status !== 'ended') return 'works';
    const look = await options.readMark(batch);
    if (look.kind === 'read') remember(id, look.mark);
    return look;
  }

  async function foundAs(batchId: string): Promise<FindLostOutcome> {
    const look = await options.retrieve(batchId);
    if (look.kind === 'found') {
      return { kind: 'found', handle: { sessionId: null, taskId: batchId }, snapshot: look.snapshot };
    }
    return look.kind === 'unavailable' ? look : { kind: 'not_visible' };
  }

  return { find, remember };
}

function brokenPoll(): Unavailable {
  return { kind: 'unavailable', cause: 'The provider answered with something else.', retryAfterSeconds: null };
}

/** Returns milliseconds since the epoch; a batch without a time counts as old. */
function createdAt(batch: WireRecord): number {
  const at = Date.parse(wordOf(batch.created_at));
  return Number.isNaN(at) ? 0 : at;
}

/** Returns true for a batch of one question, as ours are; other programs of the account may create larger ones. */
function isBatchOfOne(batch: WireRecord): boolean {
  const counts = Object.values(fillRecord(batch.request_counts) ?? {});
  return counts.reduce((sum: number, count) => sum + (typeof count === 'number' ? count : 0), 0) === 1;
}
