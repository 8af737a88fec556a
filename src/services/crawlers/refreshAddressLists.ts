import { publishedLists } from '../../domain/crawlers/claimedBot.ts';
import { isDirectory } from '../../domain/crawlers/webBotAuth.ts';
import { AppError } from '../../domain/errors.ts';
import type { Ctx } from '../appContext.ts';
import { uploadAddressList } from './addressLists.ts';

/** Outcome of fetching a published list; `kept`: the last valid reading stays, with the reason. */
export type RefreshedList = { url: string; outcome: 'saved' | 'kept'; reason: string | null };

const maxListBytes = 1024 * 1024;
const maxDirectoryBytes = 64 * 1024;
const directoryType = 'application/http-message-signatures-directory+json';

/**
 * Fetches every published address list and key directory, if the operator allows it. A list that cannot be fetched or
 * read changes nothing. @throws unsupported_setting if fetching is off
 */
export async function refreshAddressLists(ctx: Ctx): Promise<RefreshedList[]> {
  if (!ctx.settings.fetchesAddressLists) {
    throw new AppError(
      'unsupported_setting',
      'Fetching is off. Set FETCH_ADDRESS_LISTS=true, or import the lists from a folder.',
      { retry: 'never' },
    );
  }
  const results: RefreshedList[] = [];
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
