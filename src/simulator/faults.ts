/** Kind of a request to the simulator. */
export type Operation =
  | 'conversation'
  | 'create'
  | 'second_reading'
  | 'model_reading'
  | 'retrieve'
  | 'cancel'
  | 'items'
  | 'results'
  | 'models'
  | 'ready_list'
  | 'catalogue'
  | 'seo_call'
  | 'seo_lookup'
  | 'seo_account';

/** Fault of a reply. Unless it is `dropped`, `held` or a status without `done`, the work itself was done. */
export type ReplyFault =
  /** The connection drops before anything is done. */
  | { kind: 'dropped' }
  /** Nothing is done or answered until the caller disconnects. */
  | { kind: 'held' }
  /** Done, but the connection drops without a reply. */
  | { kind: 'lost' }
  /** Done, but the connection drops in the middle of the reply. */
  | { kind: 'half' }
  /** Done; the reply arrives after this many milliseconds. */
  | { kind: 'stalled'; afterMs: number; until?: undefined }
  /** Done; the reply arrives once this is fulfilled. */
  | { kind: 'stalled'; until: Promise<unknown> }
  /** Done; the reply has no id. */
  | { kind: 'nameless' }
  /** Done; the reply is not JSON. */
  | { kind: 'garbled' }
  | {
      kind: 'status';
      status: number;
      code?: string;
      type?: string;
      param?: string;
      message?: string;
      headers?: Readonly<Record<string, string>>;
      /** Content of the body: the provider's error object (default), a proxy's page, or nothing. */
      body?: 'error' | 'page' | 'nothing';
      /** True: the work was done nevertheless. */
      done?: boolean;
    };

/** Course of one piece of work after it is created. */
const courses = [
  'answer',
  'refusal',
  'incomplete',
  'paused',
  'failed',
  'approval',
  'tool_output',
  'no_annotations',
  'no_answer',
  'slow',
  'slow_cancel',
  'cancel_loses',
  'forgotten',
  'unknown_status',
  'doubled',
  'no_results',
  'loaded_later',
  'unmarked',
  'odd_text',
  // Only for second readings: changes that a model may make to the text it reads.
  'malformed',
  'foreign_name',
  'omits_first',
  'adds_mentioned',
] as const;
export type Course = (typeof courses)[number];

/** Outcome of one SEO call: a status code of the task or the envelope, or an empty result. */
export type SeoCourse = {
  taskStatus?: number;
  envelopeStatus?: number;
  empty?: boolean;
  costUsd?: number;
  /** Result of the work once it has ended. */
  refundUsd?: number;
};

export type ScriptEntry = {
  at: Operation;
  /** Applies only to a create whose question, or an SEO call whose domain or path, contains this text. */
  when?: string;
  reply?: ReplyFault;
  course?: Course;
  seo?: SeoCourse;
  /** Number of requests it applies to; 1 by default. */
  times?: number;
};

const overloaded: ReplyFault = { kind: 'status', status: 503, code: 'server_is_overloaded', type: 'server_error' };

/** Replies that a question can request with a marker, besides the courses. */
const namedReplies: Readonly<Record<string, ReplyFault>> = {
  dropped: { kind: 'dropped' },
  held: { kind: 'held' },
  lost: { kind: 'lost' },
  half: { kind: 'half' },
  nameless: { kind: 'nameless' },
  garbled: { kind: 'garbled' },
  stalled: { kind: 'stalled', afterMs: 60_000 },
  rate_limited: {
    kind: 'status',
    status: 429,
    code: 'rate_limit_exceeded',
    type: 'requests',
    headers: { 'retry-after': '7' },
  },
  quota: { kind: 'status', status: 429, code: 'credit_balance_exhausted', type: 'insufficient_quota' },
  overloaded,
  overloaded_after: { ...overloaded, done: true },
  conversation_refused: {
    kind: 'status',
    status: 400,
    code: 'unsupported_parameter',
    type: 'invalid_request_error',
    param: 'conversation',
  },
  conversation_locked: { kind: 'status', status: 400, code: 'conversation_locked', type: 'invalid_request_error' },
};

/**
 * Reads a marker: `[simulate:refusal]` in a question requests that course or reply, so that it can be tried through the
 * whole service.
 */
function marked(text: string): Pick<ScriptEntry, 'reply' | 'course' | 'seo'> | null {
  const name = /\[simulate:([a-z_\d]+)\]/.exec(text)?.[1];
  if (name === undefined) return null;
  const code = /^code_(\d{5})$/.exec(name)?.[1];
  if (code !== undefined) return { seo: { taskStatus: Number(code) } };
  const course = courses.find((known) => known === name);
  if (course !== undefined) return { course };
  const reply = namedReplies[name];
  return reply === undefined ? null : { reply };
}

export type Script = {
  add(entry: ScriptEntry): void;
  clear(): void;
  /** Takes the first entry that applies; without one, the marker of the text decides for creates. */
  take(at: Operation, text: string): Pick<ScriptEntry, 'reply' | 'course' | 'seo'>;
};

export function createScript(): Script {
  let entries: { entry: ScriptEntry; left: number }[] = [];
  return {
    add: (entry) => {
      entries.push({ entry, left: entry.times ?? 1 });
    },
    clear: () => {
      entries = [];
    },
    take: (at, text) => {
      const scriptEntry = entries.find(
        ({ entry }) => entry.at === at && (entry.when === undefined || text.includes(entry.when)),
      );
      if (scriptEntry === undefined) return (at === 'create' ? marked(text) : null) ?? {};
      scriptEntry.left -= 1;
      if (scriptEntry.left <= 0) entries = entries.filter((other) => other !== scriptEntry);
      return scriptEntry.entry;
    },
  };
}
