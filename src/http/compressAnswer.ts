import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);
/** Below this many characters an answer fits a packet or two as it is. */
const worthwhile = 2_000;

/**
 * Compresses JSON that browsers read, as an `onSend` hook: a report shrinks to a fifth. Never for an answer that holds
 * a secret together with something a stranger could choose: the length would then reveal the secret.
 */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length < worthwhile) return payload;
  reply.header('Vary', 'Accept-Encoding');
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(request.headers['accept-encoding'] ?? '')))
    return payload;
  const compressed = await compress(payload, { level: constants.Z_BEST_SPEED });
  reply.header('Content-Encoding', 'gzip').removeHeader('Content-Length');
  return compressed;
}
