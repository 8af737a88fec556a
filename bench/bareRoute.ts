// The baseline of the read figures: Fastify with one route and one indexed read, and nothing else. A process of its own.
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import pg from 'pg';

const { BARE_PORT, BARE_SQLITE, BARE_POSTGRES, BARE_RUN } = process.env;
const app = Fastify({ logger: false });
const columns = 'run_id, version, current, result, created_at';

if (BARE_SQLITE !== undefined) {
  // A plain copy of the results (bench/reads.ts): the service packs its own, which is no work of a bare read.
  const database = new DatabaseSync(BARE_SQLITE);
  const read = database.prepare(`SELECT ${columns} FROM bare_results WHERE run_id = ? AND current = 1`);
  app.get('/results/:id', async (request) => read.get((request.params as { id: string }).id));
} else {
  const pool = new pg.Pool({ connectionString: BARE_POSTGRES, max: 10 });
  const text = `SELECT ${columns} FROM run_results WHERE run_id = $1 AND current = 1`;
  app.get('/results/:id', async (request) => {
    const { rows } = await pool.query({ name: 'bare', text, values: [(request.params as { id: string }).id] });
    return rows[0];
  });
}
await app.listen({ host: '127.0.0.1', port: Number(BARE_PORT) });
process.stdout.write(`ready with ${BARE_RUN}\n`);
