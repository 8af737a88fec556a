/** Categories of elements. */
export const kind = { silent: 1, inline: 2, boilerplate: 4, sectioning: 8, telling: 16 } as const;
const kinds = new Map<string, number>();

/** Returns the categories of an element as bits; 0 for a plain block. */
export function kindOf(tagName: string): number {
  return kinds.get(tagName) ?? 0;
}

function are(meaning: number, names: string): void {
  for (const name of names.split(' ')) kinds.set(name, (kinds.get(name) ?? 0) | meaning);
}

are(kind.silent, 'script style noscript template iframe object svg math title');
are(
  kind.inline,
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr',
);
are(kind.boilerplate, 'nav aside dialog footer header select button textarea');
are(kind.sectioning, 'main article section');
are(kind.telling, 'html title base meta link h1 h2 h3 h4 h5 h6 a img script noscript time article address');

export const boilerplateRoles: ReadonlySet<string> = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'dialog',
  'menu',
  'menubar',
]);

/** Ids of elements into which applications mount. */
export const rootIds: ReadonlySet<string> = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  '___gatsby',
  'svelte',
  'q-app',
]);
export const bylineClass = /(?:^|[\s_-])(?:author|byline)(?:$|[\s_-])/i;

/** Returns true if an attribute marks its element as the author. */
export function isByline(name: string, value: string): boolean {
  return name === 'class' ? bylineClass.test(value) : name === 'itemprop' && value === 'author';
}
