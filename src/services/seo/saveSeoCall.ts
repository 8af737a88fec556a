import { AppError } from '../../domain/errors.ts';
import type { SeoReportRecord } from '../../domain/seo/seoReport.ts';
import type { SeoCallEnd } from '../../ports/spill.ts';
import { findReport } from '../../store/seo/reports.ts';
import type { AppContext } from '../appContext.ts';
import { endSeoCall } from './endSeoCall.ts';

type Report = Pick<SeoReportRecord, 'id' | 'workspaceId'>;

const saveTries = 3;

/** Prefix of the errors of calls whose response was given up; a response that arrives later replaces them. */
export const resultLost = 'result_lost';
export const outcomeUnknown = 'outcome_unknown';

/**
 * Saves how a paid call ended. If the database refuses it, it is written to disk and imported later.
 * @throws persistence_unconfirmed, with the report's id to inspect
 */
export async function saveSeoCall(app: AppContext, report: Report, name: string, end: SeoCallEnd): Promise<void> {
  let failure: unknown = null;
  for (let attempt = 0; attempt < saveTries; attempt += 1) {
    try {
      await keepSeoCallEnd(app, report, name, end);
      return;
    } catch (cause) {
      failure = cause;
    }
  }
  const about = { reportId: report.id, call: name };
  app.log.error(
    { ...about, cause: String(failure) },
    'could not save the end of a paid SEO call; writing it to the spill',
  );
  await app.seoSpill
    .write({ reportId: report.id, workspaceId: report.workspaceId, name, end })
    .catch((cause: unknown) => app.log.error({ ...about, cause: String(cause) }, 'the spill failed too'));
  throw new AppError(
    'persistence_unconfirmed',
    'The SEO provider’s response may not have been saved. Nothing is bought again. Read this report (recovery.runId), then retry with the same Idempotency-Key.',
    { recovery: { runId: report.id, sessionId: null }, retry: 'inspect_run' },
  );
}

/**
 * Writes the end of a call even if it was meanwhile declared unknown or lost: its own response decides. A settled call
 * does not change otherwise.
 * @returns whether the call has this end, now or from before
 */
export async function keepSeoCallEnd(
  app: Pick<AppContext, 'db' | 'runtime'>,
  report: Report,
  name: string,
  end: SeoCallEnd,
): Promise<boolean> {
  if (await endSeoCall(app, report, name, 'sent', end)) return true;
  if (await endSeoCall(app, report, name, 'unknown', end)) return true;
  const saved = await findReport(app.db, report.workspaceId, report.id);
  const call = saved?.calls.find((candidate) => candidate.name === name);
  if (call === undefined) return false;
  if (call.state === end.state && call.endedAt === end.endedAt) return true;
  const code = (call.error ?? '').split(':', 1)[0] ?? '';
  if (call.state !== 'failed' || ![resultLost, outcomeUnknown].includes(code)) return false;
  return endSeoCall(app, report, name, 'failed', end);
}
