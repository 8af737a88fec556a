import type { Counter, Gauge, Registry } from 'prom-client';
import type { ApiContext } from '../api/apiContext.ts';
import type { Admission } from '../http/admission.ts';
import { steadyIso } from '../services/appContext.ts';
import { type OperatorFigures, readOperatorFigures } from '../store/operator/figures.ts';
import type { Worker } from '../worker/worker.ts';
import type { ProviderCalls } from './providerCalls.ts';
import { readStorageFigures } from './storageFigures.ts';

/** Sign-in routes, with the way to sign in that each belongs to. */
const ways: Readonly<Record<string, string>> = {
  '/api/auth/sign-in/email': 'password',
  '/api/auth/two-factor/verify-totp': 'second_step',
  '/api/auth/two-factor/verify-backup-code': 'second_step',
  '/api/auth/passkeys/sign-in': 'passkey',
  '/api/password-reset/accept': 'reset',
  '/api/invitations/accept': 'invitation',
};

/** Returns the sign-in figure of a request; null for any other request. */
function signInFigure(route: string, status: number): { way: string; outcome: string } | null {
  const way = ways[route];
  if (way === undefined) return null;
  return { way, outcome: status < 400 ? 'done' : status === 429 ? 'braked' : status < 500 ? 'failed' : 'error' };
}

/** Returns the endpoint that refused a token or key with this response; null if none was refused. */
function refusedTokenApi(route: string, status: number): string | null {
  if (route === '/api/auth/oauth2/token') return status >= 400 && status < 500 ? 'oauth' : null;
  if (status !== 401) return null;
  return ['v1', 'v2', 'mcp'].find((door) => route === `/api/${door}` || route.startsWith(`/api/${door}/`)) ?? null;
}

export type Metrics = {
  observe(method: string, route: string, status: number, milliseconds: number): void;
  metrics(): Promise<string>;
};

/** Parts of a process whose figures are shown. */
type Measured = { api: ApiContext; worker: Worker; calls: ProviderCalls; admission: Admission; dataDir: string };

type RequestCount = { method: string; route: string; status: string; count: number; seconds: number };

/**
 * Creates the Prometheus figures of this process. The first scrape loads the library; until then requests are counted
 * without it.
 */
export function createMetrics(measured: Measured): Metrics {
  const requests = new Map<string, RequestCount>();
  let loading: Promise<Instruments> | null = null;
  return {
    observe(method, route, status, milliseconds) {
      const key = `${method}\n${route}\n${status}`;
      const entry = requests.get(key) ?? { method, route, status: String(status), count: 0, seconds: 0 };
      entry.count += 1;
      entry.seconds += milliseconds / 1000;
      requests.set(key, entry);
    },
    async metrics() {
      loading ??= createInstruments();
      const instruments = await loading;
      const { api } = measured;
      showCounts(instruments, [...requests.values()], measured);
      await showSpill(instruments, api);
      await showStorage(instruments, measured);
      instruments.replicaLag.set((api.copy?.reader()?.lagMs ?? Number.NaN) / 1000);
      // An unavailable database must not hide what this process itself knows.
      const figures = await readOperatorFigures(api.db, steadyIso(api)).catch(() => null);
      instruments.databaseUp.set(figures === null ? 0 : 1);
      showFigures(instruments, figures, api.runtime.steady());
      return instruments.registry.metrics();
    },
  };
}

function showCounts(instruments: Instruments, requests: RequestCount[], { calls, worker, admission }: Measured): void {
  const counters = [
    instruments.requests,
    instruments.requestSeconds,
    instruments.refusals,
    instruments.calls,
    instruments.callSeconds,
    instruments.ticks,
  ];
  for (const counter of [...counters, instruments.signIns, instruments.refusedTokens]) counter.reset();
  instruments.refusals.inc(admission.refusals());
  for (const { count, seconds, ...labels } of requests) {
    instruments.requests.inc(labels, count);
    instruments.requestSeconds.inc(labels, seconds);
    const signIn = signInFigure(labels.route, Number(labels.status));
    if (signIn !== null) instruments.signIns.inc(signIn, count);
    const at = refusedTokenApi(labels.route, Number(labels.status));
    if (at !== null) instruments.refusedTokens.inc({ door: at }, count);
  }
  for (const { count, seconds, ...labels } of calls.all()) {
    instruments.calls.inc(labels, count);
    instruments.callSeconds.inc(labels, seconds);
  }
  const { done, failed } = worker.ticks();
  instruments.ticks.inc({ outcome: 'done' }, done);
  instruments.ticks.inc({ outcome: 'failed' }, failed);
}

async function showSpill(view: Instruments, api: ApiContext): Promise<void> {
  const count = (keptPromise: Promise<unknown[]>): Promise<number> =>
    keptPromise.then(({ length }) => length).catch(() => Number.NaN);
  view.spilled.set({ kind: 'run' }, await count(api.spill.list()));
  view.spilled.set({ kind: 'seo_call' }, await count(api.seoSpill.list()));
}

