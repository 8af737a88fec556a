import { randomUUID } from 'node:crypto';
import type { Operation, SeoCourse } from './faults.ts';
import type { Performed, Route, World } from './route.ts';
import type { ErrorBody } from './sendReply.ts';
import { backlinksResult, keywordItems, overviewItem } from './seoFigures.ts';

type Json = Readonly<Record<string, unknown>>;

/** A task that ran, as the id list shows it. Times are milliseconds since the epoch. */
type SeoTask = { id: string; path: string; postedAt: number; status: number; costUsd: number; metadata: Json };

const livePaths = new Set([
  '/v3/dataforseo_labs/google/domain_rank_overview/live',
  '/v3/dataforseo_labs/google/ranked_keywords/live',
  '/v3/backlinks/summary/live',
]);
/** Each product lists its own tasks only. */
const listPaths = new Set(['/v3/dataforseo_labs/id_list', '/v3/backlinks/id_list']);
const mostTasks = 5_000;

function envelope(status: number, message: string, tasks: readonly Json[], cost: number): Json {
  return {
    version: 'simulated',
    status_code: status,
    status_message: message,
    time: '0.1 sec.',
    cost,
    tasks_count: tasks.length,
    tasks_error: tasks.filter((task) => task.status_code !== 20000).length,
    tasks,
  };
}

export const dataForSeoError: ErrorBody = ({ status, code, message }) =>
  envelope(Number(code ?? status * 100), message ?? 'Simulated error.', [], 0);

/** `yyyy-mm-dd hh:mm:ss +00:00` as milliseconds since the epoch, or NaN. */
function timeOf(text: unknown): number {
  return Date.parse(String(text).replace(/^(\S+) (\S+) \+00:00$/, '$1T$2Z'));
}

function listTime(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} +00:00`;
}

/** The simulated SEO provider: three live calls, the lists of what ran, and the account. */
export function createSeoWorld(now: () => number): World {
  const ran: SeoTask[] = [];

  function live(path: string, asked: Json, course: SeoCourse): Performed {
    if (course.envelopeStatus !== undefined) {
      const body = envelope(course.envelopeStatus, 'Simulated error.', [], course.costUsd ?? 0);
      return { reply: { status: 200, body }, created: null };
    }
    const domain = typeof asked.target === 'string' ? asked.target : null;
    const status = course.taskStatus ?? (domain === null ? 40501 : 20000);
    const limit = typeof asked.limit === 'number' ? asked.limit : 100;
    const links = path.startsWith('/v3/backlinks/');
    const overview = path.includes('domain_rank_overview');
    const wanted = status === 20000 && domain !== null && course.empty !== true;
    const items = !wanted || links ? null : overview ? [overviewItem(domain)] : keywordItems(domain, limit);
    const base = links ? 0.02 : 0.01;
    const costUsd = course.costUsd ?? (status === 20000 ? base + 0.0001 * (items?.length ?? 0) : 0);
    const id = randomUUID();
    // Refused tasks leave no trace in the list.
    const worked = status < 40000 || status >= 50000 || status === 40101;
    if (worked) {
      ran.push({ id, path, postedAt: now(), status, costUsd, metadata: asked });
      if (ran.length > mostTasks) ran.shift();
    }
    const found = { se_type: 'google', target: domain, location_code: 2840, language_code: 'en', items };
    const counted = { ...found, total_count: items?.length ?? 0, items_count: items?.length ?? 0 };
    // The links have no list: what is not known has no result at all.
    const result = !links ? [counted] : wanted ? [backlinksResult(domain)] : null;
    const task = {
      id,
      status_code: status,
      status_message: status === 20000 ? 'Ok.' : 'Simulated task error.',
      time: '0.1 sec.',
      cost: costUsd,
      result_count: wanted ? 1 : 0,
      path: path.split('/').filter(Boolean),
      data: asked,
      result: status === 20000 ? result : null,
    };
    return { reply: { status: 200, body: envelope(20000, 'Ok.', [task], costUsd) }, created: worked ? id : null };
  }

  function list(product: string, asked: Json): Performed {
    const from = timeOf(asked.datetime_from);
    const to = timeOf(asked.datetime_to);
    const offset = Number(asked.offset ?? 0);
    const found = ran
      .filter(({ path, postedAt }) => path.startsWith(product) && postedAt >= from && postedAt <= to)
      .reverse()
      .slice(offset, offset + Number(asked.limit ?? 100))
      .map((task) => ({
        id: task.id,
        url: task.path,
        datetime_posted: listTime(task.postedAt),
        datetime_done: listTime(task.postedAt),
        status: String(task.status),
        // Text, as the real list writes it.
        cost: String(task.costUsd),
        ...(asked.include_metadata === true ? { metadata: task.metadata } : {}),
      }));
    const task = { id: randomUUID(), status_code: 20000, status_message: 'Ok.', cost: 0, data: asked, result: found };
    return { reply: { status: 200, body: envelope(20000, 'Ok.', [task], 0) }, created: null };
  }

  function account(): Performed {
    const money = { total: 10, balance: 9.5, limits: {} };
    const result = [{ login: 'simulated', money, backlinks_subscription_expiry_date: null }];
    const task = { id: randomUUID(), status_code: 20000, status_message: 'Ok.', cost: 0, result };
    return { reply: { status: 200, body: envelope(20000, 'Ok.', [task], 0) }, created: null };
  }

  function route(method: string, url: URL, body: unknown): Route | null {
    const first: unknown = Array.isArray(body) ? body[0] : null;
    const asked: Json = typeof first === 'object' && first !== null ? { ...first } : {};
    const of = (operation: Operation, run: Route['run']): Route => ({
      operation,
      text: `${url.pathname} ${String(asked.target ?? '')} ${String(asked.tag ?? '')}`,
      run,
    });
    if (method === 'GET' && url.pathname === '/v3/appendix/user_data') return of('seo_account', account);
    if (method !== 'POST') return null;
    if (livePaths.has(url.pathname)) return of('seo_call', ({ seo }) => live(url.pathname, asked, seo ?? {}));
    if (!listPaths.has(url.pathname)) return null;
    return of('seo_lookup', () => list(url.pathname.replace(/id_list$/, ''), asked));
  }

  return {
    speaks: (path) => path.startsWith('/v3/'),
    knows: (authorization) => /^Basic \S+$/.test(authorization),
    unknownCaller: { kind: 'status', status: 401, code: '40100' },
    errorBody: dataForSeoError,
    route,
  };
}
