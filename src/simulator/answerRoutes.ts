import { randomBytes } from 'node:crypto';
import { outputItems, responseObject } from './answerObjects.ts';
import { askToCancel, type Pace, statusOf, type Work } from './answerWork.ts';
import { allowedDomainsOf, startTool, type ToolCall } from './askedTools.ts';
import { composeAnswer, type OwnedSite } from './composeAnswer.ts';
import type { Course } from './faults.ts';
import type { Performed, Route, World } from './route.ts';
import type { ErrorBody, Reply } from './sendReply.ts';

/** Who asks what: the run id is our own, as it stands in the metadata of the create. */
export type Asked = { question: string; runId: string | null };

export type AnswerWorldOptions = {
  now: () => number;
  pace: Pace;
  /** Owned websites that may appear in the answer to this create. */
  ownedSites: (asked: Asked) => readonly OwnedSite[];
  /** Calls the remote tool of a request for real; without it the simulated agent only pretends to have called it. */
  callTool: ((call: ToolCall) => Promise<string>) | null;
  /** True: every create with a conversation is answered 400 naming that parameter. */
  refusesConversations: boolean;
  /** The provider's own cap on a page of conversation items, whatever was asked for. */
  itemsPerPage: number;
};

type Json = Readonly<Record<string, unknown>>;

export const openAiError: ErrorBody = ({ message, code, type, param }) => ({
  error: {
    message: message ?? 'Simulated error.',
    type: type ?? 'invalid_request_error',
    code: code ?? null,
    param: param ?? null,
  },
});

function failure(status: number, code: string, message: string, param?: string): Performed {
  const fault = { kind: 'status' as const, status, code, message, ...(param === undefined ? {} : { param }) };
  return { reply: { status, body: openAiError(fault) }, created: null };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Finished work that is kept at most; the oldest go first, as a provider's retention would have it. */
const mostWorks = 5_000;

/** The conversations and responses of one simulated provider, and the routes to them. */
export function createAnswerWorld(options: AnswerWorldOptions): World & { forget(id: string): boolean } {
  const conversations = new Map<string, { createdAt: number; metadata: unknown }>();
  const works = new Map<string, Work>();
  const turns = new Map<string, number>();

  const status = (work: Work): string => statusOf(work, options.pace, options.now());

  function show(work: Work, withSources: boolean): Reply {
    const shown = status(work);
    return { status: 200, body: responseObject(work, shown, withSources) };
  }

  function create(body: Json, course: Course): Performed {
    if (typeof body.model !== 'string') return failure(400, 'missing_required_parameter', 'No model.', 'model');
    if (typeof body.input !== 'string') return failure(400, 'missing_required_parameter', 'No input.', 'input');
    if (body.background !== true) return failure(400, 'unsupported_value', 'Background only.', 'background');
    const conversationId = typeof body.conversation === 'string' ? body.conversation : null;
    if (conversationId !== null) {
      if (options.refusesConversations) {
        return failure(400, 'unsupported_parameter', 'Not with background.', 'conversation');
      }
      if (!conversations.has(conversationId)) return failure(404, 'conversation_not_found', 'No such conversation.');
      const inside = [...works.values()].filter((work) => work.conversationId === conversationId);
      const busy = inside.some((work) => ['queued', 'in_progress', 'pondering'].includes(status(work)));
      if (busy) return failure(400, 'conversation_locked', 'Another response runs in this conversation.');
    }
    const turn = (turns.get(body.input) ?? 0) + 1;
    turns.set(body.input, turn);
    const metadata = isObject(body.metadata) ? body.metadata : {};
    const runId = typeof metadata.run_id === 'string' ? metadata.run_id : null;
    const work: Work = {
      id: newId('resp'),
      request: body,
      conversationId,
      course,
      answer: composeAnswer(
        body.input,
        turn,
        options.ownedSites({ question: body.input, runId }),
        allowedDomainsOf(body),
      ),
      tool: startTool(body, options.callTool),
      createdAt: options.now(),
      looks: 0,
      cancelAskedAt: null,
      looksAtCancel: 0,
      hurried: false,
      ended: null,
    };
    works.set(work.id, work);
    const oldest = works.keys().next().value;
    if (works.size > mostWorks && oldest !== undefined) works.delete(oldest);
    return { reply: { status: 200, body: responseObject(work, 'queued', false) }, created: work.id };
  }

  function cancel(work: Work): Reply {
    if (work.course === 'cancel_loses') {
      const reply = show(work, false);
      work.hurried = true;
      return reply;
    }
    askToCancel(work, options.now());
    return show(work, false);
  }

  /** The items of a conversation: the question and what was put out, once the response completed. */
  function items(conversationId: string, query: URLSearchParams): Reply {
    const withSources = query.getAll('include[]').includes('web_search_call.action.sources');
    const all = [...works.values()]
      .filter((work) => work.conversationId === conversationId)
      .flatMap((work) => {
        work.looks += 1;
        const shown = status(work);
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

  function routeWork(id: string, method: string, verb: string | undefined, query: URLSearchParams): Route | null {
    const operation = method === 'POST' && verb === 'cancel' ? 'cancel' : 'retrieve';
    if (operation === 'retrieve' && (method !== 'GET' || verb !== undefined)) return null;
    const work = works.get(id);
    return {
      operation,
      text: String(work?.request.input ?? ''),
      run: () => {
        if (work === undefined) return failure(404, 'not_found', `No response ${id}.`);
        if (operation === 'cancel') return { reply: cancel(work), created: null };
        work.looks += 1;
        const reply = show(work, query.getAll('include[]').includes('web_search_call.action.sources'));
        // Seen once at its end, then gone, as after the provider's retention.
        if (work.course === 'forgotten' && work.ended !== null) works.delete(id);
        return { reply, created: null };
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
    if (room === 'responses' && id === undefined && method === 'POST') {
      return {
        operation: 'create',
        text: String(body.input ?? ''),
        run: ({ course }) => create(body, course ?? 'answer'),
      };
    }
    return room === 'responses' && id !== undefined ? routeWork(id, method, verb, url.searchParams) : null;
  }

  return {
    speaks: (path) => path.startsWith('/v1/'),
    knows: (authorization) => /^Bearer \S+$/.test(authorization),
    unknownCaller: { kind: 'status', status: 401, code: 'invalid_api_key' },
    errorBody: openAiError,
    route,
    /** Forgets a response, as the provider does after its retention. */
    forget: (id: string): boolean => works.delete(id),
  };
}
