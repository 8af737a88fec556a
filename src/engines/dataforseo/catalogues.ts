import { buildTaskReply, ok } from '../../providers/dataForSeoEnvelope.ts';
import { recordsOf, type WireRecord } from '../../providers/wireRecords.ts';
import type { TaskCalls } from './taskCalls.ts';

/** Rows of a free list of the vendor, or why it could not be read. */
export type Catalogue = { kind: 'rows'; rows: readonly WireRecord[] } | { kind: 'unavailable'; cause: string };

const keptMs = 24 * 3_600_000;
const maxKept = 200;
/** A list of every place of a vendor is long. */
const maxReplyBytes = 64_000_000;

/** The vendor's lists of places and languages, each read once a day at most. */
export function createCatalogues(calls: Pick<TaskCalls, 'get'>, now: () => number) {
  const cache = new Map<string, { until: number; reading: Promise<Catalogue> }>();

  async function read(path: string): Promise<Catalogue> {
    const exchange = await calls.get(path, { maxReplyBytes });
    if (exchange.kind !== 'answered') return { kind: 'unavailable', cause: exchange.cause };
    const { code, message, task } = buildTaskReply(exchange.status, exchange.body);
    if (code !== ok) return { kind: 'unavailable', cause: message };
    return { kind: 'rows', rows: recordsOf(task?.result) };
  }

  return (path: string): Promise<Catalogue> => {
    const entry = cache.get(path);
    if (entry !== undefined && entry.until > now()) return entry.reading;
    const reading = read(path);
    const [oldest] = cache.keys();
    if (cache.size >= maxKept && oldest !== undefined) cache.delete(oldest);
    cache.set(path, { until: now() + keptMs, reading });
    void reading.then(({ kind }) => {
      // A failure is not kept: the next question asks again.
      if (kind === 'unavailable') cache.delete(path);
    });
    return reading;
  };
}
