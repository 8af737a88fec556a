import { networkOf } from '../../domain/crawlers/addressList.ts';
import { deleteOldClaims, findExpiredClaims, shortenClaims } from '../../store/crawlers/claims.ts';
import { type AppContext, nowIso } from '../appContext.ts';

/** Days after which even the network of a claim is deleted. */
const networkDays = 90;
const dayMs = 24 * 60 * 60 * 1000;

/** Cuts expired addresses of claims to their network, and deletes the networks of older ones. */
export async function shortenAddresses(app: Pick<AppContext, 'db' | 'runtime'>): Promise<void> {
  const now = nowIso(app);
  await deleteOldClaims(app.db, nowIso(app, -networkDays * dayMs).slice(0, 13));
  for (;;) {
    const addresses = await findExpiredClaims(app.db, now);
    for (const address of addresses) await shortenClaims(app.db, address, networkOf(address) ?? '', now);
    if (addresses.length === 0) return;
  }
}
