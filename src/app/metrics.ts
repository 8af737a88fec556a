import type { Counter, Gauge, Registry } from 'prom-client';
import type { Door } from '../api/door.ts';

export type Metrics = {
  observe(method: string, route: string, status: number, milliseconds: number): void;
  metrics(): Promise<string>;
};

type Instruments = { registry: Registry; requests: Counter; seconds: Counter; runs: Gauge };

/** Prometheus figures of this process. The library is loaded by the first scrape; until then requests are counted plainly. */
export function createMetrics(door: Door): Metrics {
  const seen = new Map<string, { count: number; seconds: number }>();
  let loading: Promise<Instruments> | null = null;
  return {
    observe(method, route, status, milliseconds) {
      const labels = `${method}\n${route}\n${status}`;
      const entry = seen.get(labels) ?? { count: 0, seconds: 0 };
      entry.count += 1;
      entry.seconds += milliseconds / 1000;
      seen.set(labels, entry);
    },
    async metrics() {
      loading ??= makeInstruments();
      const { registry, requests, seconds, runs } = await loading;
      requests.reset();
      seconds.reset();
      for (const [key, entry] of seen) {
        const [method = '', route = '', status = ''] = key.split('\n');
        requests.inc({ method, route, status }, entry.count);
        seconds.inc({ method, route, status }, entry.seconds);
      }
      runs.reset();
      const active = await door.db
        .selectFrom('runs')
        .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
        .where('active', '=', 1)
        .groupBy('status')
        .execute();
      for (const row of active) runs.set({ status: row.status }, Number(row.count));
      return registry.metrics();
    },
  };
}

async function makeInstruments(): Promise<Instruments> {
  const { Registry, Counter, Gauge, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'];
  return {
    registry,
    requests: new Counter({
      name: 'sightline_http_requests_total',
      help: 'Requests answered, by route and status.',
      labelNames,
      registers: [registry],
    }),
    seconds: new Counter({
      name: 'sightline_http_request_seconds_total',
      help: 'Time spent answering, in seconds.',
      labelNames,
      registers: [registry],
    }),
    runs: new Gauge({
      name: 'sightline_active_runs',
      help: 'Runs that have not ended, by status.',
      labelNames: ['status'],
      registers: [registry],
    }),
  };
}
