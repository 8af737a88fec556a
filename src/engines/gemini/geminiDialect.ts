import { passagesOf } from '../../simulator/answerPassages.ts';
import type { Work } from '../../simulator/answerWork.ts';
import { privateMarks, simulatedNotice } from '../../simulator/composeAnswer.ts';
import type { Course } from '../../simulator/faults.ts';
import type { Dialect, RouteResult } from '../../simulator/route.ts';
import { wholeOf } from '../../simulator/seededChoice.ts';
import type { ErrorBody } from '../../simulator/sendReply.ts';
import { jsonObjectOf } from '../../simulator/wireJson.ts';
import { routeToWork, type WorkWire } from '../../simulator/workRoutes.ts';
import { createWorks, type WorkStatus, type WorksOptions } from '../../simulator/works.ts';

type Json = Readonly<Record<string, unknown>>;

const prefix = '/gemini';
const interactions = `${prefix}/v1beta/interactions`;

const geminiError: ErrorBody = ({ message, code, status }) => ({
  error: { message: message ?? 'Simulated error.', code: code ?? `http_${status}` },
});

function failure(status: number, code: string, message: string): RouteResult {
  return { reply: { status, body: geminiError({ kind: 'status', status, code, message }) }, created: null };
}

/** Returns the text with the pages of its passages; offsets count bytes of UTF-8, end excluded. */
function textPart({ answer, course }: Work): Json {
  let text = '';
  const annotations: Json[] = [];
  for (const passage of passagesOf(answer)) {
    const start = Buffer.byteLength(text);
    text += passage.text;
    for (const { url } of course === 'no_annotations' ? [] : passage.cites) {
      annotations.push({
        type: 'url_citation',
        url,
        title: new URL(url).hostname,
        start_index: start,
        end_index: Buffer.byteLength(text),
      });
    }
  }
  return { type: 'text', text, annotations };
}

function stepsOf(work: Work): Json[] {
  const { id, answer, course } = work;
  const before = [
    { type: 'thought', summary: [{ type: 'text', text: privateMarks.reasoning }], signature: privateMarks.reasoning },
    ...answer.searches.flatMap(({ query }, index) => [
      { type: 'google_search_call', id: `gs_${id}_${index}`, arguments: { queries: [query] }, signature: 'sealed' },
      {
        type: 'google_search_result',
        call_id: `gs_${id}_${index}`,
        result: [{ search_suggestions: '<div>simulated suggestions</div>' }],
        signature: 'sealed',
      },
    ]),
  ];
  const output = textPart(work);
  switch (course) {
    case 'no_answer':
      return before;
    case 'incomplete': {
      const text = String(output.text);
      return [
        ...before,
        { type: 'model_output', content: [{ ...output, text: text.slice(0, text.length / 2), annotations: [] }] },
      ];
    }
    case 'approval':
    case 'tool_output':
      return [
        ...before,
        { type: 'model_output', content: [{ type: 'text', text: `${simulatedNotice} One more look is needed.` }] },
        {
          type: 'function_call',
          id: `fc_${id}`,
          name: 'simulated_tool',
          arguments: { note: privateMarks.toolArguments },
        },
      ];
    default:
      return [...before, { type: 'model_output', content: [output] }];
  }
}

function usageOf({ answer, request }: Work): Json {
  const input = 300 + 40 * String(request.input).length;
  const output = Math.ceil(answer.text.length / 4);
  const thoughts = wholeOf(`${answer.text.length} thoughts`, 40, 400);
  return {
    total_input_tokens: input,
    total_cached_tokens: 0,
    total_output_tokens: output,
    total_thought_tokens: thoughts,
    total_tool_use_tokens: 0,
    total_tokens: input + output + thoughts,
    grounding_tool_count: [{ type: 'google_search', count: answer.searches.length }],
  };
}

/** Returns the provider's status of ended work. */
function wordOf(work: Work, status: WorkStatus): string {
  if (status !== 'completed') return status;
  if (work.course === 'approval' || work.course === 'tool_output') return 'requires_action';
  return work.course === 'paused' ? 'requires_continuation' : status;
}

function interactionObject(work: Work, status: WorkStatus): Json {
  const { ended, request, createdAt } = work;
  const hasSteps = ended !== null && (ended.as === 'completed' || ended.as === 'incomplete');
  return {
    id: work.id,
    status: wordOf(work, status),
    model: request.model,
    created: new Date(createdAt).toISOString(),
    updated: new Date(ended?.at ?? createdAt).toISOString(),
    labels: request.labels ?? {},
    input: request.input,
    system_instruction: request.system_instruction,
    ...(hasSteps ? { steps: stepsOf(work), usage: usageOf(work) } : {}),
    ...(ended?.as === 'failed'
      ? { errors: [{ code: 'internal', message: 'Simulated failure: the provider gave up.' }] }
      : {}),
  };
}

/** Creates the interactions of one simulated provider, under `/gemini`. Like the real one it has no list. */
export function createGeminiDialect(options: WorksOptions): Dialect {
  const works = createWorks(options);

  function create(body: Json, course: Course): RouteResult {
    if (body.background !== true || body.store !== true)
      return failure(400, 'invalid_request', 'Background and store.');
    const label = String(jsonObjectOf(body.labels).run_id ?? '');
    if (!/^[a-z0-9_-]{1,63}$/.test(label)) return failure(400, 'invalid_request', 'The label does not fit.');
    const work = works.begin({
      idPrefix: 'interaction',
      question: String(body.input),
      runId: Buffer.from(label, 'hex').toString(),
      request: body,
      allowedDomains: null,
      course,
      voice: { seed: 'gemini ', linkSuffix: '' },
    });
    return { reply: { status: 200, body: interactionObject(work, works.status(work)) }, created: work.id };
  }

  const wire: WorkWire = {
    show: interactionObject,
    unknown: (id) => failure(404, 'not_found', `No interaction ${id}.`),
    tooLate: () => failure(400, 'failed_precondition', 'It has ended.'),
  };

  return {
    speaks: (path) => path.startsWith(`${prefix}/`),
    knows: (headers) => /^\S+$/.test(String(headers['x-goog-api-key'])) && headers['api-revision'] === '2026-05-20',
    unknownCaller: { kind: 'status', status: 401, code: 'unauthenticated' },
    errorBody: geminiError,
    forget: works.forget,
    route(method, url, received) {
      const body = jsonObjectOf(received);
      if (url.pathname === interactions && method === 'POST') {
        return { operation: 'create', text: String(body.input), run: ({ course }) => create(body, course ?? 'answer') };
      }
      if (url.pathname === `${prefix}/v1beta/models` && method === 'GET') {
        return {
          operation: 'models',
          text: '',
          run: () => ({ reply: { status: 200, body: { models: [] } }, created: null }),
        };
      }
      if (!url.pathname.startsWith(`${interactions}/`)) return null;
      return routeToWork(works, url.pathname.slice(interactions.length + 1).split('/'), method, wire);
    },
  };
}
