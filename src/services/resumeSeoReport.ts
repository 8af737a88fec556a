import { type SeoReportRecord, unknownCallLookupMs } from '../domain/seoReport.ts';
import { findReport, moveCall } from '../store/seoReports.ts';
import { runSeoCalls } from './requestSeoOverview.ts';
import { resultLost } from './saveSeoCall.ts';
import { nowIso, type World } from './world.ts';

/**
 * Goes on with a report whose process died or whose call was lost: an orphaned call becomes unknown and is looked up by
 * its tag, for free; a call that was sent is never sent again. After a day an unseen call is final, its cost unknown.
 */
export async function resumeSeoReport(world: World, report: SeoReportRecord): Promise<SeoReportRecord> {
  for (const call of report.calls) {
    if (call.state === 'sent') {
      const error = 'unknown: the process stopped while this call was on its way';
      await moveCall(world.db, report, call.name, 'sent', { state: 'unknown', error });
    }
    if (call.state !== 'sent' && call.state !== 'unknown') continue;
    const sentAt = call.sentAt ?? report.requestedAt;
    const seen = await world.seo.findByTag(call.name, call.tag, sentAt, nowIso(world));
    const endedAt = nowIso(world);
    if (seen.kind === 'ran') {
      const error = `${resultLost}: the provider ran this call and its answer was lost; fetching it again would be a new purchase`;
      await moveCall(world.db, report, call.name, 'unknown', {
        state: 'failed',
        endedAt,
        costUsd: seen.costUsd,
        error,
      });
    } else if (world.runtime.now() - Date.parse(sentAt) > unknownCallLookupMs) {
      const error =
        'outcome_unknown: the provider never showed this call; whether it ran, and what it cost, is unknown';
      await moveCall(world.db, report, call.name, 'unknown', { state: 'failed', endedAt, error });
    }
  }
  return runSeoCalls(world, (await findReport(world.db, report.workspaceId, report.id)) ?? report);
}
