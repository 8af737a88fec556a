import type { Course } from '../../simulator/faults.ts';
import { allowedDomainsOf, startTool } from '../../simulator/requestedTools.ts';
import type { Dialect, Route, RouteResult } from '../../simulator/route.ts';
import { openAiError, type Reply } from '../../simulator/sendReply.ts';
import { routeToWork } from '../../simulator/workRoutes.ts';
import { createWorks, newId, type SimulatorWiring } from '../../simulator/works.ts';
import { outputItems, responseObject } from './openaiObjects.ts';
import { isModelReading, isSecondReading, secondReading } from './simulatedSecondReading.ts';

type Json = Readonly<Record<string, unknown>>;

function failure(status: number, code: string, message: string, param?: string): RouteResult {
  const fault = { kind: 'status' as const, status, code, message, ...(param === undefined ? {} : { param }) };
  return { reply: { status, body: openAiError(fault) }, created: null };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The conversations and responses of one simulated provider, and the routes to them. */
export function createAnswerDialect(options: SimulatorWiring): Dialect {
  const conversations = new Map<string, { createdAt: number; metadata: unknown }>();
  const works = createWorks(options);

  function create(body: Json, course: Course): RouteResult {
    if (typeof body.model !== 'string') return failure(400, 'missing_required_parameter', 'No model.', 'model');
    if (typeof body.input !== 'string') return failure(400, 'missing_required_parameter', 'No input.', 'input');
    if (body.background !== true) return failure(400, 'unsupported_value', 'Background only.', 'background');
    const conversationId = typeof body.conversation === 'string' ? body.conversation : null;
    if (conversationId !== null) {
      if (options.refusesConversations) {
        return failure(400, 'unsupported_parameter', 'Not with background.', 'conversation');
      }
      if (!conversations.has(conversationId)) return failure(404, 'conversation_not_found', 'No such conversation.');
      const inside = works.all().filter((work) => work.conversationId === conversationId);
      const busy = inside.some((work) => ['queued', 'in_progress', 'pondering'].includes(works.status(work)));
      if (busy) return failure(400, 'conversation_locked', 'Another response runs in this conversation.');
    }
    const metadata = isObject(body.metadata) ? body.metadata : {};
    const runId = typeof metadata.run_id === 'string' ? metadata.run_id : null;
    const work = works.begin({
      idPrefix: 'resp',
      question: body.input,
      runId,
      request: body,
      conversationId,
      course,
      allowedDomains: allowedDomainsOf(body),
      tool: startTool(body, options.callTool),
    });
    return { reply: { status: 200, body: responseObject(work, 'queued', false) }, created: work.id };
  }

  /** Returns the items of a conversation: the question and, once the response has completed, the output. */
  function items(conversationId: string, query: URLSearchParams): Reply {
    const withSources = query.getAll('include[]').includes('web_search_call.action.sources');
    const all = works
      .all()
      .filter((work) => work.conversationId === conversationId)
      .flatMap((work) => {
        const shown = works.look(work);
        if (shown !== 'completed' && shown !== 'incomplete') return [];
        const asked = {
          type: 'message',
          id: `msg_${work.id}_in`,
          role: 'user',
          status: 'completed',
          content: [{ type: 'input_text', text: work.request.input }],
        };
        return [asked, ...outputItems(work, withSources)];
      });
    if (query.get('order') !== 'asc') all.reverse();
    const after = query.get('after');
    const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const limit = Math.min(Number(query.get('limit') ?? 20), options.itemsPerPage);
    const data = all.slice(start, start + limit);
    return {
      status: 200,
      body: {
        object: 'list',
        data,
        first_id: data.at(0)?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
        has_more: start + limit < all.length,
      },
    };
  }

  function route(method: string, url: URL, received: unknown): Route | null {
    const body = isObject(received) ? received : {};
    const [, , room, id, verb] = url.pathname.split('/');
    if (room === 'conversations' && method === 'POST' && id === undefined) {
      return {
        operation: 'conversation',
        text: '',
        run: () => {
          const created = newId('conv');
          const createdAt = Math.floor(options.now() / 1000);
          const metadata = body.metadata ?? {};
          conversations.set(created, { createdAt, metadata });
          // One per task: the oldest has nothing left to ask for.
          const [oldest] = conversations.size > 2 * options.maxKept ? conversations.keys() : [];
          if (oldest !== undefined) conversations.delete(oldest);
          const shown = { id: created, object: 'conversation', created_at: createdAt, metadata };
          return { reply: { status: 200, body: shown }, created };
        },
      };
    }
    if (room === 'conversations' && method === 'GET' && id !== undefined && verb === 'items') {
      return {
        operation: 'items',
        text: '',
        run: () =>
          conversations.has(id)
            ? { reply: items(id, url.searchParams), created: null }
            : failure(404, 'not_found', 'No such conversation.'),
      };
    }
    const isOfModel = isModelReading(body);
    if (room === 'responses' && id === undefined && method === 'POST' && (isOfModel || isSecondReading(body))) {
      return {
        operation: isOfModel ? 'model_reading' : 'second_reading',
        text: String(body.input ?? ''),
        run: ({ course }) => {
          const response = secondReading(body, course ?? 'answer', newId('resp'), options.now());
          return { reply: { status: 200, body: response }, created: response.id };
        },
      };
    }
    if (room === 'responses' && id === undefined && method === 'POST') {
      return {
        operation: 'create',
        text: String(body.input ?? ''),
        run: ({ course }) => create(body, course ?? 'answer'),
      };
    }
    if (room !== 'responses' || id === undefined) return null;
    const withSources = url.searchParams.getAll('include[]').includes('web_search_call.action.sources');
    return routeToWork(works, [id, verb], method, {
      show: (work, status) => responseObject(work, status, withSources),
      unknown: () => failure(404, 'not_found', `No response ${id}.`),
    });
  }

  return {
    speaks: (path) => path.startsWith('/v1/'),
    knows: ({ authorization }) => /^Bearer \S+$/.test(String(authorization)),
    unknownCaller: { kind: 'status', status: 401, code: 'invalid_api_key' },
    errorBody: openAiError,
    route,
    /** Forgets a response, as the provider does after its retention. */
    forget: works.forget,
  };
}
