import { Readable } from 'node:stream';
import { AppError, assertFound, invalidField, notFound } from '../../domain/errors.ts';
import { type Connector, type ConnectorQuery, writeCsv } from '../../domain/imports/connector.ts';
import { connectors, type DataConnection } from '../../domain/imports/connectors.ts';
import type { OwnerImport } from '../../domain/imports/ownerImport.ts';
import { readJson } from '../../domain/text/readJson.ts';
import type { VendorReply } from '../../ports/vendorReader.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { connections } from '../../store/imports/rows.ts';
import { openSealed, seal } from '../alerts/sealedAddress.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { readWebsite } from '../readWebsite.ts';
import { parseGoogleCredential, tokenOf, tokenRequest } from './googleToken.ts';
import { importFile } from './importFile.ts';

const maxConnections = 20;
const maxRequests = 40;
const maxReplyBytes = 32 * 1024 * 1024;
const defaultDays = 28;
const dayMs = 24 * 60 * 60 * 1000;

function connectorOf(kind: string): Connector {
  const connector = connectors.find((one) => one.kind === kind);
  if (connector === undefined)
    throw invalidField('kind', `must be one of ${connectors.map((one) => one.kind).join(', ')}`);
  return connector;
}

/** @throws not_found, invalid_request naming `kind`, `property`, `credential` or `websiteId` */
export async function connectData(
  ctx: Ctx,
  input: { websiteId: string; kind: string; property: string; credential: string },
): Promise<DataConnection> {
  const { workspaceId, accountEmail } = ctx.principal;
  await readWebsite(ctx, input.websiteId);
  const connector = connectorOf(input.kind);
  if (!connector.isProperty(input.property)) throw invalidField('property', 'does not have the vendor’s format');
  if (connector.credential === 'google') parseGoogleCredential(input.credential);
  if ((await connections.list(ctx.db, workspaceId, input)).length >= maxConnections)
    throw invalidField('websiteId', `has ${maxConnections} connections, which is the maximum`);
  const { credential, ...choices } = input;
  const id = ctx.runtime.newId('conn');
  const origin = { createdAt: nowIso(ctx), createdBy: accountEmail, readAt: null, endDate: null };
  const connection: DataConnection = { id, ...choices, ...origin };
  const sealed = seal(ctx, id, { credential });
  await connections.insert(ctx.db, workspaceId, { ...connection, sealed });
  return connection;
}

export async function listConnections(ctx: Ctx, { websiteId }: { websiteId: string }): Promise<DataConnection[]> {
  const rows = await connections.list(ctx.db, ctx.principal.workspaceId, { websiteId });
  return rows.map(({ sealed: _sealed, ...connection }) => connection);
}

/** Removes a connection with its credential. Imported figures stay. @throws not_found */
export async function removeConnection(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const isRemoved = await inTransaction(ctx.db, (tx) => connections.remove(tx, ctx.principal.workspaceId, id));
  if (!isRemoved) throw notFound('connection');
}

/**
 * Reads a vendor's figures and imports each table like a file: unchanged figures change nothing. Days that the vendor
 * has not finished are left out. @throws not_found, invalid_request, provider_unavailable, rate_limited
 */
