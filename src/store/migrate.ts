import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { DatabaseKind } from './database/open.ts';
import type { Db } from './database/transaction.ts';
import * as foundation from './migrations/0001-foundation.ts';
import * as newestMatch from './migrations/0002-newest-match.ts';
import * as otherCompanies from './migrations/0003-other-companies.ts';
import * as seoRefusals from './migrations/0004-seo-refusals.ts';
import * as siteVerification from './migrations/0005-site-verification.ts';
import * as lastLook from './migrations/0006-last-look.ts';
import * as runEngine from './migrations/0020-run-engine.ts';
import * as sessionsEnd from './migrations/0021-sessions-end.ts';
import * as people from './migrations/0022-people.ts';
import * as secondReadings from './migrations/0023-second-readings.ts';
import * as captureProgress from './migrations/0030-capture-progress.ts';
import * as exactNames from './migrations/0031-exact-names.ts';
import * as engineSearches from './migrations/0040-engine-searches.ts';
import * as restoreFences from './migrations/0050-restore-fences.ts';
import * as countedLookups from './migrations/0060-counted-lookups.ts';
import * as questions from './migrations/0065-questions.ts';
import * as money from './migrations/0068-money.ts';
import * as newestOfCase from './migrations/0072-newest-of-case.ts';
import * as questionLetters from './migrations/0073-question-letters.ts';
import * as answerMarks from './migrations/0074-answer-marks.ts';
import * as approvals from './migrations/0075-approvals.ts';
import * as requestTimes from './migrations/0076-request-times.ts';
import * as oauthClients from './migrations/0077-oauth-clients.ts';
import * as plans from './migrations/0080-plans.ts';
import * as costLooks from './migrations/0081-cost-looks.ts';
import * as roundGrants from './migrations/0095-round-grants.ts';
import * as alerts from './migrations/0096-alerts.ts';
import * as asks from './migrations/0097-asks.ts';
import * as questionTags from './migrations/0098-question-tags.ts';
import * as secondFactors from './migrations/0099-second-factors.ts';
import * as sharedReports from './migrations/0100-shared-reports.ts';
import * as rivals from './migrations/0101-rivals.ts';
import * as passkeys from './migrations/0102-passkeys.ts';
import * as runLists from './migrations/0103-run-lists.ts';
import * as runDays from './migrations/0104-run-days.ts';
import * as spendingIndex from './migrations/0105-spending-index.ts';
import * as packedTexts from './migrations/0106-packed-texts.ts';
import * as runsOfWebsite from './migrations/0107-runs-of-website.ts';
import * as siteNotes from './migrations/0108-site-notes.ts';
import * as activeMatches from './migrations/0109-active-matches.ts';
import * as newestAnswers from './migrations/0110-newest-answers.ts';
import * as roundWaits from './migrations/0115-round-waits.ts';
import * as planAllowances from './migrations/0116-plan-allowances.ts';
import * as lateProofs from './migrations/0120-late-proofs.ts';
import * as secondSteps from './migrations/0125-second-steps.ts';
import * as clientConsents from './migrations/0126-client-consents.ts';
import * as crawlerLogs from './migrations/0140-crawler-logs.ts';
import * as audits from './migrations/0150-audits.ts';
import * as modelReadings from './migrations/0151-model-readings.ts';
import * as dayCounts from './migrations/0160-day-counts.ts';
import * as dropRunDays from './migrations/0161-drop-run-days.ts';
import * as ownerImports from './migrations/0170-owner-imports.ts';
import * as samplingFrames from './migrations/0171-sampling-frames.ts';
import * as experiments from './migrations/0180-experiments.ts';
import * as citedPages from './migrations/0190-cited-pages.ts';
import * as savedViews from './migrations/0220-saved-views.ts';
import * as outsideData from './migrations/0250-outside-data.ts';
import * as googleAiControl from './migrations/0280-google-ai-control.ts';
import * as sitemapPages from './migrations/0340-sitemap-pages.ts';

