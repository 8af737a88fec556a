import { z } from 'zod';
import type { RequestOptions } from '../client/request.ts';
import { send } from '../client/send.ts';
import { bearerTransport } from '../client/transport.ts';
import type { InputOf, OutputOf } from '../contract/callTypes.ts';
import type { OperationId } from '../contract/routes.ts';
import { wire } from '../contract/wire.ts';
import { UsageError } from './failures.ts';

export type Server = { url: string; key: string };

/** Where the server is and who asks, from SIGHTLINE_URL and SIGHTLINE_API_KEY. */
export function serverFromEnvironment(environment: Readonly<Record<string, string | undefined>>): Server {
  const url = (environment.SIGHTLINE_URL ?? 'http://127.0.0.1:4280').replace(/(?<!\/)\/+$/, '');
  const key = environment.SIGHTLINE_API_KEY ?? '';
  if (key === '') throw new UsageError('set SIGHTLINE_API_KEY to an API key (a signed-in user makes one at /docs/api)');
  return { url, key };
}

/** The one way in which commands speak to a server. An answer that is not this operation's is a failure. @throws SightlineError */
export async function callServer<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options: RequestOptions = {},
): Promise<OutputOf<Id>> {
  const { url, key } = serverFromEnvironment(process.env);
  const answer = await send(bearerTransport({ url, apiKey: key }), id, input, options);
  if (hasMembersOf(wire[id].output, answer)) return answer;
  throw new Error(`${url} answered something that is not this API's. Is SIGHTLINE_URL right?`);
}

/** Names only: a newer server may say more than this program knows of, but never less. */
function hasMembersOf(schema: z.ZodType, answer: unknown): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.some((option) => hasMembersOf(option as z.ZodType, answer));
  if (!(schema instanceof z.ZodObject)) return true;
  if (typeof answer !== 'object' || answer === null) return false;
  return Object.entries(schema.shape).every(([name, field]) => Object.hasOwn(answer, name) || isOptional(field));
}

function isOptional(field: z.core.$ZodType): boolean {
  return (field as z.ZodType).safeParse(undefined).success;
}
