import { pipeline, Readable, type Transform } from 'node:stream';
import { invalidField } from '../../domain/errors.ts';

const mebibyte = 1024 * 1024;
/** Ratio of unpacked to packed bytes above which a file is treated as a decompression bomb. */
const maxRatio = 200;
/** Unpacked size below which the ratio is not checked. */
const ratioFromBytes = 10 * mebibyte;

/**
 * Creates a passage for the unpacked chunks of one upload that stops a decompression bomb. `packed` returns the packed
 * size so far.
 */
export function bombGuard(packed: () => number, maxBytes = Number.POSITIVE_INFINITY) {
  let unpacked = 0;
  return async function* guarded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      unpacked += chunk.length;
      if (unpacked > maxBytes) throw invalidField('body', `unpacks to more than ${maxBytes / mebibyte} MiB`);
      if (unpacked > ratioFromBytes && unpacked > packed() * maxRatio)
        throw invalidField('body', `unpacks to more than ${maxRatio} times its size, so it was stopped`);
      yield chunk;
    }
  };
}

/** Unpacks chunks. @throws invalid_request with `reason` if they are damaged */
export async function* unpackWith(
  unpacker: Transform,
  chunks: AsyncIterable<Buffer>,
  reason: string,
): AsyncGenerator<Buffer> {
  pipeline(Readable.from(chunks), unpacker, () => undefined);
  try {
    yield* unpacker as AsyncIterable<Buffer>;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw /^(?:Z_|ZSTD_|ERR_STREAM)/.test(code) ? invalidField('body', reason) : cause;
  }
}
