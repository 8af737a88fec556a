import { readAndCited as order } from '../../domain/crawlers/readAndCited.ts';
import { normalisePageKey } from '../../domain/imports/pageKey.ts';
import { searchBotOf } from '../../domain/runs/engineLabels.ts';
import { openWindow } from '../../domain/visibility/attemptWindow.ts';
import { firstReads } from '../../store/crawlers/visits.ts';
import type { Ctx } from '../appContext.ts';
import { readWebsite } from '../readWebsite.ts';
import { loadReport } from '../visibility/readReport.ts';
import { wholeReport } from './readOwnerData.ts';

/**
 * Returns, for each page of a website, the first verified read by an engine's search crawler, and the first citation by
 * the engine. @throws not_found
 */
export async function readAndCited(
  ctx: Ctx,
  { websiteId, engine, limit }: { websiteId: string; engine?: string | undefined; limit: number },
) {
  const { domain } = await readWebsite(ctx, websiteId);
  const scope = await loadReport(ctx, wholeReport(websiteId, { engine, sourceType: 'owned', limit }));
  const answers = openWindow(scope).questions.flatMap(({ completed }) => completed);
  const cited = new Map<string, string>();
  for (const { attempt, cited: sources } of answers) {
    const at = attempt.observedAt ?? attempt.createdAt;
    for (const { url, owned } of sources) if (owned) keepFirst(cited, normalisePageKey(url, domain), at);
  }
  const bot = searchBotOf(scope.engine);
  const reads = new Map<string, string>();
  for (const { host, path, hour } of bot === null ? [] : await firstReads(ctx.db, websiteId, bot)) {
    keepFirst(reads, normalisePageKey(`https://${host}${path}`, domain), `${hour}:00:00.000Z`);
  }
  const report = order(reads, cited);
  const { engine: reported, simulated } = scope;
  const rows = report.rows.slice(0, limit);
  return { ...report, engine: reported, simulated, bot, answers: answers.length, total: report.rows.length, rows };
}

function keepFirst(times: Map<string, string>, page: string | null, at: string): void {
  if (page === null) return;
  const before = times.get(page);
  if (before === undefined || at < before) times.set(page, at);
}
