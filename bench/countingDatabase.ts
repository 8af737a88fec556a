import { connect, createServer, type Socket } from 'node:net';

/** Traffic between a server and its PostgreSQL. A statement and its end is one round trip, whatever its size. */
export type Traffic = {
  roundTrips: number;
  bytes: number;
  /** Commits that PostgreSQL acknowledges only once they are on disk: those of transactions that wrote or locked rows. */
  durableCommits: number;
};

/** Starts a proxy between a service and PostgreSQL that counts the service's requests. */
export async function startCounter(databaseUrl: string) {
  const far = new URL(databaseUrl);
  const seen: Traffic = { roundTrips: 0, bytes: 0, durableCommits: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const database = connect(Number(far.port || 5432), far.hostname);
    const counting = countMessages(seen);
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
    reset: () => Object.assign(seen, { roundTrips: 0, bytes: 0, durableCommits: 0 }),
    read: (): Traffic => ({ ...seen }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Reads the messages of a client: `Q` is a plain statement, `S` (Sync) ends a prepared one. The first has no letter.
 */
function countMessages(seen: Traffic): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  const judge = judgeCommits();
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const letter = isFirst ? '' : String.fromCharCode(rest[0] ?? 0);
      if (letter === 'Q' || letter === 'S') seen.roundTrips += 1;
      if (judge(letter, rest.subarray(5, length))) seen.durableCommits += 1;
      isFirst = false;
      rest = rest.subarray(length);
    }
  };
}

/** The tables of the request log are unlogged: a commit that changed only these waits for no disk. */
const writesRows = /^(?!.*\brequest_)(?=.*\b(insert into|delete from|for update|update "))/is;

/** Follows the transactions of one connection; returns true for a message that ends one which wrote or locked rows. */
function judgeCommits(): (letter: string, body: Buffer) => boolean {
  const prepared = new Map<string, string>();
  let isOpen = false;
  let wrote = false;
  const run = (text: string): boolean => {
    const word = /^\s*(begin|commit|rollback)/i.exec(text)?.[1]?.toLowerCase();
    if (word === undefined) wrote ||= writesRows.test(text);
    isOpen = word === 'begin' || (isOpen && word === undefined);
    if (isOpen) return false;
    const isDurable = wrote && word !== 'rollback';
    wrote = false;
    return isDurable;
  };
  return (letter, body) => {
    if (letter === 'Q') return run(textsOf(body)[0] ?? '');
    const [name = '', text = ''] = textsOf(body);
    if (letter === 'P') prepared.set(name, text);
    // A bind names the portal first, then the statement.
    return letter === 'B' ? run(prepared.get(text) ?? '') : false;
  };
}

/** Returns the first two texts of a message, each ended by a zero. */
function textsOf(body: Buffer): string[] {
  const first = body.indexOf(0);
  const second = body.indexOf(0, first + 1);
  return [body.toString('utf8', 0, first), second < 0 ? '' : body.toString('utf8', first + 1, second)];
}
