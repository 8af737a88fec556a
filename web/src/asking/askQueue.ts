import type { RunSummary } from '../../../src/contract/wireTypes.ts';
import { call, SightlineError } from '../api/http.ts';
import { limitsQuery, queryClient, runsQuery } from '../api/queries.ts';

/** One question of a batch that its reader has confirmed. */
export type Asking = {
  caseId: string;
  question: string;
  siteId: string | null;
  /** Id of the engine that is asked. */
  engine: string;
  maxAgeSeconds: number;
  /** Permits one SEO lookup for the domain of the question, as its reader has confirmed. */
  useSeoTools: boolean;
  /** Kept for every retry of this request: the server then never buys it twice. */
  key: string;
  state: 'waiting' | 'starting' | 'following' | 'ended';
  runId: string | null;
  /** The run's status, or how the request itself ended. */
  outcome: string | null;
  note: string | null;
  /** A saved answer met it: nothing was bought. */
  isReused?: boolean;
  /** What it came to, once the run has ended. */
  cost?: RunCost | null;
};

type RunCost = NonNullable<RunSummary['cost']>;

type Snapshot = { readonly items: readonly Asking[] };

const storageName = 'sightline.asking';
const terminal = new Set(['completed', 'failed', 'cancelled']);

let snapshot: Snapshot = { items: restore() };
let turning: ReturnType<typeof setTimeout> | null = null;
let isTurning = false;
let isAskedAgain = false;
const listeners = new Set<() => void>();

/** A reload in the middle of a batch goes on with the same keys: what was started is found again, never bought again. */
function restore(): Asking[] {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]');
    return Array.isArray(saved)
      ? (saved as Asking[]).map((item) => (item.state === 'starting' ? { ...item, state: 'waiting' } : item))
      : [];
  } catch {
    return [];
  }
}

function set(items: readonly Asking[]): void {
  snapshot = { items };
  try {
    sessionStorage.setItem(storageName, JSON.stringify(items));
  } catch {
    // Without storage the batch lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function change(caseId: string, patch: Partial<Asking>): void {
  set(snapshot.items.map((item) => (item.caseId === caseId ? { ...item, ...patch } : item)));
}

export const askQueue = {
  read: (): Snapshot => snapshot,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (listeners.size === 1) schedule(0);
    return () => listeners.delete(listener);
  },
  /** Begins to ask confirmed questions, each at the engine of its case, as many at once as the owner's limit allows; the others wait their turn. */
  ask(
    questions: readonly Pick<Asking, 'caseId' | 'question' | 'siteId' | 'engine'>[],
    given: Pick<Asking, 'maxAgeSeconds' | 'useSeoTools'>,
  ): void {
    const busy = new Set(snapshot.items.filter((item) => item.state !== 'ended').map((item) => item.caseId));
    const added = questions
      .filter((question) => !busy.has(question.caseId))
      .map(
        (question): Asking => ({
          ...question,
          ...given,
          key: crypto.randomUUID(),
          state: 'waiting',
          runId: null,
          outcome: null,
          note: null,
        }),
      );
    const names = new Set(added.map((item) => item.caseId));
    set([...snapshot.items.filter((item) => !names.has(item.caseId) && item.state !== 'ended'), ...added]);
    schedule(0);
  },
  /** Forgets what has not been sent. Runs that exist go on. */
  stopWaiting(): void {
    set(snapshot.items.filter((item) => item.state !== 'waiting'));
  },
  clear(): void {
    set(snapshot.items.filter((item) => item.state !== 'ended'));
  },
};

function schedule(delay: number): void {
  if (turning !== null) clearTimeout(turning);
  turning = setTimeout(turn, delay);
}

