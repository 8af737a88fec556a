/**
 * Caches values for recently used keys: at least the last `size` different ones, at most twice as many. Two halves
 * alternate, so that a hit costs only a read and unused values are dropped.
 */
export function recentMemory<T>(size: number): (key: string, make: () => T) => T {
  let newer = new Map<string, T>();
  let older = new Map<string, T>();
  return (key, make) => {
    const entry = newer.get(key);
    if (entry !== undefined) return entry;
    const value = older.get(key) ?? make();
    if (newer.size >= size) [older, newer] = [newer, new Map()];
    newer.set(key, value);
    return value;
  };
}
