import type { AlertPeriod } from '../../domain/alerts/alertPeriod.ts';
import type { ComparedPeriods } from '../../domain/alerts/changeFact.ts';
import type { Engine } from '../../domain/runs/engine.ts';
import { openWindow } from '../../domain/visibility/attemptWindow.ts';
import { previousWindow } from '../../domain/visibility/comparison/previousWindow.ts';
import { loadReport } from '../visibility/readReport.ts';
import type { Reader } from '../visibility/reportPlace.ts';

/** Reads a website's answers from an engine in a period and in the previous one. @throws not_found */
export async function loadComparedPeriods(
  reader: Reader,
  website: { id: string; name: string },
  engine: Engine,
  period: AlertPeriod,
): Promise<ComparedPeriods> {
  const query = {
    ...period,
    websiteId: website.id,
    platform: null,
    engine: engine.id,
    model: null,
    sourceType: 'all',
    limit: 1,
    scope: 'all',
    // Uses the same rule as the overview.
    questions: { tag: null, branded: 'exclude' },
  } as const;
  const scope = await loadReport(reader, query, ['before']);
  const { counted, previousAttempts } = scope;
  return {
    website: { id: website.id, name: website.name },
    engine: { id: engine.id, label: engine.label },
    period,
    previousPeriod: previousWindow(period) ?? period,
    current: openWindow(scope),
    previous: openWindow({
      website: scope.website,
      attempts: previousAttempts ?? [],
      truncated: false,
      ...(counted === undefined ? {} : { counted }),
    }),
    simulated: scope.simulated,
  };
}
