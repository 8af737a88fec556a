// The baseline of the read figures: Fastify with one route, an indexed read of the key and one of the row, and nothing else.
// A process of its own.
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';

const { BARE_PORT, BARE_SQLITE, BARE_POSTGRES } = process.env;
const app = Fastify({ logger: false });
const columns = 'run_id, version, current, result, created_at';
const route = '/results/:id';

const runOf = (request: FastifyRequest) => (request.params as { id: string }).id;
const hashOf = ({ headers }: FastifyRequest) =>
  createHash('sha256').update(String(headers.authorization).slice('Bearer '.length)).digest('hex');

if (BARE_SQLITE !== undefined) {
  // A plain copy of the results (bench/reads.ts): the service compresses its own, which a bare read does not.
  const database = new DatabaseSync(BARE_SQLITE);
  const key = database.prepare('SELECT id FROM api_keys WHERE secret_hash = ? AND revoked_at IS NULL');
  const read = database.prepare(`SELECT ${columns} FROM bare_results WHERE run_id = ? AND current = 1`);
  app.get(route, async (request, reply) =>
    key.get(hashOf(request)) === undefined ? reply.code(401).send() : read.get(runOf(request)),
  );
} else {
  const pool = new pg.Pool({ connectionString: BARE_POSTGRES, max: 10 });
  // One round trip for both.
  const text = `SELECT ${columns} FROM run_results WHERE run_id = $1 AND current = 1
    AND EXISTS (SELECT FROM api_keys WHERE secret_hash = $2 AND revoked_at IS NULL)`;
  app.get(route, async (request, reply) => {
    const { rows } = await pool.query({ name: 'bare', text, values: [runOf(request), hashOf(request)] });
    return rows[0] ?? reply.code(401).send();
  });
}
await app.listen({ host: '127.0.0.1', port: Number(BARE_PORT) });
