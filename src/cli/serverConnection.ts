import { z } from 'zod';
import type { RequestOptions } from '../client/request.ts';
import { send } from '../client/send.ts';
import { SightlineError } from '../client/sightlineError.ts';
import { bearerTransport, type Transport } from '../client/transport.ts';
import type { InputOf, OutputOf } from '../contract/callTypes.ts';
import { type OperationId, routes } from '../contract/routes.ts';
import { wire } from '../contract/wire.ts';
import { notSaved, UsageError } from './failures.ts';
import { acceptedName } from './fieldNames.ts';
import { sessionTransport } from './session/accountCalls.ts';
import { currentServer, savedSession } from './session/savedSessions.ts';

export type Server = { url: string; key: string };
type Environment = Readonly<Record<string, string | undefined>>;

const defaultUrl = 'http://127.0.0.1:4280';

/** Returns an address in the form in which it is saved and compared: without trailing slashes. */
export function trimUrl(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

/** @throws UsageError for a SIGHTLINE_URL that is not the http(s) address of a server */
function checkedUrl(url: string): string {
  const example = 'such as http://127.0.0.1:4280';
  const parsed = URL.parse(trimUrl(url));
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new UsageError(`SIGHTLINE_URL: must be an http(s) address ${example}`);
  if (parsed.href === `${parsed.origin}/`) return url;
  throw new UsageError(`SIGHTLINE_URL: must be an address without path, query or user name, ${example}`);
}

/** Finds the server: SIGHTLINE_URL, or the server of the last sign-in. */
export function serverUrl(environment: Environment): string {
  const named = environment.SIGHTLINE_URL ?? '';
  return trimUrl(named !== '' ? checkedUrl(named) : (currentServer(environment) ?? defaultUrl));
}

/** Reads the server's address and the key from SIGHTLINE_URL and SIGHTLINE_API_KEY. @throws UsageError without a key */
export function serverFromEnvironment(environment: Environment): Server {
  const key = environment.SIGHTLINE_API_KEY ?? '';
  if (key === '') throw new UsageError('set SIGHTLINE_API_KEY to an API key (`sightline keys create`, or /docs/api)');
  // Such a header could not be sent, which looks like a missing answer.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('SIGHTLINE_API_KEY: must be one key, without spaces or line breaks');
  const named = environment.SIGHTLINE_URL ?? '';
  return { url: trimUrl(named === '' ? defaultUrl : checkedUrl(named)), key };
}

/** Returns true if commands act for a signed-in person: a configured key takes precedence. */
function isSignedIn(environment: Environment): boolean {
  return (environment.SIGHTLINE_API_KEY ?? '') === '';
}

/**
 * Returns the transport of an operation. A configured key takes precedence, except for operations that no key may call.
 * @throws UsageError
 */
function transportFor(id: OperationId, environment: Environment): { transport: Transport; withSession: boolean } {
  const needsSession = routes[id].audience === 'session';
  if (!isSignedIn(environment) && !needsSession) {
    const { url, key } = serverFromEnvironment(environment);
    return { transport: bearerTransport({ url, apiKey: key }), withSession: false };
  }
  const url = serverUrl(environment);
  const session = savedSession(environment, url);
  if (session !== null) return { transport: sessionTransport(url, session.cookie), withSession: true };
  throw new UsageError(
    needsSession
      ? `sign in to ${url} first: \`sightline sign-in\`. API keys cannot do this`
      : `sign in to ${url} with \`sightline sign-in\`, or set SIGHTLINE_API_KEY to an API key (\`sightline keys create\`, or /docs/api)`,
  );
}

/**
 * Calls the server for a command; no other function does. A response that does not fit the operation is a failure.
 * @throws SightlineError
 */
export async function callServer<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options: RequestOptions = {},
): Promise<OutputOf<Id>> {
  const { transport, withSession } = transportFor(id, process.env);
  const resolved = await resolveWebsite(id, input);
  const answer = await send(transport, id, resolved, options).catch((error: unknown) => {
    if (withSession && error instanceof SightlineError && error.status === 401) throw sessionOver(error);
    throw error;
  });
  if (hasMembers(wire[id].output, answer)) return answer;
  throw new Error(`${transport.origin} is not a Sightline API. Check SIGHTLINE_URL.`);
}

/** Replaces a website's domain or address by its id. @throws UsageError, not_found */
async function resolveWebsite<Input>(operation: OperationId, input: Input): Promise<Input> {
  const members = (input ?? {}) as Readonly<Record<string, unknown>>;
  // A plan names its website among its questions.
  const questions = members.questions as { websiteId?: unknown } | undefined;
  if (typeof questions?.websiteId === 'string') {
    const resolved = { questions: { ...questions, websiteId: await findWebsiteId(operation, questions.websiteId) } };
    return { ...input, ...resolved };
  }
  const field = routes[operation].path.startsWith('/sites/{id}') ? 'id' : 'websiteId';
  const named = members[field];
  return typeof named === 'string' ? { ...input, [field]: await findWebsiteId(operation, named) } : input;
}

/** Returns the id of a website that a domain or an address names; an id stays as it is. @throws UsageError, not_found */
async function findWebsiteId(operation: OperationId, named: string): Promise<string> {
  const label = acceptedName('websiteId') ?? 'website';
  if (!named.includes('.')) return named;
  const listed = operation === 'restoreSite' ? callServer('listArchivedSites', {}) : callServer('listSites', {});
  const sites = await listed.then((list) => ('sites' in list ? list.sites : list.items));
  const host = URL.parse(named.includes('://') ? named : `https://${named}`)?.hostname;
  const [match, other] = sites.filter(({ domain, url }) => domain === host || URL.parse(url)?.hostname === host);
  if (match === undefined) {
    const [what, list] = operation === 'restoreSite' ? ['archived website', 'sites archived'] : ['website', 'sites'];
    throw notSaved(label, `no ${what} has the domain ${named}; \`sightline ${list}\` lists them`);
  }
  if (other !== undefined) throw new UsageError(`${label}: two websites have the domain ${named}. Give an id`);
  return match.id;
}

function sessionOver(error: SightlineError): SightlineError {
  const message = 'The session has ended. Sign in again with `sightline sign-in`.';
  return new SightlineError({ ...error, code: error.code, message }, error.idempotencyKey);
}

/** Compares only the names of members: a newer server may return more than this program knows, but never less. */
function hasMembers(schema: z.ZodType, answer: unknown): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.some((option) => hasMembers(option as z.ZodType, answer));
  if (!(schema instanceof z.ZodObject)) return true;
  if (typeof answer !== 'object' || answer === null) return false;
  return Object.entries(schema.shape).every(([name, field]) => Object.hasOwn(answer, name) || isOptional(field));
}

function isOptional(field: z.core.$ZodType): boolean {
  return (field as z.ZodType).safeParse(undefined).success;
}
