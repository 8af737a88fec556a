import { ServerRefusal, Unreachable } from './failures.ts';

export type Server = { url: string; key: string };

/** Where the server is and who asks, from SIGHTLINE_URL and SIGHTLINE_API_KEY. */
export function serverFromEnvironment(environment: Readonly<Record<string, string | undefined>>): Server {
  const url = (environment.SIGHTLINE_URL ?? 'http://127.0.0.1:4280').replace(/\/+$/, '');
  const key = environment.SIGHTLINE_API_KEY ?? '';
  if (key === '') throw new Error('set SIGHTLINE_API_KEY to an API key (a signed-in user makes one at /docs/api)');
  return { url, key };
}

export type Call = {
  method: string;
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
};

/** One request to `/api/v1`. @throws ServerRefusal, Unreachable */
export async function callServer(server: Server, call: Call): Promise<{ status: number; body: unknown }> {
  const search = new URLSearchParams(call.query).toString();
  const headers: Record<string, string> = { authorization: `Bearer ${server.key}`, ...call.headers };
  const init: RequestInit = { method: call.method, headers };
  if (call.body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(call.body);
  }
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${server.url}/api/v1${call.path}${search === '' ? '' : `?${search}`}`, init);
    text = await response.text();
  } catch (cause) {
    throw new Unreachable(`no answer from ${server.url}: is the server running, and SIGHTLINE_URL right?`, { cause });
  }
  const body: unknown = text === '' ? null : parseJson(text);
  if (response.ok) return { status: response.status, body };
  const error = (body as { error?: { code?: string; message?: string } } | null)?.error;
  const retryAfter = Number(response.headers.get('retry-after'));
  throw new ServerRefusal(
    response.status,
    error?.code ?? `http_${response.status}`,
    error?.message ?? 'the server gave no reason',
    body,
    Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