/** One look: follow what runs, then start what fits. Stops by itself when every item has ended. */
async function turn(): Promise<void> {
  // Two looks at once would each start what they both saw waiting.
  if (isTurning) {
    isAskedAgain = true;
    return;
  }
  const open = snapshot.items.filter((item) => item.state !== 'ended' || isUnpaid(item));
  if (open.length === 0 || listeners.size === 0) return;
  isTurning = true;
  isAskedAgain = false;
  let delay = 1_200;
  try {
    await follow();
    await startWaiting();
  } catch {
    // The server is away: nothing is lost, the next look comes later.
    delay = 5_000;
  } finally {
    isTurning = false;
  }
  schedule(isAskedAgain ? 0 : delay);
}

/** It ended at once, so that what it cost has not been read yet. */
const isUnpaid = ({ state, runId, isReused, cost }: Asking): boolean =>
  state === 'ended' && runId !== null && isReused === false && cost === undefined;

async function follow(): Promise<void> {
  const following = snapshot.items.filter((item) => item.state === 'following' || isUnpaid(item));
  if (following.length === 0) return;
  const { items: runs } = await queryClient.fetchQuery({ ...runsQuery({ kind: 'keyword', limit: 200 }), staleTime: 0 });
  const statusOf = new Map(runs.map((run) => [run.id, run]));
  let ended = false;
  for (const item of following) {
    const run = statusOf.get(item.runId ?? '');
    if (isUnpaid(item)) change(item.caseId, { cost: run?.cost ?? null });
    if (run === undefined || run.status === item.outcome) continue;
    const isOver = terminal.has(run.status) || run.status === 'requires_action';
    change(item.caseId, { outcome: run.status, note: run.error, state: isOver ? 'ended' : 'following' });
    if (isOver) change(item.caseId, { cost: run.cost ?? null });
    ended ||= isOver;
  }
  if (ended) await refreshReports();
}

export async function refreshReports(): Promise<void> {
  await Promise.all(
    ['visibility', 'questions', 'answers', 'limits', 'engines', 'money', 'quote'].map((name) =>
      queryClient.invalidateQueries({ queryKey: [name] }),
    ),
  );
}

async function startWaiting(): Promise<void> {
  const waiting = snapshot.items.filter((item) => item.state === 'waiting');
  if (waiting.length === 0) return;
  const limits = await queryClient.fetchQuery({ ...limitsQuery, staleTime: 0 });
  const places = Math.max(0, limits.activeRunLimit - limits.activeRuns);
  await Promise.all(waiting.slice(0, places).map(start));
}

async function start(item: Asking): Promise<void> {
  change(item.caseId, { state: 'starting' });
  try {
    const observation = await call(
      'ensureObservation',
      {
        kind: 'keyword',
        caseId: item.caseId,
        maxAgeSeconds: item.maxAgeSeconds,
        ...(item.useSeoTools ? { useSeoTools: true } : {}),
      },
      { idempotencyKey: item.key, timeoutMs: 60_000 },
    );
    const status = observation.run?.status ?? 'failed';
    const reused = observation.disposition === 'fresh_saved';
    change(item.caseId, {
      runId: observation.run?.id ?? null,
      outcome: status,
      isReused: reused,
      note: reused ? 'A recent answer was reused: nothing was bought.' : null,
      state: terminal.has(status) ? 'ended' : 'following',
    });
    if (terminal.has(status)) await refreshReports();
  } catch (error) {
    if (!(error instanceof SightlineError)) throw error;
    const { code, retry, limit } = error;
    // A refusal for lack of places stays with its key; once there is a place, the same confirmed question asks anew.
    if (code === 'run_limit' && limit === 'active_runs')
      return change(item.caseId, { state: 'waiting', key: crypto.randomUUID() });
    const mayRepeat = retry === 'same_key' || error.mayRepeat;
    if (mayRepeat && code !== 'internal_error') {
      change(item.caseId, { state: 'waiting', note: error.message });
      throw error;
    }
    change(item.caseId, {
      state: 'ended',
      outcome: 'refused',
      note: error.message,
      runId: error.recovery?.runId ?? null,
    });
  }
}
