import type { Principal } from '../domain/access/principal.ts';
import type { RateLimitDecision } from '../domain/access/slidingWindow.ts';
import type { CaptureLimits } from '../domain/capture/limits.ts';
import { enginePollMs } from '../domain/runs/engine.ts';
import type { SecondSeoCall } from '../domain/seo/seoReport.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { AnswerReader } from '../ports/answerReader.ts';
import type { ClosedBuyers } from '../ports/closedBuyers.ts';
import type { Engines } from '../ports/engines.ts';
import type { EvidenceStore } from '../ports/evidenceStore.ts';
import type { ForeignText } from '../ports/foreignText.ts';
import type { Log } from '../ports/log.ts';
import type { Messenger } from '../ports/messenger.ts';
import type { ModelReader } from '../ports/modelReader.ts';
import type { PageCapture } from '../ports/pageCapture.ts';
import type { Paper } from '../ports/paper.ts';
import type { Prices } from '../ports/prices.ts';
import type { ProviderKeys } from '../ports/providerKeys.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { SecondReader } from '../ports/secondReader.ts';
import type { SeoReader } from '../ports/seoProvider.ts';
import type { Spill, SpilledSeoCall } from '../ports/spill.ts';
import type { VendorReader } from '../ports/vendorReader.ts';
import type { DatabaseKind } from '../store/database/open.ts';
import type { Db } from '../store/database/transaction.ts';
import type { RequestLog } from '../store/requests/log.ts';

/** Limits and times that the operator sets once. */
type Settings = {
  /** SHA-256 of the one-time token of the first-owner page; null if an account exists. */
  setupTokenHash: string | null;
  /** Secret from which the keys of plans are derived, and with which a watcher authenticates. */
  watchSecret: string;
  /** True if this server runs its own watcher. */
  keepsWatcher: boolean;
  /** Key that seals addresses and secrets of alert destinations. */
  alertSecret: string;
  /** Lease of a message for the process that tries it, in milliseconds. */
  messageLeaseMs: number;
  publicBaseUrl: string;
  /** False if an outside provider could not reach our MCP endpoint. */
  mcpReachable: boolean;
  /** Lower-case emails that may spend; null = every account. */
  allowedAccounts: ReadonlySet<string> | null;
  requestsPerMinute: number;
  seoLookupsPerHour: number;
  /** Second call of reports that are claimed from now on. */
  seoSecondCall: SecondSeoCall;
  /** Maximum time for an SEO call, in milliseconds, in which all its attempts must begin. */
  seoCallTimeoutMs: number;
  /** Lease of a report for the process that last reported work on it, in milliseconds. */
  seoLeaseMs: number;
  /** Pauses in milliseconds before repeating a call that was refused before any work: one entry per attempt. */
  seoRefusalPausesMs: readonly number[];
  activeRunsPerOwner: number;
  runsPerDayPerOwner: number;
  secondReadingsPerDay: number;
  modelReadingsPerDay: number;
  /** Budget of this deployment for a UTC month, in micro-dollars; null = no limit. */
  budgetMicroPerMonth: number | null;
  /** Amount held, in micro-dollars, for a purchase whose price is not known; null = such a purchase is refused. */
  maxMicroPerAnswer: number | null;
  runDeadlineMs: number;
  pollIntervalMs: number;
  submitTimeoutMs: number;
  allowPrivateTargets: boolean;
  /** True if lists of crawlers' addresses and keys may be fetched from their vendors. */
  fetchesAddressLists: boolean;
  /** True if addresses of claimed crawlers are resolved to names, at import. */
  looksUpNames: boolean;
  /** Days after which page evidence is deleted; 0 = kept. */
  evidenceRetentionDays: number;
  /** Deviations from the capture plan's limits. */
  captureLimits: Partial<CaptureLimits>;
  /** Lease of a capture: if its process gives no sign of life for this long, another one may claim it. */
  captureLeaseMs: number;
};

/** Everything a service may use, created once by the composition root. */
export type AppContext = {
  db: Db;
  databaseKind: DatabaseKind;
  requestLog: RequestLog;
  runtime: Runtime;
  log: Log;
  settings: Settings;
  engines: Engines;
  /** Closed buyers, which only a spender may open. */
  buyers: ClosedBuyers;
  /** Credentials that this server has, without their values. */
  providerKeys: readonly ProviderKeys[];
  /** Identity of the second reader, without the ability to call it; null: answers are read by the pure reader alone. */
  secondReader: Pick<SecondReader, 'identity' | 'timeoutMs'> | null;
  /** The model that reads saved answers, without the ability to call it; null: none is configured. */
  modelReader: Omit<ModelReader, 'read'> | null;
  seo: SeoReader;
  prices: Prices;
  capture: PageCapture;
  messenger: Messenger;
  paper: Paper;
  /** Offline reducers of raw answers, by engine. */
  freezers: ReadonlyMap<string, AnswerReader['freeze']>;
  evidence: EvidenceStore;
  texts: ForeignText;
  spill: Spill;
  seoSpill: Spill<SpilledSeoCall>;
  vendors: VendorReader;
  accounts: Accounts;
  /** Aborts when the process has to end soon: services then stop waiting for outside replies. */
  stopping: AbortSignal;
  /** Notifies the worker of this process that something is due now. */
  wakeWorker(): void;
};

/**
 * Context of a caller: the principal determines what it may reach. `taken`: the rate limit decision on this request.
 */
export type Ctx = AppContext & { principal: Principal; taken?: RateLimitDecision | null };

/** Returns a date for people and providers, ISO 8601. */
export function nowIso(app: Pick<AppContext, 'runtime'>, offsetMs = 0): string {
  return new Date(app.runtime.now() + offsetMs).toISOString();
}

/**
 * Returns a time on the steady clock, for due times, leases, deadlines and windows: changes of the system clock do not
 * affect it.
 */
export function steadyIso(app: Pick<AppContext, 'runtime'>, offsetMs = 0): string {
  return new Date(app.runtime.steady() + offsetMs).toISOString();
}

/** Returns the milliseconds between a run's reservation and its deadline. */
export function lookUpDeadlineMs(
  app: Pick<AppContext, 'engines' | 'settings'>,
  run: { engine: string | null },
): number {
  return app.engines.of(run)?.engine.deadlineMs ?? app.settings.runDeadlineMs;
}

/** Returns true after a run's deadline. */
export function isPastDeadline(app: AppContext, run: { engine: string | null; deadlineAt: string }): boolean {
  return app.runtime.hasPassed(Date.parse(run.deadlineAt), lookUpDeadlineMs(app, run));
}

/** Returns the time since a date. If the date is in the future because the clock was set back, returns the distance. */
export function millisecondsSince(app: Pick<AppContext, 'runtime'>, date: string): number {
  return Math.abs(app.runtime.now() - Date.parse(date));
}

/**
 * Returns the milliseconds between two polls of a run: its engine's own interval, or the deployment's for everything
 * else. The run's age is on the steady clock, like its deadline, so that changes of the system clock do not age it.
 */
export function computePollIntervalMs(
  app: Pick<AppContext, 'engines' | 'runtime' | 'settings'>,
  run: { engine: string | null; deadlineAt: string },
): number {
  const engine = run.engine === null ? null : app.engines.find(run.engine);
  if (engine === null) return app.settings.pollIntervalMs;
  const reservedAt = Date.parse(run.deadlineAt) - lookUpDeadlineMs(app, run);
  return enginePollMs(engine, (ageMs) => app.runtime.hasPassed(reservedAt + ageMs, ageMs));
}
