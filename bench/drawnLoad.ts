// Loads one server with requests drawn at random, each connection in its own order: in the same order, equal requests
// of one turn would share their work, which a real crowd of callers does not. A process of its own; prints autocannon's
// report.
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

/** Number of requests of a connection before it starts again. */
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
