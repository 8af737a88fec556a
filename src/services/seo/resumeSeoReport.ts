import { type SeoReportRecord, unaskedCallLookupMs, unknownCallLookupMs } from '../../domain/seo/seoReport.ts';
import { findReport, moveCall } from '../../store/seo/reports.ts';
import { type AppContext, millisecondsSince, nowIso } from '../appContext.ts';
import { endSeoCall } from './endSeoCall.ts';
import { runSeoCalls } from './requestSeoOverview.ts';
import { outcomeUnknown, resultLost } from './saveSeoCall.ts';

/**
 * Resumes a report whose process died or whose call was lost. An orphaned call becomes unknown and is searched for by
 * its tag, for free; a call that was sent is never sent again. After a day an unseen call is final with unknown cost;
 * after a week if the provider could not be reached.
 */
export async function resumeSeoReport(app: AppContext, report: SeoReportRecord): Promise<SeoReportRecord> {
  for (const call of report.calls) {
    if (call.state === 'sent') {
      const error = 'unknown: the process stopped while this call was being sent';
      await moveCall(app.db, report, call.name, 'sent', { state: 'unknown', error });
    }
    if (call.state !== 'sent' && call.state !== 'unknown') continue;
    const sentAt = call.sentAt ?? report.requestedAt;
    const endedAt = nowIso(app);
    // If a clock was set back since then, now is the earlier of the two.
    const [from, until] = sentAt < endedAt ? [sentAt, endedAt] : [endedAt, sentAt];
    const byTag = await app.seo.findByTag(call.name, call.tag, from, until);
    if (byTag.kind === 'ran') {
      const error = `${resultLost}: the provider ran this call but its response was lost; requesting it again would be a new purchase`;
      await endSeoCall(app, report, call.name, 'unknown', {
        state: 'failed',
        endedAt,
        costUsd: byTag.costUsd,
        error,
      });
    } else if (hasHadItsTime(app, report, sentAt, byTag.kind === 'unavailable')) {
      const error = `${outcomeUnknown}: the provider never showed this call; whether it ran, and what it cost, is unknown`;
      await endSeoCall(app, report, call.name, 'unknown', { state: 'failed', endedAt, error });
    }
  }
  return runSeoCalls(app, (await findReport(app.db, report.workspaceId, report.id)) ?? report);
}

/**
 * Compares both the date of the call, which may be sent long after its claim, and the steady clock, which clock changes
 * do not affect.
 */
function hasHadItsTime(app: AppContext, report: SeoReportRecord, sentAt: string, isUnasked: boolean): boolean {
  const lookupMs = isUnasked ? unaskedCallLookupMs : unknownCallLookupMs;
  if (millisecondsSince(app, sentAt) <= lookupMs) return false;
  return app.runtime.hasPassed(Date.parse(report.countedAt) + lookupMs, lookupMs);
}
