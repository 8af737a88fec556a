import { deleteUnusedClients, isClientKnown, startConsent } from '../../store/oauthClients.ts';
import { inTransaction } from '../../store/transaction.ts';
import { nowIso, type World } from '../world.ts';

const dayMs = 86_400_000;

export function isKnownClient({ db }: Pick<World, 'db'>, clientId: string): Promise<boolean> {
  return isClientKnown(db, clientId);
}

/** Deletes the programs that registered more than a day ago and that no member has let in. Returns how many. */
export function deleteForgottenClients(world: Pick<World, 'db' | 'runtime'>): Promise<number> {
  return deleteUnusedClients(world.db, nowIso(world, -dayMs));
}

/** Saves that a person lets a program in: from then on it is kept, and nothing of an earlier, ended consent works again. */
export function startMemberConsent(
  world: Pick<World, 'db' | 'runtime'>,
  consent: { clientId: string; accountId: string; workspaceId: string },
): Promise<void> {
  return inTransaction(world.db, (tx) => startConsent(tx, consent, nowIso(world)));
}
