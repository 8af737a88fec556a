import type { Principal } from '../domain/access/principal.ts';
import type { RateLimitDecision } from '../domain/access/slidingWindow.ts';
import type { CaptureLimits } from '../domain/capture/limits.ts';
import { lookIntervalMs } from '../domain/runs/engine.ts';
import type { SecondSeoCall } from '../domain/seo/seoReport.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { AnswerReader } from '../ports/answerReader.ts';
import type { ClosedBuyers } from '../ports/closedBuyers.ts';
import type { Engines } from '../ports/engines.ts';
import type { EvidenceStore } from '../ports/evidenceStore.ts';
import type { ForeignText } from '../ports/foreignText.ts';
import type { Log } from '../ports/log.ts';
import type { Messenger } from '../ports/messenger.ts';
import type { PageCapture } from '../ports/pageCapture.ts';
import type { Paper } from '../ports/paper.ts';
import type { Prices } from '../ports/prices.ts';
import type { ProviderKeys } from '../ports/providerKeys.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { SecondReader } from '../ports/secondReader.ts';
import type { SeoReader } from '../ports/seoProvider.ts';
import type { Spill, SpilledSeoCall } from '../ports/spill.ts';
import type { DatabaseKind } from '../store/open.ts';
import type { RequestLog } from '../store/requestLog.ts';
import type { Db } from '../store/transaction.ts';

/** Limits and times that the operator sets once. */
type Settings = {
  /** SHA-256 of the one-time token of the first-owner page; null when an account exists. */
  setupTokenHash: string | null;
  /** From which the secrets of plans' keys are made, and by which a watcher shows that it is one. */
  watchSecret: string;
  /** Whether this server keeps a watcher beside it. */
  keepsWatcher: boolean;
  /** With which the addresses and secrets of destinations of alerts are sealed. */
  alertSecret: string;
  /** How long a message belongs to the process that tries it, in milliseconds. */
  messageLeaseMs: number;
  publicBaseUrl: string;
  /** False when an outside provider could not reach our MCP endpoint. */
  mcpReachable: boolean;
  /** Lower-case e-mails that may spend; null = every account. */
  allowedAccounts: ReadonlySet<string> | null;
  requestsPerMinute: number;
  seoLookupsPerHour: number;
  /** The second call of reports that are claimed from now on. */
  seoSecondCall: SecondSeoCall;
  /** Longest time for one SEO call, in milliseconds; no further try of it begins later. */
  seoCallTimeoutMs: number;
  /** How long a report belongs to the process that last said it is at work on it, in milliseconds. */
  seoLeaseMs: number;
  /** Milliseconds to wait before each further try of a call that was refused before any work: one entry a try. */
  seoRefusalPausesMs: readonly number[];
  activeRunsPerOwner: number;
  runsPerDayPerOwner: number;
  secondReadingsPerDay: number;
  /** What this deployment may spend in a UTC month, in micro-dollars; null = no limit. */
  budgetMicroPerMonth: number | null;
  /** What is held, in micro-dollars, for a purchase whose price is not known; null = nothing can be. */
  maxMicroPerAnswer: number | null;
  runDeadlineMs: number;
  pollIntervalMs: number;
  submitTimeoutMs: number;
  allowPrivateTargets: boolean;
  /** Days after which page evidence is deleted; 0 = kept. */
  evidenceRetentionDays: number;
  /** Deviations from the capture plan's limits. */
  captureLimits: Partial<CaptureLimits>;
  /** After this long without a sign of life of its process, a capture belongs to whoever comes next. */
  captureLeaseMs: number;
};

/** Everything a verb may touch, made once by the composition root. */
export type World = {
  db: Db;
  databaseKind: DatabaseKind;
  requestLog: RequestLog;
  runtime: Runtime;
  log: Log;
  settings: Settings;
  engines: Engines;
  /** What can buy, closed: only a spender may open it. */
  buyers: ClosedBuyers;
  /** Which credentials this server has, without them. */
  providerKeys: readonly ProviderKeys[];
  /** What is known of the second reader without being able to ask it; null: answers are read by the pure reader alone. */
  secondReader: Pick<SecondReader, 'identity' | 'timeoutMs'> | null;
  seo: SeoReader;
  prices: Prices;
  capture: PageCapture;
  messenger: Messenger;
  paper: Paper;
  /** How the raw answers of an engine are reduced, without asking anybody. */
  freezers: ReadonlyMap<string, AnswerReader['freeze']>;
  evidence: EvidenceStore;
  texts: ForeignText;
  spill: Spill;
  seoSpill: Spill<SpilledSeoCall>;
  accounts: Accounts;
  /** Aborts when the process has to end soon: whoever still waits for somebody outside gives up waiting. */
  stopping: AbortSignal;
  /** Tells the worker of this process that something is due now. */
  wakeWorker(): void;
};

/** A verb called by someone: what they may reach follows from the principal. `taken`: what the request took of its minute. */
export type Ctx = World & { principal: Principal; taken?: RateLimitDecision | null };

/** A date, for people and providers. */
export function nowIso(world: Pick<World, 'runtime'>, offsetMs = 0): string {
  return new Date(world.runtime.now() + offsetMs).toISOString();
}

/** A point of the steady count, for due times, leases, deadlines and windows: no step of a clock moves it. */
export function steadyIso(world: Pick<World, 'runtime'>, offsetMs = 0): string {
  return new Date(world.runtime.steady() + offsetMs).toISOString();
}

/** Whether a run has had all its time. */
export function isPastDeadline(world: World, run: { engine: string | null; deadlineAt: string }): boolean {
  const lengthMs = world.engines.of(run)?.engine.deadlineMs ?? world.settings.runDeadlineMs;
  return world.runtime.hasPassed(Date.parse(run.deadlineAt), lengthMs);
}

/** How long ago something was dated. A date of ours that lies ahead shows a clock that was set back: its distance counts. */
export function millisecondsSince(world: Pick<World, 'runtime'>, date: string): number {
  return Math.abs(world.runtime.now() - Date.parse(date));
}

/** Milliseconds between two looks at a run: its engine's own rhythm, or the deployment's for everything else. */
export function pollIntervalMsOf(
  world: Pick<World, 'engines' | 'runtime' | 'settings'>,
  run: { engine: string | null; submittedAt: string | null; createdAt: string },
): number {
  const engine = run.engine === null ? null : world.engines.find(run.engine);
  if (engine === null) return world.settings.pollIntervalMs;
  return lookIntervalMs(engine, world.runtime.now() - Date.parse(run.submittedAt ?? run.createdAt));
}
