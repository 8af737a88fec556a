import { createHash } from 'node:crypto';
import { parseAddressList } from '../../domain/crawlers/addressList.ts';
import { publishedLists } from '../../domain/crawlers/claimedBot.ts';
import { isDirectory } from '../../domain/crawlers/webBotAuth.ts';
import { invalidField } from '../../domain/errors.ts';
import { addressLists } from '../../store/crawlers/addressLists.ts';
import type { AddressListRow } from '../../store/crawlers/tables.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { judgeSavedClaims } from './judgeSavedClaims.ts';
import { parseDirectory } from './signatureKeys.ts';

/** Share of its ranges below which a list has shrunk so far that a person must confirm it. */
const minShare = 0.5;

/** A list that a vendor publishes, and its newest reading in this workspace. */
export type PublishedList = {
  url: string;
  prefixes: number;
  digest: string | null;
  publishedAt: string | null;
  readAt: string | null;
  confirmedAt: string | null;
};

/** Lists every published list, with its newest reading. */
export async function listAddressLists(ctx: Ctx): Promise<PublishedList[]> {
  const rows = await addressLists.list(ctx.db, ctx.principal.workspaceId);
  return publishedLists.map((url) =>
    describeList(
      url,
      rows.find((row) => row.url === url),
    ),
  );
}

function describeList(url: string, row: AddressListRow | undefined): PublishedList {
  return {
    url,
    prefixes: row?.prefixes.length ?? 0,
    digest: row?.digest ?? null,
    publishedAt: row?.publishedAt ?? null,
    readAt: row?.readAt ?? null,
    confirmedAt: row?.confirmedAt ?? null,
  };
}

/**
 * Saves a fetched copy of a published list, and judges earlier claims by it. A damaged list changes nothing: the last valid one stays. @throws
 * invalid_request naming `url`, `list`, or `accept` if the list shrank to less than half
 */
export async function uploadAddressList(
  ctx: Ctx,
  { url, list, accept }: { url: string; list: string; accept: boolean },
): Promise<PublishedList> {
  const { workspaceId, accountEmail } = ctx.principal;
  if (!publishedLists.includes(url)) throw invalidField('url', 'is not a list of a known crawler');
  const { prefixes, createdAt } = isDirectory(url)
    ? { prefixes: parseDirectory(list), createdAt: null }
    : parseAddressList(list, accept);
  const before = (await addressLists.list(ctx.db, workspaceId)).find((row) => row.url === url);
  if (before !== undefined && prefixes.length < before.prefixes.length * minShare && !accept) {
    throw invalidField(
      'accept',
      `must be true, because the list shrank from ${before.prefixes.length} to ${prefixes.length} ranges`,
    );
  }
  const digest = createHash('sha256').update(prefixes.toSorted().join('\n')).digest('hex');
  const row: AddressListRow = {
    id: ctx.runtime.newId('list'),
    url,
    digest,
    prefixes: [...prefixes],
    publishedAt: createdAt,
    readAt: nowIso(ctx),
    readBy: accountEmail,
    confirmedAt: before?.digest === digest ? before.confirmedAt : null,
  };
  await addressLists.insert(ctx.db, workspaceId, row);
  await judgeSavedClaims(ctx, url);
  return describeList(url, row);
}
