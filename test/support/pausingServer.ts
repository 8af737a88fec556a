// Server in a separate process that pauses at the points of a purchase named in PAUSES, so that it can be killed
// exactly there. A question names the point at which its run pauses: `[accepted]`; for a reply, the second word of the
// idempotency key does. It prints each point that is reached.

import { ServerResponse } from 'node:http';
import { readConfig } from '../../src/app/config.ts';
import { configuredEngines } from '../../src/app/configuredEngines.ts';
import { serve } from '../../src/app/serve.ts';
import { systemRuntime } from '../../src/app/systemRuntime.ts';
import type { AnswerProvider } from '../../src/ports/answerProvider.ts';
import type { Log } from '../../src/ports/log.ts';
import { patience } from './patience.ts';

const { PAUSES = '', CLOCK_AHEAD_MS = '0', ...env } = process.env;
const pauses = new Set(PAUSES.split(','));
const now = (): number => Date.now() + Number(CLOCK_AHEAD_MS);
// Runs the clock 60 times faster, so that tests do not wait for tasks that are due once a minute.
const monotonic = (): number => performance.now() * 60;
const runtime = { ...systemRuntime, now, steady: now, hasPassed: (at: number) => now() >= at, monotonic };
const log: Log = { info() {}, warn() {}, error() {} };

/** A point is named alone, or with the number of a trial: `accepted.17`. */
const pausesAt = (point: string): string[] => [...pauses].filter((name) => name.split('.')[0] === point);

/** Wraps the same engine, with pauses before and after each call. */
function withPauses(provider: AnswerProvider): AnswerProvider {
  const questionOfRun = new Map<string, string>();
  const questionOfTask = new Map<string, string>();

  async function pause(point: string, question: string | undefined): Promise<void> {
    const name = pausesAt(point).find((one) => question?.includes(`[${one}]`));
    if (name === undefined) return;
    process.stdout.write(`paused ${name} ${provider.engine.id}\n`);
    await new Promise(() => {});
  }

  return {
    ...provider,
    async prepare(request) {
      questionOfRun.set(request.runId, request.question);
      await pause('reserved', request.question);
      const prepared = await provider.prepare(request);
      await pause('prepared', request.question);
      return prepared;
    },
    async submit(request, handle) {
      await pause('submitting', request.question);
      const outcome = await provider.submit(request, handle);
      if (outcome.kind === 'accepted') questionOfTask.set(String(outcome.handle.taskId), request.question);
      await pause('accepted', request.question);
      return outcome;
    },
    async retrieve(work) {
      const question = questionOfRun.get(work.runId ?? '');
      await pause('looking', question);
      const outcome = await provider.retrieve(work);
      if (outcome.kind === 'found' && outcome.snapshot.status === 'completed') await pause('seen', question);
      return outcome;
    },
    async findLost(lost) {
      await pause('finding', lost.question);
      const outcome = await provider.findLost(lost);
      if (outcome.kind === 'found') await pause('found', lost.question);
      return outcome;
    },
    async requestCancel(handle) {
      await pause('cancelling', questionOfTask.get(handle.taskId));
      const outcome = await provider.requestCancel(handle);
      await pause('cancelled', questionOfTask.get(handle.taskId));
      return outcome;
    },
  };
}

const held = new WeakSet<ServerResponse>();
const { writeHead, end } = ServerResponse.prototype;

/**
 * Returns true if a reply to a paid request is paused after everything is saved and before any of it is sent. A refusal
 * saved nothing.
 */
function isHeld(response: ServerResponse, status: unknown): boolean {
  if (Number(status) >= 500) return false;
  const [, point = '', engine] = String(response.req.headers['idempotency-key']).split(':');
  if (!pausesAt('replying').includes(point)) return false;
  if (!held.has(response)) process.stdout.write(`paused ${point} ${engine}\n`);
  held.add(response);
  return true;
}

ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: unknown[]) {
  return isHeld(this, given[0]) ? this : Reflect.apply(writeHead, this, given);
} as typeof writeHead;
ServerResponse.prototype.end = function (this: ServerResponse, ...given: unknown[]) {
  return isHeld(this, this.statusCode) ? this : Reflect.apply(end, this, given);
} as typeof end;

const config = readConfig(env);
const parts = { simulatorUrl: null, log, publicBaseUrl: config.publicBaseUrl ?? '', now };
const ready = configuredEngines(config, parts).filter(({ provider }) => provider.engine.state === 'ready');
const answers = ready.map(({ provider }) => withPauses(provider));
const { url } = await serve(config, { runtime, answers, strictOutput: true, ...patience });
process.stdout.write(`listening on ${url}\n`);