export async function readConnection(
  ctx: Ctx,
  { id, startDate, endDate }: { id: string; startDate?: string | undefined; endDate?: string | undefined },
) {
  const row = assertFound(await connections.find(ctx.db, ctx.principal.workspaceId, id), 'connection');
  const { sealed, ...connection } = row;
  const connector = connectorOf(connection.kind);
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const lastWhole = dayOf(ctx.runtime.now() - connector.lagDays * dayMs);
  const end = endDate ?? lastWhole;
  const start = startDate ?? dayOf(Date.parse(end) - (defaultDays - 1) * dayMs);
  if (end > lastWhole)
    throw invalidField('endDate', `is after ${lastWhole}, the last day that the vendor has finished`);
  if (start > end) throw invalidField('startDate', 'is after endDate');
  const credential = openSealed<{ credential: string }>(ctx, id, sealed)?.credential;
  if (credential === undefined)
    throw invalidField('id', 'has a credential that this server cannot decrypt; connect again');
  const token = await tokenFor(ctx, connector, credential);
  const period = { property: connection.property, startDate: start, endDate: end };
  const reading: Reading = { connector, token, requests: 0 };
  // Every table is read before any is imported, so that a vendor that fails in between changes nothing.
  const tables: { name: string; csv: string }[] = [];
  for (const table of connector.tables) {
    const rows = await readRows(ctx, reading, { ...period, table });
    const name = `${connection.kind} API, ${table.dimension}, ${start} to ${end}`;
    if (rows.length > 0) tables.push({ name, csv: writeCsv(table.header, rows) });
  }
  const imports: OwnerImport[] = [];
  for (const { name, csv } of tables) {
    const { websiteId, kind: confirm } = connection;
    const body = Readable.from([Buffer.from(csv)]);
    const saved = await importFile(ctx, { websiteId, name, confirm, startDate: start, endDate: end, body });
    imports.push(saved.import);
  }
  const read = { ...connection, readAt: nowIso(ctx), endDate: end };
  await connections.change(ctx.db, ctx.principal.workspaceId, id, read);
  return { connection: read, imports, requests: reading.requests };
}

async function tokenFor(ctx: Ctx, { credential: form, scope = '' }: Connector, credential: string): Promise<string> {
  if (form === 'key') return credential;
  const reply = await ctx.vendors.ask(tokenRequest(parseGoogleCredential(credential), scope, ctx.runtime.now()));
  const token = tokenOf(reply);
  if (token === null) throw describeRefusal(reply, 'sign-in');
  return token;
}

type Reading = { connector: Connector; token: string; requests: number };

/** Reads all rows of one table. @throws provider_unavailable, rate_limited, invalid_request */
async function readRows(
  ctx: Ctx,
  reading: Reading,
  table: Omit<ConnectorQuery, 'offset'>,
): Promise<(string | number)[][]> {
  const { connector, token } = reading;
  const rows: (string | number)[][] = [];
  for (;;) {
    const query = { ...table, offset: rows.length };
    reading.requests += 1;
    if (reading.requests > maxRequests)
      throw invalidField('startDate', `needs more than ${maxRequests} requests: choose fewer days`);
    const { method, url, body } = connector.request(query, token);
    const reply = await ctx.vendors.ask({
      ...{ method, url, maxBytes: maxReplyBytes, timeoutMs: 60_000 },
      headers: {
        ...(connector.credential === 'google' ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const page = reply.kind === 'answered' && reply.status === 200 ? connector.read(readJson(reply.text), query) : null;
    if (page === null) throw describeRefusal(reply, query.table.dimension);
    rows.push(...page.rows);
    if (!page.hasMore || page.rows.length === 0) return rows;
    if (page.isQuotaLow) throw quotaUsedUp(null);
  }
}

const nothingImported = (code: 'rate_limited' | 'provider_unavailable', why: string, seconds: number): AppError =>
  new AppError(code, `${why} Nothing was imported.`, { retry: 'after_seconds', retryAfterSeconds: seconds });
const quotaUsedUp = (seconds: number | null): AppError =>
  nothingImported('rate_limited', 'The quota of the vendor is used up.', seconds ?? 3600);

/** Builds an error without the vendor's text, which may contain a secret from the request. */
function describeRefusal(reply: VendorReply, what: string): AppError {
  if (reply.kind === 'failed') return nothingImported('provider_unavailable', reply.reason, 60);
  const { status, text } = reply;
  if (status === 429 || (status === 403 && /quota|rateLimit/i.test(text))) return quotaUsedUp(reply.retryAfterSeconds);
  if (status >= 500) return nothingImported('provider_unavailable', `The vendor answered ${status} (${what}).`, 60);
  return invalidField(
    'credential',
    `was refused by the vendor with status ${status} (${what}): check its access to the property`,
  );
}
