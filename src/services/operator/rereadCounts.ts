import type { VisibilityAttempt, VisibilityWebsite } from '../../domain/identity/attempt.ts';
import { attachKnownNames } from '../../domain/identity/knownNames.ts';
import { type AnswerNames, namesOfAnswer } from '../../domain/identity/nameCorpus.ts';
import type { Surface } from '../../domain/runs/run.ts';
import { countStatuses, openWindow } from '../../domain/visibility/attemptWindow.ts';
import { maxAttempts } from '../../domain/visibility/scope.ts';
import { scoreOf } from '../../domain/visibility/scoreOfCounts.ts';
import type { Db } from '../../store/database/transaction.ts';
import { listSitesOfOtherVersions } from '../../store/runs/rawAnswers.ts';
import type { ShownReading } from '../../store/runs/shownReadings.ts';
import { newestAnswerNames } from '../../store/visibility/answerNames.ts';
import { newestAttempts } from '../../store/visibility/attempts.ts';
import { findVisibilityWebsite, type RegisteredWebsite } from '../../store/visibility/websites.ts';

/**
 * Listed, decided and undecided answers and the score (0 to 100, null without a decided answer) of a website over its
 * newest attempts.
 */
type SiteCounts = { listed: number; known: number; unknown: number; score: number | null };

export type RecountedSite = {
  websiteId: string;
  domain: string;
  engine: string;
  surface: Surface;
  before: SiteCounts;
  after: SiteCounts;
};

type Site = {
  website: RegisteredWebsite;
  engine: string;
  surface: Surface;
  attempts: readonly VisibilityAttempt[];
  corpus: readonly AnswerNames[];
};

/**
 * Counts every website with answers of other reader versions, before and after these are read again, both by the
 * current rules, so that differences come from the readings. New readings are kept in memory only for answers that
 * count.
 */
export async function recountSites(
  db: Db,
  version: string,
): Promise<{ note(runId: string, reading: ShownReading): void; result(): RecountedSite[] }> {
  const sites: Site[] = [];
  for (const { workspaceId, websiteId, engine, surface } of await listSitesOfOtherVersions(db, version)) {
    const website = await findVisibilityWebsite(db, workspaceId, websiteId);
    if (website === null) continue;
    const filter = { workspaceId, websiteId, engine, surface, model: null, from: null, before: null };
    const attempts = await newestAttempts(db, filter, maxAttempts);
    const corpus = await newestAnswerNames(db, workspaceId, surface);
    sites.push({ website, engine, surface, attempts, corpus });
  }
  const counted = new Set(sites.flatMap(({ attempts }) => attempts.map(({ runId }) => runId)));
  const teaching = new Set(sites.flatMap(({ corpus }) => corpus.map(({ runId }) => runId)));
  const readings = new Map<string, ShownReading>();
  const names = new Map<string, AnswerNames>();
  return {
    note(runId, reading) {
      if (counted.has(runId)) readings.set(runId, reading);
      if (teaching.has(runId)) names.set(runId, namesOfAnswer(runId, reading.facts));
    },
    result: () =>
      sites.map(({ website, engine, surface, attempts, corpus }) => ({
        websiteId: website.id,
        domain: website.domain,
        engine,
        surface,
        before: buildCounts(attempts, attachKnownNames(website, corpus)),
        after: buildCounts(
          attempts.map((attempt) => ({ ...attempt, ...readings.get(attempt.runId) })),
          attachKnownNames(
            website,
            corpus.map((one) => names.get(one.runId) ?? one),
          ),
        ),
      })),
  };
}

function buildCounts(attempts: readonly VisibilityAttempt[], website: VisibilityWebsite): SiteCounts {
  const view = openWindow({ website, attempts, truncated: false });
  const { listed, known, unknown } = countStatuses(view.answers, website.domain);
  return { listed, known, unknown, score: scoreOf({ listed, known }) };
}
