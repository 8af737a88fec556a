import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isMissingWebsite } from '../api/apiContext.ts';
import { trustProxyOf } from '../domain/access/clientAddress.ts';
import { admissionLimits, createAdmission } from '../http/admission.ts';
import { createHttpApp } from '../http/app.ts';
import { mountWeb } from '../http/web.ts';
import { listWatchedPlans } from '../services/plans/watchedPlans.ts';
import { createSpillKeeper } from '../worker/spillKeeper.ts';
import { buildService, type Service } from './build.ts';
import type { Config } from './config.ts';
import { createMetrics } from './metrics.ts';
import { mountMcp } from './mountMcp.ts';
import { publicAddressOf, shownHostOf } from './publicUrl.ts';
import { readReadiness } from './readiness.ts';
import type { Replacements } from './replacements.ts';

/**
 * Finds the folder of the built web app, whether this file runs from source or from the bundle: `dist/web` above it.
 */
function findWebRoot(from: string): string {
  for (let at = from; ; at = dirname(at)) {
    const root = join(at, 'dist', 'web');
    if (existsSync(root)) return root;
    if (existsSync(join(at, 'package.json')) || dirname(at) === at) return root;
  }
}

export type RunningService = { service: Service; app: FastifyInstance | null; url: string; close(): Promise<void> };

/** Maximum wait for providers during a stop, in milliseconds; missing replies are then saved as unknown. */
const drainMs = 9_000;

/** A failed start, in one line for a person. */
class StartError extends Error {}

/** Builds, listens and starts working, according to the role of this process. @throws StartError */
export async function serve(config: Config, replace: Replacements = {}): Promise<RunningService> {
  const isLoopback = /^(127\.|localhost$|::1$|0\.0\.0\.0$|::$)/.test(config.HOST);
  let release = async (): Promise<void> => {};
  if (config.ROLE !== 'worker') {
    // A server that cannot listen must leave no trace, so the port is tried before anything is created.
    const probe = await holdPort(config);
    // The service needs its own address, so a port that the system chose is kept until the service is built.
    if (config.PORT === 0) release = probe.release;
    else await probe.release();
    config = { ...config, PORT: probe.port };
  }
  const shownHost = shownHostOf(config.HOST);
  const publicBaseUrl = publicAddressOf(config);
  const service = await buildService(config, publicBaseUrl, replace).finally(release);
  let app: FastifyInstance | null = null;
  try {
    if (config.ROLE !== 'worker') app = await listen(config, service, publicBaseUrl, isLoopback, replace);
  } catch (cause) {
    await service.close();
    throw cause;
  }
  const keeper = config.ROLE === 'api' ? createSpillKeeper(service.api) : null;
  if (config.ROLE !== 'api') service.worker.start();
  const address = app?.server.address() as AddressInfo | null | undefined;
  return {
    service,
    app,
    url: address === null || address === undefined ? publicBaseUrl : `http://${shownHost}:${address.port}`,
    async close() {
      // New requests stop first; active ones, and the worker's polls, may finish.
      const limit = setTimeout(() => service.stopWaiting(), drainMs);
      try {
        await app?.close();
        await service.api.underWay.settled();
        await keeper?.stop();
        await service.close();
      } finally {
        clearTimeout(limit);
      }
    },
  };
}

async function listen(
  config: Config,
  service: Service,
  publicBaseUrl: string,
  isLoopback: boolean,
  replace: Replacements,
): Promise<FastifyInstance> {
  const admission = createAdmission({
    limits: { ...admissionLimits, ...replace.admissionLimits },
    waitingOutside: service.calls.waiting,
    now: () => performance.now(),
    afterTurn: setImmediate,
  });
  const metrics = createMetrics({ ...service, admission, dataDir: config.DATA_DIR });
  const places = { publicOrigin: new URL(publicBaseUrl).origin, isLoopback };
  const app = await createHttpApp({
    api: service.api,
    places,
    trustProxy: trustProxyOf(config.TRUST_PROXY),
    operator: {
      ...metrics,
      metricsToken: config.METRICS_TOKEN ?? null,
      // This server speaks plain HTTP, so an https address implies a proxy in front.
      isBehindProxy: trustProxyOf(config.TRUST_PROXY) !== false || publicBaseUrl.startsWith('https:'),
      watchList: (secret) => listWatchedPlans(service.api, secret),
      readiness: () => readReadiness(service.api, config),
    },
    admission,
    oauthRegistration: config.OAUTH_REGISTRATION,
    extend: async (http) => {
      await mountMcp(http, service.api, places);
      await mountWeb(http, findWebRoot(import.meta.dirname), (id, cookie) => isMissingWebsite(service.api, id, cookie));
    },
  });
  try {
    await app.listen({ host: config.HOST, port: config.PORT });
  } catch (cause) {
    await app.close();
    throw explainStartError(cause, config);
  }
  return app;
}

/** Explains in one line why the server cannot listen. */
function explainStartError(cause: unknown, { HOST, PORT }: Config): StartError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const words: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT: ${PORT} is taken by another program; stop it, or set PORT to another number`,
    EACCES: `PORT: ${PORT} is reserved for other users; set PORT to 1024 or more`,
    EADDRNOTAVAIL: `HOST: ${HOST} is not an address of this machine`,
    ENOTFOUND: `HOST: ${HOST} does not exist`,
  };
  return new StartError(words[code ?? ''] ?? `HOST, PORT: cannot listen on ${HOST}:${PORT} (${message})`, { cause });
}

/** Listens on the configured port, or a free one, until it is released, so that no other program takes it. */
async function holdPort(config: Config): Promise<{ port: number; release(): Promise<void> }> {
  const { createServer } = await import('node:net');
  // A client that connects too early is refused, as if nothing listened, and keeps the port no longer.
  const probe = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (cause) => reject(explainStartError(cause, config)));
    probe.listen(config.PORT, config.HOST, resolve);
  });
  return {
    port: (probe.address() as AddressInfo).port,
    release: () => new Promise((resolve) => probe.close(() => resolve())),
  };
}
