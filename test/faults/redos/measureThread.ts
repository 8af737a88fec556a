import { parentPort, workerData } from 'node:worker_threads';
import { readers } from './readers.ts';
import { type Shape, shapes, textOf } from './texts.ts';

/** Messages of the thread: the shape that it starts, those that grow too fast, the number read. */
export type Measurement = { begins: string } | { slow: string } | { read: number };

const short = 20_000;
/** Processor time that no text of the short length needs, unless time grows faster than length. */
const suspectMs = 40;
/** A text three times as long may take three times as long; nine times would be quadratic. */
const maxGrowth = 5.5;
/** Longer than a linear pass over the short length can take, so no longer text is tried. */
const hopelessMs = 400;
/** A text that seems too slow is read again, long and short alternately, and judged by its best times. */
const mostTries = 3;

function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const name = String(workerData);
const read = readers[name];
if (read === undefined) throw new Error(`there is no reader ${name}`);
const say = (said: Measurement) => parentPort?.postMessage(said);
const maxSlowMs = 3;
let count = 0;
let slow = 0;

/** Returns null if time grows with length, otherwise a description. */
function growthOf(shape: Shape): string | null {
  const time = (length: number) => {
    const text = textOf(shape, length);
    return cpuMs(() => read?.(text));
  };
  let one = time(short);
  let three = Number.POSITIVE_INFINITY;
  // Compilation, garbage collection and other work of the machine cost time too, but not on every attempt.
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (one < suspectMs) return null;
    if (one > 3 * hopelessMs || (tries > 1 && one > hopelessMs)) return `${one.toFixed(0)} ms`;
    if (one <= hopelessMs) three = Math.min(three, time(short * 3));
    if (three / one <= maxGrowth) return null;
    one = Math.min(one, time(short));
  }
  return `${one.toFixed(0)} ms, three times as long: ${three.toFixed(0)} ms`;
}

for (const shape of shapes) {
  const label = JSON.stringify(shape);
  say({ begins: label });
  const growth = growthOf(shape);
  count += 1;
  if (growth !== null) say({ slow: `${label}: ${growth}` });
  slow += growth === null ? 0 : 1;
  if (slow === maxSlowMs) break;
}
say({ read: count });
