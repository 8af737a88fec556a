/** Puts an entry last in a cache that keeps at most `max` entries, and evicts the oldest. */
export function rememberNewest<Key, Value>(cache: Map<Key, Value>, key: Key, value: Value, max: number): void {
  cache.delete(key);
  cache.set(key, value);
  const [oldest] = cache.size > max ? cache.keys() : [];
  if (oldest !== undefined) cache.delete(oldest);
}
