import { claimedBots } from '../../domain/checks/bots.ts';
import { networkOf } from '../../domain/crawlers/addressList.ts';
import { isSharedList } from '../../domain/crawlers/claimedBot.ts';
import { judgeClaim, knownLists, type ProvisionalVerdict } from '../../domain/crawlers/verdict.ts';
import { addressLists, confirmAddressLists } from '../../store/crawlers/addressLists.ts';
import {
  changeVerdict,
  deleteOldClaims,
  findExpiredClaims,
  listFullClaims,
  shortenClaims,
} from '../../store/crawlers/claims.ts';
import { type AppContext, type Ctx, nowIso } from '../appContext.ts';

/**
 * Judges earlier claims again after a list was saved, as far as their complete addresses are kept. Claims do not name
 * the pages that they read, so all of a crawler's addresses in an hour must lead to the same verdict.
 */
export async function judgeSavedClaims(ctx: Ctx, url: string): Promise<void> {
  const { workspaceId } = ctx.principal;
  const bots = new Map(claimedBots.filter((bot) => bot.addressLists.includes(url)).map((bot) => [bot.token, bot]));
  if (bots.size === 0) return;
  const lists = knownLists(await addressLists.list(ctx.db, workspaceId));
  const claims = await listFullClaims(ctx.db, workspaceId, [...bots.keys()], nowIso(ctx));
  const confirmed = new Set<string>();
  for (const ofHour of Map.groupBy(claims, ({ importId, hour, token }) => [importId, hour, token].join()).values()) {
    const [first] = ofHour;
    const bot = bots.get(first?.token ?? '');
    if (first === undefined || bot === undefined) continue;
    const atMs = Date.parse(`${first.hour}:30:00Z`);
    const verdicts = new Map<string, ProvisionalVerdict>();
    for (const { address } of ofHour) {
      const judged = judgeClaim({ bot, address, atMs, isVerifiedByCdn: false }, lists, isSharedList);
      verdicts.set(JSON.stringify(judged), judged);
    }
    const [judged, other] = verdicts.values();
    // Names are resolved only at import, so a list alone does not disprove a crawler that has them.
    const isOpen = judged?.verdict === 'uncovered' && ctx.settings.looksUpNames && bot.reverseDns.length > 0;
    if (judged === undefined || other !== undefined || judged.listDigest === null || isOpen) continue;
    const claimed = ofHour.reduce((sum, { requests }) => sum + requests, 0);
    const isChanged = await changeVerdict(ctx.db, first, claimed, judged);
    if (isChanged && judged.verdict !== 'uncovered') confirmed.add(judged.listDigest);
  }
  await confirmAddressLists(ctx.db, workspaceId, [...confirmed], nowIso(ctx));
}

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
