import { normalisePermissions, type Permission } from '../../src/domain/access/permissions.ts';
import type { Plan } from '../../src/domain/plans/plan.ts';
import type { KeywordCase } from '../../src/domain/questions/keywordCase.ts';
import { questionIdOf } from '../../src/domain/questions/questionId.ts';
import type { SearchSettings } from '../../src/domain/runs/run.ts';
import type { RunRecord } from '../../src/domain/runs/runRecord.ts';
import { seoCallsOf, seoTag } from '../../src/domain/seo/seoReport.ts';
import { createSecret, displayPrefix, hashSecret } from '../../src/services/access/apiKeySecret.ts';
import { insertApiKey } from '../../src/store/access/apiKeys.ts';
import { saveCapability } from '../../src/store/access/capabilities.ts';
import { saveAllowance } from '../../src/store/plans/allowances.ts';
import { insertPlan } from '../../src/store/plans/rows.ts';
import { insertCase } from '../../src/store/questions/keywordCases.ts';
import { findRun, insertRun } from '../../src/store/runs/rows.ts';
import { insertReport } from '../../src/store/seo/reports.ts';
import { insertWebsite, updateWebsite } from '../../src/store/websites/rows.ts';
import type { TestService } from './service.ts';

/** A service of any harness: records are written through its store. */
export type Housed = Pick<TestService, 'api'>;

/**
 * Place of records that no API creates: other workspaces, dead keys, capabilities. They are written through the store
 * itself.
 */

export type Place = { workspaceId: string; ownerId: string; accountId: string };

export const longAgo = '2020-01-01T00:00:00.000Z';
const longAhead = '2100-01-01T00:00:00.000Z';

/** Returns the workspace that setup created. */
export async function homeOf(service: Housed): Promise<Place> {
  const row = await service.api.db
    .selectFrom('organization')
    .selectAll()
    .orderBy('createdAt')
    .executeTakeFirstOrThrow();
  return { workspaceId: row.id, ownerId: row.ownerId, accountId: row.ownerId };
}

/** Adds another workspace, of the same or of another owner. */
export async function addWorkspace(service: Housed, of: 'same owner' | 'other owner'): Promise<Place> {
  const { db, runtime, databaseKind: engine } = service.api;
  const accountId = of === 'same owner' ? (await homeOf(service)).accountId : runtime.newId('acct');
  // Later than the first workspace even with a stopped clock, because the one joined first is active.
  const createdAt = new Date(runtime.now() + 1).toISOString();
  if (of === 'other owner') {
    const emailVerified = engine === 'sqlite' ? 0 : false;
    await db
      .insertInto('user')
      .values({
        id: accountId,
        name: 'other',
        email: `${accountId}@example.com`,
        emailVerified,
        image: null,
        createdAt,
        updatedAt: createdAt,
      })
      .execute();
  }
  const workspaceId = runtime.newId('ws');
  await db
    .insertInto('organization')
    .values({
      id: workspaceId,
      name: 'Another',
      slug: workspaceId,
      logo: null,
      metadata: null,
      createdAt,
      ownerId: accountId,
    })
    .execute();
  await db
    .insertInto('member')
    .values({ id: runtime.newId('member'), userId: accountId, organizationId: workspaceId, role: 'owner', createdAt })
    .execute();
  return { workspaceId, ownerId: accountId, accountId };
}

export async function addKey(
  service: Housed,
  place: Place,
  permissions: readonly Permission[],
  state: 'valid' | 'expired' | 'revoked' = 'valid',
): Promise<{ id: string; secret: string }> {
  const { db, runtime } = service.api;
  const secret = createSecret('sl_', runtime.randomBytes(32));
  const key = {
    id: runtime.newId('key'),
    name: `${state} key`,
    prefix: displayPrefix(secret),
    permissions: normalisePermissions(permissions),
    createdAt: longAgo,
    expiresAt: state === 'expired' ? longAgo : null,
    revokedAt: null,
    planId: null,
    lastUsedAt: null,
    asksToSpend: false,
  };
  await insertApiKey(db, place, key, hashSecret(secret));
  if (state === 'revoked') {
    await db.updateTable('api_keys').set({ revoked_at: longAgo }).where('id', '=', key.id).execute();
  }
  return { id: key.id, secret };
}

/** Adds a valid capability of a run, as the provider's agent would hold it. */
export async function addCapability(service: Housed, place: Place, runId: string, tool: string): Promise<string> {
  const { db, runtime } = service.api;
  const secret = createSecret('slc_', runtime.randomBytes(32));
  const made = { ...place, runId, tool, domain: 'acme-crm.example', expiresAt: longAhead };
  await saveCapability(db, { ...made, secretHash: hashSecret(secret) });
  return secret;
}

