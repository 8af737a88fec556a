import { passagesOf } from '../../simulator/answerPassages.ts';
import type { Work } from '../../simulator/answerWork.ts';
import { privateMarks, simulatedNotice } from '../../simulator/composeAnswer.ts';
import type { Course } from '../../simulator/faults.ts';
import type { Dialect, RouteResult } from '../../simulator/route.ts';
import type { ErrorBody } from '../../simulator/sendReply.ts';
import { jsonListOf, jsonObjectOf } from '../../simulator/wireJson.ts';
import { routeToWork, type WorkWire } from '../../simulator/workRoutes.ts';
import { createWorks, type WorkStatus, type WorksOptions } from '../../simulator/works.ts';

type Json = Readonly<Record<string, unknown>>;

const prefix = '/perplexity';
const responses = `${prefix}/v1/responses`;

const perplexityError: ErrorBody = ({ message, code, type }) => ({
  error: { message: message ?? 'Simulated error.', type: type ?? 'invalid_request', code: code ?? null },
});

function failure(status: number, code: string, message: string): RouteResult {
  return { reply: { status, body: perplexityError({ kind: 'status', status, code, message }) }, created: null };
}

function messageItem(work: Work): Json {
  let text = '';
  const annotations: Json[] = [];
  for (const passage of passagesOf(work.answer)) {
    const start = text.length;
    text += passage.text;
    for (const { url, title } of work.course === 'no_annotations' ? [] : passage.cites) {
      annotations.push({ type: 'citation', url, title, start_index: start, end_index: text.length });
    }
  }
  const content = [{ type: 'output_text', text, annotations }];
  return { type: 'message', id: `msg_${work.id}`, role: 'assistant', status: 'completed', content };
}

function outputOf(work: Work): Json[] {
  const { answer, course, id } = work;
  const titles = new Map(answer.annotations.map(({ url, title }) => [url, title]));
  const before = answer.searches.map(({ query, urls }) => ({
    type: 'search_results',
    queries: [query],
    results: urls.map((url, index) => ({
      id: index + 1,
      url,
      title: titles.get(url) ?? 'A simulated page',
      snippet: 'Simulated words of the page.',
      source: 'web',
    })),
  }));
  const opened = {
    type: 'fetch_url_results',
    contents: answer.opened.map((url) => ({ url, title: titles.get(url) ?? 'A simulated page', snippet: 'Words.' })),
  };
  switch (course) {
    case 'no_answer':
      return before;
    case 'approval':
    case 'tool_output': {
      const args = JSON.stringify({ note: privateMarks.toolArguments });
      const text = `${simulatedNotice} One more look is needed.`;
      return [
        ...before,
        { type: 'message', id: `msg_${id}`, role: 'assistant', content: [{ type: 'output_text', text }] },
        { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, name: 'simulated_tool', arguments: args },
      ];
    }
    default:
      return [
        ...before,
        opened,
        { type: 'unknown', item_name: 'simulated', payload: { note: privateMarks.reasoning } },
        messageItem(work),
      ];
  }
}

const round = (usd: number): number => Math.round(usd * 1e6) / 1e6;

/** Figures in the vendor's shape, at its listed prices. */
function usageOf({ answer, request }: Work): Json {
  const input = 300 + 40 * String(request.input).length;
  const output = Math.ceil(answer.text.length / 4);
  const [inputCost, outputCost] = [round((input * 0.25) / 1e6), round((output * 2.5) / 1e6)];
  const toolsCost = round(0.005 * answer.searches.length);
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    tool_calls_details: { web_search: { invocation: answer.searches.length } },
    cost: {
      currency: 'USD',
      input_cost: inputCost,
      output_cost: outputCost,
      tool_calls_cost: toolsCost,
      total_cost: round(inputCost + outputCost + toolsCost),
    },
  };
}

function responseObject(work: Work, status: WorkStatus): Json {
  const { ended, request, createdAt, course } = work;
  const waits = status === 'completed' && (course === 'approval' || course === 'tool_output');
  // This wire has no `incomplete`.
  const hasOutput = ended !== null && (ended.as === 'completed' || ended.as === 'incomplete');
  return {
    id: work.id,
    object: 'response',
    status: waits ? 'requires_action' : status === 'incomplete' ? 'failed' : status,
    background: true,
    store: true,
    created_at: Math.floor(createdAt / 1_000),
    model: request.model,
    output: hasOutput ? outputOf(work) : [],
    ...(hasOutput ? { usage: usageOf(work) } : {}),
    ...(ended?.as === 'failed' || ended?.as === 'incomplete'
      ? { error: { code: 'server_error', type: 'server_error', message: 'Simulated failure: the provider gave up.' } }
      : {}),
  };
}

/**
 * Creates the background responses of one simulated provider, under `/perplexity`. It has no list and accepts no tags.
 */
export function createPerplexityDialect(options: WorksOptions): Dialect {
  const works = createWorks(options);

  function create(body: Json, course: Course): RouteResult {
    if (body.background !== true) return failure(400, 'invalid_request', 'Background only.');
    const domains = jsonObjectOf(jsonListOf(body.tools)[0]?.filters).search_domain_filter;
    const work = works.begin({
      idPrefix: 'resp',
      question: String(body.input),
      runId: null,
      request: body,
      allowedDomains: Array.isArray(domains) ? domains.map(String) : null,
      course,
      voice: { seed: 'perplexity ', linkSuffix: '' },
    });
    return { reply: { status: 200, body: responseObject(work, works.status(work)) }, created: work.id };
  }

  const wire: WorkWire = {
    show: responseObject,
    unknown: (id) => failure(404, 'not_found', `No response ${id}.`),
  };

  return {
    speaks: (path) => path.startsWith(`${prefix}/`),
    knows: ({ authorization }) => /^Bearer \S+$/.test(String(authorization)),
    unknownCaller: { kind: 'status', status: 401, code: 'unauthorized' },
    errorBody: perplexityError,
    forget: works.forget,
    route(method, url, received) {
      const body = jsonObjectOf(received);
      if (url.pathname === responses && method === 'POST') {
        return { operation: 'create', text: String(body.input), run: ({ course }) => create(body, course ?? 'answer') };
      }
      if (!url.pathname.startsWith(`${responses}/`)) return null;
      return routeToWork(works, url.pathname.slice(responses.length + 1).split('/'), method, wire);
    },
  };
}
