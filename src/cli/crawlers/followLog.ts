import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { SightlineError } from '../../client/sightlineError.ts';
import type { LogCounts } from '../../domain/crawlers/logImport.ts';
import { print, printError } from '../output.ts';
import { callServer } from '../serverConnection.ts';

/** Maximum bytes sent at once. */
const maxBatchBytes = 8 * 1024 * 1024;
/** Size up to which a refused batch waits for more lines: in a small batch, a single invalid line is a large share. */
const minRefusedBytes = 256 * 1024;
const maxHeadBytes = 64 * 1024;

/** Number of leading bytes that distinguish a file from others of the same name. */
const maxMarkBytes = 1024;

/**
 * Position at which reading continues: the file's inode, the number of bytes counted, and the digest of the leading
 * ones.
 */
type Position = { inode: number; bytes: number; mark: string | null };

export type Following = {
  file: string;
  sourceId: string;
  everySeconds: number;
  once: boolean;
  position?: string | undefined;
};

/**
 * Sends complete lines added to a log, and continues after a restart where it stopped. A rotated file is first read to
 * its end, even if it was copied and truncated in place, or compressed. No line is counted twice.
 */
export async function followLog(following: Following): Promise<void> {
  const place = following.position ?? positionFile(following.file);
  for (;;) {
    try {
      await catchUp(following, place);
    } catch (error) {
      // Another import of the source is in progress, or the server is restarting: the position stays, so the next round
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
  // During a rotation the file is gone until the first line of the next one is written.
  if (entry === null) return;
  let position = await readPosition(place);
  if (position !== null && !(position.inode === entry.ino && (await holds(file, position)))) {
    await finishRotated(following, position, { isMoved: position.inode !== entry.ino, since: await changedAt(place) });
    position = null;
  }
  position ??= { inode: entry.ino, bytes: 0, mark: null };
  await savePosition(place, position);
  for (;;) {
    const sentCount = await sendBatch(following, file, position.bytes);
    if (sentCount === 0) return;
    const bytes: number = position.bytes + sentCount;
    position = { ...position, bytes, mark: await computeMark(file, bytes) };
    await savePosition(place, position);
  }
}

/**
 * Returns true if a file still begins with the counted bytes. One that was emptied in place may have grown past them
 * again.
 */
async function holds(path: string, { bytes, mark }: Position): Promise<boolean> {
  return (await stat(path)).size >= bytes && (mark === null || (await computeMark(path, bytes)) === mark);
}

async function computeMark(path: string, bytes: number): Promise<string> {
  const [head = ''] = await readParts(path, [0, Math.min(bytes, maxMarkBytes)]);
  return createHash('sha256').update(head).digest('base64url');
}

/** Reads parts of one file, even if another takes its name in between. */
async function readParts(path: string, ...parts: readonly [from: number, length: number][]): Promise<Buffer[]> {
  const handle = await open(path);
  try {
    const reads = parts.map(([from, length]) => handle.read(Buffer.alloc(length), 0, length, from));
    return (await Promise.all(reads)).map(({ buffer, bytesRead }) => buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

type Rotation = {
  /** True if the file has another inode; otherwise it was emptied in place, perhaps after it was copied. */
  isMoved: boolean;
  /** Time at which the position was saved, in milliseconds since the epoch: a rotated copy is newer. */
  since: number;
};

/** Sends the rest of a file that a rotation moved or copied; a compressed one is sent whole. */
async function finishRotated(following: Following, position: Position, { isMoved, since }: Rotation): Promise<void> {
  const folder = dirname(following.file);
  const siblings = (await readdir(folder))
    .filter((name) => ['.', '-'].some((mark) => name.startsWith(`${basename(following.file)}${mark}`)))
    .map((name) => join(folder, name));
  const isRest = async (path: string): Promise<boolean> =>
    isMoved ? (await stat(path)).ino === position.inode : position.mark !== null && (await holds(path, position));
  const [rest] = await keepIf(siblings, isRest);
  if (rest !== undefined) {
    for (let from = position.bytes; ; ) {
      const sentBatch = await sendBatch(following, rest, from, true);
      if (sentBatch === 0) return;
      from += sentBatch;
    }
  }
  const packed = await keepIf(
    siblings.filter((path) => /\.(?:gz|zst)$/.test(path)),
    async (path) => isMoved || (await changedAt(path)) >= since,
  );
  const times = await Promise.all(packed.map(changedAt));
  const newest = packed[times.indexOf(Math.max(...times))];
  if (newest !== undefined) await send(following, newest, createReadStream(newest));
  else if (isMoved) printError(`${following.file}: was rotated away, and its last lines were not found`);
}

async function keepIf(paths: string[], isKept: (path: string) => Promise<boolean>): Promise<string[]> {
  const decisions = await Promise.all(paths.map(isKept));
  return paths.filter((_path, index) => decisions[index]);
}

async function changedAt(path: string): Promise<number> {
  return (await stat(path)).mtimeMs;
}

/**
 * Sends complete lines from a position. @param isEnded true if the file no longer grows, so its last line needs no line
 * end
 */
async function sendBatch(following: Following, path: string, from: number, isEnded = false): Promise<number> {
  const [bytes = Buffer.alloc(0), head] = await readParts(path, [from, maxBatchBytes], [0, maxHeadBytes]);
  const end = isEnded && bytes.length < maxBatchBytes ? bytes.length : bytes.lastIndexOf(10) + 1;
  if (end === 0) return 0;
  try {
    const comments = Buffer.from(from === 0 ? '' : commentsIn(String(head)));
    await send(following, path, [comments, bytes.subarray(0, end)]);
  } catch (error) {
    const isBad = error instanceof SightlineError && error.code === 'invalid_request';
    if (isBad && end < minRefusedBytes && !isEnded && !following.once) return 0;
    throw error;
  }
  return end;
}

/** Returns the comments at the beginning of a file, in which formats such as W3C name their columns. */
function commentsIn(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return end <= 0 ? '' : `${lines.slice(0, end).join('\n')}\n`;
}

async function send({ sourceId: id }: Following, path: string, chunks: Readable | Uint8Array[]): Promise<void> {
  const bytes = Readable.from(chunks);
  const { import: saved, isRepeated } = await callServer('importLog', { id, name: basename(path), bytes });
  if (!isRepeated) print(`${path}: ${describeCounts(saved.counts)}`);
}

async function readPosition(place: string): Promise<Position | null> {
  const text = await readFile(place, 'utf8').catch(() => null);
  if (text === null) return null;
  const { inode, bytes, mark = null } = JSON.parse(text);
  return { inode: Number(inode), bytes: Number(bytes), mark };
}

/** Written completely and then renamed, so that a crash leaves either the old or the new position. */
async function savePosition(place: string, position: Position): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  await writeFile(`${place}.new`, JSON.stringify(position), { mode: 0o600 });
  await rename(`${place}.new`, place);
}

const outcomeTexts = {
  claims: 'of crawlers',
  visits: 'visits from assistants',
  duplicates: 'counted before',
  otherHosts: 'of other hosts, not counted',
  outOfRange: 'more than 400 days old or an hour ahead, not counted',
  unreadable: 'unreadable',
} as const;

/** Describes how the lines of a log were counted. Of people's requests and other records there is nothing to say. */
export function describeCounts(counts: LogCounts): string {
  const outcomes = Object.entries(outcomeTexts) as [keyof typeof outcomeTexts, string][];
  const lines = outcomes.filter(([name]) => counts[name] > 0 || name === 'claims' || name === 'visits');
  return [`${counts.lines} lines`, ...lines.map(([name, text]) => `${counts[name]} ${text}`)].join(', ');
}
