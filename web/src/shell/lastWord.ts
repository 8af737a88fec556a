/**
 * A reader of an address whose word is the last. The router lays what a reader returns over what the address says, so a
 * word that was looked at and not believed would stay: it is unset by name. Words of other readers are left alone.
 */
export function lastWord<Search extends object>(
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
