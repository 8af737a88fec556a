import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SightlineError } from '../../client/sightlineError.ts';
import { print, printError } from '../output.ts';
import { callServer } from '../serverConnection.ts';

/** Maximum bytes sent at once. */
const maxBatchBytes = 8 * 1024 * 1024;
/** A refused batch waits for more lines up to this size: among few lines a single invalid one is a large share. */
const minRefusedBytes = 256 * 1024;
const maxHeadBytes = 64 * 1024;

/** Position at which reading continues: the file's inode, and its bytes counted so far. */
type Position = { inode: number; bytes: number };

export type Following = {
  file: string;
  sourceId: string;
  everySeconds: number;
  once: boolean;
  position?: string | undefined;
};

/**
 * Sends lines added to a log, complete ones only, and continues where it stopped after a restart. A rotated file is
 * first read to its end, even if it was packed meanwhile: lines that were counted before are not counted again.
 */
export async function followLog(following: Following): Promise<void> {
  const place = following.position ?? positionFile(following.file);
  for (;;) {
    try {
      await catchUp(following, place);
    } catch (error) {
      // Another import of the source is in progress, or the server restarts: the position stays, and the next round
      // retries.
      if (following.once || !(error instanceof SightlineError) || error.retry === 'never') throw error;
      printError(error.message);
    }
    if (following.once) return;
    await pause(following.everySeconds * 1000);
  }
}

function positionFile(file: string): string {
  const { XDG_STATE_HOME: configured = '' } = process.env;
  const folder = configured === '' ? join(homedir(), '.local', 'state') : configured;
  return join(folder, 'sightline', `follow-${Buffer.from(resolve(file)).toString('base64url')}.json`);
}

async function catchUp(following: Following, place: string): Promise<void> {
  const { file } = following;
  const entry = await stat(file).catch(() => null);
  // A rotation moves the file away before the first line of the next one is written.
  if (entry === null) return;
  let position = await readPosition(place);
  if (position !== null && position.inode !== entry.ino) {
    await finishRotated(following, position);
    position = null;
  }
  // A file that is shorter than before was truncated in place.
  if (position === null || position.bytes > entry.size) position = { inode: entry.ino, bytes: 0 };
  await savePosition(place, position);
  for (;;) {
    const sentCount = await sendBatch(following, file, position.bytes);
    if (sentCount === 0) return;
    position = { ...position, bytes: position.bytes + sentCount };
    await savePosition(place, position);
  }
}

/** Reads the rest of a file that a rotation moved away; a packed one is sent whole. */
async function finishRotated(following: Following, { inode, bytes }: Position): Promise<void> {
  const folder = dirname(following.file);
  const siblings = (await readdir(folder)).filter(
    (name) => name.startsWith(`${basename(following.file)}.`) || name.startsWith(`${basename(following.file)}-`),
  );
  const entries = await Promise.all(
    siblings.map(async (name) => ({ path: join(folder, name), ...(await fileFacts(join(folder, name))) })),
  );
  const moved = entries.find((one) => one.inode === inode);
  if (moved !== undefined) {
    for (let from = bytes; ; ) {
      const sentBatch = await sendBatch(following, moved.path, from, true);
      if (sentBatch === 0) return;
      from += sentBatch;
    }
  }
  const [packed] = entries
    .filter(({ path }) => /\.(?:gz|zst)$/.test(path))
    .toSorted((a, b) => b.changedMs - a.changedMs);
  if (packed !== undefined) await send(following, packed.path, createReadStream(packed.path));
  else printError(`${following.file}: was rotated away, and its last lines were not found`);
}

async function fileFacts(path: string): Promise<{ inode: number; changedMs: number }> {
  const { ino, mtimeMs } = await stat(path);
  return { inode: ino, changedMs: mtimeMs };
}

/**
 * Sends complete lines from a position. @param isEnded true if the file no longer grows, so its last line needs no line
 * end
 */
async function sendBatch(following: Following, path: string, from: number, isEnded = false): Promise<number> {
  const handle = await open(path);
  try {
    const buffer = Buffer.alloc(maxBatchBytes);
    const { bytesRead } = await handle.read(buffer, 0, maxBatchBytes, from);
    const end = isEnded && bytesRead < maxBatchBytes ? bytesRead : buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
    if (end === 0) return 0;
    const head = from === 0 ? Buffer.alloc(0) : await commentsOf(handle);
    try {
      await send(following, path, [head, buffer.subarray(0, end)]);
    } catch (error) {
      const isBad = error instanceof SightlineError && error.code === 'invalid_request';
      if (isBad && end < minRefusedBytes && !isEnded && !following.once) return 0;
      throw error;
    }
    return end;
  } finally {
    await handle.close();
  }
}

/** Reads the comments at the beginning of a file, in which formats such as W3C name their columns. */
async function commentsOf(handle: Awaited<ReturnType<typeof open>>): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0);
  const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return Buffer.from(end <= 0 ? '' : `${lines.slice(0, end).join('\n')}\n`);
}

async function send(
  { sourceId }: Following,
  path: string,
  chunks: AsyncIterable<Uint8Array> | Uint8Array[],
): Promise<void> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* chunks;
  }
  const { import: saved, isRepeated } = await callServer('importLog', {
    id: sourceId,
    name: basename(path),
    bytes: bytes(),
  });
  if (isRepeated) return;
  const { lines, claims, visits, unreadable } = saved.counts;
  print(
    `${path}: ${lines} lines, ${claims} of crawlers, ${visits} visits from assistants${unreadable > 0 ? `, ${unreadable} unreadable` : ''}`,
  );
}

async function readPosition(place: string): Promise<Position | null> {
  const text = await readFile(place, 'utf8').catch(() => null);
  if (text === null) return null;
  const { inode, bytes } = JSON.parse(text);
  return { inode: Number(inode), bytes: Number(bytes) };
}

/** Written completely and then renamed, so that a crash leaves either the old or the new position. */
async function savePosition(place: string, position: Position): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  await writeFile(`${place}.new`, JSON.stringify(position), { mode: 0o600 });
  await rename(`${place}.new`, place);
}
