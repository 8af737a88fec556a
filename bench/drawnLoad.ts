// Loads one server with requests drawn at random, each connection in an order of its own: drawn together, equal requests of
// one turn would share their work, which no crowd of callers does. A process of its own; prints autocannon's report.
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { seededRandom } from './random.ts';

/** Every request takes one of the paths and one of the headers. `seconds` and `connections` bound the load. */
export type DrawnLoad = {
  origin: string;
  paths: readonly string[];
  headers: readonly Readonly<Record<string, string>>[];
  seconds: number;
  connections: number;
  seed: number;
};

/** Requests of a connection before it begins again. */
const drawnEach = 2_000;

const { origin, paths, headers, seconds, connections, seed } = JSON.parse(await text(process.stdin)) as DrawnLoad;
const random = seededRandom(seed);
const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const report = await autocannon({
  url: origin,
  connections,
  duration: seconds,
  setupClient: (client) =>
    client.setRequests(
      Array.from({ length: drawnEach }, () => ({ method: 'GET', path: one(paths), headers: one(headers) })),
    ),
});
process.stdout.write(JSON.stringify(report));
