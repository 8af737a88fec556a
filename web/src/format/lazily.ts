/** Creates a value on first use: a browser's formatters take milliseconds, and a page uses few of them. */
export function lazily<T>(make: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= make();
    return created;
  };
}
