import { randomUUID } from 'node:crypto';
import { charges, simulatedAccount } from './dataForSeoAccount.ts';
import { dataForSeoCaller, envelope, firstTask, type Json, listReply, listTime, timeOf } from './dataForSeoWire.ts';
import type { Operation, SeoCourse } from './faults.ts';
import type { Dialect, Route, RouteResult } from './route.ts';
import { backlinksResult, keywordItems, overviewItem } from './seoFigures.ts';

/** A task that ran, as shown in the id list. Times are milliseconds since the epoch. */
type SeoTask = { id: string; path: string; postedAt: number; status: number; costUsd: number; metadata: Json };

const livePaths = new Set([
  '/v3/dataforseo_labs/google/domain_rank_overview/live',
  '/v3/dataforseo_labs/google/ranked_keywords/live',
  '/v3/backlinks/summary/live',
]);
/** Each product lists only its own tasks. */
const listPaths = new Set(['/v3/dataforseo_labs/id_list', '/v3/backlinks/id_list']);
const maxTasks = 5_000;

/** Creates the simulated SEO provider: three live calls, the lists of tasks that ran, and the account. */
export function createSeoDialect(now: () => number): Dialect {
  const ran: SeoTask[] = [];

  function live(path: string, asked: Json, course: SeoCourse): RouteResult {
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
    const charge = links ? charges.links : charges.labs;
    const costUsd = course.costUsd ?? (status === 20000 ? charge.call + charge.row * (items?.length ?? 0) : 0);
    const id = randomUUID();
    // Refused tasks do not appear in the list.
    const worked = status < 40000 || status >= 50000 || status === 40101;
    if (worked) {
      ran.push({ id, path, postedAt: now(), status, costUsd, metadata: asked });
      if (ran.length > maxTasks) ran.shift();
    }
    const data = { se_type: 'google', target: domain, location_code: 2840, language_code: 'en', items };
    const counted = { ...data, total_count: items?.length ?? 0, items_count: items?.length ?? 0 };
    // Links have no list: an unknown domain has no result at all.
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

  function list(product: string, asked: Json): RouteResult {
    const from = timeOf(asked.datetime_from);
    const to = timeOf(asked.datetime_to);
    const offset = Number(asked.offset ?? 0);
    const data = ran
      .filter(({ path, postedAt }) => path.startsWith(product) && postedAt >= from && postedAt <= to)
      .reverse()
      .slice(offset, offset + Number(asked.limit ?? 100))
      .map((task) => ({
        id: task.id,
        url: task.path,
        datetime_posted: listTime(task.postedAt),
        datetime_done: listTime(task.postedAt),
        status: String(task.status),
        // Text, as in the real list.
        cost: String(task.costUsd),
        ...(asked.include_metadata === true ? { metadata: task.metadata } : {}),
      }));
    return listReply(data, asked);
  }

  function route(method: string, url: URL, body: unknown): Route | null {
    const asked = firstTask(body);
    const of = (operation: Operation, run: Route['run']): Route => ({
      operation,
      text: `${url.pathname} ${String(asked.target ?? '')} ${String(asked.tag ?? '')}`,
      run,
    });
    if (method === 'GET' && url.pathname === '/v3/appendix/user_data') return of('seo_account', simulatedAccount);
    if (method !== 'POST') return null;
    if (livePaths.has(url.pathname)) return of('seo_call', ({ seo }) => live(url.pathname, asked, seo ?? {}));
    if (!listPaths.has(url.pathname)) return null;
    return of('seo_lookup', () => list(url.pathname.replace(/id_list$/, ''), asked));
  }

  return {
    ...dataForSeoCaller,
    speaks: (path) => path.startsWith('/v3/'),
    route,
  };
}
