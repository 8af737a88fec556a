import { randomUUID } from 'node:crypto';
import type { Work } from '../../simulator/answerWork.ts';
import { simulatedPrices } from '../../simulator/dataForSeoAccount.ts';
import {
  dataForSeoCaller,
  envelope,
  firstTask,
  type Json,
  listReply,
  listTime,
  timeOf,
} from '../../simulator/dataForSeoWire.ts';
import type { ScriptEntry, SeoCourse } from '../../simulator/faults.ts';
import type { Dialect, Route, RouteResult } from '../../simulator/route.ts';
import { createWorks, type SimulatorWiring } from '../../simulator/works.ts';
import { type TaskFunction, taskFunctions, taskResult } from './taskObjects.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Returns the free lists: every country, with one region and a few invented cities each, and every language. */
function catalogueRoute(path: string): Route | null {
  const of = (rows: () => readonly Json[]): Route => ({
    operation: 'catalogue',
    text: path,
    run: () => listReply(rows()),
  });
  if (path.endsWith('/languages')) return of(listedLanguages);
  const place = /\/locations(?:\/([a-z]{2}))?$/.exec(path);
  return place === null ? null : of(() => listedPlaces(place[1] ?? null));
}

function listedLanguages(): Json[] {
  const codes = [...pairs.filter((code) => languages.of(code) !== undefined && code !== 'zh'), 'zh-CN', 'zh-TW'];
  return codes.map((code) => ({ language_name: languages.of(code), language_code: code }));
}

function listedPlaces(country: string | null): Json[] {
  return (country === null ? pairs : [country]).flatMap((code) => {
    const name = countries.of(code.toUpperCase());
    if (name === undefined) return [];
    const row = (location_name: string, location_type: string): Json => ({
      location_name,
      location_type,
      country_iso_code: code.toUpperCase(),
    });
    const all = row(name, 'Country');
    if (country === null) return [all];
    return [
      all,
      row(`North Region,${name}`, 'State'),
      row(`Riverton,North Region,${name}`, 'City'),
      row(`Lakeside,North Region,${name}`, 'City'),
      row(`Lakeside,South Region,${name}`, 'City'),
    ];
  });
}

type Task = { path: TaskFunction; work: Work; tag: string | null; cost: number; refund: number; collected: boolean };

const pendingCodes: Readonly<Record<string, number>> = { queued: 40602, in_progress: 40601, pondering: 40699 };

const priceOf: Readonly<Record<TaskFunction, number>> = {
  'serp/google/ai_mode': simulatedPrices.aiMode,
  'serp/google/organic': simulatedPrices.serp + simulatedPrices.asyncOverview,
  'ai_optimization/chat_gpt/llm_scraper': simulatedPrices.scraper,
  'ai_optimization/gemini/llm_scraper': simulatedPrices.scraper,
};

