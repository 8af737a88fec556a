import type { Writable } from 'node:stream';
import type { Pool, PoolClient, PoolConfig } from 'pg';
import { preparedName } from './compiledOnce.ts';

/** Milliseconds. Together they limit how long a caller waits for a database that has stopped responding. */
const limits = {
  /** Until a connection is available, new or from the pool. */
  connectMs: 3_000,
  /** As long as the embedded database waits for another writer. */
  lockMs: 5_000,
  /** The server times out first, so a longer silence means that the network is down. */
  statementMs: 7_000,
  queryMs: 8_000,
  /** Timeout of a transaction whose client vanished; otherwise its locks would last for hours. */
  silentTransactionMs: 15_000,
};

/** `patient`: queries have no time limit, for migrations and commands that process whole tables. */
export type PoolOptions = { url: string; poolSize: number; patient: boolean };

/** Error that immediately refuses every query on a failed connection. */
class ConnectionLost extends Error {
  readonly code = '08006';
}

/**
 * Creates a pool whose connections may end at any moment without harm: each has a listener for its whole life, and each
 * query a time limit. A connection that failed or was too slow is never used again, nor are the idle ones in the pool,
 * because they share its network.
 */
export function createPostgresPool(
  pg: Pick<typeof import('pg'), 'Pool' | 'types'>,
  options: PoolOptions,
): Pick<Pool, 'connect' | 'end' | 'options'> {
  const int8 = 20;
  const config: PoolConfig & { lock_timeout: number; pipeline: boolean } = {
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    // Queries that start together are sent together; the server runs them one after the other.
    pipeline: true,
    lock_timeout: limits.lockMs,
    // On a long history, compiling the search for the newest answers took 190 ms, and running it 0.3 ms.
    options: '-c jit=off',
    ...(options.patient
      ? {}
      : {
          query_timeout: limits.queryMs,
          statement_timeout: limits.statementMs,
          idle_in_transaction_session_timeout: limits.silentTransactionMs,
        }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as unknown as import('pg').CustomTypesConfig,
  };
  const pool = new pg.Pool(config);
  const watched = new WeakMap<PoolClient, { lost: boolean; idleSince: number }>();
  let networkLostAt = Number.NEGATIVE_INFINITY;
  // The pool replaces a broken idle connection; the next query reports what still fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    const state = { lost: false, idleSince: 0 };
    watched.set(client, state);
    // The pool listens only while a connection is idle. If a checked-out one ends between two queries, no query reports
    // the error, and without a listener it would end the process.
    client.on('error', () => {
      state.lost = true;
    });
    boundQueries(
      client,
      () => state.lost,
      (cause) => {
        state.lost = true;
        if (isSilence(cause)) networkLostAt = performance.now();
      },
    );
  });
  pool.on('release', (_error, client) => {
    const state = watched.get(client);
    if (state !== undefined) state.idleSince = performance.now();
  });
  async function connect(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      const state = watched.get(client);
      const release = client.release.bind(client);
      if (state === undefined) return client;
      client.release = (error) => release(error ?? state.lost);
      // It was idle when another one went silent, and testing it would cost a whole time limit.
      if (!state.lost && !(state.idleSince > 0 && state.idleSince <= networkLostAt)) return client;
      release(true);
    }
  }
  return { connect: connect as Pool['connect'], end: pool.end.bind(pool), options: pool.options };
}

/** Returns true for a client's timeout of a query. */
function isSilence(cause: unknown): boolean {
  return cause instanceof Error && /Query read timeout|ETIMEDOUT/.test(cause.message);
}

/**
 * Returns true for a failure of the connection itself; the server's errors about a statement have a five-character
 * code.
 */
function isOfConnection(cause: unknown): boolean {
  if (!(cause instanceof Error)) return true;
  const code = 'code' in cause ? String(cause.code) : '';
  return !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P0)/.test(code);
}

type Query = (...given: unknown[]) => unknown;

/**
 * Names frequent queries, so that the server parses and plans them once per connection, and refuses queries on a lost
 * connection: they would only queue after the one that was never answered.
 */
function boundQueries(client: PoolClient, isLost: () => boolean, onLost: (cause: unknown) => void): void {
  const query = client.query.bind(client) as Query;
  const sendTogether = corkedUntilNextTick(client);
  client.query = ((...inputs: unknown[]): unknown => {
    if (isLost())
      return Promise.reject(new ConnectionLost('Connection terminated: the database does not answer on it'));
    sendTogether();
    const [text, values] = inputs;
    const name = typeof text === 'string' && inputs.length === 2 ? preparedName(text) : undefined;
    const request = name === undefined ? query(...inputs) : query({ name, text, values });
    if (!(request instanceof Promise)) return request;
    return request.catch((cause: unknown) => {
      if (isOfConnection(cause)) onLost(cause);
      throw cause;
    });
  }) as typeof client.query;
}

/**
 * Holds what a connection sends until this turn has started all its queries, so that they share one write to the
 * socket.
 */
function corkedUntilNextTick(client: PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  let isCorked = false;
  return () => {
    if (isCorked) return;
    isCorked = true;
    stream.cork();
    process.nextTick(() => {
      isCorked = false;
      stream.uncork();
    });
  };
}
