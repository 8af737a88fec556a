/** Makes a thing when it is first needed: a formatter of the browser takes milliseconds, and a page uses few of them. */
export function lazily<T>(make: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= make();
    return created;
  };
}
