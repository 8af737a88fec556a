import type { FastifyInstance } from 'fastify';
import { AppError } from '../domain/errors.ts';

/** What an operator's tools ask of a process. */
export type Operator = {
  /** Database reachable and migrated. */
  isReady(): Promise<boolean>;
  /** Prometheus text. */
  metrics(): Promise<string>;
  metricsToken: string | null;
  observe(method: string, route: string, status: number, milliseconds: number): void;
};

export function mountOperator(app: FastifyInstance, operator: Operator): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await operator.isReady().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready' });
  });
  app.get('/metrics', async (request, reply) => {
    const { metricsToken } = operator;
    const allowed =
      metricsToken === null
        ? /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
        : request.headers.authorization === `Bearer ${metricsToken}`;
    if (!allowed) throw new AppError('not_found', 'There is nothing at this path.', { retry: 'never' });
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await operator.metrics());
  });
}
