import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type WatchList, watchPath } from '../contract/watchList.ts';
import { isLoopback } from '../domain/access/clientAddress.ts';
import { AppError } from '../domain/errors.ts';
import { assertOwnHost, type Places } from './guards.ts';

/** `degraded`: saved state is served, but something else is wrong. A part is `ok`, or a sentence about the problem. */
export type Readiness = { status: 'ready' | 'degraded' | 'not_ready'; parts: Readonly<Record<string, string>> };

/** Data for an operator's tools about a process. */
export type Operator = {
  readiness(): Promise<Readiness>;
  /** Prometheus text. */
  metrics(): Promise<string>;
  metricsToken: string | null;
  /** True with a proxy in front: no address then proves that a caller is on this machine. */
  isBehindProxy: boolean;
  /** Lists the plans to watch, for the holder of the watcher's secret; null for everyone else. */
  watchList(secret: string): Promise<WatchList | null>;
  observe(method: string, route: string, status: number, milliseconds: number): void;
};

const always = { config: { alwaysAnswered: true } };

export function mountOperator(app: FastifyInstance, operator: Operator, places: Places): void {
  app.get('/healthz', always, async () => ({ status: 'ok' }));
  app.get('/readyz', always, async (_request, reply) => {
    const readiness = await operator.readiness();
    return reply.code(readiness.status === 'not_ready' ? 503 : 200).send(readiness);
  });
  app.get('/metrics', always, async (request, reply) => {
    if (!mayReadMetrics(request, operator)) {
      throw new AppError('not_found', 'This path does not exist.', { retry: 'never' });
    }
    // Otherwise a web page whose host name resolves to this machine would count as local.
    if (operator.metricsToken === null) assertOwnHost(request, places);
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await operator.metrics());
  });
}

/** Mounts the list of plans for the watcher, each with a key that can only request its rounds. */
export function mountWatch(app: FastifyInstance, operator: Operator): void {
  app.get(watchPath, async (request, reply) => {
    const list = await operator.watchList((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (list === null) throw new AppError('not_found', 'This path does not exist.', { retry: 'never' });
    return reply.header('cache-control', 'private, no-store').send(list);
  });
}

/**
 * Returns true for the token's holder. Without a token, returns true for programs of this machine, and never with a
 * proxy in front.
 */
function mayReadMetrics(request: FastifyRequest, { metricsToken, isBehindProxy }: Operator): boolean {
  if (metricsToken === null) return !isBehindProxy && isFromThisMachine(request);
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${metricsToken}`));
}

/** Headers that proxies add: a request with one of them is forwarded. */
const forwardingHeader = /^(?:x-forwarded-.*|x-original-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/;

/**
 * Returns true for a program of this machine. A local proxy also connects from loopback, for any client, but adds
 * headers to forwarded requests.
 */
function isFromThisMachine(request: FastifyRequest): boolean {
  return (
    isLoopback(request.socket.remoteAddress ?? '') &&
    !Object.keys(request.headers).some((name) => forwardingHeader.test(name))
  );
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
