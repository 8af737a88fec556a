import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

export const acceptEncoding = 'gzip, br, deflate, zstd';

/** More layers than any honest server uses would only multiply the work of a decompression bomb. */
const maxCodings = 2;

/** 8 MiB, the window RFC 9659 allows for the zstd content coding; the library's own limit would be 128 MiB. */
const zstdWindowLog = 23;

export class DecodeFault extends Error {}
class Enough extends Error {}

export type DecodedBody = {
  body: Uint8Array;
  /** Decoded bytes received: the length of `body`, or one more than the cap if truncated. */
  decodedBytes: number;
  truncated: boolean;
};

/**
 * Reads a response body through its content codings and keeps at most `cap` decoded bytes. The cap also applies to
 * coded bytes, so a stream that decodes to nothing ends too. Rejects with DecodeFault if the codings are unknown, too
 * many, or do not fit the bytes; errors of the source are passed on.
 */
export async function decodeBody(
  source: AsyncIterable<Uint8Array>,
  codings: string,
  cap: number,
): Promise<DecodedBody> {
  const chunks: Uint8Array[] = [];
  let keptCount = 0;
  let decodedBytes = 0;
  let sourceFault: unknown = null;

  async function* counted(): AsyncGenerator<Uint8Array> {
    let coded = 0;
    try {
      for await (const chunk of source) {
        coded += chunk.length;
        yield chunk;
        if (coded > cap) throw new Enough();
      }
    } catch (fault) {
      sourceFault = fault;
      throw fault;
    }
  }

  async function collect(stream: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of stream) {
      const rest = chunk.subarray(0, cap - keptCount);
      if (rest.length > 0) chunks.push(rest);
      keptCount += rest.length;
      decodedBytes += chunk.length;
      if (decodedBytes > cap) throw new Enough();
    }
  }

  const layers = decodersFor(codings);
  let truncated = false;
  try {
    await runThrough(counted(), layers, collect);
  } catch (fault) {
    if (fault instanceof Enough || sourceFault instanceof Enough) truncated = true;
    else if (sourceFault !== null) throw sourceFault;
    else throw fault instanceof DecodeFault ? fault : new DecodeFault('the body does not match its content coding');
  }
  const body = new Uint8Array(keptCount);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return { body, decodedBytes: truncated ? cap + 1 : decodedBytes, truncated };
}

async function runThrough(
  source: AsyncIterable<Uint8Array>,
  layers: readonly ((first: Uint8Array) => Transform)[],
  collect: (stream: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const [first, second] = layers;
  if (first === undefined) return collect(source);
  const { start, stream } = await peek(source);
  if (start.length === 0) return;
  if (second === undefined) return pipeline(stream, first(start), collect);
  return pipeline(stream, first(start), second(new Uint8Array()), collect);
}

/** Reads the first chunk, which distinguishes the two meanings of `deflate`. */
async function peek(
  source: AsyncIterable<Uint8Array>,
): Promise<{ start: Uint8Array; stream: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  const start = first.done === true ? new Uint8Array() : first.value;
  async function* rejoined(): AsyncGenerator<Uint8Array> {
    if (first.done === true) return;
    try {
      yield first.value;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { start, stream: rejoined() };
}

function decodersFor(codings: string): ((first: Uint8Array) => Transform)[] {
  const names = codings
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > maxCodings) throw new DecodeFault('the body has too many content codings');
  return names.reverse().map((name) => {
    if (name === 'gzip' || name === 'x-gzip') return () => createGunzip();
    if (name === 'br') return () => createBrotliDecompress();
    if (name === 'zstd')
      return () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } });
    if (name === 'deflate') return (first) => (isZlibHeader(first) ? createInflate() : createInflateRaw());
    throw new DecodeFault('the body has a content coding that was not requested');
  });
}

/** RFC 1950: method 8, and the first two bytes divide by 31. Servers also send raw DEFLATE under the same name. */
function isZlibHeader(bytes: Uint8Array): boolean {
  const [method, flags] = bytes;
  if (method === undefined || flags === undefined) return true;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}