/** Creates the tasks that read pages: created by one POST, listed by family, read by id. */
export function createTaskDialect(options: SimulatorWiring): Dialect {
  const works = createWorks(options);
  /** Further data of each task. */
  const tasks = new WeakMap<Work, Task>();
  const taskOf = (id: string): Task | undefined => {
    const work = works.find(id);
    return work === undefined ? undefined : tasks.get(work);
  };
  const allTasks = (): Task[] => works.all().flatMap((work) => tasks.get(work) ?? []);
  const status = ({ work }: Task): string => works.status(work);

  function single(task: Json, created: string | null = null): RouteResult {
    return { reply: { status: 200, body: envelope(20000, 'Ok.', [task], Number(task.cost ?? 0)) }, created };
  }

  function refused(asked: Json, code: number, cost: number): RouteResult {
    return single({ id: randomUUID(), status_code: code, status_message: 'Simulated task error.', cost, data: asked });
  }

  function create(
    path: TaskFunction,
    asked: Json,
    { course = 'answer', seo = {} }: Pick<ScriptEntry, 'course' | 'seo'>,
  ) {
    const cut = envelopeError(seo);
    if (cut !== null) return cut;
    const flaw = flawOf(asked);
    if (flaw !== null) return refused(asked, flaw, 0);
    if (seo.taskStatus !== undefined && seo.taskStatus !== 20100)
      return refused(asked, seo.taskStatus, seo.costUsd ?? 0);
    const cost = seo.costUsd ?? priceOf[path];
    const ids = Array.from({ length: course === 'doubled' ? 2 : 1 }, () =>
      make(path, asked, course, { cost, refund: seo.refundUsd ?? 0 }),
    );
    const task = { id: ids[0], status_code: 20100, status_message: 'Task Created.', cost, data: echoed(path, asked) };
    return single(task, ids.join(' '));
  }

  function make(path: TaskFunction, asked: Json, course: Work['course'], money: Pick<Task, 'cost' | 'refund'>): string {
    const question = keywordOf(asked);
    const tag = typeof asked.tag === 'string' ? asked.tag : null;
    const request = { ...asked, keyword: question };
    // Each page recommends in its own way, because otherwise a comparison of simulated engines would show equal
    // columns.
    const voice = { seed: `${path} `, linkSuffix: '?utm_source=openai' };
    const work = works.begin({ idPrefix: 'task', question, runId: tag, request, allowedDomains: null, course, voice });
    tasks.set(work, { path, work, tag: course === 'unmarked' ? null : tag, ...money, collected: false });
    announce(work, asked.pingback_url, tag);
    return work.id;
  }

  /** Sends a pingback when the work ends; in a mode where only polls advance it, the pingback comes early. */
  function announce(work: Work, address: unknown, tag: string | null): void {
    const { pace, pingback } = options;
    if (typeof address !== 'string' || pingback === null) return;
    const url = address.replace('$id', work.id).replace('$tag', encodeURIComponent(tag ?? ''));
    setTimeout(() => pingback(url), pace.by === 'time' ? pace.queuedMs + pace.workingMs : 0).unref();
  }

  function echoed(path: TaskFunction, asked: Json): Json {
    const [api, engine] = path.split('/');
    return { api, function: 'task_post', se: engine, ...asked };
  }

  function read(path: string, id: string, seo: SeoCourse): RouteResult {
    const cut = envelopeError(seo);
    if (cut !== null) return cut;
    const task = taskOf(id);
    if (task === undefined || task.path !== path) {
      return single({ id, status_code: 40401, status_message: 'Task Not Found.', cost: 0, data: {}, result: null });
    }
    const state: string = works.look(task.work);
    const code = seo.taskStatus ?? pendingCodes[state] ?? (state === 'failed' ? 40103 : 20000);
    const ended = task.work.course === 'no_results' && code === 20000 ? 40102 : code;
    const { tag: _tag, ...asked } = echoed(task.path, task.work.request);
    if (ended === 20000) task.collected = true;
    return single({
      id,
      status_code: ended,
      status_message: ended === 20000 ? 'Ok.' : 'Simulated state.',
      cost: 0,
      path: ['v3', ...path.split('/'), 'task_get', 'advanced', id],
      data: task.tag === null ? asked : { ...asked, tag: task.tag },
      result: ended === 20000 ? [taskResult(task.path, task.work)] : null,
    });
  }

  function list(family: string, asked: Json): RouteResult {
    const from = timeOf(asked.datetime_from);
    const to = timeOf(asked.datetime_to);
    if (!(to <= options.now())) return refused(asked, 40501, 0);
    const second = (ms: number): number => Math.floor(ms / 1_000) * 1_000;
    const offset = Number(asked.offset ?? 0);
    const rows = allTasks()
      .filter(({ path }) => path.startsWith(`${family}/`))
      .filter(({ work }) => second(work.createdAt) >= from && second(work.createdAt) <= to)
      .slice(offset, offset + Number(asked.limit ?? 1_000))
      .map((task) => ({
        id: task.work.id,
        url: `v3/${task.path}/task_post`,
        datetime_posted: listTime(task.work.createdAt),
        datetime_done: task.work.ended === null ? null : listTime(task.work.ended.at),
        status: String(pendingCodes[status(task)] ?? 20000),
        cost: Math.round((task.cost - (task.work.ended === null ? 0 : task.refund)) * 1e6) / 1e6,
        ...(asked.include_metadata === true
          ? { metadata: { ...echoed(task.path, task.work.request), tag: task.tag } }
          : {}),
      }));
    return listReply(rows, asked);
  }

  function ready(path: string): RouteResult {
    const rows = allTasks()
      .filter((task) => task.path === path && !task.collected && status(task) === 'completed')
      .map((task) => ({
        id: task.work.id,
        tag: task.tag,
        date_posted: listTime(task.work.createdAt),
        endpoint_advanced: `/v3/${path}/task_get/advanced/${task.work.id}`,
      }));
    return listReply(rows);
  }

  function route(method: string, url: URL, body: unknown): Route | null {
    const path = url.pathname.slice('/v3/'.length);
    const asked = firstTask(body);
    const known = taskFunctions.find((one) => path.startsWith(`${one}/`));
    const rest = known === undefined ? null : path.slice(known.length + 1);
    if (method === 'POST' && known !== undefined && rest === 'task_post') {
      return { operation: 'create', text: keywordOf(asked), run: (scripted) => create(known, asked, scripted) };
    }
    if (method === 'POST' && (path === 'serp/id_list' || path === 'ai_optimization/id_list')) {
      return { operation: 'items', text: '', run: () => list(path.replace('/id_list', ''), asked) };
    }
    if (method !== 'GET') return null;
    const id = rest === null ? null : (/^task_get\/advanced\/([^/]+)$/.exec(rest)?.[1] ?? null);
    if (known !== undefined && id !== null) {
      const text = String(works.find(id)?.request.keyword ?? '');
      return { operation: 'retrieve', text, run: ({ seo }) => read(known, id, seo ?? {}) };
    }
    if (known !== undefined && rest === 'tasks_ready') {
      return { operation: 'ready_list', text: '', run: () => ready(known) };
    }
    return catalogueRoute(path);
  }

  return {
    ...dataForSeoCaller,
    speaks: (path) => path.startsWith('/v3/serp/') || path.startsWith('/v3/ai_optimization/'),
    route,
    forget: works.forget,
  };
}

function envelopeError({ envelopeStatus, costUsd }: SeoCourse): RouteResult | null {
  if (envelopeStatus === undefined) return null;
  const body = envelope(envelopeStatus, 'Simulated error.', [], costUsd ?? 0);
  return { reply: { status: 200, body }, created: null };
}

/** Returns the text as the vendor reads it: `%xx` decoded, `+` as a space. */
function keywordOf(asked: Json): string {
  const spaced = String(asked.keyword ?? '').replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

const known = new Set(
  'keyword location_code location_name language_code priority tag pingback_url device os load_async_ai_overview force_web_search'.split(
    ' ',
  ),
);

/** Returns the error code of a task that the vendor would refuse; null if it would accept it. */
function flawOf(asked: Json): number | null {
  if (Object.keys(asked).some((name) => !known.has(name))) return 40506;
  const placed = typeof asked.location_code === 'number' || typeof asked.location_name === 'string';
  return keywordOf(asked) === '' || !placed || typeof asked.language_code !== 'string' ? 40501 : null;
}
