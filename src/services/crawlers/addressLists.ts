import { createHash } from 'node:crypto';
import { parseAddressList } from '../../domain/crawlers/addressList.ts';
import { publishedLists } from '../../domain/crawlers/claimedBot.ts';
import { isDirectory } from '../../domain/crawlers/webBotAuth.ts';
import { AppError, invalidField } from '../../domain/errors.ts';
import { addressLists } from '../../store/crawlers/addressLists.ts';
import type { AddressListRow } from '../../store/crawlers/tables.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { judgeSavedClaims } from './savedClaims.ts';
import { parseDirectory } from './signatureKeys.ts';

/** Share of its ranges below which a list has shrunk so far that a person must confirm it. */
const minShare = 0.5;

/** Lists every published list, with its newest reading. */
export async function listAddressLists(ctx: Ctx) {
  const rows = await addressLists.list(ctx.db, ctx.principal.workspaceId);
  const newest = new Map(rows.toReversed().map((row) => [row.url, row]));
  return publishedLists.map((url) => describeList(url, newest.get(url)));
}

function describeList(url: string, row: AddressListRow | undefined) {
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
) {
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

const maxListBytes = 1024 * 1024;
const maxDirectoryBytes = 64 * 1024;
const directoryType = 'application/http-message-signatures-directory+json';

/**
 * Fetches every published address list and key directory, if the operator allows it. A list that cannot be fetched or
 * read changes nothing. @throws unsupported_setting if fetching is off
 */
export async function refreshAddressLists(ctx: Ctx) {
  if (!ctx.settings.fetchesAddressLists) {
    throw new AppError(
      'unsupported_setting',
      'Fetching is off. Set FETCH_ADDRESS_LISTS=true, or import the lists from a folder.',
      { retry: 'never' },
    );
  }
  const results: { url: string; outcome: 'saved' | 'kept'; reason: string | null }[] = [];
  for (const url of publishedLists) {
    const reason = await refresh(ctx, url);
    results.push({ url, outcome: reason === null ? 'saved' : 'kept', reason });
  }
  return results;
}

/** Returns null if the list was saved, otherwise the reason why the last valid one stays. */
async function refresh(ctx: Ctx, url: string): Promise<string | null> {
  const maxBytes = isDirectory(url) ? maxDirectoryBytes : maxListBytes;
  const reply = await ctx.vendors.ask({ method: 'GET', url, maxBytes, timeoutMs: 5_000 });
  if (reply.kind === 'failed') return reply.reason;
  if (reply.status !== 200) return `The vendor answered ${reply.status}.`;
  if (isDirectory(url) && reply.type.split(';')[0]?.trim() !== directoryType)
    return 'The reply is not a key directory.';
  try {
    await uploadAddressList(ctx, { url, list: reply.text, accept: false });
    return null;
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'invalid_request') return cause.message;
    throw cause;
  }
}
