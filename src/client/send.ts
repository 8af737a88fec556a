import type { InputOf, OutputOf } from '../contract/callTypes.ts';
import { type OperationId, type Route, routes } from '../contract/routes.ts';
import { type RequestOptions, request } from './request.ts';
import { SightlineError } from './sightlineError.ts';
import type { Transport } from './transport.ts';

/** One call of one operation, sent once. @throws SightlineError */
export type Call<Ids extends OperationId = OperationId> = <Id extends Ids>(
  id: Id,
  input: InputOf<Id>,
  options?: RequestOptions,
) => Promise<OutputOf<Id>>;

/** Calls one operation: its members go into the path, the query of a GET, or the body. @throws SightlineError */
export async function send<Id extends OperationId>(
  transport: Transport,
  id: Id,
  input: InputOf<Id>,
  options: RequestOptions = {},
): Promise<OutputOf<Id>> {
  const { method, path, audience, takesBytes }: Route = routes[id];
  const rest: Record<string, unknown> = { ...(input as Record<string, unknown>) };
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const segment = pathSegment(name, rest[name]);
    delete rest[name];
    return segment;
  });
  const address = `${transport.origin}${transport.basePathOf[audience]}${filled}`;
  if (takesBytes === true) {
    const { bytes, ...query } = rest as { bytes: AsyncIterable<Uint8Array> | Blob };
    return (await request(transport, { method, address, query, bytes }, options)) as OutputOf<Id>;
  }
  const entry = method === 'GET' ? { query: rest } : method === 'DELETE' ? {} : { body: rest };
  return (await request(transport, { method, address, ...entry }, options)) as OutputOf<Id>;
}

/** Encodes a record's id as one segment of a path. `.` and `..` would be resolved away and name another operation. */
function pathSegment(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..') {
    throw new SightlineError({
      code: 'invalid_request',
      message: `${name}: must be an id, not ${JSON.stringify(text)}. Nothing was sent.`,
      retry: 'never',
      details: { field: name },
    });
  }
  return encodeURIComponent(text);
}
