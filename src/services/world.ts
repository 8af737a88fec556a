import type { CaptureLimits } from '../domain/capture/limits.ts';
import type { Principal } from '../domain/principal.ts';
import type { SecondSeoCall } from '../domain/seoReport.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { AnswerProvider } from '../ports/answerProvider.ts';
import type { EvidenceStore } from '../ports/evidenceStore.ts';
import type { Log } from '../ports/log.ts';
import type { PageCapture } from '../ports/pageCapture.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { SeoProvider } from '../ports/seoProvider.ts';
import type { SiteAnalyst } from '../ports/siteAnalyst.ts';
import type { Spill, SpilledSeoCall } from '../ports/spill.ts';
import type { Engine } from '../store/open.ts';
import type { RequestLog } from '../store/requestLog.ts';
import type { Db } from '../store/transaction.ts';

/** Limits and times that the operator sets once. */
export type Settings = {
  /** SHA-256 of the one-time token of the first-owner page; null when an account exists. */
  setupTokenHash: string | null;
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
  engine: Engine;
  requestLog: RequestLog;
  runtime: Runtime;
  log: Log;
  settings: Settings;
  answers: AnswerProvider;
  seo: SeoProvider;
  capture: PageCapture;
  evidence: EvidenceStore;
  analyst: SiteAnalyst;
  spill: Spill;
  seoSpill: Spill<SpilledSeoCall>;
  accounts: Accounts;
  /** Tells the worker of this process that something is due now. */
  wakeWorker(): void;
};

/** A verb called by someone: what they may reach follows from the principal. */
export type Ctx = World & { principal: Principal };

export function nowIso(world: Pick<World, 'runtime'>, offsetMs = 0): string {
  return new Date(world.runtime.now() + offsetMs).toISOString();
}