export async function addSite(
  service: Housed,
  place: Place,
  id: string = service.api.runtime.newId('site'),
): Promise<string> {
  const { db, runtime } = service.api;
  const website = {
    id,
    url: 'https://www.acme-crm.example/',
    domain: 'acme-crm.example',
    name: 'Acme CRM',
    aliases: [],
    exactNames: [],
    settledDomains: [],
    rivals: [],
    createdAt: longAgo,
    archivedAt: null,
  };
  await insertWebsite(db, place.workspaceId, website, runtime.newId('sv'));
  await updateWebsite(db, place.workspaceId, id, { rivals: [{ domain: 'rivalo.example', name: 'Rivalo' }] });
  return id;
}

export const nowhere = { language: null, country: null, region: null, city: null, timezone: null };

export async function addCase(
  service: Housed,
  place: Place,
  query: string,
  search: Partial<SearchSettings> = {},
  target: KeywordCase['target'] = null,
): Promise<string> {
  const { db, runtime } = service.api;
  const id = runtime.newId('case');
  await insertCase(db, place.workspaceId, {
    id,
    questionId: questionIdOf({ query, locale: nowhere, websiteId: target?.websiteId ?? null }),
    query,
    target,
    locale: nowhere,
    search: {
      engine: 'openai',
      device: null,
      mode: 'open-web',
      allowedDomains: [],
      contextSize: 'medium',
      model: null,
      ...search,
    },
    createdAt: longAgo,
    archivedAt: null,
  });
  return id;
}

export async function addReport(service: Housed, place: Place): Promise<string> {
  const { db, runtime } = service.api;
  const id = runtime.newId('seo');
  const requestedAt = longAgo;
  await insertReport(
    db,
    {
      ...place,
      id,
      runId: null,
      domain: 'acme-crm.example',
      state: 'pending',
      provider: 'dataforseo',
      sandbox: true,
      version: 1,
      requestedAt,
      countedAt: requestedAt,
      completedAt: null,
      calls: seoCallsOf('ranked_keywords').map((name) => ({
        name,
        state: 'not_sent' as const,
        tag: seoTag(id, name, 0),
        sentAt: null,
        endedAt: null,
        costUsd: null,
        error: null,
        data: null,
        refusals: [],
      })),
    },
    longAhead,
  );
  return id;
}

/** Copies a run with its result into another place, with changes. */
export async function copyRun(
  service: Housed,
  from: Place,
  runId: string,
  changes: Partial<Omit<RunRecord, 'kind' | 'engine' | 'ask' | 'searchMode'>>,
): Promise<string> {
  const { db, runtime } = service.api;
  const run = await findRun(db, from.workspaceId, runId);
  if (run === null) throw new Error(`no run ${runId} to copy`);
  const id = runtime.newId('run');
  const copy = { ...run, ...changes, id };
  await insertRun(db, copy);
  // Work that has not ended has no result yet.
  if (copy.observedAt === null) return id;
  const results = await db.selectFrom('run_results').selectAll().where('run_id', '=', runId).execute();
  for (const row of results) {
    await db
      .insertInto('run_results')
      .values({ ...row, run_id: id, workspace_id: copy.workspaceId })
      .execute();
  }
  return id;
}

/** Returns the run from the store, including fields that are never shown. */
export async function savedRun(service: Housed, runId: string): Promise<RunRecord> {
  const { workspaceId } = await homeOf(service);
  const run = await findRun(service.api.db, workspaceId, runId);
  if (run === null) throw new Error(`no run ${runId}`);
  return run;
}

/** Adds an active plan that is only run by hand. */
export async function addPlan(service: Housed, place: Place, ...caseIds: string[]): Promise<string> {
  const { db, runtime } = service.api;
  const id = runtime.newId('plan');
  const plan: Plan = {
    id,
    workspaceId: place.workspaceId,
    kind: 'plan',
    name: 'By hand',
    state: 'active',
    revision: {
      number: 1,
      questions: { kind: 'cases', caseIds },
      engines: ['openai'],
      repeats: 1,
      maxAgeSeconds: 0,
      useSeoTools: false,
      cadence: { kind: 'manual', hours: null, weekday: null, at: '06:00', timeZone: 'UTC' },
      madeAt: longAgo,
    },
    lastRound: 0,
    keyId: null,
    maxMicroPerRound: null,
    settledUntil: longAgo,
    nextDueAt: null,
    createdAt: longAgo,
    activatedAt: longAgo,
    watchedAt: null,
    roundGrant: null,
    allowedCases: caseIds,
  };
  await insertPlan(db, plan, place.accountId);
  const allowance = { revision: 1, caseIds, allowedBy: place.accountId, allowedAt: longAgo };
  await saveAllowance(db, plan, allowance);
  return id;
}
