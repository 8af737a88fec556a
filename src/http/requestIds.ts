import { randomBytes } from 'node:crypto';

const idBytes = 12;
const idsAtOnce = 256;

/** Makes request ids, `req_` and 24 hex digits. Random bytes are fetched for many at once: one fetch costs more than an id. */
export function requestIds(): () => string {
  let pool = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at >= pool.length) {
      pool = randomBytes(idBytes * idsAtOnce);
      at = 0;
    }
    at += idBytes;
    return `req_${pool.toString('hex', at - idBytes, at)}`;
  };
}
