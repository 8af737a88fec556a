import { connect, createServer, type Socket } from 'node:net';
import type { Bench, Figure } from './figure.ts';
import { addHistory, bearer, startSeededService } from './seededService.ts';

const history = 5_000;

/** What passed between a server and its PostgreSQL. A statement and its end is one round trip, whatever it holds. */
type Traffic = { roundTrips: number; bytes: number };

/** How often each read of the API asks PostgreSQL, and how many bytes pass: exact counts, whatever the machine's load. */
async function measureRoundTrips(): Promise<Figure[]> {
  const service = await startSeededService('postgres');
  const counter = await startCounter(service.databaseUrl);
  try {
    await addHistory(service, history);
    await service.restart({ DATABASE_URL: counter.url, ROLE: 'api' });
    const key = bearer(service);
    const { sites } = (await service.ask('/api/v2/sites', { headers: { cookie: service.cookie } })).body;
    const siteId: string = sites[0].id;
    const session = { cookie: service.cookie };
    const reads: readonly [
      what: string,
      path: string,
      headers: Record<string, string>,
      maxRoundTrips: number | null,
    ][] = [
      ['GET run', `/api/v1/runs/keyword/${service.runId}`, key, 2],
      ['GET observations', `/api/v1/observations?kind=keyword&caseId=${service.caseId}`, key, 2],
      ['GET auth status', '/api/v1/auth/status', key, 2],
      ['list of questions', '/api/v2/benchmark-cases', key, null],
      ['visibility score', `/api/v1/visibility/overview?websiteId=${siteId}`, key, null],
      ['visibility of a website', `/api/v2/visibility/current?websiteId=${siteId}&engine=openai`, session, null],
      ['engines side by side', `/api/v2/visibility/engines?websiteId=${siteId}`, session, null],
      ['history of visibility', `/api/v2/visibility/history?websiteId=${siteId}&bucket=week`, session, null],
      ['list of runs', '/api/v2/runs', session, null],
      ['spending', '/api/v2/spending?by=engine', session, null],
      ['needs attention', '/api/v2/attention', session, null],
    ];
    const figures: Figure[] = [];
    for (const [what, path, headers, maxRoundTrips] of reads) {
      const get = () => fetch(service.url + path, { headers });
      const first = await get();
      if (!first.ok) throw new Error(`${path}: ${first.status} ${await first.text()}`);
      await first.text();
      await (await get()).text();
      counter.reset();
      const answer = await (await get()).arrayBuffer();
      const { roundTrips, bytes } = counter.read();
      const target = maxRoundTrips === null ? null : ({ of: 'value', atMost: maxRoundTrips } as const);
      figures.push(
        { what, unit: 'round trips', value: roundTrips, baseline: 1, target },
        {
          what: `${what}, from and to the database`,
          unit: 'bytes',
          value: bytes,
          baseline: answer.byteLength,
          target: null,
        },
      );
    }
    return figures;
  } finally {
    await service.close();
    await counter.close();
  }
}

/** A server between a service and PostgreSQL that counts what the service asks. */
async function startCounter(databaseUrl: string) {
  const far = new URL(databaseUrl);
  const seen: Traffic = { roundTrips: 0, bytes: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const database = connect(Number(far.port || 5432), far.hostname);
    const counting = countStatements(() => {
      seen.roundTrips += 1;
    });
    near.on('data', (chunk) => {
      seen.bytes += chunk.length;
      counting(chunk);
      database.write(chunk);
    });
    database.on('data', (chunk) => {
      seen.bytes += chunk.length;
      near.write(chunk);
    });
    for (const [one, other] of [
      [near, database],
      [database, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  return {
    url: url.href,
    reset: () => Object.assign(seen, { roundTrips: 0, bytes: 0 }),
    read: (): Traffic => ({ ...seen }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Reads the messages of a client: `Q` is a plain statement, `S` (Sync) ends one that was prepared. The first has no letter. */
function countStatements(count: () => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const letter = isFirst ? '' : String.fromCharCode(rest[0] ?? 0);
      if (letter === 'Q' || letter === 'S') count();
      isFirst = false;
      rest = rest.subarray(length);
    }
  };
}

export const roundTrips: Bench = { name: 'roundTrips', run: measureRoundTrips };
