import { createHash } from 'node:crypto';
import { decodeBody } from './decodeContent.ts';
import type { ExchangeResult } from './exchange.ts';

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Unpacks a `.xml.gz` sitemap, which is gzip by its own type rather than a content coding. The evidence stores it
 * unpacked, because its later readers cannot unpack it. Anything that is not valid gzip stays unchanged.
 */
export async function unpackGzipFile(result: ExchangeResult, cap: number): Promise<ExchangeResult> {
  const body = result.body;
  if (body === null || body[0] !== 0x1f || body[1] !== 0x8b) return result;
  try {
    const decoded = await decodeBody(whole(body), 'gzip', cap);
    const sha256 = createHash('sha256').update(decoded.body).digest('hex');
    return { ...result, ...decoded, sha256 };
  } catch {
    return result;
  }
}
