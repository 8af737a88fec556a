import { logFormatIds } from '../../domain/crawlers/logFormats.ts';
import { type LogSource, maxLogSources } from '../../domain/crawlers/logImport.ts';
import { assertFound, invalidField } from '../../domain/errors.ts';
import { deleteLogSource, logSources } from '../../store/crawlers/logSources.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { type AppContext, type Ctx, nowIso } from '../appContext.ts';
import { readWebsite } from '../readWebsite.ts';

type Changes = { [Name in keyof Choices]?: Choices[Name] | undefined };
type Choices = Omit<LogSource, 'id' | 'websiteId' | 'createdAt'>;

/** A member, or a vendor that delivers to a drain. */
export type LogImporter = AppContext & { principal: Pick<Ctx['principal'], 'workspaceId' | 'accountEmail'> };

export async function listLogSources(ctx: Ctx, input: { websiteId?: string | undefined }): Promise<LogSource[]> {
  return logSources.list(ctx.db, ctx.principal.workspaceId, input);
}

/** @throws not_found, invalid_request */
export async function createLogSource(
  ctx: Ctx,
  { websiteId, ...choices }: Choices & { websiteId: string },
): Promise<LogSource> {
  const { workspaceId } = ctx.principal;
  await readWebsite(ctx, websiteId);
  assertChoices(choices);
  const sources = await logSources.list(ctx.db, workspaceId, { websiteId });
  if (sources.length >= maxLogSources)
    throw invalidField('websiteId', `has ${maxLogSources} log sources, which is the maximum`);
  const source: LogSource = { id: ctx.runtime.newId('logs'), websiteId, ...choices, createdAt: nowIso(ctx) };
  await logSources.insert(ctx.db, workspaceId, source);
  return source;
}

/** @throws not_found, invalid_request */
export async function changeLogSource(ctx: Ctx, { id, ...changes }: Changes & { id: string }): Promise<LogSource> {
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const source: LogSource = { ...(await readLogSource(ctx, id)), ...named };
  assertChoices(source);
  await logSources.change(ctx.db, ctx.principal.workspaceId, id, source);
  return source;
}

/** @throws not_found */
export async function readLogSource({ db, principal }: LogImporter, id: string): Promise<LogSource> {
  return assertFound(await logSources.find(db, principal.workspaceId, id), 'source');
}

/** Removes a source and everything that was counted from it. @throws not_found */
export async function removeLogSource(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await readLogSource(ctx, id);
  await inTransaction(ctx.db, (tx) => deleteLogSource(tx, ctx.principal.workspaceId, id));
}

const mappedParts = [
  ...['at', 'address', 'method', 'host', 'path', 'status', 'userAgent', 'referer'],
  ...['signatureInput', 'signature', 'signatureAgent'],
];

/** @throws invalid_request naming `format`, `captures` or `mapping` */
function assertChoices({ format, captures, mapping }: Choices): void {
  if (format !== null && !logFormatIds.includes(format)) {
    throw invalidField('format', `must be one of ${logFormatIds.join(', ')}`);
  }
  if (format === 'haproxy' && !captures.some((name) => name.toLowerCase() === 'user-agent')) {
    throw invalidField(
      'captures',
      'must list the captured request headers in their order, with `user-agent` among them',
    );
  }
  const part = Object.keys(mapping).find((name) => !mappedParts.includes(name));
  if (part !== undefined) throw invalidField('mapping', `has no part called ${part}: use ${mappedParts.join(', ')}`);
  if (format === 'json' && (mapping.at === undefined || mapping.path === undefined)) {
    throw invalidField('mapping', 'must name the fields of `at` and `path`');
  }
}