/** Every migration that has ever shipped, in order. Names are part of the database: never renamed. */
const migrations: Record<string, { up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> }> = {
  '0001-foundation': foundation,
  '0002-newest-match': newestMatch,
  '0003-other-companies': otherCompanies,
  '0004-seo-refusals': seoRefusals,
  '0005-site-verification': siteVerification,
  '0006-last-look': lastLook,
  '0020-run-engine': runEngine,
  '0021-sessions-end': sessionsEnd,
  '0022-people': people,
  '0023-second-readings': secondReadings,
  '0030-capture-progress': captureProgress,
  '0031-exact-names': exactNames,
  '0040-engine-searches': engineSearches,
  '0050-restore-fences': restoreFences,
  '0060-counted-lookups': countedLookups,
  '0065-questions': questions,
  '0068-money': money,
  '0072-newest-of-case': newestOfCase,
  '0073-question-letters': questionLetters,
  '0074-answer-marks': answerMarks,
  '0075-approvals': approvals,
  '0076-request-times': requestTimes,
  '0077-oauth-clients': oauthClients,
  '0080-plans': plans,
  '0081-cost-looks': costLooks,
  '0095-round-grants': roundGrants,
  '0096-alerts': alerts,
  '0097-asks': asks,
  '0098-question-tags': questionTags,
  '0099-second-factors': secondFactors,
  '0100-shared-reports': sharedReports,
  '0101-rivals': rivals,
  '0102-passkeys': passkeys,
  '0103-run-lists': runLists,
  '0104-run-days': runDays,
  '0105-spending-index': spendingIndex,
  '0106-packed-texts': packedTexts,
  '0107-runs-of-website': runsOfWebsite,
  '0108-site-notes': siteNotes,
  '0109-active-matches': activeMatches,
  '0110-newest-answers': newestAnswers,
  '0120-late-proofs': lateProofs,
  '0115-round-waits': roundWaits,
  '0125-second-steps': secondSteps,
  '0126-client-consents': clientConsents,
  '0140-crawler-logs': crawlerLogs,
  '0150-audits': audits,
  '0151-model-readings': modelReadings,
  '0170-owner-imports': ownerImports,
  '0180-experiments': experiments,
  '0171-sampling-frames': samplingFrames,
  '0190-cited-pages': citedPages,
  '0116-plan-allowances': planAllowances,
  '0160-day-counts': dayCounts,
  '0161-drop-run-days': dropRunDays,
  '0250-outside-data': outsideData,
  '0220-saved-views': savedViews,
  '0280-google-ai-control': googleAiControl,
  '0340-sitemap-pages': sitemapPages,
};

function migratorFor(db: Db, engine: DatabaseKind): Migrator {
  const bound: Record<string, Migration> = {};
  for (const [name, migration] of Object.entries(migrations)) {
    bound[name] = { up: (handle) => migration.up(handle, engine) };
  }
  return new Migrator({ db, provider: { getMigrations: async () => bound } });
}

/** Number of times a start waits for another process's migration, each for the full lock timeout. */
const lockTries = 24;

/** The database holds the work of a later version of this program; nothing in it is damaged. */
export class NewerSchemaError extends Error {}

/** Names of migrations in the database that this version does not know. */
export async function newerMigrations(db: Db): Promise<string[]> {
  return (await appliedMigrations(db)).filter((name) => !Object.hasOwn(migrations, name));
}

export function newerSchemaText(newer: readonly string[]): string {
  return `the data are newer than this program, which does not know ${newer.join(', ')}. Start the version that wrote them, or a later one; nothing was changed`;
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('kysely_migration' as never)
    .select('name' as never)
    .execute()
    .catch((): { name?: unknown }[] => []);
  return rows.map(({ name }) => String(name));
}

/** Brings the schema up to date; safe when two processes start at once. Returns the names that were applied. @throws NewerSchemaError */
export async function migrateToLatest(db: Db, engine: DatabaseKind, tries = lockTries): Promise<string[]> {
  const newer = await newerMigrations(db);
  if (newer.length > 0) throw new NewerSchemaError(newerSchemaText(newer));
  const { error, results } = await migratorFor(db, engine).migrateToLatest();
  if (error !== undefined) {
    if (isInTheWay(error) && tries > 1) return migrateToLatest(db, engine, tries - 1);
    throw error;
  }
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

/** Returns true if another connection's lock blocked us: for too long (55P03), or in a deadlock with ours (40P01). */
function isInTheWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
}

/** True when nothing is left to apply: what readiness means for the database. */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = await appliedMigrations(db);
  return Object.keys(migrations).every((name) => applied.includes(name));
}
