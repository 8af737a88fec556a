import type { Experiment } from '../../domain/experiments/experiment.ts';
import type { Judgement } from '../../domain/experiments/judge.ts';
import type { Queryable } from '../database/transaction.ts';
import { experimentColumns } from './rows.ts';
import { lastRoundEnded } from './usedRounds.ts';

export type UnjudgedExperiment = { workspaceId: string; experiment: Experiment };

/**
 * Lists registered experiments of all workspaces that were changed since their last judgement, or that had no final
 * verdict then and have a later ended round.
 */
export async function listUnjudged(db: Queryable): Promise<UnjudgedExperiment[]> {
  const rows = await db
    .selectFrom('experiments')
    .selectAll()
    .where('registration', 'is not', null)
    .where('archived_at', 'is', null)
    .where((eb) => eb.or([eb('judged_round', 'is', null), eb('verdict', 'in', ['running', 'waiting'])]))
    .orderBy('created_at')
    .execute();
  const unjudged: UnjudgedExperiment[] = [];
  for (const row of rows) {
    const experiment = experimentColumns.read(row);
    const plan = { id: experiment.protocol.planId, workspaceId: row.workspace_id };
    if (row.judged_round !== null && row.judged_round >= (await lastRoundEnded(db, plan))) continue;
    unjudged.push({ workspaceId: row.workspace_id, experiment });
  }
  return unjudged;
}

/** Saves a verdict unless the experiment was changed meanwhile. @param round last round that it covers; 0: none */
export async function saveVerdict(
  db: Queryable,
  { workspaceId, experiment }: UnjudgedExperiment,
  { verdict, words }: Pick<Judgement, 'verdict' | 'words'>,
  round: number,
): Promise<void> {
  const { changes, stopped_at } = experimentColumns.write(experiment);
  await db
    .updateTable('experiments')
    .set({ verdict, verdict_words: words, judged_round: round })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', experiment.id)
    .where('changes', '=', changes)
    .where((eb) => (stopped_at === null ? eb('stopped_at', 'is', null) : eb('stopped_at', '=', stopped_at)))
    .execute();
}
