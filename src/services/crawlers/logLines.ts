import { createHash } from 'node:crypto';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { withoutContainer } from '../../domain/crawlers/containerLine.ts';
import { invalidField } from '../../domain/errors.ts';
import { readJson } from '../../domain/text/readJson.ts';
import { bombGuard, unpackWith } from './unpacking.ts';

const maxLineLength = 64 * 1024;
const [lineFeed, carriageReturn, byteOrderMark] = [0x0a, 0x0d, 0xefbbbf] as const;
/** Maximum size of a single JSON list, which must be read as a whole. */
const maxListBytes = 16 * 1024 * 1024;

const damage = 'is truncated or damaged: it cannot be unpacked';

/** Lines of a log as they arrive, with the digest and size of the bytes after the last line was read. */
export type LogLines = {
  /** Batches of non-empty lines. A line longer than 64 KiB is null. @throws AppError on a damaged file */
  batches: AsyncIterable<(string | null)[]>;
  digest(): string;
  bytes(): number;
};

/** Unpacks a log (plain, gzip or zstd, by its first bytes) and splits it into lines, a chunk at a time. */
export function openLogLines(body: AsyncIterable<Uint8Array>): LogLines {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      hash.update(chunk);
      bytes += chunk.length;
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    }
  }
  let digest: string | null = null;
  return {
    batches: splitLines(bombGuard(() => bytes)(unpack(hashed()))),
    digest: () => {
      digest ??= hash.digest('hex');
      return digest;
    },
    bytes: () => bytes,
  };
}

async function* unpack(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < 4) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head;
    yield* chunks;
  }
  const mark = head.length < 2 ? 0 : head.readUInt16BE(0);
  if (mark === 0x504b) throw invalidField('body', 'is a ZIP archive: send each log separately, plain, gzip or zstd');
  if (mark === 0xfffe || mark === 0xfeff) throw invalidField('body', 'is UTF-16 text: save it as UTF-8');
  if (mark === 0x1f8b) yield* unpackWith(createGunzip(), whole(), damage);
  else if (head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528) yield* unpackFrames(whole());
  else yield* whole();
}

/**
 * Unpacks the frames of a zstd file. Node's unpacker stops at a frame that ends inside a chunk, so the bytes that it has
 * not read go to another one.
 */
async function* unpackFrames(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let unread: Buffer[] = [];
  let isEnded = false;
  do {
    const unpacker = createZstdDecompress();
    let readBytes = 0;
    let pending: Promise<unknown> = Promise.resolve();
    const readMore = async (): Promise<void> => {
      const next = await chunks.next();
      isEnded = next.done === true;
      if (next.done !== true) unread.push(next.value);
    };
    async function* feed(): AsyncGenerator<Buffer> {
      yield* unread;
      while (!isEnded) {
        pending = readMore();
        await pending;
        const last = unread.at(-1);
        if (!isEnded && last !== undefined) yield last;
        while (unread[0] !== undefined && readBytes + unread[0].length <= unpacker.bytesWritten)
          readBytes += unread.shift()?.length ?? 0;
      }
    }
    yield* unpackWith(unpacker, feed(), damage);
    await pending;
    const rest = Buffer.concat(unread).subarray(unpacker.bytesWritten - readBytes);
    unread = rest.length === 0 ? [] : [rest];
  } while (unread.length > 0 || !isEnded);
}

/**
 * Splits bytes, not text: each line becomes a separate string, so that a kept part, such as its path, does not keep the
 * whole chunk in memory.
 */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<(string | null)[]> {
  let rest: Buffer = Buffer.alloc(0);
  let isTooLong = false;
  let list: Buffer[] | null = null;
  let listLength = 0;
  let isFirst = true;
  const readLine = (bytes: Buffer, from: number, end: number): string | null => {
    const isCut = isTooLong || end - from > maxLineLength;
    isTooLong = false;
    return isCut
      ? null
      : withoutContainer(bytes.toString('utf8', from, bytes[end - 1] === carriageReturn ? end - 1 : end));
  };
  for await (const chunk of chunks) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (isFirst) {
      if (bytes.length > 2 && bytes.readUIntBE(0, 3) === byteOrderMark) bytes = bytes.subarray(3);
      const head = bytes.toString('utf8', 0, 1_024).trimStart();
      isFirst = head === '';
      if (/^\[\s*(?:[{\]]|$)/.test(head)) list = [];
    }
    if (list !== null) {
      listLength += chunk.length;
      if (listLength > maxListBytes)
        throw invalidField('body', 'is one JSON list of more than 16 MiB; send one object per line');
      list.push(bytes);
      rest = Buffer.alloc(0);
      continue;
    }
    const lines: (string | null)[] = [];
    let from = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
      const line = readLine(bytes, from, end);
      if (line === null || line.trim() !== '') lines.push(line);
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > maxLineLength) {
      rest = Buffer.alloc(0);
      isTooLong = true;
    }
    if (lines.length > 0) yield lines;
  }
  if (list !== null) yield listedLines(Buffer.concat(list).toString('utf8'));
  else {
    const last = readLine(rest, 0, rest.length);
    if (last === null || last.trim() !== '') yield [last];
  }
}

/** Returns the objects of a JSON list, one line each; or of several lists, one on each line, as stored deliveries. */
function listedLines(text: string): string[] {
  const whole: unknown = readJson(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const lists = whole === undefined ? lines.map((line) => readJson(line)) : [whole];
  return lists.flatMap((value) => {
    if (!Array.isArray(value)) throw invalidField('body', 'begins as a JSON list but is truncated or damaged');
    return value.map((entry) => JSON.stringify(entry));
  });
}
