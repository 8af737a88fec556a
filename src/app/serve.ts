import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createHttpApp } from '../http/app.ts';
import { mountWeb } from '../http/web.ts';
import { isMigrated } from '../store/migrate.ts';
import { keepSpill } from '../worker/spillKeeper.ts';
import { buildService, type Replacements, type Service } from './build.ts';
import type { Config } from './config.ts';
import { createMetrics } from './metrics.ts';
import { mountMcp } from './mountMcp.ts';
import { findWebRoot } from './webRoot.ts';

export type Running = { service: Service; app: FastifyInstance | null; url: string; close(): Promise<void> };

/** A start that cannot work, in one line for a person. */
export class StartError extends Error {}

/** Builds, listens and begins to work, by the role of this process. @throws StartError */
export async function serve(config: Config, replace: Replacements = {}): Promise<Running> {
  const isLoopback = /^(127\.|localhost$|::1$|0\.0\.0\.0$|::$)/.test(config.HOST);
  if (config.PORT === 0 && config.publicBaseUrl === null && config.ROLE !== 'worker') {
    // The address is part of what is built, so the port must be known before.
    config = { ...config, PORT: await freePort(config.HOST) };
  }
  const shownHost = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST;
  const publicBaseUrl =
    config.publicBaseUrl ?? `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${config.PORT}`;
  const service = await buildService(config, publicBaseUrl, replace);
  let app: FastifyInstance | null = null;
  try {
    if (config.ROLE !== 'worker') app = await listen(config, service, publicBaseUrl, isLoopback);
  } catch (cause) {
    await service.close();
    throw cause;
  }
  const keeper = config.ROLE === 'api' ? keepSpill(service.door) : null;
  if (config.ROLE !== 'api') service.worker.start();
  const address = app?.server.address() as AddressInfo | null | undefined;
  return {
    service,
    app,
    url: address === null || address === undefined ? publicBaseUrl : `http://${shownHost}:${address.port}`,
    async close() {
      // New requests stop first; those under way, and the looks of the worker, may finish.
      await app?.close();
      await service.door.underWay.settled();
      await keeper?.stop();
      await service.close();
    },
  };
}

async function listen(
  config: Config,
  service: Service,
  publicBaseUrl: string,
  isLoopback: boolean,
): Promise<FastifyInstance> {
  const metrics = createMetrics(service.door);
  const places = { publicOrigin: new URL(publicBaseUrl).origin, isLoopback };
  const app = await createHttpApp({
    door: service.door,
    places,
    trustProxy: trustProxyOf(config.TRUST_PROXY),
    operator: { ...metrics, metricsToken: config.METRICS_TOKEN ?? null, isReady: () => isMigrated(service.door.db) },
    extend: async (http) => {
      await mountMcp(http, service.door, places);
      await mountWeb(http, findWebRoot(import.meta.dirname));
    },
  });
  try {
    await app.listen({ host: config.HOST, port: config.PORT });
  } catch (cause) {
    await app.close();
    if ((cause as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new StartError(`PORT: ${config.PORT} is taken by another program; stop it, or set PORT to another number`, {
        cause,
      });
    }
    throw cause;
  }
  return app;
}

function trustProxyOf(given: string | undefined): false | string | ((address: string, hop: number) => boolean) {
  if (given === undefined) return false;
  if (!/^\d+$/.test(given)) return given;
  const hops = Number(given);
  return (_address, hop) => hop <= hops;
}

async function freePort(host: string): Promise<number> {
  const { createServer } = await import('node:net');
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.once('error', reject);
  probe.listen(0, host, () => {
    const { port } = probe.address() as AddressInfo;
    probe.close(() => resolve(port));
  });
  return promise;
}
