import { sql } from 'kysely';
import { compiledOnce } from '../database/compiledOnce.ts';
import type { DatabaseKind } from '../database/open.ts';
import { passIf, type Queryable, type Tx } from '../database/transaction.ts';
import { reportsSince } from '../seo/reports.ts';
import type { Match } from './rows.ts';

/**
 * Serialises claims of one owner until commit, so that two at once cannot exceed a limit. SQLite has one writer anyway.
 */
export async function lockOwner(tx: Tx, engine: DatabaseKind, ownerId: string): Promise<void> {
  if (engine === 'sqlite') return;
  await ownerRow(tx, ownerId);
}

const ownerRow = compiledOnce((db, id: string) => db.selectFrom('user').select('id').where('id', '=', id).forUpdate());

function buildActiveRuns(db: Queryable, ownerId: string) {
  return db
    .selectFrom('runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('active', '=', sql.lit(1));
}

function runsSince(db: Queryable, ownerId: string, since: string) {
  return db
    .selectFrom('runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('created_at', '>=', since)
    .where('replay_of', 'is', null);
}

const countOfActive = compiledOnce((db, ownerId: string) => buildActiveRuns(db, ownerId));
const countSince = compiledOnce((db, ownerId: string, since: string) => runsSince(db, ownerId, since));

const allowanceCounts = compiledOnce((db, ownerId: string, dayBegan: string, hourBegan: string) =>
  db.selectNoFrom([
    buildActiveRuns(db, ownerId).as('active_runs'),
    runsSince(db, ownerId, dayBegan).as('runs_today'),
    reportsSince(db, ownerId, hourBegan).as('lookups'),
  ]),
);

/**
 * Counts an owner's active runs. The run itself is the reservation, so a reservation can neither outlive its run nor be
 * lost.
 */
export async function countActiveRuns(db: Queryable, ownerId: string): Promise<number> {
  const [row] = await countOfActive(db, ownerId);
  return Number(row?.count);
}

/**
 * Counts runs that an owner started at or after a time (the start of the UTC day). Replays are free and do not count.
 */
export async function countRunsSince(db: Queryable, ownerId: string, since: string): Promise<number> {
  const [row] = await countSince(db, ownerId, since);
  return Number(row?.count);
}

/** Reads the three counts of an owner's allowances in one statement, without locking. */
export async function countAllowances(
  db: Queryable,
  ownerId: string,
  { dayBegan, hourBegan }: { dayBegan: string; hourBegan: string },
): Promise<{ activeRuns: number; runsToday: number; lookups: number }> {
  const [row] = await allowanceCounts(db, ownerId, dayBegan, hourBegan);
  return {
    activeRuns: Number(row?.active_runs),
    runsToday: Number(row?.runs_today),
    lookups: Number(row?.lookups),
  };
}

function holdersElsewhere(db: Queryable, ownerId: string, workspaceId: string, reservationKey: string) {
  return buildActiveRuns(db, ownerId)
    .where('reservation_key', '=', reservationKey)
    .where('workspace_id', '!=', workspaceId);
}

const claimCounts = compiledOnce((db, ownerId: string, dayBegan: string, workspaceId: string, reservationKey: string) =>
  db.selectNoFrom([
    buildActiveRuns(db, ownerId).as('active_runs'),
    runsSince(db, ownerId, dayBegan).as('runs_today'),
    holdersElsewhere(db, ownerId, workspaceId, reservationKey).as('held_elsewhere'),
  ]),
);

const claimable = compiledOnce(
  (
    db,
    ownerId: string,
    workspaceId: string,
    reservationKey: string,
    dayBegan: string,
    targetId: string,
    harnessKey: string,
    latestId: string | null,
    activeLimit: number,
    dayLimit: number,
  ) => ({
    compile: () =>
      passIf(
        sql`(${buildActiveRuns(db, ownerId)}) < ${activeLimit}::bigint
          and (${runsSince(db, ownerId, dayBegan)}) < ${dayLimit}::bigint
          and (${holdersElsewhere(db, ownerId, workspaceId, reservationKey)}) = 0
          and not exists (select from runs where workspace_id = ${workspaceId} and target_id = ${targetId}
            and harness_key = ${harnessKey} and active = 1)
          and ${latestId}::text is not distinct from (select id from runs where workspace_id = ${workspaceId}
            and target_id = ${targetId} and harness_key = ${harnessKey} and status = 'completed'
            order by observed_at desc, id desc limit 1)`,
      ).compile(db),
  }),
);

/**
 * Fails the transaction on PostgreSQL (`isOvertaken`) unless this owner may claim one more run: within its limits, and
 * without a run for the same target that is active or has completed since `latestId`. Sent after `lockOwner`, it sees
 * every earlier claim.
 */
export async function passIfClaimable(
  tx: Tx,
  claim: Claim &
    Pick<Match, 'targetId' | 'harnessKey'> & { latestId: string | null; activeRunLimit: number; runsPerDay: number },
): Promise<void> {
  const { ownerId, workspaceId, reservationKey, dayBegan, targetId, harnessKey } = claim;
  const { latestId, activeRunLimit, runsPerDay } = claim;
  const names = [ownerId, workspaceId, reservationKey, dayBegan, targetId, harnessKey] as const;
  await claimable(tx, ...names, latestId, activeRunLimit, runsPerDay);
}

type Claim = { ownerId: string; workspaceId: string; reservationKey: string; dayBegan: string };

/**
 * Reads the counts for a claim of an owner, in one statement: active runs, runs of the UTC day, and whether another of
 * the owner's workspaces has an active run for the same target.
 */
export async function countForClaim(
  db: Queryable,
  claim: Claim,
): Promise<{ activeRuns: number; runsToday: number; heldElsewhere: boolean }> {
  const [row] = await claimCounts(db, claim.ownerId, claim.dayBegan, claim.workspaceId, claim.reservationKey);
  return {
    activeRuns: Number(row?.active_runs),
    runsToday: Number(row?.runs_today),
    heldElsewhere: Number(row?.held_elsewhere) > 0,
  };
}
