import { deleteUnusedClients, isClientKnown, startConsent } from '../../store/access/oauthClients.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { type AppContext, nowIso } from '../appContext.ts';

const dayMs = 86_400_000;

export function isKnownClient({ db }: Pick<AppContext, 'db'>, clientId: string): Promise<boolean> {
  return isClientKnown(db, clientId);
}

/** Deletes programs that registered more than a day ago and that no member connected. Returns how many. */
export function deleteForgottenClients(app: Pick<AppContext, 'db' | 'runtime'>): Promise<number> {
  return deleteUnusedClients(app.db, nowIso(app, -dayMs));
}

/** Saves a person's consent to a program. Tokens of an earlier, revoked consent stay invalid. */
export function startMemberConsent(
  app: Pick<AppContext, 'db' | 'runtime'>,
  consent: { clientId: string; accountId: string; workspaceId: string },
): Promise<void> {
  return inTransaction(app.db, (tx) => startConsent(tx, consent, nowIso(app)));
}
