/**
 * Wraps a reader of the address so that its result replaces the parameters it read. The router merges a reader's result
 * into the address, so a rejected parameter would stay; it is therefore removed by name. Parameters of other readers
 * are kept.
 */
export function ownSearchParams<Search extends object>(
  read: (given: Record<string, unknown>) => Search,
): (given: Record<string, unknown>) => Search {
  return (input) => {
    const looked: Record<string, undefined> = {};
    const watched = new Proxy(input, {
      get(target, key) {
        if (typeof key === 'string' && Object.hasOwn(target, key)) looked[key] = undefined;
        return Reflect.get(target, key);
      },
    });
    const believed = read(watched);
    return { ...looked, ...believed };
  };
}