async function showStorage(instruments: Instruments, { api, dataDir }: Measured): Promise<void> {
  const { freeBytes, backupAgeSeconds } = await readStorageFigures(dataDir, api.runtime.now());
  instruments.freeDisk.set(freeBytes);
  instruments.backupAge.set(backupAgeSeconds);
}

/**
 * Shows the figures. Without a database nothing is known about the runs, so their figures are left out: unknown is not
 * zero.
 */
function showFigures(output: Instruments, figures: OperatorFigures | null, now: number): void {
  const single = [output.dueRuns, output.pollLag, output.reports, output.messages, output.messageLag, output.fence];
  for (const gauge of [output.runs, output.held, ...single]) gauge.reset();
  if (figures === null) {
    for (const gauge of single) gauge.set(Number.NaN);
    return;
  }
  const lagOf = (oldest: string | null): number => (oldest === null ? 0 : Math.max(0, now - Date.parse(oldest)) / 1000);
  for (const simulated of [true, false]) {
    const micro = figures.held.find((one) => one.simulated === simulated)?.micro ?? 0;
    output.held.set({ simulated: String(simulated) }, micro / 1e6);
  }
  output.messages.set(figures.waitingMessages);
  output.messageLag.set(lagOf(figures.oldestMessageDueAt));
  for (const { engine, status, phase, count } of figures.activeRuns) {
    output.runs.set({ engine: engine ?? 'capture', status, phase }, count);
  }
  output.dueRuns.set(figures.dueRuns);
  output.pollLag.set(lagOf(figures.oldestDueAt));
  output.reports.set(figures.pendingReports);
  output.fence.set(figures.isFenced ? 1 : 0);
}

type Instruments = { registry: Registry } & Record<
  'requests' | 'requestSeconds' | 'refusals' | 'signIns' | 'refusedTokens' | 'calls' | 'callSeconds' | 'ticks',
  Counter
> &
  Record<
    | 'runs'
    | 'dueRuns'
    | 'pollLag'
    | 'reports'
    | 'held'
    | 'messages'
    | 'messageLag'
    | 'spilled'
    | 'fence'
    | 'freeDisk'
    | 'backupAge'
    | 'databaseUp'
    | 'replicaLag',
    Gauge
  >;

async function createInstruments(): Promise<Instruments> {
  const { Registry, Counter, Gauge, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `sightline_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `sightline_${name}`, help, labelNames, registers });
  const ofRequest = ['method', 'route', 'status'];
  const ofCall = ['provider', 'call', 'outcome'];
  return {
    registry,
    requests: counter('http_requests_total', 'Requests answered, by route and status.', ofRequest),
    requestSeconds: counter('http_request_seconds_total', 'Time spent answering, in seconds.', ofRequest),
    refusals: counter('overload_refusals_total', 'Requests refused under overload.'),
    signIns: counter(
      'sign_ins_total',
      'Sign-ins by method: done, failed, braked (too many failures) or error. A correct password that needs a code counts as done.',
      ['way', 'outcome'],
    ),
    refusedTokens: counter(
      'refused_tokens_total',
      'Requests refused for their key, token or session, by entry point.',
      ['door'],
    ),
    calls: counter(
      'provider_calls_total',
      'Calls to engines, the SEO provider and the second reader, by outcome. Only call="create" can cost money.',
      ofCall,
    ),
    callSeconds: counter('provider_call_seconds_total', 'Duration of these calls, in seconds.', ofCall),
    ticks: counter('worker_ticks_total', 'Polls of the worker for due work; 0 where it does not run.', ['outcome']),
    runs: gauge('active_runs', 'Active runs of all processes.', ['engine', 'status', 'phase']),
    dueRuns: gauge('due_runs', 'Runs due for a poll and not claimed by a worker.'),
    pollLag: gauge('poll_lag_seconds', 'Time that the oldest of these has been due.'),
    reports: gauge('pending_seo_reports', 'Active SEO reports.'),
    held: gauge('held_usd', 'Amount held for active runs and SEO reports, in US dollars.', ['simulated']),
    messages: gauge('outbox_messages', 'Alert messages waiting for delivery.'),
    messageLag: gauge('outbox_lag_seconds', 'Time that the oldest of these has been due.'),
    spilled: gauge('spilled_receipts', 'Receipts on this disk not yet saved in the database.', ['kind']),
    fence: gauge('restore_fence', '1 while purchases are refused after a restore.'),
    replicaLag: gauge('replica_lag_seconds', 'Lag of the read replica; NaN while it is not used.'),
    freeDisk: gauge('disk_free_bytes', 'Free disk space for DATA_DIR.'),
    backupAge: gauge('backup_age_seconds', 'Age of the newest `sightline backup` with this DATA_DIR; NaN without one.'),
    databaseUp: gauge('database_up', '1 when the database answered this scrape.'),
  };
}
