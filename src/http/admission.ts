import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../domain/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that are answered even under overload: they show operators the state of this process. */
    alwaysAnswered?: boolean;
  }
}

export type AdmissionLimits = {
  /**
   * Time budget of one turn of the event loop: everything else that arrived during it waits that long. Milliseconds.
   */
  turnMs: number;
  /** Maximum wait of a new request at the rate of the last second. Milliseconds. */
  queueMs: number;
  /** Fewer concurrent requests than this are never a queue: the rate of a quiet server is meaningless. */
  minQueue: number;
  /** Number of requests that may once wait longer, for callers that arrive together and are then done. */
  burst: number;
  /** Maximum wait of an admitted request for its start while most are refused: that is overload, not a burst. */
  lateMs: number;
  /** Slots of the burst restored by each request that finds no queue, unless most requests are being refused. */
  burstBack: number;
  /** Time without a queue after which the whole burst is available again. Milliseconds. */
  calmMs: number;
};

export const admissionLimits: AdmissionLimits = {
  turnMs: 30,
  queueMs: 100,
  minQueue: 32,
  burst: 64,
  lateMs: 100,
  burstBack: 0.25,
  calmMs: 2_000,
};

/** True while the request of this response uses the process; absent if it was never admitted. */
const isWorking = Symbol('isWorking');
type Counted = ServerResponse & { [isWorking]?: boolean | undefined };

/** Seconds after which a refused caller may retry. */
const retryAfterSeconds = 1;
const paceMs = 1_000;

export type Admission = {
  /** Returns true if there is room for another request. */
  admits(): boolean;
  /** Returns true if an admitted request can start now; otherwise it has waited too long, and is refused. */
  starts(arrivedAt: number): boolean;
  /** Counts a request that starts, or resumes, using this process. */
  enter(): void;
  /** Counts a request that stops using this process. */
  leave(): void;
  /** Counts the response of an admitted request. */
  answered(): void;
  refusals(): number;
};

type Parts = {
  limits: AdmissionLimits;
  /** Returns the number of requests waiting for a provider, which use no resources of this process meanwhile. */
  waitingOutside(): number;
  now(): number;
  afterTurn(work: () => void): void;
};

/** Creates a counter for the previous and the current second. */
function createCount(from: number) {
  let view = { began: from, before: 0, count: 0 };
  function turnTo(at: number): void {
    const passed = at - view.began;
    if (passed >= 2 * paceMs) view = { began: at, before: 0, count: 0 };
    else if (passed >= paceMs) view = { began: view.began + paceMs, before: view.count, count: 0 };
  }
  return {
    add(at: number): void {
      turnTo(at);
      view.count += 1;
    },
    perSecond(at: number): number {
      turnTo(at);
      return Math.max(view.before, view.count);
    },
  };
}

/**
 * Creates admission control. It keeps accepted requests fast when more arrive than can be answered, by refusing the
 * rest before any of their work has begun. It watches two queues. The embedded database answers within one turn of the
 * event loop, so requests wait in the sockets, and the length of a turn reveals them. PostgreSQL answers later, so
 * requests wait inside this process. The delay of the loop alone would not be enough: it would switch admission on and
 * off every second, and miss the database.
 */
export function createAdmission(parts: Parts): Admission {
  const { limits, now } = parts;
  let working = 0;
  let refused = 0;
  let turnBegan: number | null = null;
  let burst = limits.burst;
  let lastQueue = Number.NEGATIVE_INFINITY;
  const answers = createCount(now());
  const refusals = createCount(now());

  /**
   * Returns true while far more requests arrive than can be answered: a restored slot would only admit a request that
   * is already late.
   */
  const isFlooded = (at: number): boolean => refusals.perSecond(at) > answers.perSecond(at);

  function refuse(at: number): false {
    refused += 1;
    refusals.add(at);
    return false;
  }

  function hasQueue(at: number): boolean {
    if (turnBegan !== null && at - turnBegan > limits.turnMs) return true;
    const here = working - parts.waitingOutside();
    return here >= limits.minQueue && here >= (answers.perSecond(at) * limits.queueMs) / 1_000;
  }

  return {
    admits() {
      const at = now();
      if (turnBegan === null) {
        turnBegan = at;
        parts.afterTurn(() => {
          turnBegan = null;
        });
      }
      if (!hasQueue(at)) {
        if (at - lastQueue > limits.calmMs) burst = limits.burst;
        else if (!isFlooded(at)) burst = Math.min(limits.burst, burst + limits.burstBack);
        return true;
      }
      lastQueue = at;
      if (burst >= 1) {
        burst -= 1;
        return true;
      }
      return refuse(at);
    },
    starts(arrivedAt) {
      const at = now();
      return at - arrivedAt <= limits.lateMs || !isFlooded(at) || refuse(at);
    },
    enter() {
      working += 1;
    },
    leave() {
      working -= 1;
    },
    answered() {
      answers.add(now());
    },
    refusals: () => refused,
  };
}

/**
 * Maximum number of requests started in one turn. With more, each would wait long for its own database turns, and
 * admission control could not see the queue.
 */
const maxTogether = 10;

/**
 * Checks admission before everything else, and starts the requests that arrive in one turn of the event loop together,
 * after the last of them, so that their equal reads are shared: their key, its rate limit, the run they poll. A request
 * counts while it uses this process: while its caller is identified, and from the end of its body to its response. Slow
 * senders and slow readers do not block others.
 */
export function mountAdmission(app: FastifyInstance, admission: Admission): void {
  const enter = (raw: Counted): void => {
    if (raw[isWorking]) return;
    raw[isWorking] = true;
    admission.enter();
  };
  const leave = (raw: Counted): void => {
    if (!raw[isWorking]) return;
    raw[isWorking] = false;
    admission.leave();
  };
  function leaveAtEnd(this: Counted): void {
    leave(this);
  }
  const waiting: { raw: Counted; arrivedAt: number; next(error?: Error): void }[] = [];
  function start(): void {
    const first = waiting.splice(0, maxTogether);
    if (waiting.length > 0) setImmediate(start);
    for (const { raw, arrivedAt, next } of first) {
      const isLate = raw[isWorking] === true && !admission.starts(arrivedAt);
      if (isLate) {
        leave(raw);
        // Its refusal is not an answer.
        raw[isWorking] = undefined;
      }
      next(isLate ? overloaded() : undefined);
    }
  }
  app.addHook('onRequest', (request, { raw }: { raw: Counted }, next) => {
    if (request.routeOptions.config.alwaysAnswered !== true) {
      if (!admission.admits()) return next(overloaded());
      enter(raw);
      // Also runs for an API that writes to the socket itself, and for a disconnected caller.
      raw.on('close', leaveAtEnd);
    }
    if (waiting.push({ raw, arrivedAt: performance.now(), next }) === 1) setImmediate(start);
  });
  app.addHook('preParsing', (_request, { raw }: { raw: Counted }, _payload, resolve) => {
    leave(raw);
    resolve();
  });
  app.addHook('preValidation', (_request, { raw }: { raw: Counted }, doneFunction) => {
    if (raw[isWorking] === false && !raw.destroyed) enter(raw);
    doneFunction();
  });
  app.addHook('onSend', (_request, { raw }: { raw: Counted }, _payload, callback) => {
    leave(raw);
    if (raw[isWorking] === false) admission.answered();
    callback();
  });
}

function overloaded(): AppError {
  return new AppError(
    'temporarily_unavailable',
    'The server is overloaded. This request was not started; try again later.',
    { retry: 'after_seconds', retryAfterSeconds },
  );
}
