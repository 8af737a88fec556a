import type { Work } from '../../simulator/answerWork.ts';
import type { Course } from '../../simulator/faults.ts';
import type { Dialect, Route, RouteResult } from '../../simulator/route.ts';
import type { ErrorBody } from '../../simulator/sendReply.ts';
import { jsonListOf, jsonObjectOf } from '../../simulator/wireJson.ts';
import { createWorks, type WorksOptions } from '../../simulator/works.ts';
import { claudeBatchObject, claudeResultLine } from './claudeObjects.ts';

type Json = Readonly<Record<string, unknown>>;

const prefix = '/anthropic';
const batches = `${prefix}/v1/messages/batches`;

const claudeError: ErrorBody = ({ message, code, type }) => ({
  type: 'error',
  error: { type: type ?? code ?? 'invalid_request_error', message: message ?? 'Simulated error.' },
});

function failure(status: number, code: string, message: string): RouteResult {
  return { reply: { status, body: claudeError({ kind: 'status', status, code, message }) }, created: null };
}

/** The message batches of one simulated provider, below `/anthropic`. Each batch holds one question. */
export function createClaudeDialect(options: WorksOptions): Dialect {
  const works = createWorks(options);

  function begin(requested: Json, question: string, course: Course): Work {
    const params = jsonObjectOf(requested.params);
    const domains = jsonListOf(params.tools)[0]?.allowed_domains;
    return works.begin({
      idPrefix: 'msgbatch',
      question,
      runId: String(requested.custom_id),
      request: params,
      allowedDomains: Array.isArray(domains) ? domains.map(String) : null,
      course,
      voice: { seed: 'claude ', linkSuffix: '' },
    });
  }

  function create(body: Json, base: string, course: Course): RouteResult {
    const [requested, ...others] = jsonListOf(body.requests);
    if (requested === undefined || others.length > 0) return failure(400, 'invalid_request_error', 'One request.');
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(String(requested.custom_id))) {
      return failure(400, 'invalid_request_error', 'custom_id does not fit.');
    }
    const work = begin(requested, questionOf(body), course);
    if (course === 'doubled') {
      const second = begin(requested, questionOf(body), course);
      return { ...failure(529, 'overloaded_error', 'Made, and made again.'), created: `${work.id} ${second.id}` };
    }
    return { reply: { status: 200, body: claudeBatchObject(work, works.status(work), base) }, created: work.id };
  }

  /** Lists batches newest first, after the last one of the previous page. */
  function list(query: URLSearchParams, base: string): RouteResult {
    const all = works.all().toReversed();
    const after = query.get('after_id');
    const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const limit = Math.min(Number(query.get('limit') ?? 20), 1_000);
    const data = all.slice(start, start + limit).map((work) => claudeBatchObject(work, works.look(work), base));
    const ends = { first_id: data.at(0)?.id ?? null, last_id: data.at(-1)?.id ?? null };
    return { reply: { status: 200, body: { data, ...ends, has_more: start + limit < all.length } }, created: null };
  }

  function routeBatch(id: string, method: string, verb: string | undefined, base: string): Route | null {
    const work = works.find(id);
    const text = work === undefined ? '' : questionOf({ requests: [{ params: work.request }] });
    const answer = (run: (known: Work) => unknown) => (): RouteResult =>
      work === undefined
        ? failure(404, 'not_found_error', `No batch ${id}.`)
        : { reply: { status: 200, body: run(work) }, created: null };
    if (method === 'POST' && verb === 'cancel') {
      return { operation: 'cancel', text, run: answer((known) => claudeBatchObject(known, works.cancel(known), base)) };
    }
    if (method !== 'GET') return null;
    if (verb === undefined) {
      return { operation: 'retrieve', text, run: answer((known) => claudeBatchObject(known, works.look(known), base)) };
    }
    if (verb !== 'results') return null;
    const results = (): RouteResult =>
      work !== undefined && work.ended === null
        ? failure(404, 'not_found_error', 'No results yet.')
        : answer((known) => claudeResultLine(known, works.status(known)))();
    return { operation: 'results', text, run: results };
  }

  return {
    speaks: (path) => path.startsWith(`${prefix}/`),
    knows: (headers) => /^\S+$/.test(String(headers['x-api-key'])) && headers['anthropic-version'] === '2023-06-01',
    unknownCaller: { kind: 'status', status: 401, code: 'authentication_error' },
    errorBody: claudeError,
    forget: works.forget,
    route(method, url, received) {
      const body = jsonObjectOf(received);
      const base = `${url.origin}${prefix}`;
      if (url.pathname === batches && method === 'POST') {
        return {
          operation: 'create',
          text: questionOf(body),
          run: ({ course }) => create(body, base, course ?? 'answer'),
        };
      }
      if (url.pathname === batches && method === 'GET') {
        return { operation: 'items', text: '', run: () => list(url.searchParams, base) };
      }
      if (!url.pathname.startsWith(`${batches}/`)) return null;
      const [id = '', verb] = url.pathname.slice(batches.length + 1).split('/');
      return routeBatch(id, method, verb, base);
    },
  };
}

function questionOf(body: Json): string {
  return String(jsonListOf(jsonObjectOf(jsonListOf(body.requests)[0]?.params).messages)[0]?.content ?? '');
}
