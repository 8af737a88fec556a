import type { TaughtNames } from '../../domain/marks/decideMarks.ts';
import type { Bucket, BucketAnswer } from '../../domain/visibility/history.ts';
import type { Db } from '../../store/database/transaction.ts';

/** Counts of one bucket, and everything they depend on in addition to its key. */
export type CountedBucket = {
  /** Number of its attempts in each status, the time of their last change, and the workspace's readings. */
  stamp: string;
  /** Registered names with which the marks were made. */
  by: string;
  taught: TaughtNames;
  /** Names in it that other answers could identify. */
  openForms: ReadonlySet<string>;
  attempts: Bucket['attempts'];
  answers: readonly BucketAnswer[];
};

/** Maximum number of answers in all cached buckets together, about half a kilobyte each. */
const maxAnswers = 60_000;

export type BucketMemory = {
  /** Returns a cached bucket if everything it depends on is unchanged. */
  find(key: string, now: Pick<CountedBucket, 'stamp' | 'by' | 'taught'>): CountedBucket | null;
  keep(key: string, bucket: CountedBucket): void;
};

const ofDatabase = new WeakMap<Db, BucketMemory>();

/** Returns this process's cache of past buckets: they rarely change, and a chart of a year has hundreds of them. */
export function bucketMemoryOf(db: Db): BucketMemory {
  const memory = ofDatabase.get(db) ?? createMemory();
  ofDatabase.set(db, memory);
  return memory;
}

function createMemory(): BucketMemory {
  const cache = new Map<string, CountedBucket>();
  let answers = 0;
  const forget = (key: string) => {
    answers -= cache.get(key)?.answers.length ?? 0;
    cache.delete(key);
  };
  return {
    find(key, now) {
      const bucket = cache.get(key);
      if (bucket === undefined || bucket.stamp !== now.stamp || bucket.by !== now.by) return null;
      const changed = changedForms(bucket.taught, now.taught);
      if (changed === null || changed.some((form) => bucket.openForms.has(form))) return null;
      bucket.taught = now.taught;
      // Moved to the end: the least recently used entry comes first, and is evicted first.
      cache.delete(key);
      cache.set(key, bucket);
      return bucket;
    },
    keep(key, bucket) {
      forget(key);
      cache.set(key, bucket);
      answers += bucket.answers.length;
      for (const oldest of cache.keys()) {
        if (answers <= maxAnswers || oldest === key) break;
        forget(oldest);
      }
    },
  };
}

let compared: { before: TaughtNames; now: TaughtNames; forms: readonly string[] | null } | null = null;

/** Lists names whose company differs between two states; null: the set of common words has changed. */
function changedForms(before: TaughtNames, now: TaughtNames): readonly string[] | null {
  if (before === now) return [];
  if (compared?.before === before && compared.now === now) return compared.forms;
  const sameWords =
    before.commonWords.size === now.commonWords.size &&
    [...before.commonWords].every((word) => now.commonWords.has(word));
  const forms = sameWords
    ? [
        ...[...now.learned].flatMap(([form, domain]) => (before.learned.get(form) === domain ? [] : [form])),
        ...[...before.learned.keys()].filter((form) => !now.learned.has(form)),
      ]
    : null;
  compared = { before, now, forms };
  return forms;
}
