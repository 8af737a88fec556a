import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../domain/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered also under overload: it shows operators the state of this process. */
    alwaysAnswered?: boolean;
  }
}

export type AdmissionLimits = {
  /** Time for which one turn of the event loop may answer; what else arrived in it has waited as long. Milliseconds. */
  turnMs: number;
  /** Maximum wait of a new request at the pace of the last second. Milliseconds. */
  queueMs: number;
  /** So few requests at once are never a queue: the pace of a quiet server says nothing. */
  minQueue: number;
  /** So many may wait longer, once: callers that arrive together, where more are not coming. */
  burst: number;
  /**
   * Places of the burst restored by each request without a queue, unless most are refused: a busy server that keeps up
   * refuses no one.
   */
  burstBack: number;
  /** After this long without a queue as many may come together again. Milliseconds. */
  calmMs: number;
};

export const admissionLimits: AdmissionLimits = {
  turnMs: 30,
  queueMs: 100,
  minQueue: 32,
  burst: 256,
  burstBack: 0.25,
  calmMs: 2_000,
};

/** True while the request of this response needs the process; absent if it was never admitted. */
const isWorking = Symbol('isWorking');
type Counted = ServerResponse & { [isWorking]?: boolean };

/** Seconds after which a refused caller may try again. */
const retryAfterSeconds = 1;
const paceMs = 1_000;

export type Admission = {
  /** Returns true if there is room for another request. */
  admits(): boolean;
  /** Counts a request that begins to need this process, or does so again. */
  enter(): void;
  /** One that entered needs it no longer. */
  leave(): void;
  /** Called when an admitted request has its response. */
  answered(): void;
  refusals(): number;
};

type Parts = {
  limits: AdmissionLimits;
  /** Requests waiting for a provider; they use no resources of this process meanwhile. */
  waitingOutside(): number;
  now(): number;
  afterTurn(work: () => void): void;
};

/** Counts by the second: in the one before, and in the one that runs. Milliseconds. */
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
 * Keeps accepted requests quick when more arrive than can be answered: it refuses the rest at once, before any of their
 * work has begun. Two queues are watched. The embedded database answers within one turn of the event loop, so that
 * requests wait in the sockets, and the length of a turn shows them; PostgreSQL answers later, so that requests wait
 * inside this process. A monitor of the loop's delay alone would open and close for a second at a time, and see no
 * database.
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
   * Returns true while far more is requested than can be answered: a restored place would only admit a request that is
   * late anyway.
   */
  const isFlooded = (at: number): boolean => refusals.perSecond(at) > answers.perSecond(at);

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
      refused += 1;
      refusals.add(at);
      return false;
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
 * Checks admission before everything else. A request counts while it needs this process: while its caller is
 * identified, and from its whole body to its answer. Slow senders and slow readers block no other request.
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
  app.addHook('onRequest', (request, { raw }: { raw: Counted }, next) => {
    if (request.routeOptions.config.alwaysAnswered === true) return next();
    if (!admission.admits()) return next(overloaded());
    enter(raw);
    // Whatever becomes of it: a api that writes to the socket itself, a caller that hangs up.
    raw.on('close', leaveAtEnd);
    next();
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
