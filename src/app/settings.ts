import { createHmac } from 'node:crypto';
import { microUsdOf } from '../domain/money/usd.ts';
import { sha256Hex } from '../domain/text/canonicalJson.ts';
import type { AppContext } from '../services/appContext.ts';
import { type Config, mcpReachable } from './config.ts';
import { seoCallTimeoutMs } from './configuredProviders.ts';
import type { Replacements } from './replacements.ts';

/**
 * Returns the secret with which a watcher lists the plans, and from which their keys are derived: WATCH_SECRET,
 * otherwise derived from the session secret. Also returns whether this server runs its own watcher.
 */
function buildWatchSettings(
  { WATCH_SECRET, WATCH, ROLE }: Pick<Config, 'WATCH_SECRET' | 'WATCH' | 'ROLE'>,
  sessionSecret: string,
): { watchSecret: string; keepsWatcher: boolean } {
  const create = () => createHmac('sha256', sessionSecret).update('sightline watcher').digest('base64url');
  return { watchSecret: WATCH_SECRET ?? create(), keepsWatcher: ROLE === 'all' && WATCH === 'on' };
}

/** Start parameters of this process, and values generated at start. */
type Start = { publicBaseUrl: string; sessionSecret: string; setupToken: string | null };

/** Derives the services' settings from those of the process. */
export function buildSettings(
  config: Config,
  { publicBaseUrl, sessionSecret, setupToken }: Start,
  replace: Replacements,
): AppContext['settings'] {
  return {
    setupTokenHash: setupToken === null ? null : sha256Hex(setupToken),
    ...buildWatchSettings(config, sessionSecret),
    alertSecret: sessionSecret,
    messageLeaseMs: replace.messageLeaseMs ?? 60_000,
    publicBaseUrl,
    mcpReachable: mcpReachable(config, publicBaseUrl),
    allowedAccounts: config.allowedAccounts,
    requestsPerMinute: config.REQUESTS_PER_MINUTE,
    seoLookupsPerHour: config.SEO_LOOKUPS_PER_HOUR,
    seoSecondCall: config.SEO_SECOND_CALL,
    seoCallTimeoutMs: seoCallTimeoutMs(config),
    seoLeaseMs: replace.seoLeaseMs ?? 30_000,
    seoRefusalPausesMs: replace.seoRefusalPausesMs ?? [2_000, 8_000],
    activeRunsPerOwner: config.ACTIVE_RUNS_PER_OWNER,
    runsPerDayPerOwner: config.RUNS_PER_DAY_PER_OWNER,
    secondReadingsPerDay: config.SECOND_READINGS_PER_DAY,
    modelReadingsPerDay: config.READINGS_PER_DAY,
    budgetMicroPerMonth: microOrNull(config.BUDGET_USD_PER_MONTH),
    maxMicroPerAnswer: microOrNull(config.MAX_USD_PER_ANSWER),
    runDeadlineMs: config.RUN_DEADLINE_SECONDS * 1000,
    pollIntervalMs: config.POLL_INTERVAL_MS,
    submitTimeoutMs: config.SUBMIT_TIMEOUT_MS,
    allowPrivateTargets: config.ALLOW_PRIVATE_TARGETS,
    fetchesAddressLists: config.FETCH_ADDRESS_LISTS,
    looksUpNames: config.REVERSE_DNS,
    evidenceRetentionDays: config.EVIDENCE_RETENTION_DAYS,
    captureLimits:
      replace.captureLimits ??
      (config.CAPTURE_PAUSE_MS === undefined ? {} : { minIntervalMs: config.CAPTURE_PAUSE_MS }),
    captureLeaseMs: replace.captureLeaseMs ?? 60_000,
  };
}

function microOrNull(usd: number | undefined): number | null {
  return usd === undefined ? null : microUsdOf(usd);
}
