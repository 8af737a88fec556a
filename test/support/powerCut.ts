import { basename } from 'node:path';

/**
 * Computes a disk's content after a power cut that keeps only synced data, from a trace of the system calls of one
 * process: `strace -f -y -xx -ttt` of the calls below.
 */
export const tracedCalls = 'pwrite64,ftruncate,fsync,fdatasync';

type Change = { at: number; data: Buffer } | { truncatedTo: number };
type FileImage = { durable: Buffer; pending: Change[] };
type Traced = { time: number; path: string; act: (image: FileImage) => void };

/** Replays the trace to the files of a folder after a cut. @param before files that existed before, by name */
export function replayTrace(trace: string, folder: string, before: ReadonlyMap<string, Buffer>) {
  const events = readTrace(trace).filter(({ path }) => path.startsWith(folder));
  const images = new Map<string, FileImage>();
  for (const [name, bytes] of before) images.set(name, { durable: bytes, pending: [] });
  let next = 0;
  return {
    /** @param time milliseconds since the epoch, of a cut later than the previous one */
    filesAt(time: number): Map<string, Buffer> {
      for (; next < events.length; next += 1) {
        const event = events[next];
        if (event === undefined || event.time > time) break;
        const name = basename(event.path);
        const image = images.get(name) ?? { durable: Buffer.alloc(0), pending: [] };
        images.set(name, image);
        event.act(image);
      }
      return new Map([...images].map(([name, { durable }]) => [name, durable]));
    },
    syncs: events.filter(({ act }) => act === sync).length,
  };
}

function sync(image: FileImage): void {
  for (const change of image.pending) {
    if ('truncatedTo' in change) image.durable = resized(image.durable, change.truncatedTo);
    else {
      const end = change.at + change.data.length;
      if (end > image.durable.length) image.durable = resized(image.durable, end);
      change.data.copy(image.durable, change.at);
    }
  }
  image.pending = [];
}

function resized(bytes: Buffer, length: number): Buffer {
  const made = Buffer.alloc(length);
  bytes.copy(made, 0, 0, Math.min(length, bytes.length));
  return made;
}

/** Reads the calls in the order in which they ended; a write counts from its beginning, a sync from its end. */
function readTrace(trace: string): Traced[] {
  const events: Traced[] = [];
  const begun = new Map<string, string>();
  for (const line of trace.split('\n')) {
    const head = /^(\d+) +(\d+\.\d+) (.*)$/.exec(line);
    if (head === null) continue;
    const [, thread = '', seconds = '', said = ''] = head;
    const time = Number(seconds) * 1_000;
    const isResumed = said.startsWith('<... ');
    const call = isResumed ? (begun.get(thread) ?? '') : said;
    begun.delete(thread);
    if (said.includes('<unfinished ...>')) begun.set(thread, said);
    const parsed = /^(\w+)\(\d+<([^>]*)>(.*)$/.exec(call);
    if (parsed === null) continue;
    const [, name = '', path = '', rest = ''] = parsed;
    const isSync = name === 'fsync' || name === 'fdatasync';
    // An unfinished sync has saved nothing; a failed call has done nothing.
    if (isSync ? said.includes('<unfinished ...>') : isResumed) continue;
    if (/ = -1 /.test(said)) continue;
    const act = isSync ? sync : changeOf(name, rest);
    if (act !== null) events.push({ time, path: textOf(path), act });
  }
  return events;
}

function changeOf(name: string, rest: string): Traced['act'] | null {
  if (name === 'ftruncate') {
    const truncatedTo = Number(/^, (\d+)/.exec(rest)?.[1]);
    return (image) => image.pending.push({ truncatedTo });
  }
  const written = /^, "([^"]*)", \d+, (\d+)/.exec(rest);
  if (name !== 'pwrite64' || written === null) return null;
  const [, hex = '', at = '0'] = written;
  const data = Buffer.from(hex.replaceAll('\\x', ''), 'hex');
  return (image) => image.pending.push({ at: Number(at), data });
}

/** Decodes a path printed by the trace, plain or in hexadecimal. */
function textOf(path: string): string {
  return path.startsWith('\\x') ? Buffer.from(path.replaceAll('\\x', ''), 'hex').toString('utf8') : path;
}
